//! Figs 5 to 9 of Johari Majd & Simaan: the continuous friction model, asked of the FMU at each velocity.

use super::lab::{Lab, Probe};
use super::picture::{Picture, deviation};
use super::reference::Columns;
use super::section::{Section, Statement, Table, fixed, scientific};
use super::{Case, Chapter, Error};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Continuous friction model of Johari Majd and Simaan",
        introduction: include_str!("../assets/majd_simaan.html"),
        cases: vec![
            Case::new("majd-fig5", figure_5),
            Case::new("majd-fig6", figures_6_and_7),
            Case::new("majd-fig8a", figure_8a),
            Case::new("majd-fig8b", figure_8b),
            Case::new("majd-fig9", figure_9),
        ],
    }
}

/// Example (14): N·m, N·m·s/rad, rad/s.
const VISCOUS: f64 = 0.05;
const COULOMB: f64 = 0.5;
const ETA: f64 = 1.9;
const SHARPNESS: f64 = 10.0;
const CRITICAL: f64 = 0.019;

/// Numbers of `friction.law`.
const STRIBECK: f64 = 3.0;
const EXACT: f64 = 4.0;
const APPROXIMATE: f64 = 5.0;

/// 50 digits are known; the FMU computes with 16 and some roundings.
const ROUNDING: f64 = 1e-12;

/// The example with another law, ratio or sharpness.
#[derive(Clone, Copy)]
struct Model {
    law: f64,
    eta: f64,
    sharpness: f64,
    coulomb: f64,
    critical: f64,
}

const EXAMPLE: Model = Model { law: EXACT, eta: ETA, sharpness: SHARPNESS, coulomb: COULOMB, critical: CRITICAL };

impl Model {
    fn parameters(&self) -> Vec<(&'static str, f64)> {
        vec![
            ("friction.law", self.law),
            ("friction.coulomb_torque", self.coulomb),
            ("friction.static_ratio", self.eta),
            ("friction.sharpness", self.sharpness),
            ("friction.stribeck_velocity", self.critical),
            ("friction.stribeck_exponent", 1.0),
            ("viscous_coefficient", VISCOUS),
        ]
    }

    /// Dry friction at a velocity, as the FMU shows it.
    fn friction(&self, probe: &Probe<'_>, velocity: f64) -> Result<f64, Error> {
        let mut parameters = self.parameters();
        parameters.push(("velocity_start", velocity));
        Ok(probe.ask(&parameters, &["friction_torque"])?.values[0])
    }

    fn curve(&self, probe: &Probe<'_>, velocities: &[f64]) -> Result<Vec<f64>, Error> {
        velocities.iter().map(|velocity| self.friction(probe, *velocity)).collect()
    }

    /// Amplitude σ and velocity of the peak, as the FMU calculates them.
    fn calculated(&self, probe: &Probe<'_>) -> Result<[f64; 2], Error> {
        let asked = probe.ask(&self.parameters(), &["friction.stribeck_sigma", "friction.peak_velocity"])?;
        Ok([asked.values[0], asked.values[1]])
    }

    /// Eq. (6) without its viscous term, for a given amplitude.
    fn equation_6(&self, sigma: f64, velocity: f64) -> f64 {
        let u = (velocity / self.critical).abs();
        let magnitude = self.coulomb + sigma * (-u).exp() - (sigma + self.coulomb) * (-self.sharpness * u).exp();
        if velocity == 0.0 { 0.0 } else { magnitude.copysign(velocity) }
    }
}

/// Evenly spaced values.
fn grid(from: f64, to: f64, count: u32) -> Vec<f64> {
    (0..=count).map(|k| from + (to - from) * f64::from(k) / f64::from(count)).collect()
}

fn with_viscous(friction: &[f64], velocities: &[f64]) -> Vec<f64> {
    friction.iter().zip(velocities).map(|(friction, velocity)| friction + VISCOUS * velocity).collect()
}

/// σ of the example, 15 digits of an independent computation: reference/majd/example.json.
const SIGMA: f64 = 0.686_263_868_676_470;
const PEAK: f64 = 0.006_016_427_967_677_27;

