"""Runs an FMU in FMPy: the part of sweep.py that the workers execute, sent to them as a file."""

import atexit
import functools
import os
import shutil
import tempfile
from pathlib import Path

from fmpy import extract, instantiate_fmu, read_model_description, simulate_fmu

# The output of which the last value alone is of interest.
COUNT = "event_count"
# fmi2Status from which on a message tells of a failure.
ERROR = 3


class Model:
    """The FMU of a worker process, unpacked and instantiated once."""

    def __init__(self, content):
        folder = tempfile.mkdtemp(prefix="dask-sweep-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        archive = Path(folder, "model.fmu")
        archive.write_bytes(content)
        self.folder = extract(archive, os.path.join(folder, "unpacked"))
        self.description = read_model_description(self.folder)
        self.variables = {variable.name: variable for variable in self.description.modelVariables}
        self.messages = []
        self.instance = instantiate_fmu(self.folder, self.description, "CoSimulation", logger=self.log)

    def log(self, environment, name, status, category, message):
        if status >= ERROR:
            self.messages.append(message.decode(errors="replace"))

    def simulate(self, experiment, values):
        """The trajectory under the values of one run."""
        self.messages.clear()
        self.instance.reset()
        return simulate_fmu(
            self.folder,
            model_description=self.description,
            fmu_instance=self.instance,
            fmi_type="CoSimulation",
            start_values={name: start_value(self.variables[name], text) for name, text in values.items()},
            output=experiment["outputs"],
            stop_time=experiment["stop"],
            step_size=experiment["step"],
            output_interval=experiment["step"],
            input=experiment["signals"],
        )


@functools.cache
def model(content):
    return Model(content)


def start_value(variable, text):
    """A value as FMPy takes it; items of an Enumeration come by name."""
    if variable.type == "Enumeration":
        return next(int(item.value) for item in variable.declaredType.items if text in (item.name, item.value))
    if variable.type == "Boolean":
        return text in ("true", "1")
    return int(text) if variable.type == "Integer" else float(text)


def simulate(content, runs, experiment):
    """Rows of results for `runs`, [(run, {name: text})]; executed on a worker."""
    return [simulate_one(model(content), experiment, *run) for run in runs]


def simulate_one(model, experiment, run, values):
    try:
        result = model.simulate(experiment, values)
    except Exception as problem:  # whatever a run dies of is its result
        reason = " ".join([*model.messages, str(problem)][0].split())
        return [run, *values.values(), *[""] * width(experiment), reason]
    return [run, *values.values(), *results(result, experiment["outputs"]), ""]


def width(experiment):
    return sum(1 if name == COUNT else 3 for name in experiment["outputs"])


def results(result, outputs):
    """Last value, and except for the number of events smallest and largest, of each output."""
    for name in outputs:
        column = result[name]
        yield column[-1].item()
        if name != COUNT:
            yield column.min().item()
            yield column.max().item()
