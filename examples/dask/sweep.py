#!/usr/bin/env python3
"""Spreads the runs of `fmu-pack sweep` over a Dask cluster, with FMPy as the importer.

    fmu-pack sweep X.fmu --set NAME=A:B --samples 100000 --list -o runs.csv
    python sweep.py X.fmu runs.csv --stop-time 1 --scheduler tcp://head:8786 -o results.csv

The results have the columns and the order of `fmu-pack sweep`. Without --scheduler the workers run on this machine.
`python sweep.py --quick` makes a small study both ways and compares.
"""

import argparse
import csv
import functools
import itertools
import math
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from dask.distributed import Client, as_completed
from fmpy import read_model_description
from fmpy.util import read_csv

import fmpy_worker
from fmpy_worker import COUNT

# Both importers make the same steps; FMPy's communication points differ by rounding.
ALLOWED = 1e-9


def read_runs(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return [(int(row.pop("run")), row) for row in rows]


def outputs_of(fmu, wanted):
    """The number of events first, as `fmu-pack sweep` has it; then the wanted outputs, or all."""
    names = [v.name for v in read_model_description(fmu).modelVariables if v.causality == "output"]
    unknown = [name for name in wanted if name not in names]
    if unknown:
        sys.exit(f"error: the FMU has no output called {unknown[0]}; it has {', '.join(names)}")
    return [name for name in names if name == COUNT] + [name for name in wanted or names if name != COUNT]


def header(runs, outputs):
    results = [[name] if name == COUNT else [name, f"{name}_min", f"{name}_max"] for name in outputs]
    return ["run", *runs[0][1], *itertools.chain(*results), "problem"]


def spread(client, content, experiment, runs, batch):
    """Rows of all runs in their order. Batches are sent to whichever worker is free."""
    client.upload_file(fmpy_worker.__file__)
    shared = client.scatter(content, broadcast=True)
    batches = [runs[start : start + batch] for start in range(0, len(runs), batch)]
    simulate = functools.partial(fmpy_worker.simulate, experiment=experiment)
    futures = client.map(simulate, [shared] * len(batches), batches, pure=False)
    rows = []
    for _, done in as_completed(futures, with_results=True):
        rows.extend(done)
        if sys.stderr.isatty():
            print(f"\r{len(rows)} of {len(runs)} runs", end="\n" if len(rows) == len(runs) else "", file=sys.stderr)
    return sorted(rows)


def write(path, head, rows):
    """All rows or no file."""
    part = Path(f"{path}.part")
    with open(part, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])
    os.replace(part, path)


def study(arguments):
    fmu, runs = arguments.fmu, read_runs(arguments.runs)
    experiment = {
        "outputs": outputs_of(fmu, arguments.record),
        "stop": arguments.stop_time,
        "step": arguments.step_size,
        "signals": read_csv(arguments.input) if arguments.input else None,
    }
    where = {"address": arguments.scheduler} if arguments.scheduler else local(arguments.workers)
    with Client(**where) as client:
        rows = spread(client, Path(fmu).read_bytes(), experiment, runs, arguments.batch)
    write(arguments.output, header(runs, experiment["outputs"]), rows)
    failed = [row for row in rows if row[-1]]
    print(f"{arguments.output}  {len(rows)} runs, {len(failed)} failed")
    return 1 if failed else 0


def local(workers):
    """A cluster of processes on this machine: an FMU is best off with a process and one thread."""
    return {"n_workers": workers or os.cpu_count(), "threads_per_worker": 1, "dashboard_address": None}


def quick(arguments):
    """A small study by fmu-pack and by Dask; both must agree."""
    with tempfile.TemporaryDirectory() as folder:
        path = functools.partial(os.path.join, folder)
        pack = functools.partial(fmu_pack, arguments.fmu_pack)
        pack("build", "MotionTransmission", "-o", folder)
        fmu = path("MotionTransmission.fmu")
        sweep = ["sweep", fmu, "--set", "friction.law=coulomb,stribeck", "--set", "motor_torque=1e3:2e4"]
        sweep += ["--set", "friction.coulomb_torque=normal:2500:250", "--samples", "20", "--stop-time", "0.2"]
        sweep += ["--record", "position,velocity,friction_regime"]
        pack(*sweep, "--list", "-o", path("runs.csv"))
        pack(*sweep, "-o", path("expected.csv"))
        options = [fmu, path("runs.csv"), "--stop-time", "0.2", "--record", "position,velocity,friction_regime"]
        options += ["--workers", "2", "--batch", "5", "-o", path("results.csv")]
        code = study(parsed(options))
        return code or compare(path("expected.csv"), path("results.csv"))


def fmu_pack(command, *arguments):
    subprocess.run([*shlex.split(command), *arguments], check=True, stdout=subprocess.DEVNULL)


def compare(expected, found):
    """Largest difference between two files of results, relative to the largest value of each column."""
    tables = []
    for name in (expected, found):
        with open(name, newline="") as file:
            tables.append(list(csv.DictReader(file)))
    expected, found = tables
    if [list(row) for row in expected] != [list(row) for row in found]:
        sys.exit("error: the two files of results differ in columns or number of rows")
    worst = max(difference(name, expected, found) for name in expected[0])
    print(f"{len(expected)} runs, largest difference to fmu-pack: {worst:.1e} of the column's largest value")
    return 0 if worst <= ALLOWED else 1


def difference(name, expected, found):
    pairs = [(row[name], other[name]) for row, other in zip(expected, found)]
    try:
        numbers = [(float(a), float(b)) for a, b in pairs]
    except ValueError:
        return 0.0 if all(a == b for a, b in pairs) else math.inf
    scale = max(abs(a) for a, _ in numbers) or 1.0
    return max(abs(a - b) for a, b in numbers) / scale


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fmu", nargs="?", help="the FMU")
    parser.add_argument("runs", nargs="?", help="the runs, as `fmu-pack sweep --list` writes them")
    parser.add_argument("--input", help="CSV file of input signals: a column time, then columns named like inputs")
    parser.add_argument("--record", type=lambda text: text.split(","), default=[], help="outputs, separated by commas")
    parser.add_argument("--step-size", type=float, default=1e-3, help="communication step, in s (%(default)s)")
    parser.add_argument("--stop-time", type=float, default=1.0, help="end, in s (%(default)s)")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; workers on this machine if not given")
    parser.add_argument("--workers", type=int, help="workers on this machine; one per core if not given")
    parser.add_argument("--batch", type=int, default=50, help="runs that a worker gets at a time (%(default)s)")
    parser.add_argument("-o", "--output", default="results.csv", help="file for the results (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="try it out: a small study, compared with fmu-pack")
    parser.add_argument("--fmu-pack", default="cargo run -q -p fmu-pack --", help="command for --quick (%(default)s)")
    found = parser.parse_args(arguments)
    if not found.quick and not found.runs:
        parser.error("an FMU and a file of runs are needed, or --quick")
    return found


if __name__ == "__main__":
    options = parsed(None)
    sys.exit(quick(options) if options.quick else study(options))