fn figure_5(lab: &Lab) -> Result<Section, Error> {
    let probe = lab.probe("MotionTransmission")?;
    let classical = Model { law: STRIBECK, ..EXAMPLE };
    let mut pictures = Vec::new();
    let mut off = 0.0_f64;
    for (caption, limit) in [("Fig 5a: close to zero velocity", 0.1), ("Fig 5b: away from zero velocity", 10.0)] {
        let velocities = grid(-limit, limit, 400);
        let (old, new) = (classical.curve(&probe, &velocities)?, EXAMPLE.curve(&probe, &velocities)?);
        let expected: Vec<f64> = velocities.iter().map(|velocity| EXAMPLE.equation_6(SIGMA, *velocity)).collect();
        off = off.max(deviation(&new, &expected));
        let picture = Picture::over("velocity, rad/s", velocities.clone())
            .panel("Friction with viscous term", "N·m")
            .given("classical model, eq. (4)", with_viscous(&old, &velocities))
            .reference("eq. (6), 15 digits", with_viscous(&expected, &velocities))
            .result("FMU", with_viscous(&new, &velocities))
            .residual("FMU − eq. (6)", "N·m", &new, &expected);
        pictures.push((caption.to_string(), picture.svg()?));
    }
    let [sigma, peak] = EXAMPLE.calculated(&probe)?;
    let [approximate, _] = Model { law: APPROXIMATE, ..EXAMPLE }.calculated(&probe)?;
    let [at_rest, held] = [EXAMPLE.friction(&probe, 0.0)?, EXAMPLE.friction(&probe, peak)?];
    Ok(Section {
        title: "Fig 5: the example (14) beside the classical model".to_string(),
        against: "eqs (6), (11), (13), (19), 15 digits".to_string(),
        about: "fω 0.05, fc 0.5, fs 0.95 N·m, n 10, ωc 0.019 rad/s.".to_string(),
        pictures,
        agreement: format!("{} N·m", scientific(off)),
        statements: vec![
            Statement::closed_form("eq. (6) at every velocity").below(off, ROUNDING, "N·m"),
            Statement::closed_form("σ by eq. (13)").close(sigma, SIGMA, ROUNDING, "N·m"),
            Statement::closed_form("σ by the approximation, eq. (19)").close(approximate, 0.697_475_396_981_21, ROUNDING, "N·m"),
            Statement::paper("“ω_peak = 0.006”, eq. (15)").close(peak, 0.006, 5e-4, "rad/s"),
            Statement::closed_form("velocity of the peak by eq. (11)").close(peak, PEAK, ROUNDING, "rad/s"),
            Statement::paper("“σ = 0.6858”, eq. (15)").close_or_misses(sigma, 0.6858, (5e-5, 1e-3), "N·m"),
            Statement::paper("“the proposed friction model is continuous at ω = 0”; its peak is fs = 0.95")
                .is(at_rest == 0.0 && (held - 0.95).abs() < ROUNDING, format!("0 at rest, {} N·m at the peak", fixed(held, 12))),
        ],
        remark: "The printed 0.6858 is the solution with viscous friction, eq. (8), 0.685825; eq. (13), as the paper derives it, \
                 gives 0.686264. The FMU computes eq. (13)."
            .to_string(),
        ..Section::default()
    })
}

