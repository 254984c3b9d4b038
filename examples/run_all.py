"""Runs the Python examples in their quick form; each checks its own results. Exit code 1 if one fails."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
# With what they write, if anything.
EXAMPLES = [
    ("fmpy/parameter_study.py", "study.csv"),
    ("libcosim/force_fight.py", None),
    ("ssp/lever_and_servo.py", "lever_and_servo.ssp"),
    ("jsbsim/pitch_hold.py", "pitch_hold.svg"),
    ("limit_cycle/map.py", "map.svg"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fmus", type=Path, default=Path("target/fmu"), help="folder of the FMUs")
    fmus = parser.parse_args().fmus.resolve()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for script, output in EXAMPLES:
            command = [sys.executable, str(FOLDER / script), "--fmus", str(fmus), "--quick"]
            command += ["-o", str(Path(folder) / output)] if output else []
            done = subprocess.run(command, capture_output=True, text=True)
            written = not output or (Path(folder) / output).stat().st_size > 0 if done.returncode == 0 else False
            print(f"{'ok    ' if written else 'FAILED'} {script}")
            if not written:
                print(done.stdout + done.stderr)
                failed.append(script)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
