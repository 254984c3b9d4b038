"""Two servoactuators on one control surface, coupled by libcosim: how much do they fight each other?

Each servo drives the surface through a stiff rod. Where one is rigged a little off, it pulls against the other, and
what remains of that at rest depends on the friction in the actuators: a self-locking one keeps what it had when it
stopped.

    cargo run --release -p fmu-pack -- build -o target/fmu
    pip install libcosimpy fmpy
    python examples/libcosim/force_fight.py --fmus target/fmu

With an actuator of your own, which has the inputs and outputs of ServoActuator:

    python examples/libcosim/force_fight.py --servo Rudder.fmu --surface-inertia 2 --hinge-moment 500 --rod 2e5 --step 2e-4
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

TRANSMISSIONS = {
    "reversible": {},
    "self-locking": {"friction.efficiency_opposing": 0.92, "friction.efficiency_aiding": -0.2},
}
NEEDED = {"command", "load_torque", "supply_pressure", "position", "velocity", "friction_regime"}
SURFACE = {
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

    def real(self, name):
        return self.observer.last_real_values(self.index, [self.references[name]])[0]

    def regime(self):
        return self.observer.last_integer_values(self.index, [self.references["friction_regime"]])[0]


def fight(plant, transmission, rigging, progress):
    """Half the difference of the rods' torques over time, for a step of the command at 0.2 s and back at half time."""
    execution, stop = CosimExecution.from_step_size(round(plant.step * 1e9)), plant.stop
    manipulator, observer = CosimManipulator.create_override(), CosimObserver.create_last_value()
    arguments = execution, manipulator, observer
    servos = [Part(*arguments, plant.servo, name, transmission) for name in ("left", "right")]
    surface = Part(*arguments, plant.fmus / "MotionTransmission.fmu", "surface", surface_parameters(plant))
    execution.add_manipulator(manipulator)
    execution.add_observer(observer)
    history, torques = [], [0.0, 0.0]
    for step in range(round(stop / plant.step)):
        time = step * plant.step
        command = radians(plant.command) if 0.2 <= time < stop / 2 else 0.0
        for servo, offset, torque in zip(servos, (0.0, rigging), torques):
            servo.give(command=command + offset, load_torque=torque, supply_pressure=plant.supply_pressure)
        surface.give(motor_torque=sum(torques), load_torque=plant.hinge_moment)
        if not execution.step():
            raise SystemExit(f"libcosim stopped at {time} s")
        torques = [plant.rod * (servo.real("position") - surface.real("position")) for servo in servos]
        history.append((time + plant.step, (torques[1] - torques[0]) / 2, sum(torques), surface.real("position")))
        progress(len(history) * plant.step / stop)
    parts = (*servos, surface)
    return history, all(part.regime() == 0 for part in parts), max(abs(part.real("velocity")) for part in parts)


def surface_parameters(plant):
    """Friction and damping of the hinge are in proportion to the rods and the air loads."""
    friction = plant.hinge_moment / 120
    return SURFACE | {
        "inertia": plant.surface_inertia,
        "viscous_coefficient": 1e-3 * plant.rod,
        "friction.coulomb_torque": friction,
    }


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
    parser.add_argument("--servo", type=Path, help="another FMU with the variables of ServoActuator")
    parser.add_argument("--command", type=float, default=1.0, help="step of the command, in deg")
    parser.add_argument("--supply-pressure", type=float, default=26e6, help="in Pa")
    parser.add_argument("--hinge-moment", type=float, default=60e3, help="air loads on the surface, in N.m")
    parser.add_argument("--rod", type=float, default=2e7, help="stiffness of a rod, in N.m/rad")
    parser.add_argument("--surface-inertia", type=float, default=200.0, help="in kg.m2; on both rods it swings at 70 Hz")
    parser.add_argument("--step", type=float, default=2e-4, help="communication step, in s")
    parser.add_argument("--stop", type=float, help="end, in s; 3 s if not given")
    parser.add_argument("--quick", action="store_true", help="a short run")
    arguments = parser.parse_args()
    log_output_level(CosimLogLevel.ERROR)
    arguments.servo = arguments.servo or arguments.fmus / "ServoActuator.fmu"
    arguments.stop = arguments.stop or (1.6 if arguments.quick else 3.0)
    missing = NEEDED - {variable.name for variable in fmpy.read_model_description(str(arguments.servo)).modelVariables}
    if missing:
        raise SystemExit(f"{arguments.servo} has no variable {', '.join(sorted(missing))}; it needs those of ServoActuator")
    print("transmission   rigging, deg   largest fight, N.m   fight in the end, N.m   surface, deg   in the end")
    for name, transmission in transmissions(arguments.servo).items():
        at_rest = [settled(arguments, name, transmission, rigging) for rigging in (0.0, 0.02, 0.05)]
        # Equal actuators with equal commands do the same to the last bit.
        if at_rest[0] != 0.0 or not abs(at_rest[1]) < abs(at_rest[2]):
            raise SystemExit(f"the fight does not grow with the rigging error: {at_rest}")


def transmissions(servo):
    """Those that can be set; an actuator with frozen efficiencies is run as it is."""
    causality = {variable.name: variable.causality for variable in fmpy.read_model_description(str(servo)).modelVariables}
    can_be_set = all(causality.get(name) == "parameter" for name in TRANSMISSIONS["self-locking"])
    return TRANSMISSIONS if can_be_set else {"as it is": {}}


def settled(plant, name, transmission, rigging):
    """The fight in the end, after a line of the table."""
    history, is_at_rest, speed = fight(plant, transmission, radians(rigging), bar(f"{name}, {rigging:.2f} deg"))
    largest = max(abs(row[1]) for row in history)
    _, last, total, position = history[-1]
    # A law that creeps or has bristles only approaches rest; how near it is tells its speed.
    state = "at rest" if is_at_rest else f"moving at {degrees(speed):.2e} deg/s"
    print(f"{name:12} {rigging:14.2f} {largest:20.10g} {last:23.10g} {degrees(position):14.10f}   {state}")
    if speed > radians(0.01 * plant.command):
        raise SystemExit(f"the system still moves at {degrees(speed)} deg/s in the end; a longer --stop lets it settle")
    # At rest the rods carry the air loads, up to what the hinge's friction holds.
    held = 1.2 * surface_parameters(plant)["friction.coulomb_torque"]
    if abs(total - plant.hinge_moment) > held:
        raise SystemExit(f"the rods carry {total} N.m of {plant.hinge_moment} N.m; the hinge holds {held} N.m at most")
    return last


if __name__ == "__main__":
    main()