fn figures_6_and_7(lab: &Lab) -> Result<Section, Error> {
    const SHARPNESSES: [f64; 4] = [5.0, 10.0, 20.0, 50.0];
    let probe = lab.probe("MotionTransmission")?;
    let models = SHARPNESSES.map(|sharpness| Model { sharpness, ..EXAMPLE });
    let amplitudes = Columns::read("majd/figure_8b.csv")?;
    let mut pictures = Vec::new();
    let mut off = 0.0_f64;
    for (caption, limit) in [("Fig 6: sharpness n", 0.1), ("Fig 7: very close to zero velocity", 0.01)] {
        let velocities = grid(-limit, limit, 400);
        let mut picture = Picture::over("velocity, rad/s", velocities.clone()).panel("Friction", "N·m");
        for model in &models {
            let curve = model.curve(&probe, &velocities)?;
            let sigma = (ETA - 1.0) * COULOMB * amplitudes.at("n", "exact", &[model.sharpness])?[0];
            let expected: Vec<f64> = velocities.iter().map(|velocity| model.equation_6(sigma, *velocity)).collect();
            off = off.max(deviation(&curve, &expected));
            picture = picture.result(&format!("n = {}", model.sharpness), curve);
        }
        pictures.push((caption.to_string(), picture.svg()?));
    }
    let peaks: Vec<f64> = models.iter().map(|model| Ok(model.calculated(&probe)?[1])).collect::<Result<_, Error>>()?;
    let slopes: Vec<f64> = models.iter().map(|m| Ok(m.friction(&probe, 1e-9)? / 1e-9)).collect::<Result<_, Error>>()?;
    let (falls, steepens) = (peaks.windows(2).all(|p| p[1] < p[0]), slopes.windows(2).all(|s| s[1] > s[0]));
    let list = |values: &[f64], decimals| values.iter().map(|v| fixed(*v, decimals)).collect::<Vec<_>>().join(", ");
    Ok(Section {
        title: "Figs 6 and 7: the sharpness n".to_string(),
        against: "eq. (6) with amplitudes of 50 digits".to_string(),
        about: "The example with n = 5, 10, 20 and 50.".to_string(),
        pictures,
        agreement: format!("{} N·m", scientific(off)),
        statements: vec![
            Statement::closed_form("eq. (6) at every velocity").below(off, ROUNDING, "N·m"),
            Statement::paper("“a larger value for n … yields a smaller ω_peak”")
                .is(falls, format!("{} rad/s", list(&peaks, 5))),
            Statement::paper("“the slope of friction torque at ω = 0 increases” with n")
                .is(steepens, format!("{} N·m·s/rad", list(&slopes, 0))),
        ],
        ..Section::default()
    })
}

/// The largest ratio at which the FMU does not warn of the 2 % region.
fn region(probe: &Probe<'_>, sharpness: f64) -> Result<f64, Error> {
    // The FMU would also warn that the law ignores the load, and with a viscous term where there is no peak.
    let warns = |eta: f64| -> Result<bool, Error> {
        let mut parameters = Model { law: APPROXIMATE, eta, sharpness, coulomb: 1.0, critical: 1.0 }.parameters();
        parameters.extend([("friction.efficiency_opposing", 1.0), ("friction.efficiency_aiding", 1.0)]);
        parameters.push(("viscous_coefficient", 0.0));
        Ok(probe.ask(&parameters, &[])?.warned)
    };
    // From the line on which the approximation is exact: below n = 5 it leaves its region on the lower side, too.
    let (mut low, mut high) = (crossing(probe, sharpness)?, 40.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        *(if warns(middle)? { &mut high } else { &mut low }) = middle;
    }
    Ok(0.5 * (low + high))
}

/// The ratio at which exact and approximate amplitude are the same.
fn crossing(probe: &Probe<'_>, sharpness: f64) -> Result<f64, Error> {
    let is_above = |eta: f64| -> Result<bool, Error> {
        let amplitude =
            |law| Ok::<_, Error>(Model { law, eta, sharpness, coulomb: 1.0, critical: 1.0 }.calculated(probe)?[0]);
        Ok(amplitude(APPROXIMATE)? > amplitude(EXACT)?)
    };
    let (mut low, mut high) = (1.0 + 1e-3, 3.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        *(if is_above(middle)? { &mut high } else { &mut low }) = middle;
    }
    Ok(0.5 * (low + high))
}

/// Largest relative distance of two series.
fn relative(found: &[f64], expected: &[f64]) -> f64 {
    found.iter().zip(expected).map(|(found, expected)| (found / expected - 1.0).abs()).fold(0.0, f64::max)
}

