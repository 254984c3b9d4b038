"""libcosim, DNV's and SINTEF's co-simulation engine: its thread pool steps the FMUs from changing threads."""

import fmpy
from libcosimpy._internal import get_last_error_message
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimManipulator import CosimManipulator
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

from . import coupled, held, reference
from .experiment import grid
from .task import run

NANOSECONDS = 1e9


def rows(setting):
    """All tasks of libcosimpy."""
    # It warns of each enumeration that it ignores.
    log_output_level(CosimLogLevel.ERROR)

    def row(task, action, *limits):
        return run("libcosimpy", "libcosimpy", task, lambda: action(setting), *limits)

    return [
        row("fig 6, inputs held over 0.1 ms", _figure, held.FIGURE_ALLOWED, "rad"),
        row("P3_rev, inputs held over 0.1 ms", _transmission, held.TRANSMISSION_ALLOWED, "rad"),
        row("two coupled hydraulic actuators, 1 ms", _coupled, coupled.SECOND_ALLOWED, "m"),
        row("the same as an SSP file", _coupled_ssp, coupled.SECOND_ALLOWED, "m"),
    ]


def _references(setting, model):
    description = fmpy.read_model_description(str(setting.fmu(model)))
    return {variable.name: variable.valueReference for variable in description.modelVariables}


def _require(done, what):
    if not done:
        raise RuntimeError(f"libcosim refused to {what}: {get_last_error_message()}")


def _add(execution, setting, model, name):
    index = execution.add_local_slave(CosimLocalSlave(str(setting.fmu(model)), name))
    _require(index >= 0, f"add {name}")
    return index


def _initial(execution, index, references, values):
    for name, value in values.items():
        _require(execution.real_initial_value(index, references[name], value), f"set {name}")


def _single(setting, model, experiment):
    """One FMU whose inputs an override manipulator sets between steps."""
    references = _references(setting, model)
    execution = CosimExecution.from_step_size(round(held.STEP * NANOSECONDS))
    index = _add(execution, setting, model, "actuator")
    _initial(execution, index, references, experiment.parameters)
    _initial(execution, index, references, dict(zip(experiment.inputs, experiment.rows[0][1:])))
    observer, manipulator = CosimObserver.create_last_value(), CosimManipulator.create_override()
    _require(execution.add_observer(observer), "add an observer")
    _require(execution.add_manipulator(manipulator), "add a manipulator")
    inputs = [references[name] for name in experiment.inputs]

    def advance(values, _start, _step):
        _require(manipulator.slave_real_values(index, inputs, values), "set inputs")
        _require(execution.step(), "step")

    return held.simulate(experiment, advance, lambda: observer.last_real_values(index, [references["position"]])[0])


def _figure(setting):
    found = _single(setting, "ServoActuator", setting.experiment("fig06"))
    return reference.largest_deviation(found, reference.servo(6))


def _transmission(setting):
    found = _single(setting, "MotionTransmission", setting.experiment("p3_rev"))
    return reference.largest_deviation(found, reference.transmission())


def _coupled(setting):
    references = _references(setting, coupled.MODEL)
    execution = CosimExecution.from_step_size(round(coupled.STEP * NANOSECONDS))
    indices = {name: _add(execution, setting, coupled.MODEL, name) for name in coupled.PARAMETERS}
    for name, index in indices.items():
        _initial(execution, index, references, coupled.PARAMETERS[name])
    connection = (indices["first"], references[coupled.OUTPUT], indices["second"], references[coupled.INPUT])
    _require(execution.connect_real_variables(*connection) == 0, "connect")
    return _observed(execution, indices, references["position"])


def _coupled_ssp(setting):
    path = coupled.write_ssp(setting, setting.folder("libcosim") / "coupled.ssp")
    execution = CosimExecution.from_ssp_file(str(path), round(coupled.STEP * NANOSECONDS))
    indices = {name: execution.slave_index_from_instance_name(name) for name in coupled.PARAMETERS}
    return _observed(execution, indices, _references(setting, coupled.MODEL)["position"])


def _observed(execution, indices, position):
    observer = CosimObserver.create_last_value()
    _require(execution.add_observer(observer), "add an observer")
    found = {name: [(0.0, 0.0)] for name in indices}
    for time in grid(coupled.STOP, coupled.STEP)[1:]:
        _require(execution.step(), "step")
        for name, index in indices.items():
            found[name].append((time, observer.last_real_values(index, [position])[0]))
    return coupled.deviation(found["first"], found["second"])
