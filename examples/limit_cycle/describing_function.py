"""What the describing function predicts for the limit cycle of `loop.py`.

A servo that is slow beside its inertia rests while its command less its position is within friction over stiffness, and
follows at that distance: a play, as backlash is. Plays in series are one whose half width is the sum. The first
harmonic of a play of half width h at the amplitude X of its input is, over X,

    N = (u' - 4j/pi u (1 - u)),   u = h/X,   u' = (pi/2 + asin(1 - 2u) + (1 - 2u) sqrt(1 - (1 - 2u)^2)) / pi

(Slotine & Li, Applied Nonlinear Control, 1991, section 5.2.3), and a limit cycle is predicted where N L(j w) = -1, with
L the rest of the loop. Left out are harmonics, that breakaway takes more than sliding, and what happens within the
play.
"""

from dataclasses import dataclass
from math import asin, pi, sqrt

import numpy as np
from loop import A, B, C
from scipy.optimize import brentq

# Of horizontal_tail_with_freeplay.toml: torque per error [N.m/rad] and per rate [N.m.s/rad], all inertia [kg.m2].
STIFFNESS = 966e-6 * 4e10 * 2.5 * 0.397 / 100
DAMPING = 500 + 200 + 966e-6**2 * 4e10 / 2.0
INERTIA = 30.0
SPOOL = 3000 * 100 / 500  # rad/s
FLAPPER, RATIO = 2 * pi * 100, 0.7  # rad/s and damping ratio
PITCH = np.array([0, 0, 1.0, 0])
# Where to look for the frequency [rad/s].
BAND = np.geomspace(0.1, 10, 400)


@dataclass
class Prediction:
    """In proportion to the half width of the play."""

    frequency: float  # rad/s, of any play
    tail: float
    pitch: float


def aircraft(frequency, output):
    """From the tail to an output of the airframe or to the command."""
    return output @ np.linalg.solve(1j * frequency * np.eye(len(A)) - A, B)


def servo(frequency):
    """From command to tail without friction and freeplay; the spool is fed back on the flapper."""
    s = 1j * frequency
    flapper = 1 / (1 + 2 * RATIO * s / FLAPPER + (s / FLAPPER) ** 2)
    torque = STIFFNESS * SPOOL * flapper / (s + SPOOL * flapper)
    return torque / (INERTIA * s**2 + DAMPING * s + torque)


def loop(frequency):
    """L: negative feedback around the play."""
    return -aircraft(frequency, C) * servo(frequency)


def play(u):
    v = 1 - 2 * u
    return (pi / 2 + asin(v) + v * sqrt(1 - v * v)) / pi - 4j / pi * u * (1 - u)


def width_for(lag):
    """u of the play whose N has this phase, between -pi/2 and 0."""
    return brentq(lambda u: np.angle(play(u)) - lag, 1e-9, 1 - 1e-9)


def predict():
    """The limit cycle where the phase of N completes that of L, and so does the modulus."""

    def lag(frequency):
        return -pi - np.angle(loop(frequency))

    def excess(frequency):
        return np.log(abs(loop(frequency)) * abs(play(width_for(lag(frequency)))))

    possible = [w for w in BAND if -pi / 2 < lag(w) < 0]
    values = [excess(w) for w in possible]
    places = [k for k in range(len(values) - 1) if values[k] > 0 >= values[k + 1]]
    if len(places) != 1:
        raise SystemExit(f"the describing function predicts {len(places)} limit cycles")
    frequency = brentq(excess, possible[places[0]], possible[places[0] + 1])
    u = width_for(lag(frequency))
    tail = abs(play(u)) / u * abs(servo(frequency))
    return Prediction(frequency, tail, tail * abs(aircraft(frequency, PITCH)))


def half_width(friction, backlash):
    """Of friction [N.m] and of backlash, total [rad]."""
    return friction / STIFFNESS + backlash / 2
