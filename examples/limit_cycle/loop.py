"""One case: an airframe with a pitch attitude hold, both linear, and the FMU of the tail's servo in the loop.

Friction and freeplay of the tail go in; amplitude and period of the limit cycle come out. Workers of a Dask cluster get
this file.
"""

import atexit
import functools
import tempfile
from ctypes import c_double, c_int, c_uint
from math import degrees, radians
from pathlib import Path
from shutil import rmtree

import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave
from scipy.linalg import expm

# Short period of the F-16, 502 ft/s at sea level: rates of angle of attack [rad] and pitch rate [rad/s] per angle of
# attack, pitch rate and tail, the last per degree in the source (Stevens & Lewis, Aircraft Control and Simulation,
# example 4.4-1; all digits compared with public course work that uses them).
ALPHA = [-1.01887, 0.90506, degrees(-0.00215)]
PITCH_RATE = [0.82225, -1.07741, degrees(-0.17555)]
# Of the hold, that of examples/jsbsim: rad of tail per rad, per rad.s and per rad/s.
PROPORTIONAL, INTEGRAL, RATE = 1.0, 0.5, 0.5

# x' = A x + B tail, command = C x; x: angle of attack, pitch rate, pitch attitude, integral of the error. The attitude
# 0 is held.
A = np.array([[*ALPHA[:2], 0, 0], [*PITCH_RATE[:2], 0, 0], [0, 1, 0, 0], [0, 0, -1, 0]], dtype=float)
B = np.array([ALPHA[2], PITCH_RATE[2], 0, 0])
C = np.array([0, RATE, PROPORTIONAL, -INTEGRAL])

STEP, STOP = 2e-3, 80.0
START = radians(1.0)  # pitch attitude
# The cycle is measured from here on [s].
SETTLED = 45.0
# Swings below this are rounding and creep towards rest [rad].
NONE = radians(1e-5)
RESULTS = ["pitch", "tail", "period", "stuck"]


def propagator():
    """x(t + STEP) = F x(t) + G0 tail(t) + G1 (tail(t + STEP) - tail(t)), the tail a straight line: exact."""
    size = len(A)
    block = np.zeros((size + 2, size + 2))
    block[:size, :size], block[:size, size], block[size, size + 1] = A, B, 1 / STEP
    exact = expm(block * STEP)
    return exact[:size, :size], exact[:size, size], exact[:size, size + 1]


class Tail:
    """The FMU, by names, unpacked once; one instance serves all cases of a process. What a step passes lies in arrays that
    are made once: a fifth of the time of the map."""

    def __init__(self, content):
        folder = tempfile.mkdtemp(prefix="limit-cycle-")
        atexit.register(rmtree, folder, ignore_errors=True)
        archive = Path(folder, "tail.fmu")
        archive.write_bytes(content)
        unpacked = extract(str(archive), str(Path(folder, "unpacked")))
        description = read_model_description(unpacked)
        self.references = {variable.name: variable.valueReference for variable in description.modelVariables}
        identifier = description.coSimulation.modelIdentifier
        self.fmu = FMU2Slave(
            guid=description.guid, unzipDirectory=unpacked, modelIdentifier=identifier, instanceName="tail"
        )
        self.fmu.instantiate()
        self.input = (c_uint * 1)(self.references["drive.command"])
        self.output = (c_uint * 1)(self.references["tail.position"])
        self.regime = (c_uint * 1)(self.references["bearing.friction_regime"])
        self.first_order = (c_int * 1)(1)
        self.real, self.integer = (c_double * 1)(), (c_int * 1)()

    def set(self, values):
        self.fmu.setReal([self.references[name] for name in values], list(values.values()))

    def start(self, parameters):
        self.fmu.reset()
        self.set(parameters)
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def step(self, time, command, slope):
        """Deflection [rad] and friction regime at the end of a step, in which the command is a straight line."""
        fmu, component, real, integer = self.fmu, self.fmu.component, self.real, self.integer
        real[0] = command
        fmu.fmi2SetReal(component, self.input, 1, real)
        real[0] = slope
        fmu.fmi2SetRealInputDerivatives(component, self.input, 1, self.first_order, real)
        fmu.fmi2DoStep(component, time, STEP, 1)
        fmu.fmi2GetReal(component, self.output, 1, real)
        fmu.fmi2GetInteger(component, self.regime, 1, integer)
        return real[0], integer[0]


@functools.cache
def tail(content):
    return Tail(content)


def fly(content, friction, backlash, stop=STOP):
    """Time, pitch attitude, tail, friction regime at each communication point."""
    servo, (free, held, ramp) = tail(content), propagator()
    servo.start({"bearing.friction.coulomb_torque": friction, "linkage.backlash": backlash})
    state, deflection = np.array([0.0, 0.0, START, 0.0]), 0.0
    rows = np.empty((round(stop / STEP), 4))
    for number in range(len(rows)):
        # The tangent of the command: the aircraft is slow beside a step.
        slope = C @ (A @ state + B * deflection)
        before = deflection
        deflection, regime = servo.step(number * STEP, C @ state, slope)
        state = free @ state + held * before + ramp * (deflection - before)
        rows[number] = (number + 1) * STEP, state[2], deflection, regime
    return rows


def cycle(rows):
    """Half the swing in pitch and of the tail [rad], period [s], share of the time in which the bearing is stuck."""
    late = rows[rows[:, 0] > SETTLED]
    pitch, deflection = (np.ptp(late[:, column]) / 2 for column in (1, 2))
    if pitch < NONE:
        return [0.0, 0.0, 0.0, float(np.mean(late[:, 3] == 0))]
    middle = late[:, 1] - (late[:, 1].max() + late[:, 1].min()) / 2
    rising = np.flatnonzero((middle[:-1] < 0) & (middle[1:] >= 0))
    times = late[rising, 0] + STEP * middle[rising] / (middle[rising] - middle[rising + 1])
    period = (times[-1] - times[0]) / (len(times) - 1) if len(times) > 1 else float("inf")
    return [float(pitch), float(deflection), float(period), float(np.mean(late[:, 3] == 0))]


def case(content, friction, backlash):
    """Friction [N.m] and backlash [rad], then the results."""
    return [friction, backlash, *cycle(fly(content, friction, backlash))]
