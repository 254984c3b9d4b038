"""fmuloader: a thin ctypes wrapper that checks no order of calls."""

import fmpy
from fmuloader.fmi2 import Fmi2Slave, Fmi2Status, Fmi2Type

from . import held, reference
from .task import run


def rows(setting):
    """All tasks of fmuloader."""

    def row(task, action, *limits):
        return run("fmuloader", "fmuloader", task, lambda: action(setting), *limits)

    return [
        row("fig 6, inputs held over 0.1 ms", _figure, held.FIGURE_ALLOWED, "rad"),
        row("P3_rev, inputs held over 0.1 ms", _transmission, held.TRANSMISSION_ALLOWED, "rad"),
    ]


def _single(setting, model, experiment):
    path = setting.fmu(model)
    description = fmpy.read_model_description(str(path))
    references = {variable.name: variable.valueReference for variable in description.modelVariables}
    inputs, position = [references[name] for name in experiment.inputs], [references["position"]]
    slave = Fmi2Slave(path, model_identifier=model)
    slave.instantiate("actuator", Fmi2Type.CO_SIMULATION, guid=description.guid)
    slave.setup_experiment(start_time=0.0, stop_time=experiment.stop)
    slave.set_real([references[name] for name in experiment.parameters], list(experiment.parameters.values()))
    slave.enter_initialization_mode()
    slave.set_real(inputs, list(experiment.rows[0][1:]))
    slave.exit_initialization_mode()

    def advance(values, start, step):
        status = max(slave.set_real(inputs, values), slave.do_step(start, step))
        if status != Fmi2Status.OK:
            raise RuntimeError(f"status {status} at {start} s")

    found = held.simulate(experiment, advance, lambda: slave.get_real(position)[0])
    slave.terminate()
    slave.free_instance()
    return found


def _figure(setting):
    found = _single(setting, "ServoActuator", setting.experiment("fig06"))
    return reference.largest_deviation(found, reference.servo(6))


def _transmission(setting):
    found = _single(setting, "MotionTransmission", setting.experiment("p3_rev"))
    return reference.largest_deviation(found, reference.transmission())
