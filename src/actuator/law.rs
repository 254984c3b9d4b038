//! From the declared friction parameters to a law: the one place where the enumeration meets the physics.

use crate::friction::majd_simaan::approximation_holds;
use crate::friction::{
    Amplitude, Bristle, Characteristic, Comparator, Law, LevelRatios, Levels, MajdSimaan, RestRatios, Slip,
    StribeckEffect, Table,
};
use crate::interface::{FrictionLaw, FrictionParameters, FrictionReferences, IntegerVariable, RealVariable};

use super::{Element, InvalidParameter, Observer, Remark, Warning};

/// Load-dependent levels while sliding: what the characteristic scales. A table has no level but its own, in N·m.
pub fn levels(friction: &FrictionParameters) -> Levels {
    let level = if friction.law == FrictionLaw::Tabulated { 1.0 } else { friction.coulomb_level };
    let efficiencies = if ignores_load(&law::<()>(friction), friction) {
        (1.0, 1.0)
    } else {
        (friction.efficiency_opposing, friction.efficiency_aiding)
    };
    Levels::new(level, efficiencies.0, efficiencies.1).with_backward_ratio(friction.backward_ratio)
}

/// Whether the law is one that creeps or has bristles, and its level is not to grow with the load.
fn ignores_load<T>(law: &Law<T>, friction: &FrictionParameters) -> bool {
    matches!(law, Law::Smooth(_) | Law::Stateful(_)) && friction.load_dependence == 0
}

/// The law with its parameters.
pub fn law<K: Default>(friction: &FrictionParameters) -> Law<K> {
    let comparator = |comparator| Law::Comparator(comparator, friction.regularization_velocity);
    match friction.law {
        FrictionLaw::Coulomb => Law::Coulomb(K::default()),
        FrictionLaw::HessSoom => Law::SetValued(Characteristic::HessSoom(stribeck_effect(friction))),
        FrictionLaw::Stribeck => Law::SetValued(Characteristic::Stribeck(stribeck_effect(friction))),
        FrictionLaw::MajdSimaan => Law::Smooth(majd_simaan(friction, Amplitude::Exact)),
        FrictionLaw::MajdSimaanApproximate => Law::Smooth(majd_simaan(friction, Amplitude::Approximate)),
        FrictionLaw::Dahl => Law::Stateful(Bristle { damping: 0.0, excess: 0.0, ..lugre(friction) }),
        FrictionLaw::Lugre => Law::Stateful(lugre(friction)),
        FrictionLaw::ElastoPlastic => {
            Law::Stateful(Bristle { slip: Slip::Beyond(friction.elastic_share), ..lugre(friction) })
        }
        FrictionLaw::Tabulated => Law::SetValued(Characteristic::Tabulated(table(friction))),
        FrictionLaw::Karnopp => comparator(Comparator::Karnopp),
        FrictionLaw::Sign => comparator(Comparator::Sign),
        FrictionLaw::Hyperviscous => comparator(Comparator::Hyperviscous),
        FrictionLaw::Quinn => comparator(Comparator::Quinn),
    }
}

/// Breakaway levels over the levels at zero speed.
pub fn rest_ratios<K>(friction: &FrictionParameters, law: &Law<K>) -> RestRatios {
    let load = match law {
        Law::SetValued(characteristic @ (Characteristic::HessSoom(_) | Characteristic::Stribeck(_))) => {
            characteristic.load_ratio(characteristic.ratio(0.0, 0), 0.0, 0, true)
        }
        Law::Coulomb(_)
        | Law::SetValued(Characteristic::Coulomb | Characteristic::Tabulated(_))
        | Law::Smooth(_)
        | Law::Stateful(_)
        | Law::Comparator(..) => load_static_ratio(friction.load_static_ratio, friction.static_ratio),
    };
    RestRatios { coulomb: rest_ratio(friction, law), load: friction.breakaway_ratio * load }
}

/// Static over dynamic friction of the share of the load; that of the whole level where none is given.
pub fn load_static_ratio(of_load: f64, of_level: f64) -> f64 {
    if of_load == 0.0 { of_level } else { of_load }
}

/// Whether `friction.load_static_ratio` is one, or says that there is none.
pub fn is_load_static_ratio(of_load: f64) -> bool {
    of_load == 0.0 || of_load >= 1.0
}

/// What it must be.
pub const LOAD_STATIC_RATIO_ALLOWED: &str = "must be at least 1, or 0 for that of friction.static_ratio";

