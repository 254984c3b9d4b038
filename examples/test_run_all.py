"""What run_all.py refuses is told in one sentence, with the exit code 2: `python examples/test_run_all.py`. Needs no package."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import run_all

SCRIPT = Path(run_all.__file__)
PACKAGES = ["dask", "distributed", "ecospy", "fmpy", "jsbsim", "libcosimpy", "matplotlib", "scipy"]


class Refusals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, *arguments, packages=PACKAGES, path=None):
        """The sentence with which it ends, where these packages are installed and programs are found on this path."""
        stand_ins = self.folder / "packages"
        stand_ins.mkdir(exist_ok=True)
        for package in packages:
            (stand_ins / f"{package}.py").touch()
        environment = {**os.environ, "PYTHONPATH": str(stand_ins), "PATH": path if path is not None else os.environ["PATH"]}
        # Without the packages of this machine.
        command = [sys.executable, "-S", str(SCRIPT), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=self.folder, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        lines = done.stderr.splitlines()
        self.assertTrue(lines and lines[-1].startswith("error: "), done.stderr)
        self.assertEqual(sum("error" in line.lower() for line in lines), 1, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return lines

    def script(self, text):
        path = self.folder / "fmu-pack"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def test_all_missing_packages_are_named_with_the_command_that_installs_them(self):
        [line] = self.refused("--fmu-pack", "no/such/program", packages=[])
        self.assertIn(f"has no Python package {', '.join(PACKAGES)}, which the examples need; ", line)
        _, command = line.split(f"install with: {sys.executable} -m pip install ")
        versions = {name: version for name, version in (word.split("==") for word in command.split())}
        self.assertEqual(list(versions), PACKAGES)
        self.assertTrue(all(re.fullmatch(r"[0-9.]+", version) for version in versions.values()), command)

    def test_of_the_packages_only_those_that_are_missing_are_named(self):
        packages = [package for package in PACKAGES if package != "jsbsim"]
        [line] = self.refused("--fmu-pack", "no/such/program", packages=packages)
        self.assertIn("has no Python package jsbsim, which", line)
        self.assertRegex(line, r"pip install jsbsim==[0-9.]+$")

    def test_a_program_that_does_not_exist_is_named(self):
        self.assertEqual(
            self.refused("--fmu-pack", "no/such/program"), ["error: --fmu-pack no/such/program: there is no program that can be run"]
        )

    def test_without_program_and_without_cargo_the_option_is_named(self):
        [line] = self.refused(path=str(self.folder))
        self.assertIn("there is no cargo that builds it; name a program that exists with --fmu-pack", line)

    def test_a_file_in_place_of_the_folder_of_fmus_is_refused(self):
        file = self.folder / "fmus"
        file.touch()
        self.assertEqual(self.refused("--fmus", str(file)), [f"error: --fmus {file}: it is no folder"])

    def test_it_says_before_what_it_builds_and_that_it_takes_minutes(self):
        # What is there is not built again.
        for model in ("ServoActuator", "MotionTransmission"):
            (self.folder / f"{model}.fmu").touch()
        first, told, refusal = self.refused("--fmus", str(self.folder), "--fmu-pack", self.script("echo no compiler >&2; exit 3"))
        self.assertRegex(first, r"^building HorizontalTail\.fmu, .*PitchHold\.ssp in .*, which takes minutes")
        self.assertNotIn("ServoActuator", first)
        self.assertEqual(told, "no compiler")
        self.assertRegex(refusal, r"^error: .*fmu-pack build --config .* ended with exit code 3$")

    def test_a_program_that_makes_nothing_is_told_with_what_is_missing(self):
        *_, refusal = self.refused("--fmus", str(self.folder), "--fmu-pack", self.script("exit 0"))
        self.assertRegex(refusal, r"^error: fmu-pack made no ServoActuator\.fmu, .*, PitchHold\.ssp in ")

    def test_a_build_by_cargo_is_told_before(self):
        told = []
        answers = {"build": "", "metadata": '{"target_directory": "there"}'}
        with (
            mock.patch.object(run_all.shutil, "which", return_value="cargo"),
            mock.patch.object(run_all, "say", told.append),
            mock.patch.object(run_all, "call", lambda command: told.append(command[1]) or answers[command[1]]),
        ):
            program = run_all.program(None)
        self.assertEqual(Path(program).with_suffix(""), Path("there", "release", "fmu-pack"))
        self.assertIn("takes minutes", told[0])
        self.assertEqual(told[1:], ["build", "metadata"])

    def test_a_library_of_the_system_that_is_missing_is_named(self):
        example = run_all.Example("no.py", [], library=("libnothing.so.7", "libnothing7"))
        with mock.patch("builtins.print") as told:
            self.assertFalse(run_all.run(example, "fmu-pack", self.folder, self.folder))
        self.assertEqual(
            told.call_args.args, ("FAILED no.py: it needs libnothing.so.7; install the Debian package libnothing7",)
        )

    def test_every_package_that_an_example_imports_is_asked_for(self):
        known = sys.stdlib_module_names
        for example in run_all.EXAMPLES:
            script = run_all.FOLDER / example.script
            beside = {file.stem: file for file in script.parent.glob("*.py")}
            imported, files = set(), [script]
            while files:
                text = files.pop().read_text(encoding="utf-8")
                for name in re.findall(r"^ *(?:import|from) (\w+)", text, re.MULTILINE):
                    if name in beside and name not in imported:
                        files.append(beside[name])
                    imported.add(name)
            # numpy comes with scipy and fmpy.
            wanted = {name for name in imported if name not in known and name not in beside} - {"numpy"}
            self.assertLessEqual(wanted, set(example.packages), example.script)


if __name__ == "__main__":
    unittest.main()
