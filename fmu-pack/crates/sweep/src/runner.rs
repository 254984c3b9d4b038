//! One thread's worker: it does run after run, and is replaced where the library ended it.

use super::{Error, Row, Study};
use fmu_isolation::{self as isolation, Session};
use fmu_simulation::Figures;

/// Does runs of a study.
pub struct Runner<'s> {
    study: &'s Study<'s>,
    /// None before the first run, and after one that ended the worker.
    session: Option<Session<'s>>,
}

impl<'s> Runner<'s> {
    /// Starts nothing yet.
    pub fn new(study: &'s Study<'s>) -> Self {
        Self { study, session: None }
    }

    /// Does one run. That it fails is a result too, but not that there is no process for it.
    pub fn run(&mut self, run: u64) -> Result<Row, Error> {
        match self.figures(run) {
            Ok(figures) => Ok(self.study.row(run, figures)),
            Err(error @ isolation::Error::Start { .. }) => Err(error.into()),
            Err(error) => Ok(Row::failed(run, error.to_string().replace(['\r', '\n'], " "))),
        }
    }

    fn figures(&mut self, run: u64) -> Result<Figures, isolation::Error> {
        let mut session = self.session()?;
        let outcome = self.simulate(&mut session, run, false).map_err(|error| {
            // Some FMUs tell what went wrong only where logging is on.
            let again = error.leaves_the_worker().then(|| self.simulate(&mut session, run, true).err());
            again.flatten().unwrap_or(error)
        });
        let is_alive = outcome.as_ref().err().is_none_or(isolation::Error::leaves_the_worker);
        self.session = is_alive.then_some(session);
        outcome
    }

    fn session(&mut self) -> Result<Session<'s>, isolation::Error> {
        let kept = self.session.take();
        kept.map_or_else(|| self.study.session(), Ok)
    }

    fn simulate(&self, session: &mut Session<'_>, run: u64, logging: bool) -> Result<Figures, isolation::Error> {
        session.restart_clock();
        session.summarize(self.study.plan(run), self.study.watched(), logging)
    }
}

impl Drop for Runner<'_> {
    /// Has the library unloaded: what it does then changes no result.
    fn drop(&mut self) {
        let _ = self.session.take().map_or(Ok(()), Session::unload);
    }
}
