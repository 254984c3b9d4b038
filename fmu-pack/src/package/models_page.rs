//! The page `docs/models.md`: the equations of the FMUs' documentation, and which parameters set what an actuator can do.
//!
//! The equations are the templates of documentation/index.html, whose HTML becomes Markdown here; the table is that of
//! `fmu_analysis::sizing`, whose equations `fmu-pack size` computes with.

use fmu_analysis::sizing::properties::{Definition, TABLE};

/// Headings and the templates below them.
const CHAPTERS: [(&str, &str); 4] = [
    ("ServoActuator", include_str!("../../templates/servo_actuator.html")),
    ("MotionTransmission", include_str!("../../templates/motion_transmission.html")),
    ("HydraulicActuator", include_str!("../../templates/hydraulic_actuator.html")),
    ("Friction", include_str!("../../templates/friction.html")),
];

const INTRODUCTION: &str = "# Equations of the models

What each FMU computes, as its own documentation (`documentation/index.html`) has it. [Interface](interface.md) has all variables,
[equations](equations.md) the files with the code of each. This page is written by
`UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command pages::`.
";

const PROPERTIES: &str = "
## Which parameters set what it can do

`fmu-pack size --of X.fmu` computes these for an FMU, `fmu-pack size REQUIREMENT.toml` solves them for the parameters. The equations
are those of the linear valve and of Coulomb friction; laws with a velocity characteristic have theirs in place of F₀, and the
program takes it into account. Source: equilibria of the equations above (Borello and Dalla Vedova 2012, eqs 3 to 6 and section 5),
for the orifices Merritt, *Hydraulic Control Systems*, 1967.

P `supply_pressure`; D `motor.displacement`; G_P, G_Q `servovalve.pressure_gain`, `servovalve.flow_gain`; P_r
`servovalve.rated_pressure`; c `motor.leakage_coefficient`; k = 1/(1 + c·G_P/G_Q); X spool at full current, the smaller of
`servovalve.spool_travel` and G_M·i_max/K_F; G_M, K_F `servovalve.torque_motor_gain`, `servovalve.feedback_stiffness`; K_P, i_max
`controller.proportional_gain`, `controller.current_limit`; C `viscous_coefficient`; F₀ `friction.coulomb_torque`; R
`friction.static_ratio` times `friction.breakaway_ratio`; η_O, η_A `friction.efficiency_opposing`, `friction.efficiency_aiding`.

| property | what it is | equation | with orifices | set by |
| --- | --- | --- | --- | --- |
";

const TRAP: &str = "
**The linear valve** ties the rate without load to the pressure gain: its flow ends where the pressure reaches the supply, at
G_Q·P/G_P, and not at G_Q·X. With the pressure gain of a data sheet, which reaches the supply within a few percent of the spool travel,
it gives a few percent of the rate. `servovalve.law = \"orifice\"` takes both gains of a data sheet; there the pressure gain is
G_Q·√(P/P_r)/c.
";

/// The page as Markdown.
pub fn models_page() -> String {
    let chapters: String =
        CHAPTERS.iter().map(|(heading, html)| format!("\n## {heading}\n\n{}", to_markdown(html))).collect();
    let rows: String = TABLE.iter().map(row).collect();
    format!("{INTRODUCTION}{chapters}{PROPERTIES}{rows}{TRAP}")
}

fn row(definition: &Definition) -> String {
    let Definition { key, meaning, equation, with_orifice, parameters } = definition;
    let equation = equation.replace('|', "\\|");
    format!("| `{key}` | {meaning} | {equation} | {with_orifice} | {parameters} |\n")
}

/// Paragraphs, headings and equations; what stands inside them Markdown takes as HTML.
fn to_markdown(html: &str) -> String {
    let one_line = html.split_whitespace().collect::<Vec<&str>>().join(" ");
    let marked = one_line
        .replace("<h2>", "\n### ")
        .replace("</h2>", "\n\n")
        .replace("<p class=\"eq\">", "\n> ")
        .replace("<p>", "\n")
        .replace("</p>", "\n\n")
        .replace("<code>", "`")
        .replace("</code>", "`")
        .replace("<cite>", "*")
        .replace("</cite>", "*");
    let lines: Vec<&str> = marked.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.iter().map(|line| format!("{line}\n")).collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_headings_and_equations_become_markdown() {
        let html = "<p>A <code>b</code>\nc.</p>\n<h2>D</h2>\n<p class=\"eq\"><i>x</i> = 1</p>";
        assert_eq!(to_markdown(html), "A `b` c.\n\n### D\n\n> <i>x</i> = 1\n");
    }
}
