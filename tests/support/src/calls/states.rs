//! Saved states: of the instance itself, of others, of other models, as bytes, twice, and not at all.

use super::actor::{Actor, Expected, OK, Verdict, expect};
use super::memory::Memory;
use super::player::Player;
use super::table::{Call, Mode, Standard};
use std::ffi::c_void;
use std::ptr::null_mut;

/// Saved states and byte images that are kept at the same time.
const SHELF: usize = 4;

/// A saved state and what it must hold.
pub struct Saved {
    handle: *mut c_void,
    model: usize,
    co_simulation: bool,
    memory: Memory,
    bytes: Vec<u8>,
}

/// A saved state as bytes.
pub struct Image {
    bytes: Vec<u8>,
    model: usize,
    co_simulation: bool,
    memory: Memory,
}

impl Saved {
    fn fits(&self, actor: &Actor) -> bool {
        self.model == actor.model && self.co_simulation == actor.co_simulation
    }
}

impl Player<'_> {
    fn shelf(&mut self) -> Option<usize> {
        if self.saved.is_empty() { None } else { Some(self.random.below(self.saved.len())) }
    }

    /// Saves into new or existing storage, which may be of another model.
    pub fn get_state(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let reused = self.shelf().filter(|_| self.saved.len() >= SHELF || self.random.one_in(2));
        let mut handle = reused.map_or(null_mut(), |place| self.saved[place].handle);
        let fits = reused.is_none_or(|place| self.saved[place].fits(actor));
        let expected = expect(actor.is_legal(Call::GetState) && fits);
        // SAFETY: handles and pointers are valid.
        let status = actor.attempt(Call::GetState, expected, |c| unsafe { c.get_state(&mut handle) })?;
        if expected == Expected::Done {
            let (model, co_simulation, memory) = (actor.model, actor.co_simulation, actor.memory.clone());
            let saved = Saved { handle, model, co_simulation, memory, bytes: actor.bytes()? };
            match reused {
                Some(place) => self.saved[place] = saved,
                None => self.saved.push(saved),
            }
        }
        Ok(status)
    }

    /// Restores; the instance then is as it was saved, bit by bit.
    pub fn set_state(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let place = self.shelf().filter(|_| !self.random.one_in(20));
        let saved = place.map(|place| &self.saved[place]);
        let handle = saved.map_or(null_mut(), |saved| saved.handle);
        let expected = expect(
            actor.is_legal(Call::SetState)
                && saved.is_some_and(|saved| saved.fits(actor) && has_mode(actor, &saved.memory)),
        );
        // SAFETY: handles are valid or null.
        let status = actor.attempt(Call::SetState, expected, |c| unsafe { c.set_state(handle) })?;
        if let Some(saved) = saved.filter(|_| expected == Expected::Done) {
            actor.memory = saved.memory.clone();
            if actor.bytes()? != saved.bytes {
                return Err("a restored instance is not as it was saved".to_string());
            }
            self.figures.restored += 1;
        }
        Ok(status)
    }

    /// Any instance frees any saved state; none is fine too.
    pub fn free_state(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let place = self.shelf().filter(|_| self.random.one_in(2));
        let mut handle = place.map_or(null_mut(), |place| self.saved[place].handle);
        let expected = expect(actor.is_legal(Call::FreeState));
        // SAFETY: handles are valid or null, and not used again.
        let status = actor.attempt(Call::FreeState, expected, |c| unsafe { c.free_state(&mut handle) })?;
        if !handle.is_null() {
            return Err("a freed state has still a handle".to_string());
        }
        if let Some(place) = place {
            self.saved.swap_remove(place);
        }
        Ok(status)
    }

    pub fn serialize(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let Some(place) = self.shelf() else { return self.free_state(actor) };
        let saved = &self.saved[place];
        let length = saved.bytes.len();
        let size = match self.random.below(8) {
            0 => self.random.below(length),
            1 => length + 1 + self.random.below(100),
            _ => length,
        };
        let mut bytes = vec![0xaa_u8; size];
        let handle = saved.handle;
        let fits = actor.is_legal(Call::Serialize) && saved.fits(actor);
        let mut told = 0;
        let sized = actor.attempt(Call::Serialize, expect(fits), |c| {
            // SAFETY: handles and pointers are valid.
            unsafe { c.serialized_size(handle, &mut told) }
        })?;
        if sized == OK && told != length {
            return Err(format!("a saved state of {length} bytes says {told}"));
        }
        let status = actor.attempt(Call::Serialize, expect(fits && size >= length), |c| {
            // SAFETY: handles are valid and the array is as long as it says.
            unsafe { c.serialize(handle, &mut bytes) }
        })?;
        if status == OK {
            if bytes[..length] != saved.bytes[..] || bytes[length..].iter().any(|&byte| byte != 0xaa) {
                return Err("the bytes of a saved state are others".to_string());
            }
            let (model, co_simulation, memory) = (saved.model, saved.co_simulation, saved.memory.clone());
            bytes.truncate(length);
            self.keep(Image { bytes, model, co_simulation, memory });
        }
        Ok(status)
    }

    fn keep(&mut self, image: Image) {
        if self.images.len() < SHELF {
            self.images.push(image);
        } else {
            let place = self.random.below(SHELF);
            self.images[place] = image;
        }
    }

    /// Reads bytes, whole or damaged, into new or existing storage.
    pub fn deserialize(&mut self, actor: &mut Actor) -> Verdict<i32> {
        if self.images.is_empty() {
            return self.get_state(actor);
        }
        let image = &self.images[self.random.below(self.images.len())];
        let mut bytes = image.bytes.clone();
        let intact = !self.random.one_in(3) || !damage(&mut self.random, &mut bytes);
        let fits =
            image.model == actor.model && image.co_simulation == actor.co_simulation && has_mode(actor, &image.memory);
        let (memory, original) = (image.memory.clone(), image.bytes.clone());
        let reused = self.shelf().filter(|_| self.saved.len() >= SHELF || self.random.one_in(2));
        let mut handle = reused.map_or(null_mut(), |place| self.saved[place].handle);
        let expected = expect(actor.is_legal(Call::Deserialize) && intact && fits);
        let status = actor.attempt(Call::Deserialize, expected, |c| {
            // SAFETY: handles are valid and the array is as long as it says.
            unsafe { c.deserialize(&bytes, &mut handle) }
        })?;
        if expected == Expected::Done {
            let (model, co_simulation) = (actor.model, actor.co_simulation);
            let saved = Saved { handle, model, co_simulation, memory, bytes: original };
            match reused {
                Some(place) => self.saved[place] = saved,
                None => self.saved.push(saved),
            }
        }
        Ok(status)
    }

    /// Bytes of some instance, for what is done to them.
    pub fn some_bytes(&mut self) -> Option<(Vec<u8>, usize, bool)> {
        let count = self.images.len().max(1);
        let image = self.images.get(self.random.below(count))?;
        Some((image.bytes.clone(), image.model, image.co_simulation))
    }

    /// At the end of a world: every saved state is freed by an instance of whatever model.
    pub fn free_saved_states(&mut self) -> Verdict {
        if self.actors.is_empty() {
            self.instantiate()?;
        }
        let port = self.actors[0].port();
        for mut saved in self.saved.drain(..) {
            // SAFETY: both handles are valid, and the saved state is not used again.
            if unsafe { port.free_state(&mut saved.handle) } != OK {
                return Err("a saved state cannot be freed".to_string());
            }
        }
        Ok(())
    }
}

/// An instance for Co-Simulation may have no event mode.
fn has_mode(actor: &Actor, memory: &Memory) -> bool {
    actor.standard == Standard::Two || memory.mode != Mode::Event || actor.has_event_mode()
}

/// Changes bytes in a way that a checksum must notice; false if nothing changed.
fn damage(random: &mut crate::random::Random, bytes: &mut Vec<u8>) -> bool {
    match random.below(4) {
        0 => bytes.truncate(random.below(bytes.len())),
        1 => bytes.push(0),
        2 => {
            let place = random.below(bytes.len());
            bytes[place] ^= 1 << random.below(8);
        }
        _ => {
            let (place, value) = (random.below(bytes.len()), random.bits() as u8);
            let same = bytes[place] == value;
            bytes[place] = value;
            return !same;
        }
    }
    true
}
