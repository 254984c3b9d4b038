"""FMPy with FMI 3.0: static validation, Co-Simulation with and without event mode, Model Exchange with CVode."""

import csv
import math
import shutil
import subprocess
import zipfile
from contextlib import contextmanager
from pathlib import Path

import fmpy
import numpy as np
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu
from lxml import etree

from . import layered_standard, model_exchange, reference, with_fmpy
from .experiment import grid
from .task import run
from .with_fmpy import CVODE_TOLERANCE, MODELS, STEP

FIGURES = (6, 16)
# Where event mode ends a step it begins anew at another time than FMI 2.0 has it: rounding of the integration.
ROUNDING = 1e-12
# The digits that a located instant has.
INSTANT = 1e-11


def rows(setting):
    """All tasks of FMPy with FMI 3.0."""

    def row(task, action, *limits, tolerance=""):
        return run("FMPy", "fmpy", f"FMI 3.0: {task}", lambda: action(setting), *limits, tolerance=tolerance)

    return [
        row("validate, 3 FMUs with their terminals and layered standard", _validate),
        # Inputs that are constant between events: its own loop holds them, as they are.
        row("the FMU's own experiments p4 and lugre_10 (FMI-LS-REF), share of what is accepted", _experiments, 1.0, "1"),
        # 1e-8 deg, the digits that the reference has.
        row("CS with intermediate update, figs 6 7 9 11 12 14 16", _figures, math.radians(1e-8), "rad"),
        row("CS by simulate_fmu, inputs held over 1 ms, fig 6, against FMI 2.0", _held, 0.0, "rad"),
        row("event mode and early return: instants of figs 6, 16, against FMI 2.0", _instants, INSTANT, "s"),
        row("event mode and early return: position, figs 6, 16, against FMI 2.0", _positions, ROUNDING, "rad"),
        row("event mode by simulate_fmu, inputs held over 1 ms, fig 6", _own_event_mode, 2e-5, "rad"),
        row(
            "ME with CVode against CS of FMI 2.0, figs 6, 16",
            _exchange,
            1e-6,
            "rad",
            tolerance=f"{CVODE_TOLERANCE:g}",
        ),
    ]


def _validate(setting):
    schemas = Path(fmpy.__file__).parent / "schema" / "fmi3"
    schema = etree.XMLSchema(file=str(schemas / "fmi3TerminalsAndIcons.xsd"))
    problems = []
    for model in MODELS:
        path = setting.fmu3(model)
        problems += [f"{model}: {text}" for text in validate_fmu(str(path))]
        problems += layered_standard.problems(path)
        with zipfile.ZipFile(path) as archive:
            terminals = etree.fromstring(archive.read("terminalsAndIcons/terminalsAndIcons.xml"))
        if not schema.validate(terminals):
            problems.append(f"{model}: {schema.error_log}")
    if problems:
        raise ValueError("; ".join(problems))


def _experiments(setting):
    return max(
        layered_standard.largest_share(setting.fmu3("MotionTransmission"), ["p4"]),
        layered_standard.largest_share(setting.fmu3("HydraulicActuator")),
    )


class Slave:
    """An instance for Co-Simulation that gets its inputs inside each step, at the first communication point."""

    def __init__(self, path, folder, experiment, event_mode):
        description = fmpy.read_model_description(path)
        self.references = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.clocks = [variable.valueReference for variable in description.modelVariables if variable.type == "Clock"]
        self.inputs = [self.references[name] for name in experiment.inputs]
        self.experiment = experiment
        self.event_mode = event_mode
        self.fmu = FMU3Slave(
            guid=description.guid,
            unzipDirectory=folder,
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName="slave",
        )
        self.fmu.instantiate(
            eventModeUsed=event_mode,
            earlyReturnAllowed=event_mode,
            intermediateUpdate=self._update,
            requiredIntermediateVariables=self.inputs,
        )
        names = list(experiment.parameters)
        self.fmu.setFloat64([self.references[name] for name in names], [experiment.parameters[name] for name in names])
        self.fmu.enterInitializationMode(startTime=0.0, stopTime=experiment.stop)
        self.fmu.setFloat64(self.inputs, experiment.rows[0][1:])
        self.fmu.exitInitializationMode()
        if event_mode:
            self.settle()

    def _update(self, _environment, _time, is_asked, _may_get, _is_finished, _can_return, requested, _until):
        """Inputs at the end of the step, where they are asked for."""
        requested[0] = False
        if is_asked:
            self.fmu.setFloat64(self.inputs, self.at_end)

    def step(self, start, end):
        """One step; yields the time of each event and the clocks that tick there.

        Inputs that step or bend do so in event mode, where it is used.
        """
        if self.event_mode and start in self.experiment.breaks() and start > 0.0:
            self.fmu.enterEventMode()
            self.fmu.setFloat64(self.inputs, self.experiment.line(start, end)[0])
            yield start, self.settle()
        while start < end:
            values, slopes = self.experiment.line(start, end)
            self.at_end = [value + slope * (end - start) for value, slope in zip(values, slopes)]
            self.fmu.setFloat64(self.inputs, values)
            is_event, _, is_early, reached = self.fmu.doStep(start, end - start)
            start = reached if is_early else end
            if is_event:
                self.fmu.enterEventMode()
                yield start, self.settle()

    def settle(self):
        """Event iteration; the clocks that ticked. Leaves the instance in step mode."""
        ticked = set()
        for _ in range(10):
            ticked |= {clock for clock, ticks in zip(self.clocks, self.fmu.getClock(self.clocks)) if ticks}
            if not self.fmu.updateDiscreteStates()[0]:
                self.fmu.enterStepMode()
                return ticked
        raise RuntimeError("the event iteration does not settle in 10 passes")

    def position(self):
        """The output `position`."""
        return self.fmu.getFloat64([self.references["position"]])[0]


