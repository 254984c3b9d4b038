"""Results of the matrix: one row per importer and task, as a Markdown table."""

from dataclasses import dataclass


@dataclass
class Row:
    """What an importer ran, how far its output was off, and how far it may be."""

    importer: str
    version: str
    task: str
    deviation: float | None = None
    allowed: float | None = None
    unit: str = ""
    problem: str = ""
    # The tool itself, or a replay of its calls.
    run: str = "tool"
    # What the tool cannot do, in its own words.
    lacks: str = ""
    # Relative tolerance of the tool's own solver, where it has one; "default" is that of the model description.
    tolerance: str = ""

    def passed(self):
        """Nothing went wrong and the output is close enough; a deviation that is not a number fails."""
        return not self.problem and (self.allowed is None or self.deviation <= self.allowed)

    def cells(self):
        """The row as text."""
        shown = "nothing reported" if self.deviation is None else f"{self.deviation:.1e} {self.unit}".strip()
        if self.lacks:
            shown = self.lacks if self.deviation is None else f"{shown}; {self.lacks}"
        allowed = "" if self.allowed is None else f"{self.allowed:.2g} {self.unit}".strip()
        return [self.importer, self.version, self.run, self.task, self.tolerance, self.problem or shown, allowed]


def table(rows):
    """A Markdown table of all rows."""
    heading = ["importer", "version", "run", "what ran", "tolerance", "largest deviation", "allowed"]
    lines = [heading, ["---"] * len(heading)]
    lines += [row.cells() for row in rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
