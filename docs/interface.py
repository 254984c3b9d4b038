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
interface; importers can show the display unit. A *tunable* parameter may be changed while the simulation runs, a *fixed*
one before it starts.
"""


def page():
    """The whole page."""
    return INTRODUCTION + "".join(section(model) for model in MODELS)


def section(model):
    """One model: a table per kind of variable."""
    description = xml.parse(ROOT / "modelDescription" / "golden" / f"{model}.xml").getroot()
    items = {kind.get("name"): kind.findall("Enumeration/Item") for kind in description.iter("SimpleType")}
    variables = list(description.iter("ScalarVariable"))
    text = f"\n## {model}\n\n{description.get('description')}.\n"
    for causality, title in KINDS:
        rows = [row(variable, items) for variable in variables if variable.get("causality") == causality]
        if rows:
            text += f"\n### {title}\n\n" + table(rows)
    return text


def table(rows):
    """Markdown; the points of the friction table differ in their number only and share a row."""
    header = ["name", "unit", "start", "changes", "meaning"]
    lines = [header, ["---"] * len(header), *(row for row in rows if "[" not in row[0] or "[1…" in row[0])]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def row(variable, items):
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
    return [f"`{name}`", shown, start, variable.get("variability"), meaning.replace("|", "\\|")]


def main():
    """Writes or compares."""
    if "--check" not in sys.argv:
        PAGE.write_text(page())
    elif PAGE.read_text() != page():
        sys.exit("error: docs/interface.md is not what the model descriptions say; run python3 docs/interface.py")


if __name__ == "__main__":
    main()
