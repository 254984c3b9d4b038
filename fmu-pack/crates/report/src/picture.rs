//! The plot of a case: what was run, the reference under it, the residual below.

use super::Error;
use super::lab::Trace;
use super::section::superscript;
use fmu_plot::{Figure, Lane, Line, Panel, Role, to_svg};

/// Radians in degrees.
pub const DEGREES: f64 = 180.0 / std::f64::consts::PI;

/// A plot that grows panel by panel.
pub struct Picture {
    figure: Figure,
}

impl Picture {
    /// Over the time of a run, with bands where its body is at rest.
    pub fn of(trace: &Trace) -> Self {
        let rest = Figure::rest_bands(&trace.time, trace.column("friction_regime"));
        let rest_name = trace.rest_name("friction_regime");
        Self { figure: Figure { rest, rest_name, ..Self::over("time, s", trace.time.clone()).figure } }
    }

    /// Over any quantity.
    pub fn over(axis: &str, values: Vec<f64>) -> Self {
        let figure = Figure {
            title: String::new(),
            subtitle: String::new(),
            axis: axis.to_string(),
            time: values,
            panels: Vec::new(),
            rest: Vec::new(),
            lanes: Vec::new(),
            lanes_name: "",
            rest_name: "",
        };
        Self { figure }
    }

    /// Begins a panel; the lines that follow belong to it.
    #[must_use]
    pub fn panel(mut self, quantity: &str, unit: &str) -> Self {
        let (quantity, unit) = (quantity.to_string(), unit.to_string());
        self.figure.panels.push(Panel { quantity, unit, lines: Vec::new(), left_out: 0 });
        self
    }

    fn line(mut self, name: &str, values: Vec<f64>, role: Role) -> Self {
        if let Some(panel) = self.figure.panels.last_mut() {
            panel.lines.push(Line { name: name.to_string(), values, role });
        }
        self
    }

    /// An input.
    #[must_use]
    pub fn given(self, name: &str, values: Vec<f64>) -> Self {
        self.line(name, values, Role::Given)
    }

    /// A reference, under what is compared with it.
    #[must_use]
    pub fn reference(self, name: &str, values: Vec<f64>) -> Self {
        self.line(name, values, Role::Reference)
    }

    /// Values that are known at single instants, over the result before them; they are not a number elsewhere.
    #[must_use]
    pub fn instants(self, name: &str, values: Vec<f64>) -> Self {
        self.line(name, values, Role::Instants)
    }

    /// When each of several contacts is at rest.
    #[must_use]
    pub fn lanes(mut self, lanes: Vec<Lane>) -> Self {
        let figure = &mut self.figure;
        (figure.lanes, figure.lanes_name) = (lanes, "Contacts");
        self
    }

    /// A result.
    #[must_use]
    pub fn result(self, name: &str, values: Vec<f64>) -> Self {
        self.line(name, values, Role::Result)
    }

    /// A panel with what is left of `found` without `expected`, in powers of a thousand.
    #[must_use]
    pub fn residual(self, name: &str, unit: &str, found: &[f64], expected: &[f64]) -> Self {
        let difference: Vec<f64> = found.iter().zip(expected).map(|(found, expected)| found - expected).collect();
        let largest = largest(&difference);
        let power = if largest > 0.0 { 3.0 * (largest.log10() / 3.0).floor() } else { 0.0 };
        let unit =
            if power == 0.0 { unit.to_string() } else { format!("10{} {unit}", superscript(&power.to_string())) };
        let values = difference.into_iter().map(|value| value / 10f64.powf(power)).collect();
        self.panel("Residual", &unit).result(name, values)
    }

    /// The drawing.
    pub fn svg(self) -> Result<String, Error> {
        Ok(to_svg(&self.figure)?)
    }
}

/// Values times a factor.
pub fn scaled(values: &[f64], factor: f64) -> Vec<f64> {
    values.iter().map(|value| value * factor).collect()
}

/// Largest absolute value; what is not known does not count.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().filter(|value| value.is_finite()).fold(0.0, |most, value| most.max(value.abs()))
}

/// Largest distance of two series at the same points.
pub fn deviation(found: &[f64], expected: &[f64]) -> f64 {
    let differences: Vec<f64> = found.iter().zip(expected).map(|(found, expected)| found - expected).collect();
    let compared = differences.iter().any(|difference| difference.is_finite());
    if compared { largest(&differences) } else { f64::NAN }
}
