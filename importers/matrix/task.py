"""What a run of the matrix knows, and how a task becomes a row of the table."""

import traceback
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from . import experiment
from .report import Row


@dataclass(frozen=True)
class Setting:
    """Where the FMUs and the tools are."""

    fmus: Path
    fmu_pack: Path
    scratch: Path
    # Whether the binaries of FMI 2.0 were compiled from the C in their FMUs.
    compiled: bool = False

    def fmu(self, model):
        """The archive of a model."""
        return self.fmus / f"{model}.fmu"

    def fmu3(self, model):
        """The archive of a model for FMI 3.0."""
        return self.fmus / "fmi3" / f"{model}.fmu"

    def experiment(self, name):
        """A scenario of fmu-pack."""
        return experiment.read(self.fmu_pack, name)

    def folder(self, name):
        """A fresh folder for files."""
        folder = self.scratch / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def run(importer, package, task, action, allowed=None, unit="", tolerance=""):
    """Runs `action` for its deviation; whatever it raises, a missing package included, is a problem of the row."""
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        return Row(importer, "missing", task, problem=f"the package {package} is not installed")
    try:
        return Row(importer, version, task, action(), allowed, unit, tolerance=tolerance)
    except Exception as error:
        traceback.print_exc()
        problem = f"{type(error).__name__}: {error}".splitlines()[0]
        return Row(importer, version, task, problem=problem, tolerance=tolerance)
