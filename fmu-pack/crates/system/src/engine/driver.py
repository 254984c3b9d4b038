"""Has a co-simulation engine run an SSP file, as a job says, and passes its results on.

Started by fmu-pack with the name of a JSON file: nothing in it is executed. Answers on standard output, a line each:

    row TIME VALUE ...      values of the job's "record" at the end of a step
    error TEXT              the last line, if the engine failed
    done                    the last line otherwise

Whatever the engine prints goes to standard error.
"""

import csv
import json
import os
import shutil
import subprocess
import sys


class Job:
    """What to run; held inputs come from a file with a line of numbers for each step."""

    def __init__(self, path, answers):
        with open(path, encoding="utf-8") as file:
            self.__dict__.update(json.load(file))
        self.answers = answers

    def time(self, step):
        return self.stop if step == self.steps else self.start + step * self.step

    def inputs(self):
        """For each step the values of the system's inputs."""
        with open(self.input_file, encoding="utf-8") as file:
            for line in file:
                yield [float(value) for value in line.split()]

    def targets(self, values):
        """The variables of components that the system's inputs lead to, with their values."""
        for value, signal in zip(values, self.input):
            for target in signal["targets"]:
                yield target, target["factor"] * value + target["offset"]

    def row(self, time, values):
        self.answers.write(f"row {time!r} {' '.join(repr(float(value)) for value in values)}\n")


def libcosim(job):
    from libcosimpy._internal import get_last_error_message
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimManipulator import CosimManipulator
    from libcosimpy.CosimObserver import CosimObserver

    def require(done, what):
        if not done:
            raise RuntimeError(f"{what}: {get_last_error_message()}")

    # It warns of each enumeration that it ignores.
    log_output_level(CosimLogLevel.ERROR)
    try:
        execution = CosimExecution.from_ssp_file(job.ssp, round(job.step * 1e9))
    except AssertionError:
        raise RuntimeError(f"it does not load the system: {get_last_error_message()}") from None
    observer, manipulator = CosimObserver.create_last_value(), CosimManipulator.create_override()
    require(execution.add_observer(observer), "no observer")
    require(execution.add_manipulator(manipulator), "no manipulator")
    index = {name: execution.slave_index_from_instance_name(name) for name in job.components}
    read = {
        "Real": observer.last_real_values,
        "Integer": observer.last_integer_values,
        "Boolean": observer.last_boolean_values,
    }
    groups = {}
    for place, signal in enumerate(job.record):
        groups.setdefault((signal["component"], signal["type"]), []).append((place, signal["reference"]))
    row = [0.0] * len(job.record)
    for step, values in enumerate(job.inputs()):
        for target, value in job.targets(values):
            place = (index[target["component"]], target["reference"])
            if step == 0:
                require(execution.real_initial_value(*place, value), f"{target['name']} cannot be set")
            require(manipulator.slave_real_values(place[0], [place[1]], [value]), f"{target['name']} cannot be set")
        require(execution.step(), f"it ended at {job.time(step)} s")
        for (component, kind), places in groups.items():
            found = read[kind](index[component], [reference for _, reference in places])
            for (place, _), value in zip(places, found):
                row[place] = value
        job.row(job.time(step + 1), row)


def ecos(job):
    import ecospy

    def require(done, what):
        if not done:
            raise RuntimeError(f"{what}: {ecospy.EcosLib.get_last_error()}")

    with ecospy.EcosSimulation(ssp_path=job.ssp, step_size=job.step) as simulation:
        read = {"Real": simulation.get_real, "Integer": simulation.get_integer, "Boolean": simulation.get_bool}
        signals = [(read[signal["type"]], f"{signal['component']}::{signal['name']}") for signal in job.record]
        for step, values in enumerate(job.inputs()):
            for target, value in job.targets(values):
                simulation.set_real(f"{target['component']}::{target['name']}", value)
            if step == 0:
                require(simulation.init(job.start, job.parameter_set), "it does not initialize the system")
                job.row(job.start, [get(name) for get, name in signals])
            before = job.time(step)
            reached = simulation.step()
            # Where an FMU fails it logs that and does not go on.
            require(reached > before, f"it ended at {before} s")
            job.row(job.time(step + 1), [get(name) for get, name in signals])


def fmpy(job):
    from fmpy.ssp.simulation import simulate_ssp
    from fmpy.ssp.ssd import Parameter, ParameterSet

    # It knows parameters by component and name, and applies none of the file.
    values = [
        Parameter(name=f"{value['component']}.{value['name']}", type=value["type"], value=value["value"])
        for value in job.parameters
    ]
    held = list(job.inputs())

    def signal(place):
        return lambda time: held[min(max(round((time - job.start) / job.step), 0), len(held) - 1)][place]

    result = simulate_ssp(
        job.ssp,
        start_time=job.start,
        stop_time=job.stop,
        step_size=job.step,
        parameter_set=ParameterSet(parameters=values) if values else None,
        input={signal_["name"]: signal(place) for place, signal_ in enumerate(job.input)},
    )
    columns = [result[f"{signal['component']}.{signal['name']}"] for signal in job.record]
    # A row has the time of the beginning of its step and the values of the end; rounding may add a step.
    for step in range(min(job.steps, len(result))):
        job.row(job.time(step + 1), [column[step] for column in columns])


def omsimulator(job):
    program = shutil.which("OMSimulator")
    if program is None:
        raise RuntimeError("the program OMSimulator is not on the path")
    folder = os.path.dirname(job.ssp)
    results = os.path.join(folder, "results.csv")
    times = [f"--startTime={job.start!r}", f"--stopTime={job.stop!r}"]
    files = [f"--resultFile={results}", f"--tempDir={folder}", f"--workingDir={folder}"]
    # What it prints is shown by fmu-pack, the first error first.
    done = subprocess.run([program, job.ssp, *times, *files], stdout=sys.stderr, stderr=sys.stderr, cwd=folder)
    if done.returncode != 0:
        raise RuntimeError(f"it ended with exit code {done.returncode}")
    if not os.path.exists(results):
        raise RuntimeError("it wrote no results")
    with open(results, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        header = next(reader)
        wanted = [f".{signal['component']}.{signal['name']}" for signal in job.record]
        places = [next(i for i, name in enumerate(header) if f".{name}".endswith(end)) for end in wanted]
        last = None
        for row in reader:
            step = round((float(row[0]) - job.start) / job.step)
            # Events have rows of their own.
            if abs(float(row[0]) - job.time(step)) > 1e-9 * job.step + 1e-12:
                continue
            if last is not None and last[0] != step:
                job.row(job.time(last[0]), last[1])
            last = (step, [float(row[place]) for place in places])
        if last is not None:
            job.row(job.time(last[0]), last[1])


ENGINES = {"libcosim": libcosim, "ecos": ecos, "fmpy": fmpy, "omsimulator": omsimulator}


def main():
    # Engines print to standard output, also from C++.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1 << 16)
    os.dup2(2, 1)
    job = Job(sys.argv[1], answers)
    try:
        ENGINES[job.engine](job)
        answers.write("done\n")
    except BaseException as error:  # whatever it is, it is told
        text = " ".join(str(error).split()) or type(error).__name__
        answers.write(f"error {text}\n")
    answers.flush()
    # Engines tear down in their own ways; what they have to say is said.
    os._exit(0)


if __name__ == "__main__":
    main()
