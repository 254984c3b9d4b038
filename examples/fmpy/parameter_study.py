"""How do stiction and Coulomb friction shape the stick-slip of a servo? A parameter study with FMPy.

The manoeuvre is Fig 16 of Borello & Dalla Vedova (2012): a ramp of 0.025 deg/s against a load of 25 kN.m and back. It
is so slow that the servo follows in steps; the study counts them for a grid of parameters and writes a CSV file.

    cargo run --release -p fmu-pack -- build -o target/fmu
    pip install fmpy
    python examples/fmpy/parameter_study.py --fmus target/fmu -o study.csv

One instance serves all runs: fmi2Reset brings it back to its start values.
"""

import argparse
import csv
import sys
from ctypes import c_double, c_int, c_uint
from math import degrees, radians
from pathlib import Path
from shutil import rmtree

import fmpy
from fmpy.fmi2 import FMU2Slave

STEP = 1e-3
# Times in s and commands in deg; linear in between.
COMMAND = [(0.0, 0.0), (0.1, 0.0), (2.05, 0.04875), (4.0, 0.0)]
LOADED = 0.1
SUPPLY, LOAD = 26e6, 25e3


class Servo:
    """The FMU, by names instead of value references."""

    def __init__(self, path):
        description = fmpy.read_model_description(str(path))
        self.references = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.folder = fmpy.extract(str(path))
        identifier = description.coSimulation.modelIdentifier
        self.fmu = FMU2Slave(
            guid=description.guid, unzipDirectory=self.folder, modelIdentifier=identifier, instanceName="study"
        )
        self.fmu.instantiate()

    def set(self, **values):
        self.fmu.setReal([self.references[name] for name in values], list(values.values()))

    def command(self, value, slope):
        """A command and how it goes on: the FMU then sees the ramp, not a staircase."""
        reference = self.references["command"]
        self.fmu.setReal([reference], [value])
        self.fmu.fmi2SetRealInputDerivatives(
            self.fmu.component, (c_uint * 1)(reference), 1, (c_int * 1)(1), (c_double * 1)(slope)
        )

    def state(self):
        regime = self.fmu.getInteger([self.references["friction_regime"]])[0]
        return regime, self.fmu.getReal([self.references["position_error"]])[0]

    def start(self, static_ratio, coulomb_torque):
        self.fmu.reset()
        names = "friction.static_ratio", "friction.coulomb_torque"
        self.fmu.setReal([self.references[name] for name in names], [static_ratio, coulomb_torque])
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.set(command=0.0, load_torque=0.0, supply_pressure=SUPPLY)
        self.fmu.exitInitializationMode()

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        rmtree(self.folder, ignore_errors=True)


def command(time):
    """Value and slope, in rad and rad/s."""
    for (begin, first), (end, last) in zip(COMMAND, COMMAND[1:]):
        if time < end - STEP / 2:
            slope = (last - first) / (end - begin)
            return radians(first + slope * (time - begin)), radians(slope)
    return radians(COMMAND[-1][1]), 0.0


def run(servo, static_ratio, coulomb_torque):
    """Steps against and with the load, and the largest error in rad."""
    servo.start(static_ratio, coulomb_torque)
    steps, before, largest = {1: 0, -1: 0}, 0, 0.0
    for index in range(round(COMMAND[-1][0] / STEP)):
        time = index * STEP
        if abs(time - LOADED) < STEP / 2:
            servo.set(load_torque=LOAD)
        servo.command(*command(time))
        servo.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=STEP)
        regime, error = servo.state()
        # A step ends where a motion in the direction of the ramp comes to rest; the give at the load step is none.
        way = 1 if time < COMMAND[2][0] else -1
        if regime == 0 and before == way and time > 0.2:
            steps[way] += 1
        before, largest = regime, max(largest, abs(error))
    return steps[1], steps[-1], largest


def bar(share):
    """A progress bar on standard error, where that is a terminal."""
    if sys.stderr.isatty():
        filled = round(40 * share)
        print(f"[{'#' * filled}{'.' * (40 - filled)}] {share:4.0%}", end="\r" if share < 1 else "\n", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fmus", type=Path, default=Path("target/fmu"), help="folder of the FMUs")
    parser.add_argument("--servo", type=Path, help="another FMU with the variables of ServoActuator; nothing is then asserted")
    parser.add_argument("-o", "--output", type=Path, default=Path("study.csv"), help="file for the results")
    parser.add_argument("--quick", action="store_true", help="a small grid")
    arguments = parser.parse_args()
    ratios = [1.0, 1.7] if arguments.quick else [1.0, 1.2, 1.4, 1.55, 1.7, 1.85, 2.0]
    levels = [2500.0] if arguments.quick else [1000.0, 1750.0, 2500.0, 3250.0, 4000.0]
    cases = [(ratio, level) for level in levels for ratio in ratios]
    servo, rows = Servo(arguments.servo or arguments.fmus / "ServoActuator.fmu"), []
    for number, case in enumerate(cases, 1):
        rows.append((*case, *run(servo, *case)))
        bar(number / len(cases))
    servo.close()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    with arguments.output.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["static_ratio", "coulomb_torque", "steps_against", "steps_with", "largest_error"])
        writer.writerows(rows)
    print("static ratio   Coulomb torque, N.m   steps against the load   with the load   largest error, deg")
    for ratio, level, against, with_load, error in rows:
        print(f"{ratio:12.2f} {level:21.0f} {against:24d} {with_load:15d} {degrees(error):20.10f}")
    if arguments.servo:
        return
    check({(ratio, level): steps for ratio, level, *steps, _ in rows})


def check(steps):
    """What the report states of Fig 16; and without stiction there is nothing to step."""
    if steps[1.7, 2500.0] != [34, 12]:
        raise SystemExit(f"Fig 16 has 34 and 12 steps, not {steps[1.7, 2500.0]}")
    if steps[1.0, 2500.0] != [0, 0]:
        raise SystemExit(f"without stiction it makes {steps[1.0, 2500.0]} steps")


if __name__ == "__main__":
    main()
