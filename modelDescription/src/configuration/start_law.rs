//! The friction law with which a contact starts.

use crate::declaration::{Model, Variable};
use crate::models::laws::{FrictionLaw, LAWS};

/// The law of the contact whose variables begin with `contact`, a name with its dot or nothing; none of what has no choice.
pub fn law_at_start(model: &Model, contact: &str) -> Option<&'static FrictionLaw> {
    let choice = |name: &str| model.variable(&format!("{contact}{name}")).and_then(Variable::number);
    let number = choice("friction.law_number").filter(|number| *number != 0).or_else(|| choice("friction.law"))?;
    LAWS.get(usize::try_from(number).ok()?.checked_sub(1)?)
}
