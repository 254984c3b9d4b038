"""The binaries against the official headers, which FMPy brings: types of all FMI 2.0 functions, names of all exports."""

import re
import subprocess
import zipfile
from pathlib import Path

import fmpy

from .task import run
from .with_fmpy import MODELS

ROOT = Path(__file__).resolve().parents[2]
HEADERS = Path(fmpy.__file__).parent / "c-code"
# Where cbindgen's header of the library stands.
GENERATED = ROOT / "src" / "fmi2"


def rows(setting):
    """Both comparisons."""

    def row(task, action):
        return run("official FMI headers", "fmpy", task, lambda: action(setting))

    return [
        row("C types of all 44 functions of FMI 2.0", _types),
        row(f"exports of the 3 binaries: exactly the functions of {_versions(setting)}", _exports),
    ]


def _types(setting):
    """Compiles tests/c/abi.c, which includes the official headers and the generated one."""
    compiler = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    command = [*compiler, f"-I{HEADERS}", f"-I{GENERATED}", ROOT / "tests" / "c" / "abi.c"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise ValueError(result.stderr)


def _versions(setting):
    """A library is for both versions of FMI; one that was compiled from the C of an FMU is for that of the FMU."""
    return "FMI 2.0" if setting.compiled else "FMI 2.0 and 3.0"


def _exports(setting):
    standard = _functions("fmi2", 44) | (set() if setting.compiled else _functions("fmi3", 75))
    for model in MODELS:
        exported = _exported(setting, model)
        if exported != standard:
            raise ValueError(f"{model}: missing {sorted(standard - exported)}, too many {sorted(exported - standard)}")


def _functions(prefix, count):
    header = (HEADERS / f"{prefix}Functions.h").read_text()
    functions = set(re.findall(rf"^#define\s+({prefix}\w+)\s+{prefix}FullName\(", header, re.MULTILINE))
    if len(functions) != count:
        raise ValueError(f"the official header has {len(functions)} functions of {prefix}, the standard {count}")
    return functions


def _exported(setting, model):
    folder = setting.folder("exports")
    with zipfile.ZipFile(setting.fmu(model)) as archive:
        library = archive.extract(f"binaries/linux64/{model}.so", folder)
    command = ["nm", "-D", "--defined-only", "--format=posix", library]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split()[0].split("@")[0] for line in lines}
