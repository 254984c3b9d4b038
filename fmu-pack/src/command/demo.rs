//! `fmu-pack demo`

use super::Outcome;
use super::build::{build, pack};
use super::recording::{Choice, Events, Plotted, Recorded, RowSink, Wanted, commit, create, record, write_plot};
use super::run::scenario_settings;
use super::scenario::find;
use anyhow::Context;
use clap::Args;
use fmu_import::fmu::Fmu;
use fmu_simulation::input::Table;
use fmu_simulation::scenario::Scenario;
use fmu_simulation::{Event, EventKind, EventWriter, Grid, Plan};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Build the servo actuator, run Fig 6 of its publication through it and compare.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder for the FMU, the results and the plots.
    #[arg(short, long, value_name = "DIR", default_value = "target/demo")]
    output: PathBuf,
}

/// Events of Fig 6 with the start values of the FMU: converged, event-located, checked by a second solver to 1e-9 s.
const REFERENCE: [(f64, EventKind, Option<i8>); 8] = [
    (0.0, EventKind::Breakaway, Some(-1)),
    (0.013_137_564, EventKind::Stop, None),
    (0.101_281_040, EventKind::Breakaway, Some(1)),
    (0.337_605_794, EventKind::Stop, None),
    (0.393_616_907, EventKind::Breakaway, Some(-1)),
    (0.658_782_073, EventKind::Stop, None),
    (0.739_000_357, EventKind::Breakaway, Some(1)),
    (1.409_982_111, EventKind::Stop, None),
];

/// When the publication says that the commanded position is reached, in s: the last stop.
const REACHED_IN_THE_PAPER: f64 = 1.41;

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        const MODEL: &str = "ServoActuator";
        let scenario = find("fig06")?;
        let packed = pack(&build()?, MODEL, &self.output, "")?;
        let fmu = Fmu::open(&packed.path).with_context(|| packed.path.display().to_string())?;
        let events = self.results(&fmu, &scenario)?;
        writeln!(out, "{}  {} bytes  sha256 {}", packed.path.display(), packed.size, packed.sha256)?;
        for name in ["fig06.csv", "fig06_events.csv", "fig06.svg", "fig06.png"] {
            writeln!(out, "{}", self.output.join(name).display())?;
        }
        writeln!(out)?;
        compare(&events, out)
    }

    fn results(&self, fmu: &Fmu, scenario: &Scenario) -> anyhow::Result<Vec<Event>> {
        let path = |name: &str| self.output.join(name);
        let (events, plotted) = run(fmu, scenario, &path("fig06.csv"))?;
        write_events(&path("fig06_events.csv"), &events)?;
        write_plot(&path("fig06.svg"), fmu, &plotted, scenario.title)?;
        write_plot(&path("fig06.png"), fmu, &plotted, scenario.title)?;
        Ok(events)
    }
}

fn run<'a>(fmu: &'a Fmu, scenario: &Scenario, path: &Path) -> anyhow::Result<(Vec<Event>, Plotted<'a>)> {
    let plan = Plan {
        grid: Grid::new(0.0, scenario.step_size, scenario.stop_time),
        start: 0.0,
        stop: scenario.stop_time,
        tolerance: None,
        settings: scenario_settings(scenario, fmu)?,
        rows: Some(Box::new(Table::from(scenario))),
        event_mode: false,
        restore_at: None,
    };
    let rows = Some(RowSink::Csv(create(path)?));
    let events = Events::Kept(Vec::new());
    let wanted = Wanted { rows, choice: Choice::default(), events, plot: true, timeout: None };
    let Recorded { rows: Some(file), events: Events::Kept(events), plotted: Some(plotted), .. } =
        record(fmu, plan, wanted)?
    else {
        unreachable!("all three were wanted")
    };
    file.commit()?;
    Ok((events, plotted))
}

fn write_events(path: &Path, events: &[Event]) -> anyhow::Result<()> {
    let mut writer = EventWriter::new(create(path)?);
    events.iter().try_for_each(|event| writer.event(event))?;
    commit(writer.finish()?)
}

/// The table of events; a missing or additional event is a problem of the FMU.
fn compare(events: &[Event], out: &mut dyn Write) -> anyhow::Result<Outcome> {
    writeln!(out, "event           time, s        reference, s   difference, s")?;
    let rows = events.len().max(REFERENCE.len());
    for index in 0..rows {
        writeln!(out, "{}", comparison(events.get(index), REFERENCE.get(index)))?;
    }
    let reached = events.iter().rev().find(|event| event.kind == EventKind::Stop).map_or(f64::NAN, |event| event.time);
    writeln!(out, "\nposition reached at {reached:.3} s; the publication's Fig 6 says {REACHED_IN_THE_PAPER} s")?;
    let same = rows == REFERENCE.len() && events.iter().zip(&REFERENCE).all(|(event, reference)| is(event, reference));
    Ok(if same { Outcome::Fine } else { Outcome::FmuHasProblems })
}

fn is(event: &Event, (_, kind, direction): &(f64, EventKind, Option<i8>)) -> bool {
    event.kind == *kind && event.direction == *direction
}

fn comparison(event: Option<&Event>, reference: Option<&(f64, EventKind, Option<i8>)>) -> String {
    let name = |kind: &EventKind, direction: Option<i8>| match direction {
        Some(direction) => format!("{kind} {direction:+}"),
        None => kind.to_string(),
    };
    match (event, reference) {
        (Some(event), Some(reference)) if is(event, reference) => {
            let (name, difference) = (name(&event.kind, event.direction), event.time - reference.0);
            format!("{name:<14}  {:.9}    {:.9}    {difference:+.1e}", event.time, reference.0)
        }
        (Some(event), _) => format!("{:<14}  {:.9}    not expected", name(&event.kind, event.direction), event.time),
        (None, Some(reference)) => {
            format!("{:<14}  missing        {:.9}", name(&reference.1, reference.2), reference.0)
        }
        (None, None) => String::new(),
    }
}
