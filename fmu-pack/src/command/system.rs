//! What `info`, `draw` and `check` say of a system.

use super::Outcome;
use super::ssp::Draft;
use anyhow::Context;
use fmu_checks::Severity;
use fmu_import::archive::{Archive, Limits};
use fmu_output::{number, visible};
use fmu_plot::{Block, Diagram, Port, Wire};
use fmu_system::ssp::Package;
use fmu_system::{Connection, ConnectorKind, End, Facts, System, resolve};
use model_description::counted;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;
use std::path::Path;

/// A system with what is known of its FMUs, from an SSP file or a system file.
pub(super) struct Seen {
    pub(super) system: System,
    /// By component.
    models: BTreeMap<String, FmuSummary>,
}

/// What is shown of an FMU.
struct FmuSummary {
    model: String,
    inputs: usize,
    outputs: usize,
}

impl Seen {
    /// Reads either kind of file.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        if super::run_system::is_system(path) {
            let package = Package::open(path)?;
            let facts = package.facts();
            let facts = facts.iter().filter_map(|(file, facts)| Some((*file, facts.as_ref().ok()?))).collect();
            // What its components get, and from where: also what the file says by way of systems inside of it.
            return Ok(Self::new(resolved(&package.system, &facts), &facts));
        }
        let draft = Draft::read(path)?;
        Ok(Self::new(draft.system.clone(), &draft.facts()))
    }

    /// A system with what is known of its FMUs, by their names in the archive.
    pub(super) fn new(system: System, facts: &BTreeMap<&str, &Facts>) -> Self {
        let summary = |component: &fmu_system::Component| {
            let interface = &facts.get(component.source.as_str())?.interface;
            let count = |causality| interface.with_causality(causality).count();
            let (inputs, outputs) = (count("input"), count("output"));
            Some((component.name.clone(), FmuSummary { model: interface.model_name.clone(), inputs, outputs }))
        };
        Self { models: system.components.iter().filter_map(summary).collect(), system }
    }

    /// The table of `info`.
    pub(super) fn table(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let system = &self.system;
        let experiment = &system.experiment;
        let times = [
            Some(format!("start {} s", number(experiment.start_time))),
            experiment.stop_time.map(|stop| format!("stop {} s", number(stop))),
            experiment.step_size.map(|step| format!("step {} s", number(step))),
        ];
        let lines = [
            ("system", system.name.clone()),
            ("description", system.description.clone()),
            ("SSP version", system.version.clone()),
            ("experiment", times.into_iter().flatten().collect::<Vec<_>>().join(", ")),
            ("not shown", system.passed_over.join(", ")),
        ];
        for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
            writeln!(out, "{name:<12} {}", visible(value))?;
        }
        table(out, "component", &["FMU", "model", "inputs", "outputs", "values set", "step"], self.components())?;
        table(out, "connection", &["to", "factor", "offset"], self.connections())?;
        let kinds = [
            (ConnectorKind::Input, "input"),
            (ConnectorKind::Parameter, "parameter"),
            (ConnectorKind::Output, "output"),
        ];
        for (kind, name) in kinds {
            table(out, name, &["unit"], self.connectors(kind))?;
        }
        table(out, "value", &["of", "is", "unit"], self.values())
    }

    fn components(&self) -> Vec<Vec<String>> {
        let row = |component: &fmu_system::Component| {
            let summary = self.models.get(&component.name);
            let text = |of: fn(&FmuSummary) -> String| summary.map(of).unwrap_or_else(|| "?".to_string());
            vec![
                component.name.clone(),
                component.source.clone(),
                text(|summary| summary.model.clone()),
                text(|summary| summary.inputs.to_string()),
                text(|summary| summary.outputs.to_string()),
                component.parameters().len().to_string(),
                component.step_size.map(|step| format!("{} s", number(step))).unwrap_or_default(),
            ]
        };
        self.system.components.iter().map(row).collect()
    }

    fn connections(&self) -> Vec<Vec<String>> {
        let row = |connection: &Connection| {
            let part =
                |of: fn(fmu_system::Linear) -> f64| connection.transformation.map(of).map(number).unwrap_or_default();
            vec![
                connection.from.to_string(),
                connection.to.to_string(),
                part(|linear| linear.factor),
                part(|linear| linear.offset),
            ]
        };
        self.system.connections.iter().map(row).collect()
    }

    fn connectors(&self, kind: ConnectorKind) -> Vec<Vec<String>> {
        let of_kind = self.system.connectors.iter().filter(|connector| connector.kind == kind);
        of_kind.map(|connector| vec![connector.name.clone(), connector.unit.clone()]).collect()
    }

    fn values(&self) -> Vec<Vec<String>> {
        let rows = |component: &fmu_system::Component| {
            let row = |value: &fmu_system::Parameter| {
                vec![value.name.clone(), component.name.clone(), value.value.clone(), value.unit.clone()]
            };
            component.parameters().into_values().map(row).collect::<Vec<_>>()
        };
        self.system.components.iter().flat_map(rows).collect()
    }

    /// What is drawn: ports that are connected, and how many are not.
    pub(super) fn diagram(&self) -> Diagram {
        let system = &self.system;
        let block = |component: &fmu_system::Component| {
            let connected = |is_input: bool| {
                let ends = system.connections.iter().map(|c| if is_input { &c.to } else { &c.from });
                let mut names: Vec<String> = Vec::new();
                for end in ends.filter(|end| end.component.as_ref() == Some(&component.name)) {
                    if !names.contains(&end.connector) {
                        names.push(end.connector.clone());
                    }
                }
                names
            };
            let (inputs, outputs) = (connected(true), connected(false));
            let summary = self.models.get(&component.name);
            let more = |all: usize, shown: usize, what: &str| match all.saturating_sub(shown) {
                0 => None,
                1 => Some(format!("1 more {what}")),
                count => Some(format!("{count} more {what}s")),
            };
            let notes =
                summary.map(|s| [more(s.inputs, inputs.len(), "input"), more(s.outputs, outputs.len(), "output")]);
            Block {
                name: component.name.clone(),
                kind: summary.map_or_else(|| component.source.clone(), |summary| summary.model.clone()),
                note: notes.into_iter().flatten().flatten().collect::<Vec<_>>().join(", "),
                inputs,
                outputs,
            }
        };
        let mut diagram = Diagram {
            title: system.name.clone(),
            subtitle: system.description.clone(),
            blocks: system.components.iter().map(block).collect(),
            inputs: self.connectors(ConnectorKind::Input).into_iter().map(|mut row| row.remove(0)).collect(),
            outputs: self.connectors(ConnectorKind::Output).into_iter().map(|mut row| row.remove(0)).collect(),
            wires: Vec::new(),
        };
        for connection in &system.connections {
            let (from, to) = (self.port(&diagram, &connection.from, false), self.port(&diagram, &connection.to, true));
            if let (Some(from), Some(to)) = (from, to) {
                let label = connection.transformation.map(label).unwrap_or_default();
                diagram.wires.push(Wire { from, to, label });
            }
        }
        diagram
    }

    fn port(&self, diagram: &Diagram, end: &End, is_target: bool) -> Option<Port> {
        let Some(component) = &end.component else {
            let names = if is_target { &diagram.outputs } else { &diagram.inputs };
            return names.iter().position(|name| *name == end.connector).map(Port::System);
        };
        let block = self.system.components.iter().position(|other| other.name == *component)?;
        let ports = if is_target { &diagram.blocks[block].inputs } else { &diagram.blocks[block].outputs };
        Some(Port::Block(block, ports.iter().position(|name| *name == end.connector)?))
    }
}

