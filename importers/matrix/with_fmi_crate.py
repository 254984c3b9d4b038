"""The Rust crate `fmi`, by the program in importers/fmi-crate."""

import os
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

from . import held, reference
from .experiment import grid
from .report import Row

# What the crate says of an FMI 3.0 description in which a Float64 has a unit; the same of a nominal value.
UNREADABLE = 'XmlParse(UnknownField { name: "FmiFloat64", field: "unit" })'
PROJECT = Path(__file__).resolve().parents[1] / "fmi-crate"


def rows(setting):
    """All tasks of the crate."""
    try:
        version, program = _version(), _build(setting)
    except Exception as error:
        return [Row("crate fmi", "missing", "build", problem=_first_line(error))]

    def row(task, deviation, allowed):
        result = Row("crate fmi", version, task, None, allowed, "rad")
        try:
            result.deviation = deviation()
        except Exception as error:
            result.problem = _first_line(error)
        return result

    def found(fmu, model, scenario):
        return _run(program, fmu(model), setting.experiment(scenario))

    def off(model, scenario, expected):
        return reference.largest_deviation(found(setting.fmu, model, scenario), expected)

    def changed(model, scenario):
        two, three = (found(fmu, model, scenario) for fmu in (setting.fmu, lambda model: _readable(setting, model)))
        return max(abs(a - b) for (_, a), (_, b) in zip(two, three, strict=True))

    held_inputs = "inputs held over 0.1 ms"
    servo, transmission = ("ServoActuator", "fig06"), ("MotionTransmission", "p3_rev")
    return [
        row(f"fig 6, {held_inputs}", lambda: off(*servo, reference.servo(6)), held.FIGURE_ALLOWED),
        row(f"P3_rev, {held_inputs}", lambda: off(*transmission, reference.transmission()), held.TRANSMISSION_ALLOWED),
        _unreadable(program, setting, version),
        row(f"FMI 3.0 without units: fig 6, {held_inputs}, against FMI 2.0", lambda: changed(*servo), 0.0),
        row(f"FMI 3.0 without units: P3_rev, {held_inputs}, against FMI 2.0", lambda: changed(*transmission), 0.0),
    ]


def _unreadable(program, setting, version):
    """The FMU as it is: the crate must still say why it does not read it."""
    row = Row("crate fmi", version, "FMI 3.0: transmission", lacks=UNREADABLE)
    result = subprocess.run([program, setting.fmu3("MotionTransmission")], input="", capture_output=True, text=True)
    if UNREADABLE not in result.stderr:
        row.problem = f"it no longer says {UNREADABLE}: {result.stderr.strip()}"
    return row


def _readable(setting, model):
    """A copy of the FMU without what the crate does not read: units and nominal values."""
    path = setting.folder("fmi-crate-fmus") / f"{model}.fmu"
    with zipfile.ZipFile(setting.fmu3(model)) as source, zipfile.ZipFile(path, "w") as copy:
        for name in source.namelist():
            content = source.read(name)
            copy.writestr(name, _without_units(content) if name == "modelDescription.xml" else content)
    return path


def _without_units(content):
    text = re.sub("<UnitDefinitions>.*</UnitDefinitions>", "", content.decode(), flags=re.DOTALL)
    return re.sub(r' (unit|displayUnit|nominal)="[^"]*"', "", text)


def _first_line(error):
    said = getattr(error, "stderr", None) or str(error)
    return f"{type(error).__name__}: {said.strip().splitlines()[-1] if said.strip() else ''}"


def _version():
    lock = tomllib.loads((PROJECT / "Cargo.lock").read_text())
    return next(package["version"] for package in lock["package"] if package["name"] == "fmi")


def _build(setting):
    """Builds the program; libclang comes from PyPI, the compiler's own headers from gcc."""
    import clang.native

    include = subprocess.run(["gcc", "-print-file-name=include"], check=True, capture_output=True, text=True).stdout
    target = setting.folder("fmi-crate")
    environment = {
        **os.environ,
        "CARGO_TARGET_DIR": str(target),
        "LIBCLANG_PATH": str(Path(clang.native.__path__[0])),
        "BINDGEN_EXTRA_CLANG_ARGS": f"-I{include.strip()}",
    }
    command = ["cargo", "build", "--locked", "--quiet"]
    subprocess.run(command, check=True, cwd=PROJECT, env=environment, capture_output=True, text=True)
    return target / "debug" / "fmi-crate-importer"


def _run(program, fmu, experiment):
    points = grid(experiment.stop, held.STEP)
    start = {**experiment.parameters, **dict(zip(experiment.inputs, experiment.rows[0][1:]))}
    lines = [" ".join(f"{name}={value!r}" for name, value in start.items()), " ".join(experiment.inputs)]
    for begin, end in zip(points, points[1:]):
        lines.append(" ".join(map(repr, [begin, end - begin, *experiment.held(begin, held.STEP)])))
    command = [program, fmu]
    result = subprocess.run(command, check=True, input="\n".join(lines), capture_output=True, text=True, timeout=120)
    return list(zip(points, map(float, result.stdout.split())))
