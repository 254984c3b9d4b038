"""ecos: steps FMUs from a pool of threads; connections and inputs by name."""

import csv
import os
import stat
import subprocess
from pathlib import Path

from . import coupled, held, reference
from .experiment import grid
from .task import run


def rows(setting):
    """All tasks of ecospy."""

    def row(task, action, *limits):
        return run("ecospy", "ecospy", task, lambda: action(setting), *limits)

    return [
        row("fig 6, inputs held over 0.1 ms", _figure, held.FIGURE_ALLOWED, "rad"),
        row("P3_rev, inputs held over 0.1 ms", _transmission, held.TRANSMISSION_ALLOWED, "rad"),
        row("two coupled hydraulic actuators, 1 ms", _coupled, coupled.SECOND_ALLOWED, "m"),
        row("the same as an SSP file", _coupled_ssp, coupled.SECOND_ALLOWED, "m"),
        # The start values: nothing moves the transmission, whose position must stay exactly 0.
        row("command line, transmission at rest", _command_line, 0.0, "rad"),
    ]


def _library():
    """Imported late: it needs libtbb12 of the system, and without it only its own rows may fail."""
    import ecospy

    return ecospy


def _simulation(structure, step):
    simulation = _library().EcosSimulation(structure=structure, step_size=step)
    simulation.init(parameter_set="start")
    return simulation


def _structure(setting, models, parameters):
    structure = _library().EcosSimulationStructure()
    for name, model in models.items():
        structure.add_model(name, str(setting.fmu(model)))
    if not structure.add_parameter_set("start", parameters):
        raise RuntimeError("ecos refused the parameters")
    return structure


def _single(setting, model, experiment, use):
    """What `use` makes of the positions, while ecos still has the FMU."""
    start = {**experiment.parameters, **dict(zip(experiment.inputs, experiment.rows[0][1:]))}
    parameters = {f"actuator::{name}": value for name, value in start.items()}
    with _structure(setting, {"actuator": model}, parameters) as structure:
        with _simulation(structure, held.STEP) as simulation:

            def advance(values, _start, _step):
                for name, value in zip(experiment.inputs, values):
                    simulation.set_real(f"actuator::{name}", value)
                simulation.step()

            return use(held.simulate(experiment, advance, lambda: simulation.get_real("actuator::position")))


def _figure(setting, tell=float):
    def use(found):
        return tell(reference.largest_deviation(found, reference.servo(6)))

    return _single(setting, "ServoActuator", setting.experiment("fig06"), use)


def _transmission(setting, tell=float):
    def use(found):
        return tell(reference.largest_deviation(found, reference.transmission()))

    return _single(setting, "MotionTransmission", setting.experiment("p3_rev"), use)


def _coupled(setting):
    parameters = {f"{name}::{key}": value for name, of in coupled.PARAMETERS.items() for key, value in of.items()}
    models = {name: coupled.MODEL for name in coupled.PARAMETERS}
    with _structure(setting, models, parameters) as structure:
        structure.make_real_connection(f"first::{coupled.OUTPUT}", f"second::{coupled.INPUT}")
        with _simulation(structure, coupled.STEP) as simulation:
            return _observed(simulation)


def _coupled_ssp(setting):
    path = coupled.write_ssp(setting, setting.folder("ecos") / "coupled.ssp")
    with _library().EcosSimulation(ssp_path=str(path), step_size=coupled.STEP) as simulation:
        simulation.init(parameter_set="start")
        return _observed(simulation)


def _observed(simulation):
    found = {name: [] for name in coupled.PARAMETERS}
    for time in grid(coupled.STOP, coupled.STEP):
        if time > 0.0:
            simulation.step()
        for name, positions in found.items():
            positions.append((time, simulation.get_real(f"{name}::position")))
    return coupled.deviation(found["first"], found["second"])


def _command_line(setting):
    binary = Path(_library().__file__).parent / "binaries" / "ecos"
    # The wheel forgets the execute permission.
    os.chmod(binary, binary.stat().st_mode | stat.S_IXUSR)
    folder = setting.folder("ecos-command-line")
    command = [binary, "simulate", "--path", setting.fmu("MotionTransmission"), "--stepSize", "0.001", "--stopTime", "2"]
    subprocess.run(command, check=True, cwd=folder, capture_output=True, timeout=60)
    return max(abs(position) for path in folder.glob("**/*.csv") for position in _csv_positions(path))


def _csv_positions(path):
    with open(path, newline="") as file:
        for row in csv.DictReader(file, skipinitialspace=True):
            yield from (float(value) for name, value in row.items() if name and name.split("[")[0].endswith("position"))
