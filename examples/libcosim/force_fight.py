"""Two servoactuators on one control surface, coupled by libcosim: how much do they fight each other?

Each servo drives the surface through a stiff rod. Where one is rigged a little off, it pulls against the other, and
what remains of that at rest depends on the friction in the actuators: a self-locking one keeps what it had when it
stopped.

    cargo run --release -p fmu-pack -- build -o target/fmu
    pip install libcosimpy fmpy
    python examples/libcosim/force_fight.py --fmus target/fmu
"""

import argparse
import sys
from math import degrees, radians
from pathlib import Path

import fmpy
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimManipulator import CosimManipulator
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

ROD = 2e7  # N.m/rad
STEP = 2e-4  # s: the surface swings on both rods at 70 Hz
HINGE_MOMENT = 60e3  # N.m, air loads on the surface
TRANSMISSIONS = {
    "reversible": {},
    "self-locking": {"friction.efficiency_opposing": 0.92, "friction.efficiency_aiding": -0.2},
}
SURFACE = {
    "inertia": 200.0,
    "viscous_coefficient": 2e4,
    "friction.coulomb_torque": 500.0,
    "friction.static_ratio": 1.2,
    "friction.efficiency_opposing": 1.0,
    "friction.efficiency_aiding": 1.0,
}


class Part:
    """One FMU in the execution, by names instead of value references."""

    def __init__(self, execution, manipulator, observer, fmu, name, parameters):
        self.manipulator, self.observer = manipulator, observer
        description = fmpy.read_model_description(str(fmu))
        self.references = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.index = execution.add_local_slave(CosimLocalSlave(str(fmu), name))
        if self.index < 0:
            raise SystemExit(f"libcosim does not take {fmu}")
        for parameter, value in parameters.items():
            execution.real_initial_value(self.index, self.references[parameter], value)

    def give(self, **inputs):
        references = [self.references[name] for name in inputs]
        self.manipulator.slave_real_values(self.index, references, list(inputs.values()))

    def position(self):
        return self.observer.last_real_values(self.index, [self.references["position"]])[0]

    def regime(self):
        return self.observer.last_integer_values(self.index, [self.references["friction_regime"]])[0]


def fight(fmus, transmission, rigging, stop, progress):
    """Half the difference of the rods' torques over time, for a step to 1 deg at 0.2 s and back at half time."""
    execution = CosimExecution.from_step_size(round(STEP * 1e9))
    manipulator, observer = CosimManipulator.create_override(), CosimObserver.create_last_value()
    arguments = execution, manipulator, observer
    servos = [Part(*arguments, fmus / "ServoActuator.fmu", name, transmission) for name in ("left", "right")]
    surface = Part(*arguments, fmus / "MotionTransmission.fmu", "surface", SURFACE)
    execution.add_manipulator(manipulator)
    execution.add_observer(observer)
    history, torques = [], [0.0, 0.0]
    for step in range(round(stop / STEP)):
        time = step * STEP
        command = radians(1.0) if 0.2 <= time < stop / 2 else 0.0
        for servo, offset, torque in zip(servos, (0.0, rigging), torques):
            servo.give(command=command + offset, load_torque=torque, supply_pressure=26e6)
        surface.give(motor_torque=sum(torques), load_torque=HINGE_MOMENT)
        if not execution.step():
            raise SystemExit(f"libcosim stopped at {time} s")
        torques = [ROD * (servo.position() - surface.position()) for servo in servos]
        history.append((time + STEP, (torques[1] - torques[0]) / 2, sum(torques), surface.position()))
        progress(len(history) * STEP / stop)
    at_rest = all(part.regime() == 0 for part in (*servos, surface))
    return history, at_rest


def bar(label):
    """A progress bar on standard error, where that is a terminal."""

    def show(share):
        if sys.stderr.isatty():
            filled = round(30 * share)
            end = "\r" if share < 1 else "\n"
            print(f"{label} [{'#' * filled}{'.' * (30 - filled)}] {share:4.0%}", end=end, file=sys.stderr)

    return show


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fmus", type=Path, default=Path("target/fmu"), help="folder of the FMUs")
    parser.add_argument("--quick", action="store_true", help="a short run")
    arguments = parser.parse_args()
    log_output_level(CosimLogLevel.ERROR)
    stop = 1.6 if arguments.quick else 3.0
    print("transmission   rigging, deg   largest fight, kN.m   fight at rest, kN.m   surface, deg")
    for name, transmission in TRANSMISSIONS.items():
        at_rest = [settled(arguments.fmus, name, transmission, rigging, stop) for rigging in (0.0, 0.02, 0.05)]
        # Equal actuators with equal commands do the same to the last bit.
        if at_rest[0] != 0.0 or not abs(at_rest[1]) < abs(at_rest[2]):
            raise SystemExit(f"the fight does not grow with the rigging error: {at_rest}")


def settled(fmus, name, transmission, rigging, stop):
    """The fight at rest, after a line of the table."""
    history, is_at_rest = fight(fmus, transmission, radians(rigging), stop, bar(f"{name}, {rigging:.2f} deg"))
    largest = max(abs(row[1]) for row in history)
    _, last, total, position = history[-1]
    print(f"{name:12} {rigging:14.2f} {largest / 1e3:21.2f} {last / 1e3:21.2f} {degrees(position):14.4f}")
    if not is_at_rest:
        raise SystemExit("the system is not at rest in the end")
    # At rest the rods carry the air loads, up to what the hinge's friction holds.
    if abs(total - HINGE_MOMENT) > 1.2 * 500.0:
        raise SystemExit(f"the rods carry {total} N.m of {HINGE_MOMENT} N.m")
    return last


if __name__ == "__main__":
    main()
