//! The plot of an example: Modelica's variables by the FMU, Dymola's values as rings, and when each contact is at rest.

use super::super::Error;
use super::super::lab::Trace;
use super::super::picture::Picture;
use super::results::{Results, Signal};
use fmu_plot::{Figure, Lane};

/// Draws it.
pub fn draw(results: &Results, trace: &Trace) -> Result<String, Error> {
    let mut picture = Picture::over("time, s", trace.time.clone());
    for (is_rate, quantity) in [(false, "Position"), (true, "Velocity")] {
        let signals: Vec<&Signal> = results.signals.iter().filter(|signal| signal.is_rate() == is_rate).collect();
        let Some(first) = signals.first() else { continue };
        picture = picture.panel(quantity, &first.unit);
        for (index, signal) in signals.into_iter().enumerate() {
            let name = if index == 0 { "Dymola" } else { "" };
            let found = picture.result(&signal.modelica, signal.of(trace));
            picture = found.instants(name, results.known(signal, trace));
        }
    }
    let lane = |element: &str| {
        let regime = format!("{element}.friction_regime");
        let bands = Figure::rest_bands(&trace.time, trace.column(&regime));
        Lane { name: element.to_string(), rest_name: trace.rest_name(&regime), bands }
    };
    picture.lanes(results.modes.iter().map(|modes| lane(modes.element())).collect()).svg()
}
