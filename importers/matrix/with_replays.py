"""Replays: the calls of tools that cannot be fetched, in C, run by the Rust tests of importers/replays."""

import csv
import os
import subprocess
from pathlib import Path

from .report import Row

ROOT = Path(__file__).resolve().parents[2]


def rows(setting):
    """What the replays measured; a row more if a test of theirs failed without a measurement."""
    table = setting.folder("replays") / "table.tsv"
    table.unlink(missing_ok=True)
    # Of the whole workspace: alone, the package has other features, and all of its tests would be compiled again afterwards.
    command = ["cargo", "test", "--locked", "--quiet", "--workspace", "--test", "library", "replays::"]
    environment = {**os.environ, "REPLAYS_TABLE": str(table)}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    found = _read(table) if table.exists() else []
    if result.returncode != 0 and all(row.passed() for row in found):
        said = (result.stdout + result.stderr).splitlines()
        problem = "; ".join(line for line in said if "panicked at" in line or line.startswith("error"))
        found.append(Row("replays", "missing", "cargo test --test library replays::", problem=problem, run="replay"))
    return found


def _read(table):
    """The tests run side by side: in the order of tools, versions and tasks."""
    with open(table, newline="") as file:
        lines = sorted(csv.reader(file, delimiter="\t"), key=lambda line: [text.lower() for text in line[:3]])
    return [_row(*line) for line in lines]


def _row(tool, version, task, deviation, allowed, unit):
    return Row(tool, version, task, float(deviation), float(allowed), unit, run="replay")