/// Breakaway level without load over the level at zero speed. Laws whose characteristic rises to the static level at rest have the
/// ratio in it; the others jump.
pub fn rest_ratio<K>(friction: &FrictionParameters, law: &Law<K>) -> f64 {
    let ratio = match law {
        Law::SetValued(characteristic @ (Characteristic::HessSoom(_) | Characteristic::Stribeck(_))) => {
            characteristic.ratio(0.0, 0)
        }
        Law::Coulomb(_)
        | Law::SetValued(Characteristic::Coulomb | Characteristic::Tabulated(_))
        | Law::Smooth(_)
        | Law::Stateful(_)
        | Law::Comparator(..) => friction.static_ratio,
    };
    friction.breakaway_ratio * ratio
}

/// [`rest_ratio`] from the parameters alone.
#[cfg(feature = "drivetrain")]
pub fn rest_ratio_of(friction: &FrictionParameters) -> f64 {
    rest_ratio(friction, &law::<()>(friction))
}

fn stribeck_effect(friction: &FrictionParameters) -> StribeckEffect {
    StribeckEffect {
        excess: friction.static_ratio - 1.0,
        load_excess: load_static_ratio(friction.load_static_ratio, friction.static_ratio) - 1.0,
        velocity: friction.stribeck_velocity,
        exponent: friction.stribeck_exponent,
    }
}

fn majd_simaan(friction: &FrictionParameters, amplitude: Amplitude) -> MajdSimaan {
    let level = friction.coulomb_level;
    MajdSimaan::new(level, level * friction.static_ratio, friction.stribeck_velocity, friction.sharpness, amplitude)
        .with_backward_ratio(friction.backward_ratio)
}

fn lugre(friction: &FrictionParameters) -> Bristle {
    Bristle {
        stiffness: friction.bristle_stiffness,
        damping: friction.bristle_damping,
        coulomb: friction.coulomb_level,
        excess: friction.coulomb_level * (friction.static_ratio - 1.0),
        stribeck_velocity: friction.stribeck_velocity,
        exponent: friction.stribeck_exponent,
        slip: Slip::Always,
        ratios: LevelRatios::of_backward(friction.backward_ratio),
    }
}

fn table(friction: &FrictionParameters) -> Table {
    Table::new(friction.table_velocity, friction.table_level, friction.table_size.max(1) as usize)
}

/// Calculated parameters σ and peak velocity, or their `change`: zero where the law has none.
pub fn amplitude<K>(law: &Law<K>, change: bool) -> (f64, f64) {
    match law {
        Law::Smooth(curve) if !change => (curve.sigma(), curve.peak_velocity()),
        Law::Coulomb(_) | Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => (0.0, 0.0),
    }
}

/// Refuses what the ranges of the single parameters allow and a law does not.
pub fn check(friction: &FrictionParameters, references: &FrictionReferences) -> Result<(), InvalidParameter> {
    let load_ratio = friction.load_static_ratio;
    refuse_if(
        !is_load_static_ratio(load_ratio),
        (references.load_static_ratio, load_ratio),
        LOAD_STATIC_RATIO_ALLOWED,
    )?;
    match friction.law {
        FrictionLaw::Tabulated => check_table(friction, references),
        FrictionLaw::MajdSimaan | FrictionLaw::MajdSimaanApproximate
            if friction.load_dependence == 1 && friction.coulomb_level == 0.0 =>
        {
            let level = (references.coulomb_level, friction.coulomb_level);
            refuse_if(true, level, "must be greater than 0 for a curve whose level grows with the load")
        }
        FrictionLaw::MajdSimaanApproximate => refuse_if(
            friction.sharpness == 1.0,
            (references.sharpness, friction.sharpness),
            "must not be 1 for law majd_simaan_approximate: its eq. (19) has no limit there",
        ),
        FrictionLaw::Dahl | FrictionLaw::Lugre | FrictionLaw::ElastoPlastic => refuse_if(
            friction.coulomb_level == 0.0,
            (references.coulomb_level, friction.coulomb_level),
            "must be greater than 0 for a law with bristles",
        ),
        FrictionLaw::Coulomb
        | FrictionLaw::HessSoom
        | FrictionLaw::Stribeck
        | FrictionLaw::MajdSimaan
        | FrictionLaw::Karnopp
        | FrictionLaw::Sign
        | FrictionLaw::Hyperviscous
        | FrictionLaw::Quinn => Ok(()),
    }
}

fn refuse_if(is_refused: bool, (reference, value): (u32, f64), allowed: &'static str) -> Result<(), InvalidParameter> {
    if is_refused { Err(InvalidParameter::new(reference, value, allowed)) } else { Ok(()) }
}

