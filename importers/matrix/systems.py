"""Systems of FMUs as `fmu-pack ssp` packs them and `fmu-pack run` has engines run them.

An actuator moves a control surface through an elastic rod. As two FMUs, each with an end of the rod, it is told of the other side
one step late, whatever the engine: the error of that coupling is of first order in the step. The reference is one FMU with the
whole rod, run by fmu-pack itself.
"""

import csv
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "ssp"
STEP = 1e-3
STOP = 0.5
START = {"servo.command": "1 deg", "air_load": "-10 kN.m"}
# 1 ms costs 9.2e-5 rad.
ALLOWED = 1e-4
# Half the step halves an error of first order; the rest is of second order, 6e-4 of it.
RATIO_ALLOWED = 2e-3
# Engines differ by the rounding of their times: libcosim counts nanoseconds.
ENGINES_ALLOWED = 1e-16
COLUMNS = ("motor.position", "surface.position")


def packed(setting, name, *options):
    """The SSP file of an example system."""
    path = setting.folder("systems") / f"{name}{'-'.join(('', *options))}.ssp"
    if not path.exists():
        _fmu_pack(setting, "ssp", EXAMPLES / f"{name}.toml", "-o", path, *options)
    return path


def error(setting, engine, step=STEP):
    """Largest deviation of both positions from the one FMU, in rad."""
    return _difference(coupled(setting, engine, step), _whole(setting, step))


def order(setting, engine):
    """How far the error at half the step is from a half, relative."""
    return abs(error(setting, engine, STEP / 2) / error(setting, engine, STEP) * 2 - 1)


def against(setting, engine, other):
    """Largest difference of two engines in the coupled system, in rad."""
    return _difference(coupled(setting, engine, STEP), coupled(setting, other, STEP))


def chain(setting, engine, other):
    """The same for lever, actuator and surface."""
    return _difference(*(_run(setting, "lever_to_surface", name, STEP, ("lever_angle", "surface_angle")) for name in (engine, other)))


def coupled(setting, engine, step):
    """{step: positions} of the two FMUs."""
    return _run(setting, "two_sides", engine, step, ("actuator.motor.position", "surface.surface.position"))


def _run(setting, name, engine, step, columns):
    path = setting.folder("systems") / f"{name}-{engine}-{step}.csv"
    options = ["--engine", engine, "--python", sys.executable, "--record", ",".join(columns), "--step-size", str(step)]
    _fmu_pack(setting, "run", packed(setting, name), *options, "--timeout", "60", "-o", path)
    return _read(path, step)


def _whole(setting, step):
    folder = setting.folder("systems")
    fmu = folder / "ActuatorAndSurface.fmu"
    if not fmu.exists():
        _fmu_pack(setting, "build", "--config", EXAMPLES / "monolithic.toml", "-o", folder)
    path = folder / f"whole-{step}.csv"
    start = [argument for name, value in START.items() for argument in ("--set", f"{name}={value}")]
    options = ["--step-size", str(step), "--stop-time", str(STOP), "--record", ",".join(COLUMNS)]
    _fmu_pack(setting, "run", fmu, *start, *options, "-o", path)
    return _read(path, step)


def _fmu_pack(setting, *arguments):
    done = subprocess.run([setting.fmu_pack, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"fmu-pack ended with {done.returncode}")


def _read(path, step):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {round(float(row[0]) / step): [float(value) for value in row[1:]] for row in rows}


def _difference(one, other):
    """Over the communication points that both have: some engines show no values at the start."""
    common = one.keys() & other.keys()
    if len(common) < round(STOP / STEP):
        raise ValueError(f"only {len(common)} communication points in common")
    return max(abs(a - b) for key in common for a, b in zip(one[key], other[key]))
