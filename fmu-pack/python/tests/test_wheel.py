"""The wheel in a fresh virtual environment, with no compiler in PATH.

Run by `scripts/wheel.sh test`, which says where things are: WHEEL, LIBRARIES and PROGRAM (fmu-pack as cargo built it), and
WINDOWS_PROGRAM and WINE where there are those. WHEEL_IS_COMPILED_FOR_TESTS says that the program in it is not the one to deliver.
"""

from __future__ import annotations

import filecmp
import hashlib
import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ELEVATOR = ROOT / "examples" / "configurations" / "elevator.toml"
WHEEL = Path(os.environ["WHEEL"])
LIBRARIES = Path(os.environ["LIBRARIES"])
PROGRAM = Path(os.environ["PROGRAM"])
# Promised for the wheel, in bytes.
LARGEST = 12_000_000
# Promised for the page of `fmu-pack page`, in bytes.
LARGEST_PAGE = 8_000_000
# What FMPy and fmu-pack may differ by: nothing, the FMU is the same and steps are.
TOLERANCE = 0.0

_folder = tempfile.TemporaryDirectory()
FOLDER = Path(_folder.name)
BIN = FOLDER / "venv" / "bin"
BARE = {"PATH": str(BIN), "HOME": str(FOLDER), "TMPDIR": tempfile.gettempdir()}