fn figure_8a(lab: &Lab) -> Result<Section, Error> {
    let probe = lab.probe("MotionTransmission")?;
    // Above 30 the bound soon leaves every range: 77 at 35, infinite from 37.
    let sharpness: Vec<f64> = (2..=30).map(f64::from).collect();
    let table = Columns::read("majd/figure_8a.csv")?;
    let (bound, line) = (table.at("n", "eta_2_percent", &sharpness)?, table.at("n", "eta_exact", &sharpness)?);
    let found: Vec<f64> = sharpness.iter().map(|n| region(&probe, *n)).collect::<Result<_, _>>()?;
    let dashed: Vec<f64> = sharpness.iter().map(|n| crossing(&probe, *n)).collect::<Result<_, _>>()?;
    let picture = Picture::over("n", sharpness.clone())
        .panel("η = fs/fc", "")
        .reference("2 % bound, 50 digits", bound.clone())
        .result("the FMU begins to warn", found.clone())
        .reference("no error, 50 digits", line.clone())
        .result("both amplitudes are equal", dashed.clone());
    let at_10 = sharpness.iter().position(|n| *n == SHARPNESS).unwrap_or(0);
    let off = relative(&found, &bound);
    let infinite = region(&probe, 37.0)?;
    Ok(Section {
        title: "Fig 8a: where the approximation holds within 2 %".to_string(),
        against: "eq. (23), 50 digits".to_string(),
        about: "For each n the ratio η at which the FMU begins to warn, found by bisection.".to_string(),
        pictures: vec![(String::new(), picture.svg()?)],
        agreement: format!("{} relative", scientific(off)),
        statements: vec![
            Statement::closed_form("the FMU warns beyond the bound of eq. (23), n = 2 to 30")
                .below(off, 1e-10, "relative"),
            Statement::closed_form("the amplitudes are equal on the dashed line").below(
                relative(&dashed, &line),
                1e-10,
                "relative",
            ),
            Statement::paper("“for δ = 2 % approximation error is 2.3666” at n = 10").close(
                found[at_10],
                2.3666,
                5e-5,
                "",
            ),
            Statement::paper("“for δ = 0 % approximation error is 1.6452” at n = 10").close(
                dashed[at_10],
                1.6452,
                5e-5,
                "",
            ),
            Statement::closed_form("above n = 36.0028 there is no bound")
                .is(infinite > 39.9, "no warning up to η = 40 at n = 37"),
        ],
        remark: "The paper says that the lower bound of (23) is always satisfied. For n up to 5 it is not: there the \
                 approximation is off by more than 2 % between η = 1 and the dashed line, and the FMU warns."
            .to_string(),
        ..Section::default()
    })
}

fn figure_8b(lab: &Lab) -> Result<Section, Error> {
    let probe = lab.probe("MotionTransmission")?;
    let sharpness: Vec<f64> = (2..=50).map(f64::from).collect();
    let table = Columns::read("majd/figure_8b.csv")?;
    let amplitudes = |law| -> Result<Vec<f64>, Error> {
        let normalized =
            |n: &f64| Ok(Model { law, sharpness: *n, ..EXAMPLE }.calculated(&probe)?[0] / ((ETA - 1.0) * COULOMB));
        sharpness.iter().map(normalized).collect()
    };
    let (exact, approximate) = (amplitudes(EXACT)?, amplitudes(APPROXIMATE)?);
    let (known, known_approximate) = (table.at("n", "exact", &sharpness)?, table.at("n", "approximate", &sharpness)?);
    let off = relative(&exact, &known).max(relative(&approximate, &known_approximate));
    let picture = Picture::over("n", sharpness.clone())
        .panel("σ/(fs − fc)", "")
        .reference("exact, 50 digits", known)
        .result("exact", exact.clone())
        .reference("approximate, 50 digits", known_approximate)
        .result("approximate", approximate.clone());
    let mut rows = Table::new("Amplitude σ/(fs − fc) at η = 1.9", &["n", "exact, eq. (13)", "approximate, eq. (19)"]);
    for n in [2.0, 5.0, 10.0, 20.0, 50.0] {
        let index = n as usize - 2;
        rows.rows.push(vec![fixed(n, 0), fixed(exact[index], 12), fixed(approximate[index], 12)]);
    }
    Ok(Section {
        title: "Fig 8b: exact and approximate amplitude".to_string(),
        against: "eqs (13) and (19), 50 digits".to_string(),
        about: "The calculated parameter friction.stribeck_sigma for n = 2 to 50 at η = 1.9.".to_string(),
        pictures: vec![(String::new(), picture.svg()?)],
        tables: vec![rows],
        agreement: format!("{} relative", scientific(off)),
        statements: vec![
            Statement::closed_form("eqs (13) and (19)").below(off, ROUNDING, "relative"),
            Statement::paper("it “tends to unity as parameter n tends to infinity”").is(
                exact.windows(2).all(|pair| pair[1] < pair[0]) && exact[48] > 1.0,
                format!("{} at n = 50, falling", fixed(exact[48], 4)),
            ),
        ],
        ..Section::default()
    })
}

