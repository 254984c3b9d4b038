"""Writes docs/interface.md from the model descriptions; with --check only compares and fails if it is not up to date."""

import sys
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "interface.md"
MODELS = ("ServoActuator", "MotionTransmission", "HydraulicActuator")
KINDS = (("input", "Inputs"), ("output", "Outputs"), ("parameter", "Parameters"),
         ("calculatedParameter", "Calculated parameters"), ("local", "Local variables"))
INTRODUCTION = """# Interface

All variables of the three FMUs, generated from their model descriptions by `docs/interface.py`. Units are those of the
interface; importers can show the display unit.

## Frozen, fixed, tunable

| a parameter is | in the description | can be set | asked for by |
| --- | --- | --- | --- |
| frozen | local, `constant` | never | `frozen = ["friction.*"]` in a configuration |
| fixed | parameter, `fixed` | until the simulation begins | nothing: so are all, unless they were asked for otherwise |
| tunable | parameter, `tunable` | also at communication points and events, to inject a fault for instance | \
`tunable = ["friction.*"]` in a configuration, or `fmu-pack build --tunable 'friction.*'` |

`*` stands for any text. *Fixed or tunable* below are those that can be asked for: levels, ratios, efficiencies, gains and
the like. Start values, inertia, travel, law and solver are always fixed. Nothing is tunable by default because OpenModelica
makes every parameter that is not fixed an unknown of its initialization, and then tries values for it that no actuator has.

The simulation begins with the first step, or in Model Exchange with the first event or continuous-time mode. Parameters set
between the end of initialization and then (OpenModelica 1.21 to 1.27) count as if they had been set in time: the start state
is computed anew, and one notice is logged.

`friction.law` and `solver.method` are enumerations, which OpenModelica and libcosim never pass on. There
`friction.law_number` and `solver.method_number` choose the same by number; 0, their start value, leaves the choice to the
enumeration.
"""


def tunable():
    """Model and name of what can be tunable."""
    lines = (ROOT / "modelDescription" / "golden" / "tunable.txt").read_text().splitlines()
    return {tuple(line.split()) for line in lines}


def page():
    """The whole page."""
    return INTRODUCTION + "".join(section(model) for model in MODELS)


def section(model):
    """One model: a table per kind of variable."""
    description = xml.parse(ROOT / "modelDescription" / "golden" / f"{model}.xml").getroot()
    items = {kind.get("name"): kind.findall("Enumeration/Item") for kind in description.iter("SimpleType")}
    variables = list(description.iter("ScalarVariable"))
    can_be_tunable = {name for of, name in tunable() if of == model}
    text = f"\n## {model}\n\n{description.get('description')}.\n"
    for causality, title in KINDS:
        rows = [row(variable, items, can_be_tunable) for variable in variables if variable.get("causality") == causality]
        if rows:
            text += f"\n### {title}\n\n" + table(rows)
    return text


def table(rows):
    """Markdown; the points of the friction table differ in their number only and share a row."""
    header = ["name", "unit", "start", "changes", "meaning"]
    lines = [header, ["---"] * len(header), *(row for row in rows if "[" not in row[0] or "[1…" in row[0])]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def row(variable, items, can_be_tunable):
    """Name, unit, start value, variability and meaning of a variable."""
    kind = variable[0]
    unit = kind.get("unit", "")
    shown = f"{unit} (shown in {kind.get('displayUnit')})" if kind.get("displayUnit") else unit
    name, start = variable.get("name").replace("[1]", "[1…16]"), kind.get("start", "")
    meaning = variable.get("description")
    if "[1…16]" in name:
        start, meaning = "", meaning.replace("table point 1", "each table point")
    choices = items.get(kind.get("declaredType"), [])
    if choices:
        meaning += ": " + ", ".join(f"{item.get('value')} {item.get('name')}" for item in choices)
    changes = variable.get("variability")
    changes = f"{changes} or tunable" if name in can_be_tunable else changes
    return [f"`{name}`", shown, start, changes, meaning.replace("|", "\\|")]


def main():
    """Writes or compares."""
    if "--check" not in sys.argv:
        PAGE.write_text(page())
    elif PAGE.read_text() != page():
        sys.exit("error: docs/interface.md is not what the model descriptions say; run python3 docs/interface.py")


if __name__ == "__main__":
    main()
