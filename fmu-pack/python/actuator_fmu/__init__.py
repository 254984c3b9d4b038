"""FMUs of aircraft actuators with dry friction that truly sticks, made without a compiler."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ._program import Error
from ._program import output as _output

__all__ = ["Error", "Scenario", "build", "fit", "models", "page", "scenario"]

# A configuration: path of a TOML file, or what would stand in it.
Configuration = Union[str, Path, Mapping[str, Any]]


@dataclass(frozen=True)
class Scenario:
    """A published manoeuvre."""

    name: str
    title: str
    #: Model that it is for, such as ServoActuator.
    model: str
    #: Communication step [s].
    step_size: float
    #: End of the manoeuvre, which starts at 0 [s].
    stop_time: float
    #: Parameters that differ from the start values of the model, in SI units.
    parameters: Mapping[str, float]
    #: Names of the inputs.
    inputs: Sequence[str]
    #: Break points: time [s] and the value of each input, linear in between; two rows of the same time are a step.
    rows: Sequence[Sequence[float]]


def build(
    config: Configuration, output: str | Path = ".", platforms: Sequence[str] | None = None, fmi: int = 2
) -> Path:
    """Makes the FMU of a configuration and returns its path.

    ``config`` is the path of a TOML file or a mapping with the same keys: ``name`` and ``model``, and as needed
    ``description``, ``frozen``, ``tunable``, ``start`` and ``experiment``. ``output`` is the folder for the FMU.
    ``platforms`` are names such as ``win64``; without it, the FMU runs on all platforms of this package.
    ``fmi`` is the version of FMI, 2 or 3; the file has the same name in both.

    Raises :class:`Error` with what is wrong and what is allowed; then nothing is written. What does work but may be a slip,
    such as a friction law without data of its own, is a :class:`UserWarning`.
    """
    if isinstance(config, Mapping):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "configuration.toml"
            path.write_text(_toml(config), encoding="utf-8")
            return _build(path, Path(output), platforms, fmi)
    return _build(Path(config), Path(output), platforms, fmi)


def fit(study: str | Path, output: str | Path, jobs: int | None = None) -> dict[str, Any]:
    """Fits the parameters of a study to its recordings, and returns what stands in ``result.json`` of the folder ``output``.

    ``study`` is the path of a TOML file; docs/identification.md has its keys. ``models`` of the result are in the order of
    the study, each with ``parameters`` (``name``, ``value``, ``error``, 95 % ``interval``), ``verdict``, ``undetermined``
    and more; ``best`` names the one with the smallest criterion of Akaike. ``jobs`` are runs at a time, without it as many
    as there are cores.

    Raises :class:`Error` with what is wrong and what is allowed. What is to be known of the recordings is a
    :class:`UserWarning`.
    """
    return _fit(Path(study), Path(output), jobs)


def models() -> dict[str, str]:
    """The models that a configuration can be based on, with their descriptions."""
    described: dict[str, str] = json.loads(_output("models", "--format", "json"))
    return described


def page(output: str | Path = "friction-bench.html") -> Path:
    """Writes the friction bench to ``output`` and returns its path.

    It is one HTML file in which the models run: open it in a browser, move a slider, see what dry friction does, and take
    the FMU along. It needs no network and no server.
    """
    _output("page", "--output", str(output))
    return Path(output)


def scenario(name: str) -> Scenario:
    """A published manoeuvre by name, such as ``fig06``; :class:`Error` lists the names there are."""
    return Scenario(**json.loads(_output("scenario", name, "--format", "json")))


def _fit(study: Path, folder: Path, jobs: int | None) -> dict[str, Any]:
    wanted = [] if jobs is None else ["--jobs", str(jobs)]
    result: dict[str, Any] = json.loads(_output("fit", str(study), "--output", str(folder), "--format", "json", *wanted))
    return result


def _build(path: Path, folder: Path, platforms: Sequence[str] | None, fmi: int) -> Path:
    wanted = [argument for platform in platforms or [] for argument in ("--platform", platform)]
    printed = _output("build", "--config", str(path), "--output", str(folder), "--fmi", str(fmi), *wanted)
    # Two spaces end the path; a size and a hash come after it.
    return Path(printed.splitlines()[-1].rsplit("  ", 2)[0])


def _toml(config: Mapping[str, Any]) -> str:
    """A key and its value per line; the texts, numbers and lists of JSON are those of TOML."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in _flat(config))


def _flat(config: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in config.items():
        key = prefix + json.dumps(name)
        if isinstance(value, Mapping):
            yield from _flat(value, key + ".")
        else:
            yield key, value
