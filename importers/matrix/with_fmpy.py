"""FMPy: static validation, Co-Simulation, Model Exchange with CVode, FMU state, directional derivatives."""

import math
import shutil
from contextlib import contextmanager

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Slave
from fmpy.validation import validate_fmu

from . import directional, layered_standard, model_exchange, reference
from .experiment import grid
from .task import run

MODELS = ("HydraulicActuator", "MotionTransmission", "ServoActuator")
FIGURES = range(6, 18)
STEP = 1e-3
# CVode's tolerance for the comparison with Co-Simulation: its error adds up over some thousand steps.
CVODE_TOLERANCE = 1e-9
# CVode's tolerance where the held inputs limit the result anyway.
HELD_TOLERANCE = 1e-6
# What moves each FMU, and how much.
SINES = {
    "HydraulicActuator": ("force", 1500.0),
    "MotionTransmission": ("motor_torque", 9e3),
    "ServoActuator": ("command", 0.05),
}
# A communication point of fig 6 at which the actuator slides at a constant rate.
SLIDING = 0.25


def rows(setting):
    """All tasks of FMPy."""

    def row(task, action, *limits, tolerance=""):
        return run("FMPy", "fmpy", task, lambda: action(setting), *limits, tolerance=tolerance)

    return [
        row("validate, 3 FMUs", _validate),
        # 1e-8 deg, the digits that the reference has.
        row("CS with input derivatives, figs 6 7 9 11 12 14 16", _figures, math.radians(1e-8), "rad"),
        row("ME with CVode against CS, figs 6 to 17", _exchange, 1e-6, "rad", tolerance=f"{CVODE_TOLERANCE:g}"),
        # Inputs that are held miss what happens inside a step: second order, 1e-5 rad at 1 ms, in both kinds.
        row("CS by simulate_fmu, inputs held over 1 ms, fig 6", lambda s: _held(s, "CoSimulation"), 2e-5, "rad"),
        row(
            "ME by simulate_fmu, inputs held over 1 ms, fig 6",
            lambda s: _held(s, "ModelExchange"),
            2e-5,
            "rad",
            tolerance=f"{HELD_TOLERANCE:g}",
        ),
        # Derivatives that see old inputs and a tolerance of 1e-4 or 1e-3: some per cent of the motion. It comes to its end, with the
        # events of Co-Simulation.
        row("ME by simulate_fmu with its defaults, sine, 3 FMUs", _by_default, 0.1, "of the motion", tolerance="default"),
        # Whether it comes to its end: small commands keep the valve at work while the body rests.
        row("ME by simulate_fmu with its defaults, 12 sines of the servo", _ends, 0.0, "failures", tolerance="default"),
        row("FMU state saved, serialised, restored at 0.5 s of fig 6", _restored, 0.0, "rad"),
        # A central difference of linear equations: its own rounding error is below 1e-9.
        row("directional derivatives against differences, CS and ME", _directional, 1e-8, ""),
    ]


def _validate(setting):
    problems = [f"{model}: {text}" for model in MODELS for text in validate_fmu(str(setting.fmu(model)))]
    # FMI 2.0 has no place for the layered standard but extra/, which must do no harm.
    problems += [text for model in MODELS for text in layered_standard.problems(setting.fmu(model))]
    if problems:
        raise ValueError("; ".join(problems))


@contextmanager
def _slave(setting, experiment, model="ServoActuator"):
    """A slave at the first communication point with the experiment's parameters; its variables by name."""
    path = str(setting.fmu(model))
    description = fmpy.read_model_description(path)
    references = {variable.name: variable.valueReference for variable in description.modelVariables}
    folder = fmpy.extract(path)
    slave = FMU2Slave(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="slave",
    )
    try:
        slave.instantiate()
        slave.setupExperiment(startTime=0.0, stopTime=experiment.stop)
        slave.setReal([references[name] for name in experiment.parameters], list(experiment.parameters.values()))
        slave.enterInitializationMode()
        slave.setReal([references[name] for name in experiment.inputs], experiment.rows[0][1:])
        slave.exitInitializationMode()
        yield slave, references
        slave.terminate()
        slave.freeInstance()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _step(slave, references, experiment, start, end):
    """One step with values and derivatives of the inputs."""
    inputs = [references[name] for name in experiment.inputs]
    values, slopes = experiment.line(start, end)
    slave.setReal(inputs, values)
    slave.setRealInputDerivatives(inputs, [1] * len(inputs), slopes)
    slave.doStep(start, end - start)


def _points(experiment, step=STEP):
    """Communication points: the grid, and the break points that are not on it."""
    points = set(grid(experiment.stop, step))
    off_grid = (t for t in experiment.breaks() if abs(t - round(t / step) * step) > 1e-12)
    return sorted(points | set(off_grid))


def _co_simulation(setting, experiment):
    """[(time, position)] of Co-Simulation with input derivatives."""
    with _slave(setting, experiment) as (slave, references):
        position = [references["position"]]
        found = [(0.0, slave.getReal(position)[0])]
        points = _points(experiment)
        for start, end in zip(points, points[1:]):
            _step(slave, references, experiment, start, end)
            found.append((end, slave.getReal(position)[0]))
    return found


