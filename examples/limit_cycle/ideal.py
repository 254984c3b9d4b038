"""The same loop without an FMU and without a solver: the servo is a lag, friction and freeplay are ideal plays, in
steps of `loop.STEP`.

That the FMU has the same limit cycle says that it is the aircraft's and not the FMU's.
"""

import loop
import numpy as np
from describing_function import DAMPING, STIFFNESS

# With the lags of the valve, which are short beside it [1/s].
BANDWIDTH = STIFFNESS / DAMPING


def cycle(friction, backlash, static_ratio=1.5):
    """Half the swing in pitch and of the tail [rad], period [s], share of the time in which the servo is stuck."""
    free, held, ramp = loop.propagator()
    decay = 1 - np.exp(-BANDWIDTH * loop.STEP)
    band, half = friction / STIFFNESS, backlash / 2
    state, ram, tail, direction = np.array([0.0, 0.0, loop.START, 0.0]), 0.0, 0.0, 0.0
    rows = np.empty((round(loop.STOP / loop.STEP), 4))
    for number in range(len(rows)):
        error = loop.C @ state - ram
        if direction == 0.0 and abs(error) > static_ratio * band:
            direction = np.sign(error)
        elif direction * error <= band:
            direction = 0.0
        if direction != 0.0:
            ram += decay * (error - direction * band)
        before = tail
        tail = min(max(tail, ram - half), ram + half)
        state = free @ state + held * before + ramp * (tail - before)
        rows[number] = (number + 1) * loop.STEP, state[2], tail, direction
    return loop.cycle(rows)
