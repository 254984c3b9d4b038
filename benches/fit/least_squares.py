"""The study beside this file with SciPy's least_squares and FMPy: python least_squares.py FOLDER [direct]

FOLDER has Axis.fmu and motion.csv. One instance is reset for each run, nothing is read that is not compared, and inputs go on straight
lines between samples by their derivatives. The loop calls FMPy's methods or, with "direct", the C functions below them. Prints the
optimum as JSON.
"""

import json
import shutil
import sys
from ctypes import c_double, c_int, c_uint
from pathlib import Path

import numpy
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave
from scipy.optimize import least_squares

FREE = ["slide.mass", "slide.viscous_coefficient", "guide.friction.coulomb_force", "offset"]
START = [60.0, 100.0, 40.0, 0.0]
LOWER = [1.0, 0.0, 0.0, -numpy.inf]
OUTPUTS = ["slide.position", "control.force"]
NOISE = [1e-6, 1.0]


class Model:
    """Runs of one instance."""

    def __init__(self, fmu: Path, data: numpy.ndarray, is_direct: bool) -> None:
        description = read_model_description(str(fmu))
        self.folder = extract(str(fmu))
        reference = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.slave = FMU2Slave(
            guid=description.guid,
            unzipDirectory=self.folder,
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName="axis",
        )
        self.slave.instantiate()
        self.free = [reference[name] for name in FREE]
        self.input = [reference["control.reference"]]
        self.outputs = [reference[name] for name in OUTPUTS]
        self.steps = self.direct_steps if is_direct else self.steps_by_methods
        self.times, self.inputs = data[:, 0].tolist(), data[:, 1].tolist()
        self.measured = data[:, 2:]
        self.runs = 0

    def residuals(self, point: numpy.ndarray) -> numpy.ndarray:
        """Differences in standard deviations of the noise."""
        self.runs += 1
        slave, times = self.slave, self.times
        slave.reset()
        slave.setupExperiment(startTime=times[0], stopTime=times[-1])
        slave.setReal(self.free, point.tolist())
        slave.enterInitializationMode()
        slave.setReal(self.input, [self.inputs[0]])
        slave.exitInitializationMode()
        rows = numpy.empty((len(times), len(OUTPUTS)))
        self.steps(rows)
        return ((rows - self.measured) / NOISE).ravel()

    def steps_by_methods(self, rows: numpy.ndarray) -> None:
        """Steps from sample to sample as FMPy offers it."""
        slave, times, inputs = self.slave, self.times, self.inputs
        rows[0] = slave.getReal(self.outputs)
        for number in range(len(times) - 1):
            step = times[number + 1] - times[number]
            slave.setRealInputDerivatives(self.input, [1], [(inputs[number + 1] - inputs[number]) / step])
            slave.doStep(times[number], step)
            slave.setReal(self.input, [inputs[number + 1]])
            rows[number + 1] = slave.getReal(self.outputs)

    def direct_steps(self, rows: numpy.ndarray) -> None:
        """The same without FMPy's lists."""
        slave, times, inputs, component = self.slave, self.times, self.inputs, self.slave.component
        input_, outputs = (c_uint * 1)(*self.input), (c_uint * len(OUTPUTS))(*self.outputs)
        value, order, slope, read = (c_double * 1)(), (c_int * 1)(1), (c_double * 1)(), (c_double * len(OUTPUTS))()
        slave.fmi2GetReal(component, outputs, len(OUTPUTS), read)
        rows[0] = read
        for number in range(len(times) - 1):
            step = times[number + 1] - times[number]
            slope[0] = (inputs[number + 1] - inputs[number]) / step
            slave.fmi2SetRealInputDerivatives(component, input_, 1, order, slope)
            slave.fmi2DoStep(component, times[number], step, 0)
            value[0] = inputs[number + 1]
            slave.fmi2SetReal(component, input_, 1, value)
            slave.fmi2GetReal(component, outputs, len(OUTPUTS), read)
            rows[number + 1] = read

    def close(self) -> None:
        """Frees the instance and its files."""
        self.slave.freeInstance()
        shutil.rmtree(self.folder, ignore_errors=True)


def main() -> None:
    """Fits, and prints."""
    folder = Path(sys.argv[1])
    data = numpy.loadtxt(folder / "motion.csv", delimiter=",", skiprows=1)
    model = Model(folder / "Axis.fmu", data, "direct" in sys.argv)
    # The fit ends where the sum of squares gets smaller by 1e-12 of it; so does this.
    bounds = (LOWER, numpy.inf)
    found = least_squares(model.residuals, START, bounds=bounds, x_scale="jac", ftol=1e-12, xtol=None, gtol=None)
    print(json.dumps({"point": found.x.tolist(), "cost": 2 * found.cost, "runs": model.runs}))
    model.close()


if __name__ == "__main__":
    main()
