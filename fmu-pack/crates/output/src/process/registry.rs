//! What would stay behind at the moment.

use super::child;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Temporary files and folders, and programs that run for this one.
pub(super) struct Registry {
    paths: BTreeSet<PathBuf>,
    /// Process groups.
    children: BTreeSet<u32>,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { paths: BTreeSet::new(), children: BTreeSet::new() });

/// How long a compiler may take to end when it is asked to.
const PATIENCE: Duration = Duration::from_secs(2);

impl Registry {
    pub(super) fn lock() -> MutexGuard<'static, Self> {
        REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes something temporary at a path and notes it, in one go as seen from a signal.
    pub(super) fn make<T>(
        make: impl FnOnce() -> std::io::Result<T>,
        path: impl Fn(&T) -> &Path,
    ) -> std::io::Result<(T, Noted)> {
        let mut registry = Self::lock();
        let made = make()?;
        let path = path(&made).to_path_buf();
        registry.paths.insert(path.clone());
        Ok((made, Noted(path)))
    }

    /// Starts a program and notes it, in one go as seen from a signal.
    pub(super) fn start<T>(start: impl FnOnce() -> std::io::Result<T>, id: impl Fn(&T) -> u32) -> std::io::Result<T> {
        let mut registry = Self::lock();
        let started = start()?;
        registry.children.insert(id(&started));
        Ok(started)
    }

    pub(super) fn ended(id: u32) {
        Self::lock().children.remove(&id);
    }

    /// Asks all programs to end, and no longer asks those that do not.
    pub(super) fn end_children(&mut self) {
        self.children.iter().for_each(|child| child::ask_to_end(*child));
        let start = Instant::now();
        while self.children.iter().any(|child| child::runs(*child)) && start.elapsed() < PATIENCE {
            super::wait(Duration::from_millis(5));
        }
        self.children.iter().for_each(|child| child::end(*child));
    }

    /// Deletes all that is temporary. Another thread may still be writing into a folder: then it is tried again.
    pub(super) fn delete(&mut self) {
        for path in &self.paths {
            (0..20).take_while(|_| !is_deleted(path)).for_each(|_| super::wait(Duration::from_millis(5)));
        }
    }
}

/// Deletes; false if something is left.
fn is_deleted(path: &Path) -> bool {
    let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    !path.exists()
}

/// A path in the registry, for as long as this lives.
pub(super) struct Noted(PathBuf);

impl Drop for Noted {
    fn drop(&mut self) {
        Registry::lock().paths.remove(&self.0);
    }
}
