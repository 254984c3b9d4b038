"""FMU Manipulation Toolbox: its static checker cites the sections of the standard."""

import subprocess
import sys
from pathlib import Path

from .task import run
from .with_fmpy import MODELS


# Both parts of the check say this when they found nothing.
FOUND_NOTHING = (
    "This FMU seems to be compliant with FMI-{version}.0.",
    "No semantic error against the FMI-{version} standard.",
)


def rows(setting):
    """All tasks of fmutool."""
    toolbox = "FMU Manipulation Toolbox"
    package, task = "fmu-manipulation-toolbox", "fmutool -check, 3 FMUs"
    return [
        run(toolbox, package, task, lambda: _check(setting.fmu, 2)),
        run(toolbox, package, f"FMI 3.0: {task}", lambda: _check(setting.fmu3, 3)),
    ]


def _check(fmu, version):
    expected = [text.format(version=version) for text in FOUND_NOTHING]
    for model in MODELS:
        command = [Path(sys.executable).parent / "fmutool", "-input", fmu(model), "-check"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        said = (result.stdout + result.stderr).splitlines()
        findings = [line for line in said if not line.startswith("INFO")]
        silent = [text for text in expected if not any(text in line for line in said)]
        if result.returncode != 0 or findings or silent:
            raise ValueError(f"{model}: exit code {result.returncode}; {' '.join(findings or said)}")
