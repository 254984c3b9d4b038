//! Chooses what happens next.

use super::actor::{Actor, Verdict};
use super::memory::Layout;
use super::states::{Image, Saved};
use super::table::{Call, Mode};
use crate::random::Random;
use std::fmt;
use std::time::Instant;

/// Calls of one world; then everything is freed and a new one begins with the next seed.
const WORLD: u64 = 2000;
/// Instances that live at the same time.
const CROWD: usize = 4;

/// What a campaign did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub worlds: u64,
    pub calls: u64,
    pub refused: u64,
    pub discarded: u64,
    pub warned: u64,
    pub instances: u64,
    pub steps: u64,
    pub simulated: f64,
    pub events: u64,
    pub restored: u64,
    pub corrupted: u64,
    pub corrupted_accepted: u64,
    pub slowest: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { worlds, calls, refused, discarded, warned, instances, steps, simulated, .. } = self;
        writeln!(formatter, "{calls} calls in {worlds} worlds on {instances} instances")?;
        writeln!(formatter, "{refused} refused, {discarded} discarded, {warned} with a warning")?;
        writeln!(formatter, "{steps} communication steps over {simulated:.3e} s with {} events", self.events)?;
        let Self { restored, corrupted, corrupted_accepted, slowest, .. } = self;
        writeln!(formatter, "{restored} states restored; {corrupted} corrupted states, {corrupted_accepted} accepted")?;
        write!(formatter, "slowest call {slowest:.3} s")
    }
}

/// Plays `calls` calls, world after world from `seed` on; says which world failed, and why.
pub fn play(seed: u64, calls: u64) -> Result<Figures, String> {
    let layouts = Layout::all();
    let mut figures = Figures::default();
    let mut seed = seed;
    while figures.calls < calls {
        figures.worlds += 1;
        figures = world(&layouts, seed, figures)?;
        seed += 1;
    }
    Ok(figures)
}

fn world(layouts: &[Layout; 3], seed: u64, figures: Figures) -> Result<Figures, String> {
    let end = figures.calls + WORLD;
    let mut player = Player {
        random: Random::new(seed),
        layouts,
        actors: Vec::new(),
        saved: Vec::new(),
        images: Vec::new(),
        figures,
    };
    while player.figures.calls < end {
        let number = player.figures.calls + WORLD - end;
        player.next().map_err(|problem| format!("seed {seed}, call {number}: {problem}"))?;
    }
    player.free_saved_states()?;
    Ok(player.figures)
}

pub struct Player<'a> {
    pub random: Random,
    pub layouts: &'a [Layout; 3],
    pub actors: Vec<Actor>,
    pub saved: Vec<Saved>,
    pub images: Vec<Image>,
    pub figures: Figures,
}

impl Player<'_> {
    fn next(&mut self) -> Verdict {
        if self.actors.is_empty() || (self.actors.len() < CROWD && self.random.one_in(100)) {
            return self.instantiate();
        }
        match self.random.below(400) {
            0 => return self.call_without_instance(),
            1 => return self.instantiate_badly(),
            2 => return self.restore_corrupted(),
            3 => {
                let last = self.random.below(self.actors.len());
                self.actors.swap_remove(last);
                self.figures.calls += 1;
                return Ok(());
            }
            _ => {}
        }
        let index = self.random.below(self.actors.len());
        let mut actor = self.actors.swap_remove(index);
        let begin = Instant::now();
        let outcome = self.act(&mut actor);
        let seconds = begin.elapsed().as_secs_f64();
        self.figures.slowest = self.figures.slowest.max(seconds);
        self.actors.push(actor);
        outcome
    }

    fn act(&mut self, actor: &mut Actor) -> Verdict {
        let call = self.choose(actor);
        self.figures.calls += 1;
        let status = self.perform(actor, call)?;
        match status {
            1 => self.figures.warned += 1,
            2 => self.figures.discarded += 1,
            3 => self.figures.refused += 1,
            _ => {}
        }
        Ok(())
    }

    /// Mostly what the present mode allows and an importer does often, sometimes anything.
    fn choose(&mut self, actor: &Actor) -> Call {
        if self.random.one_in(5) {
            let number = self.random.below(Call::all().len());
            return Call::all().nth(number).unwrap_or(Call::Reset);
        }
        let weight = |call: Call| if actor.is_legal(call) { frequency(call, actor.mode()) } else { 0 };
        let total = Call::all().map(weight).sum();
        let mut left = self.random.below(total);
        for call in Call::all() {
            match left.checked_sub(weight(call)) {
                None => return call,
                Some(rest) => left = rest,
            }
        }
        Call::Reset
    }

    fn perform(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        match call {
            Call::SetDebugLogging => self.set_debug_logging(actor),
            Call::SetupExperiment => self.setup_experiment(actor),
            Call::EnterInitializationMode => self.enter_initialization(actor),
            Call::ExitInitializationMode => self.exit_initialization(actor),
            Call::Terminate => self.terminate(actor),
            Call::Reset => self.reset(actor),
            Call::GetReal => self.get_real(actor),
            Call::GetInteger => self.get_integer(actor),
            Call::GetAbsent | Call::SetAbsent => self.access_absent(actor, call),
            Call::SetReal => self.set_real(actor),
            Call::SetInteger => self.set_integer(actor),
            Call::GetState => self.get_state(actor),
            Call::SetState => self.set_state(actor),
            Call::FreeState => self.free_state(actor),
            Call::Serialize => self.serialize(actor),
            Call::Deserialize => self.deserialize(actor),
            Call::DirectionalDerivative => self.directional_derivative(actor),
            Call::InputDerivatives => self.input_derivatives(actor),
            Call::OutputDerivatives => self.output_derivatives(actor),
            Call::DoStep => self.do_step(actor),
            Call::CancelStep => self.cancel_step(actor),
            Call::StepStatus => self.step_status(actor),
            Call::EnterEventMode | Call::EnterContinuousTimeMode => self.change_mode(actor, call),
            Call::NewDiscreteStates => self.new_discrete_states(actor),
            Call::CompletedIntegratorStep => self.completed_integrator_step(actor),
            Call::SetTime => self.set_time(actor),
            Call::SetContinuousStates => self.set_continuous_states(actor),
            Call::GetDerivatives | Call::GetContinuousStates | Call::GetNominals => self.get_states(actor, call),
            Call::GetEventIndicators => self.get_event_indicators(actor),
        }
    }
}

/// How often an importer does this, relative to the rest.
fn frequency(call: Call, mode: Mode) -> usize {
    match call {
        Call::DoStep => 60,
        Call::GetReal | Call::SetReal => 40,
        Call::SetInteger if mode == Mode::Instantiated => 40,
        Call::EnterInitializationMode | Call::ExitInitializationMode => 20,
        Call::EnterContinuousTimeMode | Call::SetTime | Call::SetContinuousStates => 20,
        Call::GetDerivatives | Call::GetEventIndicators | Call::NewDiscreteStates => 20,
        Call::GetInteger | Call::InputDerivatives | Call::EnterEventMode => 10,
        Call::Reset if matches!(mode, Mode::Terminated | Mode::Error) => 40,
        Call::SetState if matches!(mode, Mode::Terminated | Mode::Error) => 40,
        Call::Terminate | Call::Reset | Call::SetDebugLogging => 1,
        _ => 6,
    }
}
