//! Friction curves as CSV, in SI units.

use super::Measured;
use fmu_output::number;
use std::fmt::Write;

/// One row per point: `diagram` is `sliding` (friction against velocity), `breakaway` (friction at rest just before it
/// breaks away, against the rate of the effort where it matters) or `presliding` (friction against position).
/// What a diagram does not have stays empty. `friction` is the name of the friction output.
pub fn to_csv(measured: &[Measured], friction: &str) -> String {
    let effort = friction.trim_start_matches("friction_");
    let mut csv = format!("diagram,law,velocity,position,{effort}_rate,{friction}\n");
    measured.iter().for_each(|law| rows(law, &mut csv));
    csv
}

fn rows(measured: &Measured, csv: &mut String) {
    let law = &measured.law;
    let mut row = |diagram: &str, [velocity, position, rate]: [Option<f64>; 3], friction: f64| {
        let [velocity, position, rate] = [velocity, position, rate].map(|value| value.map_or(String::new(), number));
        // Writing to a String does not fail.
        let _ = writeln!(csv, "{diagram},{law},{velocity},{position},{rate},{}", number(friction));
    };
    for (velocity, friction) in measured.sliding.backward.iter().chain(&measured.sliding.forward) {
        row("sliding", [Some(*velocity), None, None], *friction);
    }
    if let Some(levels) = measured.sliding.breakaway {
        if let Some(backward) = levels.backward {
            row("breakaway", [Some(0.0), None, Some(0.0)], -backward);
        }
        row("breakaway", [Some(0.0), None, Some(0.0)], levels.forward);
    }
    let Some(presliding) = &measured.presliding else { return };
    for (rate, friction) in &presliding.breakaway {
        row("breakaway", [None, None, Some(*rate)], *friction);
    }
    for (position, friction) in &presliding.cycle {
        row("presliding", [None, Some(*position), None], *friction);
    }
}