@contextmanager
def _slave(setting, experiment, event_mode=False):
    path = str(setting.fmu3("ServoActuator"))
    folder = fmpy.extract(path)
    try:
        slave = Slave(path, folder, experiment, event_mode)
        yield slave
        slave.fmu.terminate()
        slave.fmu.freeInstance()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _simulate(setting, experiment, event_mode=False):
    """[(time, position)] and [(time, clocks)] of the events."""
    with _slave(setting, experiment, event_mode) as slave:
        found, events = [(0.0, slave.position())], []
        points = with_fmpy._points(experiment)
        for start, end in zip(points, points[1:]):
            events += slave.step(start, end)
            found.append((end, slave.position()))
    return found, events


def _figures(setting):
    deviations = []
    for figure in reference.SERVO_FIGURES:
        found, _ = _simulate(setting, setting.experiment(f"fig{figure:02d}"))
        deviations.append(reference.largest_deviation(found, reference.servo(figure)))
    return max(deviations)


def _held(setting):
    """FMPy's own loop with both versions: the same calls must have the same bits."""
    two, three = (_held_run(setting, fmu("ServoActuator")) for fmu in (setting.fmu, setting.fmu3))
    return max(abs(a - b) for (_, a), (_, b) in zip(two, three, strict=True))


def _own_event_mode(setting):
    found = _held_run(setting, setting.fmu3("ServoActuator"), early_return_allowed=True, use_event_mode=True)
    return reference.largest_deviation(found, reference.servo(6))


def _held_run(setting, fmu, **options):
    experiment = setting.experiment("fig06")
    points = grid(experiment.stop, STEP)
    pieces = [(pair, experiment.held(pair[0], STEP)) for pair in zip(points, points[1:])]
    rows = [(time, *values) for pair, values in pieces for time in pair]
    result = fmpy.simulate_fmu(
        str(fmu),
        fmi_type="CoSimulation",
        stop_time=experiment.stop,
        output_interval=STEP,
        start_values=experiment.parameters,
        input=np.array(rows, dtype=[(name, float) for name in ("time", *experiment.inputs)]),
        output=["position"],
        **options,
    )
    return list(zip(result["time"].tolist(), result["position"].tolist()))


def _instants(setting):
    """Every event of FMI 2.0's log is the end of a step, with the clock of its kind, and there is no other."""
    return max(_instants_of(setting, f"fig{figure:02d}") for figure in FIGURES)


def _instants_of(setting, figure):
    clocks = {"breakaway": 8193, "stop": 8194, "end_stop": 8195}
    # The one at the start belongs to the initialization.
    expected = [(time, clocks[kind]) for time, kind in _logged(setting, figure) if time > 0.0 and kind in clocks]
    _, events = _simulate(setting, setting.experiment(figure), event_mode=True)
    found = [(time, clock) for time, ticked in events for clock in sorted(ticked)]
    if [clock for _, clock in found] != [clock for _, clock in expected]:
        raise ValueError(f"{figure}: {len(found)} ticks of clocks for {len(expected)} events")
    return max(abs(one - other) for (one, _), (other, _) in zip(found, expected))


def _logged(setting, figure):
    """(time, kind) of the events that `fmu-pack run` of the FMI 2.0 FMU tells."""
    path = setting.folder("events") / f"{figure}.csv"
    command = [setting.fmu_pack, "run", setting.fmu("ServoActuator"), "--scenario", figure, "--events", path]
    subprocess.run(command, check=True, capture_output=True)
    with open(path, newline="") as file:
        return [(float(row["time"]), row["event"]) for row in csv.DictReader(file)]


def _positions(setting):
    deviations = []
    for figure in FIGURES:
        experiment = setting.experiment(f"fig{figure:02d}")
        found, _ = _simulate(setting, experiment, event_mode=True)
        expected = with_fmpy._co_simulation(setting, experiment)
        deviations += [abs(a - b) for (_, a), (_, b) in zip(found, expected, strict=True)]
    return max(deviations)


def _exchange(setting):
    deviations = []
    for figure in FIGURES:
        experiment = setting.experiment(f"fig{figure:02d}")
        expected = with_fmpy._co_simulation(setting, experiment)
        other = {round(time * 1000): position for time, position in expected}
        path = str(setting.fmu3("ServoActuator"))
        folder = fmpy.extract(path)
        try:
            model = model_exchange.FollowingModelOfFmi3(folder, fmpy.read_model_description(path), experiment)
            found = list(model_exchange.integrate(model, CVODE_TOLERANCE, grid(experiment.stop, STEP)))
            model.free()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        deviations.append(reference.largest_deviation(found, other))
    return max(deviations)
