"""The closed loop of aircraft, hold and servo as one linear system per mode, solved by matrix exponentials.

Independent of the FMUs: their equations are written down here a second time, and no code is shared. Accurate to
rounding.
"""

from math import degrees, pi, radians

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

# Aircraft and hold: aircraft.toml.
AIRFRAME = np.array([[-1.01887, 0.90506], [0.82225, -1.07741]])
TAIL = [degrees(-0.00215), degrees(-0.17555)]
PROPORTIONAL, INTEGRAL, RATE = 1.0, 0.5, 0.5
COMMAND = radians(1.0)
# Servo: examples/jsbsim/horizontal_tail.toml, the rest as ServoActuator has it.
INERTIA, VISCOUS, COULOMB, STATIC = 30.0, 500.0, 400.0, 600.0
DISPLACEMENT, PRESSURE_GAIN, FLOW_GAIN = 966e-6, 4e10, 2.0
MOTOR_GAIN, FEEDBACK, FLAPPER_STIFFNESS, SPOOL_GAIN = 2.5, 100.0, 500.0, 3000.0
FREQUENCY, RATIO, GAIN = 2 * pi * 100, 0.7, 0.397

# States: angle of attack, pitch rate, pitch, integral; tail, its velocity, flapper, its velocity, spool; and a constant
# one.
ALPHA, Q, PITCH, SUM, POSITION, VELOCITY, FLAPPER, FLAPPER_RATE, SPOOL, ONE = range(10)
# Between two looks for an event, and of the results [s].
GRID = 1e-4


def matrix(direction):
    """Of x' = M x while the tail slides in a direction, or rests (0)."""
    m = np.zeros((10, 10))
    m[np.ix_([ALPHA, Q], [ALPHA, Q])] = AIRFRAME
    m[[ALPHA, Q], POSITION] = TAIL
    m[PITCH, Q] = 1
    m[SUM, PITCH], m[SUM, ONE] = -1, COMMAND
    drive = FREQUENCY**2 * MOTOR_GAIN * GAIN / FLAPPER_STIFFNESS
    m[FLAPPER_RATE, [Q, PITCH, SUM, ONE]] = drive * np.array([RATE, PROPORTIONAL, -INTEGRAL, -PROPORTIONAL * COMMAND])
    m[FLAPPER_RATE, POSITION] = -drive
    m[FLAPPER, FLAPPER_RATE] = 1
    m[FLAPPER_RATE, [FLAPPER, FLAPPER_RATE, SPOOL]] = (
        -(FREQUENCY**2),
        -2 * RATIO * FREQUENCY,
        -(FREQUENCY**2) * FEEDBACK / FLAPPER_STIFFNESS,
    )
    m[SPOOL, FLAPPER] = SPOOL_GAIN
    if direction:
        m[POSITION, VELOCITY] = 1
        m[VELOCITY] = torque() / INERTIA
        m[VELOCITY, VELOCITY] -= VISCOUS / INERTIA
        m[VELOCITY, ONE] = -direction * COULOMB / INERTIA
    return m


def torque():
    """Of the motor, as a row."""
    row = np.zeros(10)
    row[SPOOL] = DISPLACEMENT * PRESSURE_GAIN
    row[VELOCITY] = -(DISPLACEMENT**2) * PRESSURE_GAIN / FLOW_GAIN
    return row


MATRICES = {direction: matrix(direction) for direction in (-1, 0, 1)}
STEPS = {direction: expm(m * GRID) for direction, m in MATRICES.items()}


def guard(direction, state):
    """Negative once the mode is over."""
    return direction * state[VELOCITY] if direction else STATIC - abs(torque() @ state)


def changed(direction, state):
    """The mode after an event, with its state."""
    state = state.copy()
    if direction:
        state[VELOCITY] = 0.0
        beyond = torque() @ state
        return (int(np.sign(beyond)) if abs(beyond) > STATIC else 0), state
    return int(np.sign(torque() @ state)), state


def advance(direction, state, length):
    """To the end of a stretch that is no longer than GRID: mode and state."""
    end = STEPS[direction] @ state if length == GRID else expm(MATRICES[direction] * length) @ state
    # A body that has just broken away begins at zero velocity, which is no end of its motion.
    if guard(direction, end) >= 0.0:
        return direction, end
    at = brentq(lambda t: guard(direction, expm(MATRICES[direction] * t) @ state), length * 1e-6, length, xtol=1e-16)
    return advance(*changed(direction, expm(MATRICES[direction] * at) @ state), length - at)


def solve(stop):
    """Pitch and tail [rad] at every multiple of GRID up to `stop`."""
    state, direction = np.zeros(10), 0
    state[ONE] = 1.0
    rows = [state]
    for _ in range(round(stop / GRID)):
        direction, state = advance(direction, state, GRID)
        rows.append(state)
    return np.array(rows)[:, [PITCH, POSITION]]


if __name__ == "__main__":
    pitch, tail = np.degrees(solve(10.0)).T
    for second in range(11):
        print(f"{second:4d} s   pitch {pitch[10000 * second]:15.12f} deg   tail {tail[10000 * second]:15.12f} deg")