fn figure_9(lab: &Lab) -> Result<Section, Error> {
    let probe = lab.probe("MotionTransmission")?;
    let table = Columns::read("majd/figure_9a.csv")?;
    let etas = [1.9, 1.645, 1.01];
    let model = |law, eta| Model { law, eta, coulomb: 1.0, critical: CRITICAL, sharpness: SHARPNESS };
    let mut pictures = Vec::new();
    for (caption, limit) in [("Fig 9a: exact and approximate", 0.06), ("Fig 9b: approximate, wider", 0.5)] {
        let velocities = grid(0.0, limit, 300);
        let mut picture = Picture::over("velocity, rad/s", velocities.clone()).panel("Friction over fc", "");
        for eta in etas {
            if limit < 0.1 {
                picture = picture.reference("exact", model(EXACT, eta).curve(&probe, &velocities)?);
            }
            picture = picture.result(&format!("η = {eta}"), model(APPROXIMATE, eta).curve(&probe, &velocities)?);
        }
        pictures.push((caption.to_string(), picture.svg()?));
    }
    let columns = ["eta", "n", "u", "exact", "approximate"].map(|name| table.column(name));
    let [eta, n, u, exact, approximate] = columns;
    let (eta, n, u, exact, approximate) = (eta?, n?, u?, exact?, approximate?);
    let mut off = 0.0_f64;
    let rows = (0..n.len()).filter(|row| n[*row] == SHARPNESS);
    for row in rows.clone() {
        let velocity = CRITICAL * u[row];
        off = off.max((model(EXACT, eta[row]).friction(&probe, velocity)? / exact[row] - 1.0).abs());
        off = off.max((model(APPROXIMATE, eta[row]).friction(&probe, velocity)? / approximate[row] - 1.0).abs());
    }
    let peak = |eta: f64| -> Result<f64, Error> {
        let approximate = model(APPROXIMATE, eta);
        approximate.friction(&probe, approximate.calculated(&probe)?[1])
    };
    let same = model(EXACT, 1.645_184_047_993_2).calculated(&probe)?[0]
        / model(APPROXIMATE, 1.645_184_047_993_2).calculated(&probe)?[0];
    Ok(Section {
        title: "Fig 9: exact and approximate friction".to_string(),
        against: "eq. (6), 50 digits".to_string(),
        about: "η = 1.9, 1.645 and 1.01 with n = 10.".to_string(),
        pictures,
        agreement: format!("{} relative", scientific(off)),
        statements: vec![
            Statement::closed_form(format!("eq. (6) at {} points, both amplitudes", 2 * rows.count()))
                .below(off, 1e-11, "relative"),
            Statement::closed_form("peak of the approximation at η = 1.9: 0.81 % too high").close(
                100.0 * (peak(ETA)? / ETA - 1.0),
                0.810_239_130_909_184,
                1e-9,
                "%",
            ),
            Statement::paper("at η = 1.645 “the approximate solution and the exact solution of σ are identical”")
                .close(same, 1.0, 1e-11, ""),
            Statement::paper("“the model is still valid even for the case that the stiction … is very close to zero”")
                .is((peak(1.01)? / 1.01 - 1.0).abs() < 0.02, format!("peak {} at η = 1.01", fixed(peak(1.01)?, 5))),
        ],
        ..Section::default()
    })
}
