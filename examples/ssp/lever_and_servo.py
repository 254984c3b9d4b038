"""Has `fmu-pack ssp` pack lever_and_servo.toml, and runs the SSP file in libcosim.

    pip install libcosimpy fmpy
    python examples/ssp/lever_and_servo.py -o LeverAndServo.ssp

The SSP file runs in any tool that reads SSP 1.0; step size and method stand in annotations for libcosim and OMSimulator
(there: OMSimulator LeverAndServo.ssp). `fmu-pack run LeverAndServo.ssp` does what this script does, with any engine.
"""

import argparse
import subprocess
import sys
import zipfile
from io import BytesIO
from math import degrees, exp
from pathlib import Path

import fmpy
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimObserver import CosimObserver

SYSTEM = Path(__file__).with_name("lever_and_servo.toml")
MODELS = {"lever": "MotionTransmission", "servo": "ServoActuator"}
STEP, STOP = 1e-3, 1.0


def pack(fmu_pack, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([*fmu_pack, "ssp", SYSTEM, "-o", path], check=True, stdout=subprocess.DEVNULL)


def run(path):
    """Time and positions of lever and servo, in deg."""
    execution = CosimExecution.from_ssp_file(str(path), round(STEP * 1e9))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    places = []
    with zipfile.ZipFile(path) as archive:
        for name, model in MODELS.items():
            description = fmpy.read_model_description(BytesIO(archive.read(f"resources/{model}.fmu")))
            reference = next(v.valueReference for v in description.modelVariables if v.name == "position")
            places.append((execution.slave_index_from_instance_name(name), reference))
    history = []
    for number in range(1, round(STOP / STEP) + 1):
        if not execution.step():
            raise SystemExit(f"libcosim stopped at {(number - 1) * STEP} s")
        positions = [observer.last_real_values(index, [reference])[0] for index, reference in places]
        history.append((number * STEP, *map(degrees, positions)))
    return history


def expected_lever(time):
    """The lever in closed form: damping 10 N.m.s/rad, net torque 1 N.m, inertia 0.01 kg.m2, stop at 1.5 deg."""
    speed, lag = 1.0 / 10.0, 0.01 / 10.0
    return min(degrees(speed * (time - lag * (1 - exp(-time / lag)))), 1.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fmu-pack", type=Path, help="the program; without it cargo runs that of this folder")
    parser.add_argument("-o", "--output", type=Path, default=Path("LeverAndServo.ssp"), help="the SSP file")
    parser.add_argument("--fmus", help="not needed: the FMUs are built into the SSP file")
    parser.add_argument("--quick", action="store_true", help="for tests; it is quick anyway")
    arguments = parser.parse_args()
    log_output_level(CosimLogLevel.ERROR)
    workspace = Path(__file__).resolve().parents[2] / "Cargo.toml"
    cargo = ["cargo", "run", "--quiet", "--release", "--manifest-path", workspace, "--package", "fmu-pack", "--"]
    fmu_pack = [arguments.fmu_pack] if arguments.fmu_pack else cargo
    if not arguments.fmu_pack:
        print("building fmu-pack with cargo, which takes minutes the first time", file=sys.stderr, flush=True)
    pack(fmu_pack, arguments.output)
    history = run(arguments.output)
    print("time, s       lever, deg       servo, deg")
    for time, lever, servo in history[99::100]:
        print(f"{time:7.3f} {lever:16.11f} {servo:16.11f}")
    off = max(abs(lever - expected_lever(time)) for time, lever, _ in history)
    if off > 1e-9:
        raise SystemExit(f"the lever is {off} deg off its closed form")
    # The servo holds the load with an error of about 0.02 deg: load over stiffness, and friction.
    if not 1.45 < history[-1][2] < 1.5 or history[-1][2] != history[-100][2]:
        raise SystemExit(f"the servo does not come to rest at the command: {history[-1][2]} deg")


if __name__ == "__main__":
    main()