fn check_table(friction: &FrictionParameters, references: &FrictionReferences) -> Result<(), InvalidParameter> {
    if friction.table_velocity[0] != 0.0 {
        return Err(InvalidParameter::new(
            references.table_velocity,
            friction.table_velocity[0],
            "must be 0: the table begins at rest",
        ));
    }
    for k in 1..friction.table_size.max(1) as usize {
        if friction.table_velocity[k] <= friction.table_velocity[k - 1] {
            return Err(InvalidParameter::new(
                references.table_velocity + k as u32,
                friction.table_velocity[k],
                "must be greater than the velocity of the point before it",
            ));
        }
    }
    Ok(())
}

/// What is declared of the friction of a contact, whatever a configuration has made of it.
#[derive(Clone, Copy)]
pub struct Declared {
    /// Names of the laws.
    laws: &'static [&'static str],
    /// Coulomb level.
    level: &'static RealVariable,
    /// Stiffness of bristles.
    stiffness: &'static RealVariable,
    /// Its table is data of the FMU, and no variable.
    has_shared_table: bool,
}

impl Declared {
    /// Among these variables; nothing where they have no friction.
    pub fn among(
        reals: impl Iterator<Item = &'static RealVariable> + Clone,
        mut integers: impl Iterator<Item = &'static IntegerVariable>,
    ) -> Option<Self> {
        let real = |is_it: fn(&str) -> bool| reals.clone().find(|variable| is_it(variable.name));
        Some(Self {
            laws: integers.find(|variable| variable.name == "friction.law")?.items,
            level: real(|name| name == "friction.coulomb_torque" || name == "friction.coulomb_force")?,
            stiffness: real(|name| name == "friction.bristle_stiffness")?,
            has_shared_table: false,
        })
    }

    /// The same of a contact whose table may be data of the FMU.
    pub fn with_shared_table(self, has_shared_table: bool) -> Self {
        Self { has_shared_table, ..self }
    }
}

/// Reports a law that does not do what its parameters seem to ask for, or has the data of another actuator.
pub fn remark_on(element: Element, friction: &FrictionParameters, declared: Declared, observer: &mut dyn Observer) {
    let FrictionParameters { efficiency_opposing, efficiency_aiding, .. } = *friction;
    let law = law::<()>(friction);
    if ignores_load(&law, friction) && (efficiency_opposing, efficiency_aiding) != (1.0, 1.0) {
        let law = declared.laws.get(friction.law as usize - 1).copied().unwrap_or_default();
        observer.remark(&Remark::LoadIgnored { element, law, efficiency_opposing, efficiency_aiding });
    }
    let level = declared.level;
    // A table is declared flat, at the declared Coulomb level. While another law is chosen nothing has checked the size of the table.
    let mut points = friction.table_level.iter().take(friction.table_size.max(1) as usize);
    let mut is_declared_table = || !declared.has_shared_table && points.all(|point| *point == level.start);
    match law {
        Law::SetValued(Characteristic::Tabulated(_)) if is_declared_table() => {
            observer.remark(&Remark::NoTable { element, level: (level.start, level.unit) });
        }
        Law::Stateful(bristle)
            if bristle.stiffness == declared.stiffness.start && friction.coulomb_level != level.start =>
        {
            observer.remark(&Remark::DefaultData {
                element,
                data: declared.stiffness.name,
                default: (bristle.stiffness, declared.stiffness.unit),
                level: (level.name, friction.coulomb_level, level.unit),
            });
        }
        Law::Coulomb(()) | Law::SetValued(_) | Law::Smooth(_) | Law::Stateful(_) | Law::Comparator(..) => {}
    }
}

/// Warns where a published formula leaves its region.
pub fn warn(element: Element, friction: &FrictionParameters, viscous_coefficient: f64, observer: &mut dyn Observer) {
    let Law::<()>::Smooth(curve) = law(friction) else { return };
    let approximate = friction.law == FrictionLaw::MajdSimaanApproximate;
    if approximate && !approximation_holds(friction.static_ratio, friction.sharpness) {
        observer.warning(&Warning::Validity {
            element,
            message: "friction.law majd_simaan_approximate: with this friction.static_ratio and friction.sharpness the \
                      peak of eq. (19) is more than 2 % off the static level; majd_simaan is exact",
        });
    }
    if friction.static_ratio > 1.0 && !curve.has_peak(viscous_coefficient) {
        observer.warning(&Warning::Validity {
            element,
            message: if approximate {
                "friction.law majd_simaan_approximate: viscous friction is so strong against the Stribeck effect that \
                 the friction curve has no local peak"
            } else {
                "friction.law majd_simaan: viscous friction is so strong against the Stribeck effect that the friction \
                 curve has no local peak"
            },
        });
    }
}
