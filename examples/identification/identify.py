"""Records an axis whose friction nobody knows, and has `fmu-pack fit` find it: mass, friction, and which law it is. The same of the losses
of a worm drive, from the torque that a controlled velocity takes.

    python examples/identification/identify.py -o target/identification

The recordings are made here: the FMU of axis.toml runs with other parameters than the file has, and noise is added. A real bench
gives such files; then `fmu-pack fit study.toml -o FOLDER` is all.
"""

import argparse
import csv
import json
import math
import random
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
# What the axis is in truth.
TRUTH = {
    "slide.mass": 95.1089,
    "slide.viscous_coefficient": 203.5034,
    "guide.friction.coulomb_force": 20.3935,
    "guide.friction.static_ratio": 1.8,
    "guide.friction.stribeck_velocity": 0.01,
}
# Amplitude in m and period in s of the motions.
MOTIONS = {"fast": (0.1, 1.6), "slow": (0.004, 2.5), "proof": (0.03, 2.0)}
STOP, STEP = 5.0, 1e-3
NOISE = {"slide.position": 1e-6, "control.force": 2.0}
# What the worm drive is in truth: SI units.
WORM = {
    "worm.friction.coulomb_torque": 0.55e-3,
    "motor.viscous_coefficient": 1.15e-5,
    "worm.efficiency_opposing": 0.28,
    "worm.efficiency_aiding": -1.54,
}
LOADS = {"light": 18.84e-3, "heavy": 0.1}
SPEEDS = (50, 100, 200, 400, 700, 1000)


def demand(name, time):
    amplitude, period = MOTIONS[name]
    return amplitude * (1 - math.cos(math.tau * time / period))


def record(call, folder, name, noise):
    """A recording as a bench writes it: German numbers, two lines of remarks, milliseconds and millimetres."""
    times = [index * STEP for index in range(round(STOP / STEP) + 1)]
    signals = folder / f"{name}_demand.csv"
    signals.write_text("time,control.reference\n" + "".join(f"{t!r},{demand(name, t)!r}\n" for t in times))
    call("run", folder / "Axis.fmu", "--input", signals, "--parameters", folder / "truth.txt",
         "--stop-time", STOP, "--step-size", STEP, "-o", folder / "run.csv")
    with (folder / "run.csv").open() as run:
        rows = list(csv.DictReader(run))
    lines = ["Bench 7", f"{name} run", "t;demand;position;force"]
    for time, row in zip(times, rows):
        position = float(row["slide.position"]) + noise.gauss(0, NOISE["slide.position"])
        force = float(row["control.force"]) + noise.gauss(0, NOISE["control.force"])
        numbers = (1e3 * time, 1e3 * demand(name, time), 1e3 * position, force)
        lines.append(";".join(f"{number:.9g}".replace(".", ",") for number in numbers))
    (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")


def identify(call, folder):
    """What the study finds, as the program tells it."""
    call("build", "--config", FOLDER / "axis.toml", "-o", folder, "--no-reference")
    (folder / "truth.txt").write_text("".join(f"{name} = {value}\n" for name, value in TRUTH.items()))
    noise = random.Random(3)
    for name in MOTIONS:
        record(call, folder, name, noise)
    for file in ("axis.toml", "study.toml"):
        shutil.copy(FOLDER / file, folder)
    call("fit", folder / "study.toml", "-o", folder / "fit")
    return json.loads((folder / "fit" / "result.json").read_text())


def worm_torque(velocity, load):
    """What the motor of the worm drive gives, in N.m: more than the load, or with it."""
    mesh, sign = load / 60, math.copysign(1, velocity)
    share = mesh / WORM["worm.efficiency_opposing"] if velocity > 0 else WORM["worm.efficiency_aiding"] * mesh
    return share + sign * WORM["worm.friction.coulomb_torque"] + WORM["motor.viscous_coefficient"] * velocity


def identify_worm(call, folder):
    """The same of the worm drive, whose steady recordings are those of the closed form."""
    noise = random.Random(5)
    for name, load in LOADS.items():
        for rpm in (sign * speed for speed in SPEEDS for sign in (1, -1)):
            torque = 1e3 * worm_torque(rpm * math.tau / 60, load)
            lines = [f"{rpm},{torque + noise.gauss(0, 0.05):.6f}" for _ in range(200)]
            (folder / f"{name}_{rpm}.csv").write_text("\n".join(["rpm,torque", *lines]) + "\n")
    for file in ("worm.toml", "worm_study.toml"):
        shutil.copy(FOLDER / file, folder)
    call("fit", folder / "worm_study.toml", "-o", folder / "worm")
    return json.loads((folder / "worm" / "result.json").read_text())


def check_values(model, truth):
    for parameter in model["parameters"]:
        low, high = parameter["interval"]
        true = truth[parameter["name"]]
        print(f"{parameter['name']:34} {parameter['value']:12.6g}   95 %: {low:.6g} to {high:.6g}   true: {true}")
        # 95 % intervals miss the truth one time in twenty; twice as wide ones, one time in ten thousand.
        if abs(parameter["value"] - true) > high - low:
            raise SystemExit(f"{parameter['name']} is off by more than its interval is wide")


def check(result):
    coulomb, stribeck = result["models"]
    if result["best"] != "stribeck" or stribeck["verdict"] != "accepted" or coulomb["verdict"] == "accepted":
        raise SystemExit("the laws are told apart the wrong way round")
    if not 0.9 < stribeck["held_back"] < 1.1 < coulomb["held_back"]:
        raise SystemExit(f"held back: {stribeck['held_back']} and {coulomb['held_back']} per datum")
    check_values(stribeck, TRUTH)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fmu-pack", type=Path, help="the program; without it cargo runs that of this folder")
    parser.add_argument("-o", "--output", type=Path, default=Path("target/identification"), help="folder for all files")
    parser.add_argument("--fmus", help="not needed: the FMU is built here")
    parser.add_argument("--quick", action="store_true", help="for tests; it is quick anyway")
    arguments = parser.parse_args()
    cargo = ["cargo", "run", "--quiet", "--release", "--manifest-path", FOLDER.parents[1] / "Cargo.toml", "--package", "fmu-pack", "--"]
    program = [arguments.fmu_pack] if arguments.fmu_pack else cargo
    if not arguments.fmu_pack:
        print("building fmu-pack with cargo, which takes minutes the first time", file=sys.stderr, flush=True)

    def call(*words):
        subprocess.run([*program, *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    arguments.output.mkdir(parents=True, exist_ok=True)
    check(identify(call, arguments.output))
    check_values(identify_worm(call, arguments.output)["models"][0], WORM)


if __name__ == "__main__":
    main()
