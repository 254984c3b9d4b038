//! Free parameters that are no variables of the FMU but data that it has from its configuration, as the points of long tables.
//!
//! The library of an FMU knows them before it is instantiated: with other values it is another FMU, which is made and loaded for the point.

use crate::Error;
use fmu_import::fmu::Fmu;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A configuration from which FMUs are made.
pub trait Configured: Sync {
    /// The value of an element of a list, by a name such as `worm.friction.table.coefficient[2]`; none where there is no list of that name.
    /// Error: a sentence, where the list is shorter.
    fn datum(&self, name: &str) -> Result<Option<f64>, String>;
    /// The FMU with these values of elements. Error: a sentence.
    fn made(&self, data: &[(String, f64)]) -> Result<Fmu, String>;
}

/// The FMUs of the points that were asked for last.
pub struct Variants<'a> {
    configured: &'a dyn Configured,
    last: Mutex<Vec<(Vec<u64>, Slot)>>,
}

/// Made by the first that needs it, while the others wait.
type Slot = Arc<OnceLock<Result<Arc<Fmu>, String>>>;

impl<'a> Variants<'a> {
    /// As many as there are points in work at a time, and some more.
    const MOST: usize = 64;

    pub fn new(configured: &'a dyn Configured) -> Self {
        Self { configured, last: Mutex::default() }
    }

    pub fn datum(&self, name: &str) -> Result<Option<f64>, String> {
        self.configured.datum(name)
    }

    /// The FMU with these data.
    pub fn fmu(&self, data: &[(String, f64)]) -> Result<Arc<Fmu>, Error> {
        let key: Vec<u64> = data.iter().map(|(_, value)| value.to_bits()).collect();
        let made = self.slot(key).get_or_init(|| self.configured.made(data).map(Arc::new)).clone();
        made.map_err(|problem| Error::NotMade { problem })
    }

    fn slot(&self, key: Vec<u64>) -> Slot {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, slot)) = last.iter().find(|(known, _)| *known == key) {
            return slot.clone();
        }
        if last.len() == Self::MOST {
            last.remove(0);
        }
        let slot = Slot::default();
        last.push((key, slot.clone()));
        slot
    }
}
