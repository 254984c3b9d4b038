"""What is simulated: the published manoeuvres, asked from fmu-pack so that they are written down once."""

import csv
import io
import re
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Experiment:
    """A model with parameters and piecewise-linear inputs; two rows at one time are a step."""

    name: str
    parameters: dict
    inputs: tuple
    rows: tuple
    stop: float

    def breaks(self):
        """Times of all break points, each once."""
        return sorted({row[0] for row in self.rows})

    def line(self, time, end):
        """Values at `time` and slopes of the straight line from `time` to `end`, where no break point lies between."""
        for before, after in zip(self.rows, self.rows[1:]):
            if before[0] <= time and end <= after[0] + 1e-12 and after[0] > before[0]:
                slopes = [(b - a) / (after[0] - before[0]) for a, b in zip(before[1:], after[1:])]
                values = [a + slope * (time - before[0]) for a, slope in zip(before[1:], slopes)]
                return values, slopes
        raise ValueError(f"{self.name}: a break point lies between {time} s and {end} s")

    def held(self, time, step):
        """Constant inputs for an importer that cannot do more: the middle of the step, so that the mean is right."""
        values, slopes = self.line(time, time + step)
        return [value + slope * step / 2 for value, slope in zip(values, slopes)]


def read(fmu_pack, name):
    """The scenario called `name` of fmu-pack."""
    table = list(csv.reader(io.StringIO(_ask(fmu_pack, name))))
    rows = tuple(tuple(map(float, row)) for row in table[1:])
    return Experiment(name, _parameters(_ask(fmu_pack, "--list"), name), tuple(table[0][1:]), rows, rows[-1][0])


def grid(stop, step):
    """Communication points 0, step, 2 step … `stop`, without accumulated rounding."""
    return [k * step for k in range(round(stop / step) + 1)]


def _ask(fmu_pack, *arguments):
    return subprocess.run([fmu_pack, "scenario", *arguments], check=True, capture_output=True, text=True).stdout


def _parameters(listing, name):
    """`name=value` pairs between the line that starts with `name` and the next that starts with a name."""
    found = {}
    current = None
    for line in listing.splitlines():
        current = line.split()[0] if line and not line[0].isspace() else current
        if current == name:
            found.update((key, float(value)) for key, value in re.findall(r"([\w.\[\]]+)=(\S+)", line))
    return found