/// The system as it runs; `facts` by the names of FMUs in the archive.
fn resolved<'a>(system: &'a System, facts: &BTreeMap<&str, &'a Facts>) -> System {
    let components = system.components.iter();
    let sources: HashMap<&str, &str> =
        components.map(|component| (component.name.as_str(), component.source.as_str())).collect();
    resolve(system, &|name| facts.get(sources.get(name)?).copied()).system
}

/// What becomes of a value, shortly.
fn label(linear: fmu_system::Linear) -> String {
    let short = |value: f64| format!("{}", (value * 1e4).round() / 1e4);
    let digits =
        |value: f64| if value.abs() < 0.01 || value.abs() >= 1e5 { format!("{value:.3e}") } else { short(value) };
    let factor = if linear.factor == 1.0 { String::new() } else { format!("× {}", digits(linear.factor)) };
    let offset = match linear.offset {
        0.0 => String::new(),
        offset if offset > 0.0 => format!(" + {}", digits(offset)),
        offset => format!(" − {}", digits(-offset)),
    };
    format!("{factor}{offset}").trim().to_string()
}

/// Rows under a heading, each column as wide as its widest entry; nothing without rows.
fn table(out: &mut dyn Write, first: &str, others: &[&str], rows: Vec<Vec<String>>) -> std::io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let head: Vec<String> = std::iter::once(first).chain(others.iter().copied()).map(str::to_string).collect();
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|row| row.iter().map(|text| visible(text).to_string()).collect()).collect();
    let all = || std::iter::once(&head).chain(&rows);
    // A column in which nothing stands is left out.
    let is_used = |column: usize| column == 0 || rows.iter().any(|row| !row[column].is_empty());
    let columns: Vec<usize> = (0..head.len()).filter(|column| is_used(*column)).collect();
    let width = |column: usize| all().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(|column| width(*column)).collect();
    writeln!(out)?;
    for row in all() {
        let cells = columns.iter().zip(&widths).map(|(column, width)| format!("{:<width$}", row[*column]));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// `fmu-pack check SYSTEM.ssp`: the system, and each FMU in it as `fmu-pack check` does.
pub(super) fn check(path: &Path, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let package = Package::open(path).with_context(|| path.display().to_string())?;
    let problems = fmu_system::check(&package, &package.facts());
    let mut lines: Vec<(Severity, String)> =
        problems.iter().map(|problem| (problem.severity, problem.to_string())).collect();
    let sources: BTreeSet<&str> = package.system.components.iter().map(|component| component.source.as_str()).collect();
    for source in sources {
        // What cannot be read is among the problems of the system.
        let archive = package.fmu(source).ok().and_then(|bytes| Archive::from_bytes(bytes, Limits::default()).ok());
        let findings = archive.map(|archive| fmu_checks::check(&archive)).unwrap_or_default();
        lines.extend(findings.iter().map(|finding| (finding.severity, format!("{source}: {finding}"))));
    }
    for (_, line) in &lines {
        writeln!(out, "{}", visible(line))?;
    }
    let count = |wanted| lines.iter().filter(|(severity, _)| *severity == wanted).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    writeln!(out, "{}: {}, {}", path.display(), counted(errors, "error"), counted(warnings, "warning"))?;
    Ok(if errors == 0 { Outcome::Fine } else { Outcome::FmuHasProblems })
}
