"""The program fmu-pack of this package."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

PROGRAM = Path(__file__).with_name("bin") / ("fmu-pack.exe" if os.name == "nt" else "fmu-pack")


class Error(Exception):
    """What fmu-pack refuses, in its own sentence."""


def output(*arguments: str) -> str:
    """Standard output of a command that must succeed; what it warns of becomes a warning of Python."""
    result = subprocess.run([str(PROGRAM), *arguments], capture_output=True, text=True, encoding="utf-8", check=False)
    if result.returncode != 0:
        sentence = result.stderr.strip()
        raise Error(sentence.rpartition("error: ")[2] or f"fmu-pack ended with {result.returncode}")
    for line in result.stderr.splitlines():
        if line.startswith("warning: "):
            # Where the caller of build or fit stands: between it and here are build and _build, or fit and _fit.
            warnings.warn(line.removeprefix("warning: "), stacklevel=4)
    return result.stdout


def main() -> int:
    """The program as a command: takes its place where the system can do that."""
    arguments = [str(PROGRAM), *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.run(arguments, check=False).returncode
    os.execv(PROGRAM, arguments)