def run(*arguments: object, check: bool = True, **more: object) -> subprocess.CompletedProcess[str]:
    words = [str(argument) for argument in arguments]
    result = subprocess.run(words, env=BARE, cwd=FOLDER, capture_output=True, text=True, check=False, **more)
    if check and result.returncode != 0:
        raise AssertionError(f"{words} ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result


def python(code: str) -> str:
    return run(BIN / "python", "-c", code).stdout.strip()


def page_hashes(library: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Of each page of a signed library for macOS: the hash of its bytes, and the one in the signature."""
    (commands,) = struct.unpack_from("<I", library, 16)
    place, signature = 32, 0
    for _ in range(commands):
        command, size = struct.unpack_from("<II", library, place)
        if command == 0x1D:  # LC_CODE_SIGNATURE
            (signature,) = struct.unpack_from("<I", library, place + 8)
        place += size
    (offset,) = struct.unpack_from(">I", library, signature + 16)
    directory = signature + offset
    first, _, _, count, end = struct.unpack_from(">IIIII", library, directory + 16)
    page = 1 << library[directory + 39]
    for index in range(count):
        kept = directory + first + 32 * index
        made = hashlib.sha256(library[index * page : min((index + 1) * page, end)]).digest()
        yield made, library[kept : kept + 32]


def setUpModule() -> None:
    venv.create(FOLDER / "venv", with_pip=True)
    begin = time.monotonic()
    run(BIN / "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", WHEEL)
    run(BIN / "fmu-pack", "demo")
    print(f"pip install to the first plot: {time.monotonic() - begin:.1f} s", file=sys.stderr)


def tearDownModule() -> None:
    _folder.cleanup()


class Wheel(unittest.TestCase):
    @unittest.skipIf(os.environ.get("WHEEL_IS_COMPILED_FOR_TESTS"), "its program is not optimized")
    def test_it_is_small(self) -> None:
        size = WHEEL.stat().st_size
        print(f"{WHEEL.name}: {size} bytes", file=sys.stderr)
        self.assertLessEqual(size, LARGEST)

    def test_there_is_no_compiler(self) -> None:
        for name in ["cargo", "rustc", "cc", "gcc"]:
            self.assertFalse((BIN / name).exists(), name)

    def test_the_demo_draws_its_plot(self) -> None:
        self.assertTrue((FOLDER / "target" / "demo" / "fig06.png").read_bytes().startswith(b"\x89PNG"))

    def test_the_friction_bench_is_made_and_small_enough_for_a_mail(self) -> None:
        page = FOLDER / "friction-bench.html"
        printed = run(BIN / "fmu-pack", "page", "--output", page).stdout
        self.assertIn("with libraries for linux64, win64, aarch64-linux, darwin64, aarch64-darwin", printed)
        self.assertLessEqual(page.stat().st_size, LARGEST_PAGE)
        print(f"{page.name}: {page.stat().st_size} bytes", file=sys.stderr)
        path = Path(python("import actuator_fmu; print(actuator_fmu.page('bench.html'))"))
        self.assertEqual((FOLDER / path).read_bytes(), page.read_bytes())

    def test_a_configured_fmu_is_that_of_the_sources_byte_for_byte(self) -> None:
        run(BIN / "fmu-pack", "build", "--config", ELEVATOR, "--output", FOLDER / "here")
        run(PROGRAM, "build", "--config", ELEVATOR, "--libraries", LIBRARIES, "--output", FOLDER / "there")
        self.assertTrue(filecmp.cmp(FOLDER / "here/Elevator.fmu", FOLDER / "there/Elevator.fmu", shallow=False))

    def test_a_configured_fmu_runs_on_all_platforms(self) -> None:
        path = Path(python(f"import actuator_fmu; print(actuator_fmu.build({str(ELEVATOR)!r}, 'all'))"))
        with zipfile.ZipFile(FOLDER / path) as fmu:
            names = [name for name in fmu.namelist() if name.startswith("binaries/")]
        self.assertEqual(
            sorted(names),
            [
                "binaries/aarch64-darwin/Elevator.dylib",
                "binaries/aarch64-linux/Elevator.so",
                "binaries/darwin64/Elevator.dylib",
                "binaries/linux64/Elevator.so",
                "binaries/win64/Elevator.dll",
            ],
        )

    def test_for_fmi_3_the_platforms_have_the_names_of_fmi_3(self) -> None:
        path = Path(python(f"import actuator_fmu; print(actuator_fmu.build({str(ELEVATOR)!r}, 'fmi3', fmi=3))"))
        with zipfile.ZipFile(FOLDER / path) as fmu:
            names = [name for name in fmu.namelist() if name.startswith("binaries/")]
        self.assertEqual(
            sorted(names),
            [
                "binaries/aarch64-darwin/Elevator.dylib",
                "binaries/aarch64-linux/Elevator.so",
                "binaries/x86_64-darwin/Elevator.dylib",
                "binaries/x86_64-linux/Elevator.so",
                "binaries/x86_64-windows/Elevator.dll",
            ],
        )

    def test_the_signature_for_macos_fits_the_configured_library(self) -> None:
        run(BIN / "fmu-pack", "build", "--config", ELEVATOR, "--output", FOLDER / "signed")
        with zipfile.ZipFile(FOLDER / "signed" / "Elevator.fmu") as fmu:
            library = fmu.read("binaries/aarch64-darwin/Elevator.dylib")
        compiled = (LIBRARIES / "aarch64-darwin" / "actuator_fmu.dylib").read_bytes()
        self.assertNotEqual(library, compiled)
        for signed in [compiled, library]:
            hashes = list(page_hashes(signed))
            self.assertGreater(len(hashes), 10)
            self.assertTrue(all(made == kept for made, kept in hashes))

    def test_the_same_configuration_as_a_mapping_gives_the_same_trajectory(self) -> None:
        path = python(
            "import actuator_fmu\n"
            "config = {'name': 'Mapped', 'model': 'MotionTransmission', 'frozen': ['travel.*'],\n"
            "  'start': {'inertia': 7.5, 'friction.law': 'stribeck', 'friction': {'static_ratio': 1.5},\n"
            "            'travel.upper': '15 deg', 'friction.table.velocity[2]': 0.125},\n"
            "  'experiment': {'stop_time': 0.25}}\n"
            "print(actuator_fmu.build(config, 'mapped', ['linux64']))"
        )
        shown = run(BIN / "fmu-pack", "info", path, "--variables").stdout
        for part in ["inertia = 7.5", "friction.table.velocity[2] = 0.125", "friction.static_ratio = 1.5"]:
            self.assertIn(part, shown)

    def test_what_is_wrong_is_raised_with_the_sentence_of_fmu_pack(self) -> None:
        told = python(
            "import actuator_fmu\n"
            "try:\n"
            "    actuator_fmu.build({'name': 'X', 'model': 'MotionTransmission', 'start': {'inertia': -1}}, 'wrong')\n"
            "except actuator_fmu.Error as error:\n"
            "    print(error)"
        )
        self.assertIn("start", told)
        self.assertIn("inertia", told)
        self.assertIn("must be greater than 0", told)
        self.assertFalse((FOLDER / "wrong").exists(), "nothing is written")

    def test_a_study_gives_its_parameters_as_data(self) -> None:
        (FOLDER / "line.csv").write_text("t,w,T\n" + "".join(f"{k},{k + 1},{3 + 0.5 * (k + 1)}\n" for k in range(9)))
        (FOLDER / "line.toml").write_text(
            '[model.a]\nlaw = "sliding"\n[parameter.coulomb]\nstart = 1\n[parameter.viscous]\nstart = 1\n'
            '[recording.r]\nfiles = "line.csv"\ntime.column = "t"\ninput.velocity.column = "w"\noutput.torque.column = "T"\n'
            "output.torque.noise = 1\n"
        )
        values = python(
            "import actuator_fmu; fitted = actuator_fmu.fit('line.toml', 'fitted')['models'][0]\n"
            "print([round(one['value'], 9) for one in fitted['parameters']])"
        )
        self.assertEqual(values, "[3.0, 0.5]")

    def test_models_and_scenarios_are_data(self) -> None:
        names = python("import actuator_fmu; print(*actuator_fmu.models())")
        self.assertEqual(sorted(names.split()), ["HydraulicActuator", "MotionTransmission", "ServoActuator"])
        shown = python(
            "import actuator_fmu; s = actuator_fmu.scenario('fig06')\n"
            "print(s.model, s.stop_time, *s.inputs, s.rows[-1][0])"
        )
        self.assertEqual(shown.split()[:2], ["ServoActuator", "1.6"])
        self.assertIn("load_torque", shown)
        unknown = python(
            "import actuator_fmu\ntry:\n    actuator_fmu.scenario('fig6')\nexcept actuator_fmu.Error as error:\n    print(error)"
        )
        self.assertIn("there is no scenario fig6", unknown)

    def test_fmpy_runs_the_result(self) -> None:
        run(BIN / "fmu-pack", "build", "--config", ELEVATOR, "--output", FOLDER / "fmpy")
        fmu = FOLDER / "fmpy" / "Elevator.fmu"
        rows = run(BIN / "fmu-pack", "run", fmu).stdout.splitlines()
        header, last = rows[0].split(","), [float(field) for field in rows[-1].split(",")]
        expected = last[header.index("position")]
        code = (
            "import sys; from fmpy import simulate_fmu\n"
            "r = simulate_fmu(sys.argv[1], fmi_type='CoSimulation', output_interval=1e-3, output=['position'])\n"
            "print(repr(float(r['position'][-1])))"
        )
        result = subprocess.run(
            [os.environ["FMPY_PYTHON"], "-c", code, str(fmu)], capture_output=True, text=True, check=True
        )
        self.assertLessEqual(abs(float(result.stdout) - expected), TOLERANCE)

    @unittest.skipUnless(os.environ.get("WINDOWS_PROGRAM"), "needs fmu-pack.exe")
    def test_fmu_pack_for_windows_makes_the_same_bytes(self) -> None:
        run(PROGRAM, "build", "--config", ELEVATOR, "--libraries", LIBRARIES, "--output", FOLDER / "linux")
        windows = ["build", "--config", str(ELEVATOR), "--libraries", str(LIBRARIES), "--output", str(FOLDER / "windows")]
        environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(FOLDER / "wine")}
        subprocess.run(
            [os.environ["WINE"], os.environ["WINDOWS_PROGRAM"], *windows], check=True, env=environment, timeout=300
        )
        self.assertTrue(filecmp.cmp(FOLDER / "linux/Elevator.fmu", FOLDER / "windows/Elevator.fmu", shallow=False))


if __name__ == "__main__":
    unittest.main(verbosity=2)
