"""Runs with held inputs: what every importer can do that only sets values between steps.

`advance(values, start, step)` sets the inputs in the order of the experiment and makes one step; `position()` reads.
"""

from .experiment import grid

# All switching instants of the manoeuvres are multiples of this.
STEP = 1e-4
# Fig 6: the ramps of the supply pressure are held at the middle of each step; second order, 4e-7 rad at 0.1 ms.
FIGURE_ALLOWED = 1e-6
# P3_rev: its inputs are constant between switching instants, so nothing is lost; what is left is rounding.
TRANSMISSION_ALLOWED = 1e-10


def simulate(experiment, advance, position, step=STEP):
    """[(time, position)] at all communication points."""
    points = grid(experiment.stop, step)
    found = [(0.0, position())]
    for start, end in zip(points, points[1:]):
        advance(experiment.held(start, step), start, end - start)
        found.append((end, position()))
    return found
