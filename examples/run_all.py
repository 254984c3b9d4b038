"""Runs the Python examples in their quick form; each checks its own results. Exit code 1 if one fails, 2 if they cannot be run.

FMUs that are missing in the folder are built, by the program that --fmu-pack names or else by the one that cargo builds.
"""

import argparse
import ctypes
import importlib.machinery
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
WORKSPACE = FOLDER.parent
# The packages of the examples among others, at the versions that the tests use.
VERSIONS = WORKSPACE / "importers" / "requirements.txt"


@dataclass
class Example:
    script: str
    # By the names with which they are imported and installed.
    packages: list
    # File that it writes, if any.
    output: str = None
    needs_program: bool = False
    # On Linux a library of the system, and the package of Debian that has it.
    library: tuple = None


EXAMPLES = [
    Example("fmpy/parameter_study.py", ["fmpy"], "study.csv"),
    Example("libcosim/force_fight.py", ["fmpy", "libcosimpy"]),
    Example("ssp/lever_and_servo.py", ["fmpy", "libcosimpy"], "lever_and_servo.ssp", needs_program=True),
    Example("identification/identify.py", [], "identification", needs_program=True),
    Example("jsbsim/pitch_hold.py", ["fmpy", "jsbsim", "matplotlib"], "pitch_hold.svg"),
    Example("limit_cycle/map.py", ["dask", "distributed", "fmpy", "matplotlib", "scipy"], "map.svg"),
    Example("coupling/coupling.py", ["ecospy", "fmpy", "libcosimpy", "scipy"], library=("libtbb.so.12", "libtbb12")),
]

# What they need, and the configuration or model that it is made of.
FMUS = {
    "ServoActuator.fmu": "ServoActuator",
    "MotionTransmission.fmu": "MotionTransmission",
    "HorizontalTail.fmu": "jsbsim/horizontal_tail.toml",
    "HorizontalTailWithFreeplay.fmu": "limit_cycle/horizontal_tail_with_freeplay.toml",
    "F16PitchHold.fmu": "coupling/aircraft.toml",
    "F16PitchHoldWithServo.fmu": "coupling/whole.toml",
}
FMI_3 = {
    "fmi3/HorizontalTail.fmu": "jsbsim/horizontal_tail.toml",
    "fmi3/F16PitchHold.fmu": "coupling/aircraft.toml",
}
SYSTEMS = {"PitchHold.ssp": "coupling/pitch_hold.toml"}


def refuse(sentence):
    print(f"error: {sentence}", file=sys.stderr)
    sys.exit(2)


def say(text):
    print(text, file=sys.stderr, flush=True)


def is_installed(package):
    """Folders of examples have the names of packages, and stand beside this script, where Python looks first."""
    places = [place for place in sys.path if Path(place).resolve() != FOLDER]
    found = importlib.machinery.PathFinder.find_spec(package, places)
    return found is not None and found.loader is not None


def refuse_missing_packages():
    wanted = sorted({package for example in EXAMPLES for package in example.packages})
    missing = [package for package in wanted if not is_installed(package)]
    if not missing:
        return
    pinned = dict(re.findall(r"^([\w-]+)(==\S+)", VERSIONS.read_text(encoding="utf-8"), re.MULTILINE))
    install = " ".join(package + pinned.get(package, "") for package in missing)
    refuse(
        f"{sys.executable} has no Python package {', '.join(missing)}, which the examples need; "
        f"install with: {sys.executable} -m pip install {install}"
    )


def program(given):
    """Path of fmu-pack: the program that is given, or the one that cargo builds."""
    if given:
        path = shutil.which(given)
        if path is None:
            refuse(f"--fmu-pack {given}: there is no program that can be run")
        return str(Path(path).resolve())
    if shutil.which("cargo") is None:
        refuse("fmu-pack is needed, and there is no cargo that builds it; name a program that exists with --fmu-pack")
    say("building fmu-pack with cargo, which takes minutes the first time (--fmu-pack names a program that exists)")
    call(["cargo", "build", "--release", "--locked", "--package", "fmu-pack"])
    target = json.loads(call(["cargo", "metadata", "--format-version", "1", "--no-deps"]))["target_directory"]
    return str(Path(target, "release", "fmu-pack").with_suffix(".exe" if sys.platform == "win32" else ""))


def build(fmu_pack, folder, anew):
    """What is missing in the folder, or all of it."""
    files = [*FMUS, *FMI_3, *SYSTEMS]
    wanted = [file for file in files if anew or not (folder / file).exists()]
    if not wanted:
        return
    say(f"building {', '.join(wanted)} in {folder}, which takes minutes where the models are not compiled yet")
    for fmi, known, place in ((2, FMUS, folder), (3, FMI_3, folder / "fmi3")):
        sources = [known[file] for file in wanted if file in known]
        if not sources:
            continue
        models = [source for source in sources if not source.endswith(".toml")]
        configurations = [source for source in sources if source.endswith(".toml")]
        if models:
            call([fmu_pack, "build", *models, "--fmi", str(fmi), "--output", str(place)])
        if configurations:
            options = [part for source in configurations for part in ("--config", str(FOLDER / source))]
            call([fmu_pack, "build", *options, "--fmi", str(fmi), "--output", str(place)])
    for file in wanted:
        if file in SYSTEMS:
            call([fmu_pack, "ssp", str(FOLDER / SYSTEMS[file]), "--output", str(folder / file)])
    still = [file for file in wanted if not (folder / file).exists()]
    if still:
        refuse(f"fmu-pack made no {', '.join(still)} in {folder}")


def call(command):
    """What a command prints that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=WORKSPACE)
    if done.returncode != 0:
        print(done.stdout + done.stderr, file=sys.stderr, end="")
        refuse(f"{' '.join(command)} ended with exit code {done.returncode}")
    return done.stdout


def has_library(name):
    if not sys.platform.startswith("linux"):
        return True
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def run(example, fmu_pack, fmus, folder):
    """Whether it succeeds and has written what it shall."""
    if example.library and not has_library(example.library[0]):
        library, package = example.library
        print(f"FAILED {example.script}: it needs {library}; install the Debian package {package}", flush=True)
        return False
    output = Path(folder) / example.output if example.output else None
    command = [sys.executable, str(FOLDER / example.script), "--fmus", str(fmus), "--quick"]
    command += ["-o", str(output)] if output else []
    command += ["--fmu-pack", fmu_pack] if example.needs_program else []
    done = subprocess.run(command, capture_output=True, text=True)
    is_written = output is None or output.exists() and output.stat().st_size > 0
    succeeds = done.returncode == 0 and is_written
    print(f"{'ok    ' if succeeds else 'FAILED'} {example.script}", flush=True)
    if not succeeds:
        print(done.stdout + done.stderr)
    return succeeds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fmus", type=Path, default=Path("target/fmu"), help="folder of the FMUs")
    parser.add_argument("--fmu-pack", metavar="PATH", help="program that exists; without it cargo builds one")
    parser.add_argument("--build", action="store_true", help="build all FMUs anew, not only those that are missing")
    arguments = parser.parse_args()
    refuse_missing_packages()
    fmus = arguments.fmus.resolve()
    if fmus.exists() and not fmus.is_dir():
        refuse(f"--fmus {arguments.fmus}: it is no folder")
    fmu_pack = program(arguments.fmu_pack)
    build(fmu_pack, fmus, arguments.build)
    with tempfile.TemporaryDirectory() as folder:
        results = [run(example, fmu_pack, fmus, folder) for example in EXAMPLES]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
