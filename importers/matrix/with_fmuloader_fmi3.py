"""fmuloader with FMI 3.0, compared with what it gets from the same FMU for FMI 2.0."""

import fmpy
from fmuloader.fmi3 import Fmi3Slave, Fmi3Status

from . import held, with_fmuloader
from .task import run


def rows(setting):
    """All tasks of fmuloader with FMI 3.0."""

    def row(task, action, *limits):
        return run("fmuloader", "fmuloader", f"FMI 3.0: {task}", lambda: action(setting), *limits)

    return [
        row("fig 6, inputs held over 0.1 ms, against FMI 2.0", _figure, 0.0, "rad"),
        row("P3_rev, inputs held over 0.1 ms, against FMI 2.0", _transmission, 0.0, "rad"),
    ]


def _single(setting, model, experiment):
    path = setting.fmu3(model)
    description = fmpy.read_model_description(str(path))
    references = {variable.name: variable.valueReference for variable in description.modelVariables}
    inputs, position = [references[name] for name in experiment.inputs], [references["position"]]
    slave = Fmi3Slave(path, model_identifier=model)
    slave.instantiate_co_simulation("actuator", instantiation_token=description.guid)
    slave.set_float64([references[name] for name in experiment.parameters], list(experiment.parameters.values()))
    slave.enter_initialization_mode(start_time=0.0, stop_time=experiment.stop)
    slave.set_float64(inputs, list(experiment.rows[0][1:]))
    slave.exit_initialization_mode()

    def advance(values, start, step):
        slave.set_float64(inputs, values)
        if slave.do_step(start, step).status != Fmi3Status.OK:
            raise RuntimeError(f"the step from {start} s was not OK")

    found = held.simulate(experiment, advance, lambda: slave.get_float64(position)[0])
    slave.terminate()
    slave.free_instance()
    return found


def _compared(setting, model, name):
    experiment = setting.experiment(name)
    two, three = with_fmuloader._single(setting, model, experiment), _single(setting, model, experiment)
    return max(abs(a - b) for (_, a), (_, b) in zip(two, three, strict=True))


def _figure(setting):
    return _compared(setting, "ServoActuator", "fig06")


def _transmission(setting):
    return _compared(setting, "MotionTransmission", "p3_rev")
