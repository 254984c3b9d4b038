"""Runs the FMUs in all importers, writes the table and compares it with the one in docs/importers.md.

    python importers --fmus FOLDER --fmu-pack PROGRAM --output FILE [--update | --compiled]

Exit code 1 if an importer is missing or fails, if an output is too far from its reference, or if that page
lists other importers, versions or tasks; --update writes the table into it. --compiled: the binaries of FMI 2.0 were
compiled from the C in their FMUs; the page, which is of those that fmu-pack builds, is left alone.
"""

import argparse
import importlib
import sys
from pathlib import Path

from matrix.report import Row, table
from matrix.task import Setting

MODULES = {
    "with_fmpy": "FMPy",
    "with_fmpy_fmi3": "FMPy",
    "with_fmutool": "FMU Manipulation Toolbox",
    "with_libcosim": "libcosimpy",
    "with_ecos": "ecospy",
    "with_ecos_fmi3": "ecospy",
    "with_engines": "systems",
    "with_ssp_standard": "pyssp-standard",
    "with_fmuloader": "fmuloader",
    "with_fmuloader_fmi3": "fmuloader",
    "with_fmi_crate": "crate fmi",
    "official_headers": "official FMI headers",
    "with_replays": "replays",
}
PAGE = Path(__file__).resolve().parents[1] / "docs" / "importers.md"
BEGIN, END = "<!-- importers: written by ./run-tests --update -->\n", "<!-- end of importers -->\n"


def main():
    """Runs everything; returns the exit code."""
    arguments = _arguments()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    places = [place.resolve() for place in (arguments.fmus, arguments.fmu_pack, arguments.output.parent)]
    setting = Setting(*places, compiled=arguments.compiled)
    rows = [row for module in MODULES for row in _rows(module, setting)]
    arguments.output.write_text(table(rows))
    print(table(rows))
    failed = [row for row in rows if not row.passed()]
    for row in failed:
        print(f"FAILED: {row.importer}, {row.task}: {row.problem or 'too far from the reference'}", file=sys.stderr)
    if failed:
        return 1
    if arguments.compiled:
        return 0
    return _page(rows, arguments.update)


def _arguments():
    parser = argparse.ArgumentParser(description="Runs the FMUs in all importers.")
    parser.add_argument("--fmus", type=Path, required=True, help="folder with the three FMUs, and for FMI 3.0 below fmi3/")
    parser.add_argument("--fmu-pack", type=Path, required=True, help="the program fmu-pack, for the scenarios")
    parser.add_argument("--output", type=Path, required=True, help="Markdown file for the table")
    parser.add_argument("--update", action="store_true", help="write the table into docs/importers.md")
    parser.add_argument("--compiled", action="store_true", help="the binaries of FMI 2.0 were compiled from their sources")
    return parser.parse_args()


def _rows(module, setting):
    """The rows of one importer; one that cannot even be imported is a failed row."""
    try:
        return importlib.import_module(f"matrix.{module}").rows(setting)
    except Exception as error:
        return [Row(MODULES[module], "missing", "import", problem=f"{type(error).__name__}: {error}")]


def _page(rows, update):
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    shown, after = rest.split(END)
    if update:
        PAGE.write_text(before + BEGIN + table(rows) + END + after)
        return 0
    if _without_numbers(shown) != _without_numbers(table(rows)):
        print("FAILED: docs/importers.md lists other importers, versions or tasks; run ./run-tests --update", file=sys.stderr)
        return 1
    return 0


def _without_numbers(text):
    """Importers, versions, tasks and limits; deviations may differ between machines in their last digits."""
    rows = [line.split("|") for line in text.splitlines() if line]
    return [row[:6] + row[7:] for row in rows]


if __name__ == "__main__":
    sys.exit(main())
