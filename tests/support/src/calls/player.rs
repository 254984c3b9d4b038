//! Chooses what happens next.

use super::actor::{Actor, Verdict};
use super::memory::Layout;
use super::states::{Image, Saved};
use super::table::{CALLS, Call, Mode, Standard};
use crate::random::Random;
use std::fmt;
use std::time::Instant;

/// Calls of one world; then everything is freed and a new one begins with the next seed.
const WORLD: u64 = 2000;
/// Instances that live at the same time.
const CROWD: usize = 4;

/// Worlds of seeds from here on have round numbers, as importers set them and step by.
pub const ROUND: u64 = 1 << 32;

/// What a campaign did.
#[derive(Clone, Copy, Debug)]
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
    /// Steps that ended before their end.
    pub early: u64,
    pub restored: u64,
    pub corrupted: u64,
    pub corrupted_accepted: u64,
    pub slowest: f64,
    /// By number of [`Call`]: done, with a warning, discarded, refused.
    pub by_call: [[u64; 4]; CALLS],
}

impl Figures {
    fn record(&mut self, call: Call, status: i32) {
        let column = usize::try_from(status).unwrap_or_default().min(3);
        self.by_call[call as usize][column] += 1;
        match status {
            1 => self.warned += 1,
            2 => self.discarded += 1,
            3 => self.refused += 1,
            _ => {}
        }
    }

    /// Of another world.
    fn add(&mut self, other: &Self) {
        self.worlds += other.worlds;
        self.calls += other.calls;
        self.refused += other.refused;
        self.discarded += other.discarded;
        self.warned += other.warned;
        self.instances += other.instances;
        self.steps += other.steps;
        self.simulated += other.simulated;
        self.events += other.events;
        self.early += other.early;
        self.restored += other.restored;
        self.corrupted += other.corrupted;
        self.corrupted_accepted += other.corrupted_accepted;
        self.slowest = self.slowest.max(other.slowest);
        let pairs = self.by_call.iter_mut().flatten().zip(other.by_call.iter().flatten());
        pairs.for_each(|(own, other)| *own += other);
    }
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            worlds: 0,
            calls: 0,
            refused: 0,
            discarded: 0,
            warned: 0,
            instances: 0,
            steps: 0,
            simulated: 0.0,
            events: 0,
            early: 0,
            restored: 0,
            corrupted: 0,
            corrupted_accepted: 0,
            slowest: 0.0,
            by_call: [[0; 4]; CALLS],
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { worlds, calls, refused, discarded, warned, instances, steps, simulated, .. } = self;
        writeln!(formatter, "{calls} calls in {worlds} worlds on {instances} instances")?;
        writeln!(formatter, "{refused} refused, {discarded} discarded, {warned} with a warning")?;
        writeln!(formatter, "{steps} communication steps over {simulated:.3e} s with {} events", self.events)?;
        let Self { restored, corrupted, corrupted_accepted, slowest, .. } = self;
        writeln!(formatter, "{restored} states restored; {corrupted} corrupted states, {corrupted_accepted} accepted")?;
        writeln!(formatter, "slowest call {slowest:.3} s")?;
        write!(formatter, "{:<26}{:>12}{:>12}{:>12}{:>12}", "call", "OK", "Warning", "Discard", "Error")?;
        for (call, [done, warned, discarded, refused]) in Call::all().zip(&self.by_call) {
            let name = format!("{call:?}");
            write!(formatter, "\n{name:<26}{done:>12}{warned:>12}{discarded:>12}{refused:>12}")?;
        }
        Ok(())
    }
}

/// Plays `calls` calls, world after world from `seed` on; reports which world failed first, at which call, and why.
pub fn play(standard: Standard, seed: u64, calls: u64) -> Result<Figures, String> {
    let mut first = None;
    let figures = campaign(standard, seed, calls, |problem| {
        first.get_or_insert(problem);
    });
    first.map_or(Ok(figures), Err)
}

/// As [`play`], but a world that fails is reported and does not end the campaign.
pub fn campaign(standard: Standard, seed: u64, calls: u64, report: impl FnMut(String)) -> Figures {
    campaign_on(standard, &Layout::all(), seed, calls, report)
}

