"""FMU Manipulation Toolbox: its static checker cites the sections of the standard."""

import subprocess
import sys
from pathlib import Path

from .task import run
from .with_fmpy import MODELS


# Both parts of the check say this when they found nothing.
FOUND_NOTHING = ("This FMU seems to be compliant with FMI-2.0.", "No semantic error against the FMI-2 standard.")


def rows(setting):
    """All tasks of fmutool."""
    toolbox = "FMU Manipulation Toolbox"
    return [run(toolbox, "fmu-manipulation-toolbox", "fmutool -check, 3 FMUs", lambda: _check(setting))]


def _check(setting):
    for model in MODELS:
        command = [Path(sys.executable).parent / "fmutool", "-input", setting.fmu(model), "-check"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        said = (result.stdout + result.stderr).splitlines()
        findings = [line for line in said if not line.startswith("INFO")]
        silent = [text for text in FOUND_NOTHING if not any(text in line for line in said)]
        if result.returncode != 0 or findings or silent:
            raise ValueError(f"{model}: exit code {result.returncode}; {' '.join(findings or said)}")
