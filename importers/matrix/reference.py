"""The converged trajectories of tests/reference, in SI units."""

import csv
import math
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "reference"
# The folder keeps one reference per load case; the other figures are compared between the two kinds of simulation.
SERVO_FIGURES = (6, 7, 9, 11, 12, 14, 16)


def servo(figure):
    """{milliseconds: position in rad} of one figure."""
    return _read(f"servo/fig{figure:02d}.csv", "t_s", "xj_deg", math.pi / 180)


def transmission():
    """{milliseconds: position in rad} of P3_rev, a 40-digit piecewise-analytic solution."""
    return _read("transmission/P3_rev.csv", "t", "x", 1.0)


def hydraulic():
    """{milliseconds: position in m} of the LuGre actuator under a pressure force of 10 N."""
    return _read("lugre/A10.csv", "t", "x", 1.0)


def largest_deviation(positions, reference):
    """Largest difference of [(time, position)] from a reference; every row of the reference must have been met."""
    met = {round(time * 1000): position for time, position in positions if abs(time * 1000 - round(time * 1000)) < 1e-6}
    missing = sorted(set(reference) - set(met))
    if missing:
        raise ValueError(f"{len(missing)} of {len(reference)} communication points are missing, first {missing[0]} ms")
    deviation = [abs(met[key] - value) for key, value in reference.items()]
    if any(math.isnan(value) for value in deviation):
        raise ValueError("NaN in the positions")
    return max(deviation)


def _read(path, time, position, unit):
    with open(FOLDER / path, newline="") as file:
        return {round(float(row[time]) * 1000): float(row[position]) * unit for row in csv.DictReader(file)}