/// On instances of these models.
pub fn campaign_on(
    standard: Standard,
    layouts: &[Layout],
    seed: u64,
    calls: u64,
    mut report: impl FnMut(String),
) -> Figures {
    let mut figures = Figures::default();
    for seed in seed..seed + calls.div_ceil(WORLD) {
        match world(standard, layouts, seed) {
            Ok(world) => figures.add(&world),
            Err(problem) => report(problem),
        }
    }
    figures
}

fn world(standard: Standard, layouts: &[Layout], seed: u64) -> Result<Figures, String> {
    let mut player = Player {
        random: if seed >= ROUND { Random::round(seed) } else { Random::new(seed) },
        standard,
        layouts,
        actors: Vec::new(),
        saved: Vec::new(),
        images: Vec::new(),
        figures: Figures { worlds: 1, ..Figures::default() },
    };
    while player.figures.calls < WORLD {
        let number = player.figures.calls;
        player.next().map_err(|problem| format!("seed {seed}, call {number}: {problem}"))?;
    }
    player.free_saved_states()?;
    Ok(player.figures)
}

pub struct Player<'a> {
    pub random: Random,
    pub standard: Standard,
    pub layouts: &'a [Layout],
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
        self.figures.record(call, status);
        Ok(())
    }

    /// Mostly what the present mode allows and an importer does often, sometimes anything.
    fn choose(&mut self, actor: &Actor) -> Call {
        if self.random.one_in(5) {
            let number = self.random.below(self.standard.calls().count());
            return self.standard.calls().nth(number).unwrap_or(Call::Reset);
        }
        let weight = |call: Call| if actor.is_legal(call) { frequency(call, actor.mode()) } else { 0 };
        let total = self.standard.calls().map(weight).sum();
        let mut left = self.random.below(total);
        for call in self.standard.calls() {
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
            Call::SetupExperiment => self.setup_experiment(actor, call),
            Call::EnterInitializationMode => self.enter_initialization(actor),
            Call::ExitInitializationMode => self.exit_initialization(actor),
            Call::Terminate => self.terminate(actor),
            Call::Reset => self.reset(actor),
            Call::GetReal => self.get_real(actor),
            Call::GetInteger | Call::GetEnumeration => self.get_integer(actor, call),
            Call::GetAbsent | Call::SetAbsent => self.access_absent(actor, call),
            Call::SetReal => self.set_real(actor),
            Call::SetInteger | Call::SetEnumeration => self.set_integer(actor, call),
            Call::GetState => self.get_state(actor),
            Call::SetState => self.set_state(actor),
            Call::FreeState => self.free_state(actor),
            Call::Serialize => self.serialize(actor),
            Call::Deserialize => self.deserialize(actor),
            Call::DirectionalDerivative | Call::AdjointDerivative => self.directional_derivative(actor, call),
            Call::InputDerivatives => self.input_derivatives(actor),
            Call::OutputDerivatives => self.output_derivatives(actor),
            Call::DoStep if self.standard == Standard::Three => self.do_step_with_partner(actor),
            Call::DoStep => self.do_step(actor),
            Call::CancelStep => self.call_what_is_never_legal(actor),
            Call::StepStatus => self.step_status(actor),
            Call::EnterEventMode | Call::EnterContinuousTimeMode | Call::EnterStepMode => self.change_mode(actor, call),
            Call::EvaluateDiscreteStates => self.evaluate_discrete_states(actor),
            Call::GetClock | Call::SetClock => self.access_clocks(actor, call),
            Call::GetCount => self.get_count(actor),
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
        Call::EnterStepMode | Call::EnterContinuousTimeMode | Call::SetTime | Call::SetContinuousStates => 20,
        Call::GetDerivatives | Call::GetEventIndicators | Call::NewDiscreteStates => 20,
        Call::GetInteger | Call::InputDerivatives | Call::EnterEventMode => 10,
        Call::Reset if matches!(mode, Mode::Terminated | Mode::Error) => 40,
        Call::SetState if matches!(mode, Mode::Terminated | Mode::Error) => 40,
        Call::Terminate | Call::Reset | Call::SetDebugLogging => 1,
        _ => 6,
    }
}