def _figures(setting):
    deviations = []
    for figure in reference.SERVO_FIGURES:
        found = _co_simulation(setting, setting.experiment(f"fig{figure:02d}"))
        deviations.append(reference.largest_deviation(found, reference.servo(figure)))
    return max(deviations)


def _held(setting, kind):
    """Fig 6 by FMPy's own loop, the inputs held over each step."""
    experiment = setting.experiment("fig06")
    points = grid(experiment.stop, STEP)
    pieces = [(pair, experiment.held(pair[0], STEP)) for pair in zip(points, points[1:])]
    rows = [(time, *values) for pair, values in pieces for time in pair]
    result = fmpy.simulate_fmu(
        str(setting.fmu("ServoActuator")),
        fmi_type=kind,
        stop_time=experiment.stop,
        relative_tolerance=HELD_TOLERANCE,
        output_interval=STEP,
        record_events=False,
        start_values=experiment.parameters,
        input=np.array(rows, dtype=[(name, float) for name in ("time", *experiment.inputs)]),
        output=["position"],
    )
    found = list(zip(result["time"].tolist(), result["position"].tolist()))
    return reference.largest_deviation(found, reference.servo(6))


def _by_default(setting):
    """Largest deviation of Model Exchange from Co-Simulation, over the largest motion, under a sine and with nothing said."""
    deviations = []
    for model, (name, amplitude) in SINES.items():
        times = np.array(grid(2.0, STEP))
        rows = [(time, amplitude * math.sin(2.0 * math.pi * time)) for time in times]
        given = {"stop_time": 2.0, "output_interval": STEP, "output": ["position", "event_count"]}
        given["input"] = np.array(rows, dtype=[("time", float), (name, float)])
        path = str(setting.fmu(model))
        exchange = fmpy.simulate_fmu(path, fmi_type="ModelExchange", record_events=False, **given)
        other = fmpy.simulate_fmu(path, fmi_type="CoSimulation", **given)
        if exchange["event_count"][-1] != other["event_count"][-1]:
            raise ValueError(f"{model}: {exchange['event_count'][-1]} events instead of {other['event_count'][-1]}")
        motion = np.interp(exchange["time"], other["time"], other["position"])
        deviations.append(np.max(np.abs(exchange["position"] - motion)) / np.max(np.abs(motion)))
    return max(deviations)


def _ends(setting):
    """Number of sines, of several sizes and frequencies, under which CVode gives up where nothing is said."""
    path = str(setting.fmu("ServoActuator"))
    times = np.array(grid(2.0, STEP))
    failures = 0
    for amplitude in (0.002, 0.02, 0.1):
        for frequency in (0.3, 1.0, 2.0, 5.0):
            rows = [(time, amplitude * math.sin(2.0 * math.pi * frequency * time)) for time in times]
            given = np.array(rows, dtype=[("time", float), ("command", float)])
            try:
                fmpy.simulate_fmu(path, fmi_type="ModelExchange", input=given, stop_time=2.0, output_interval=0.01)
            except RuntimeError:
                failures += 1
    return failures


def _exchange(setting):
    deviations = []
    for figure in FIGURES:
        experiment = setting.experiment(f"fig{figure:02d}")
        other = {round(time * 1000): position for time, position in _co_simulation(setting, experiment)}
        with _model(setting, experiment) as model:
            found = list(model_exchange.integrate(model, CVODE_TOLERANCE, grid(experiment.stop, STEP)))
        deviations.append(reference.largest_deviation(found, other))
    return max(deviations)


def _restored(setting):
    """The rest of fig 6 from a state that went through bytes, in another instance, against the run itself."""
    experiment = setting.experiment("fig06")
    points = _points(experiment)
    half = points.index(0.5)
    with _slave(setting, experiment) as (one, references):
        position = [references["position"]]
        for start, end in zip(points[:half], points[1:]):
            _step(one, references, experiment, start, end)
        state = one.getFMUstate()
        serialised = one.serializeFMUstate(state)
        one.freeFMUstate(state)
        with _slave(setting, experiment) as (other, _):
            state = other.deSerializeFMUstate(serialised)
            other.setFMUstate(state)
            other.freeFMUstate(state)
            difference = abs(one.getReal(position)[0] - other.getReal(position)[0])
            for start, end in zip(points[half:], points[half + 1 :]):
                for slave in (one, other):
                    _step(slave, references, experiment, start, end)
                difference = max(difference, abs(one.getReal(position)[0] - other.getReal(position)[0]))
    return difference


def _directional(setting):
    """Largest relative error of both kinds of simulation."""
    experiment = setting.experiment("fig06")
    points = _points(experiment)
    points = points[: points.index(SLIDING) + 1]
    with _slave(setting, experiment) as (slave, references):
        for start, end in zip(points, points[1:]):
            _step(slave, references, experiment, start, end)
        in_co_simulation = directional.of_inputs(slave, references)
    with _model(setting, experiment) as model:
        list(model_exchange.integrate(model, CVODE_TOLERANCE, [SLIDING]))
        in_exchange = directional.of_states(model.fmu, model.references, model.description)
    return max(in_co_simulation, in_exchange)


@contextmanager
def _model(setting, experiment):
    """An instance for Model Exchange at the start of the experiment."""
    path = str(setting.fmu("ServoActuator"))
    folder = fmpy.extract(path)
    model = model_exchange.FollowingModel(folder, fmpy.read_model_description(path), experiment)
    try:
        yield model
        model.free()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
