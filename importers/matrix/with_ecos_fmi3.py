"""ecos with FMI 3.0. It frees what it knows of a clock twice, so each task has a process of its own, which dies of it."""

import subprocess
import sys
from pathlib import Path

from . import held, with_ecos
from .task import Setting, run

# What the C library says when ecos (fmi4c_freeFmu) gives an FMU back that has a variable of type Clock, whoever made it.
DEATH = "double free or corruption (fasttop)"
# Begins the line with the result, among those of ecos.
TOLD = "deviation:"
TASKS = {"figure": with_ecos._figure, "transmission": with_ecos._transmission}


def rows(setting):
    """All tasks of ecospy with FMI 3.0."""

    def row(task, name, allowed):
        found = run("ecospy", "ecospy", f"FMI 3.0: {task}", lambda: _in_a_process(setting, name), allowed, "rad")
        found.lacks = f"then, as with every FMU that has clocks: {DEATH}"
        return found

    return [
        row("fig 6, inputs held over 0.1 ms", "figure", held.FIGURE_ALLOWED),
        row("P3_rev, inputs held over 0.1 ms", "transmission", held.TRANSMISSION_ALLOWED),
    ]


def _in_a_process(setting, name):
    """The deviation that the process has told before its end."""
    folders = [setting.fmus / "fmi3", setting.fmu_pack, setting.scratch]
    command = [sys.executable, "-m", "matrix.with_ecos_fmi3", *map(str, folders), name]
    importers = Path(__file__).resolve().parents[1]
    result = subprocess.run(command, cwd=importers, capture_output=True, text=True, timeout=300)
    if DEATH not in result.stderr:
        raise ValueError(f"ecos ends with exit code {result.returncode} and not with {DEATH!r}")
    told = [line.removeprefix(TOLD) for line in result.stdout.splitlines() if line.startswith(TOLD)]
    return float(told[0])


def _tell(fmus, fmu_pack, scratch, name):
    TASKS[name](Setting(Path(fmus), Path(fmu_pack), Path(scratch)), lambda deviation: print(TOLD, deviation, flush=True))


if __name__ == "__main__":
    _tell(*sys.argv[1:])
