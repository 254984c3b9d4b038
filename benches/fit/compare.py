"""fmu-pack fit against SciPy's least_squares with FMPy, the same problem: python compare.py FMU_PACK [TURNS]

Needs scipy and fmpy. Makes the axis of EMPS and its motion with noise in a folder of its own, and has both take turns, each as a whole
process; of each the fastest turn on the clock counts, and the least processor time. A ratio on the clock needs a machine that does
nothing else.
"""

import csv
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent


def reference(at: float) -> float:
    """Smooth motions to and fro."""

    def smooth(begin: float, length: float) -> float:
        share = min(max((at - begin) / length, 0.0), 1.0)
        return share**3 * (10 - 15 * share + 6 * share * share)

    return 0.2 * (smooth(0.2, 0.9) - smooth(1.6, 0.7)) + 0.12 * (smooth(2.6, 0.4) - smooth(3.4, 0.6)) - 0.1 * smooth(4.2, 0.6)


def prepare(fmu_pack: str, folder: Path) -> None:
    """Axis.fmu, study.toml and motion.csv: 5 s at 1 kHz, 1 µm and 1 N of noise."""
    shutil.copy(HERE / "study.toml", folder)
    build = [fmu_pack, "build", "--config", str(HERE / "axis.toml"), "-o", str(folder), "--no-reference"]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    times = [number * 1e-3 for number in range(5001)]
    rows = "".join(f"{at!r},{reference(at)!r}\n" for at in times)
    (folder / "reference.csv").write_text("time,control.reference\n" + rows)
    arguments = ["--input", "reference.csv", "--stop-time", "5", "--step-size", "1e-3", "-o", "run.csv"]
    subprocess.run([fmu_pack, "run", "Axis.fmu", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    noise = random.Random(1)
    with open(folder / "run.csv", newline="") as run, open(folder / "motion.csv", "w") as motion:
        motion.write("t,r,x,F\n")
        for at, row in zip(times, csv.DictReader(run)):
            position = float(row["slide.position"]) + noise.gauss(0, 1e-6)
            force = float(row["control.force"]) + noise.gauss(0, 1)
            motion.write(f"{at!r},{reference(at)!r},{position!r},{force!r}\n")


def turn(command: list[str], folder: Path) -> tuple[float, float, dict]:
    """Time on the clock, processor time and result of a process."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    clock, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, processor, json.loads(done.stdout)


def main() -> None:
    """Takes turns, and prints."""
    fmu_pack, turns = str(Path(sys.argv[1]).resolve()), int((sys.argv + ["5"])[2])
    folder = Path(tempfile.mkdtemp())
    prepare(fmu_pack, folder)
    script = [sys.executable, str(HERE.resolve() / "least_squares.py"), "."]
    commands = {
        "fmu-pack fit": [fmu_pack, "fit", "study.toml", "-o", "out", "--format", "json"],
        "SciPy, FMPy": script,
        "SciPy, FMPy's C functions": [*script, "direct"],
    }
    clock, processor, points = dict[str, float](), dict[str, float](), {}
    for _ in range(turns):
        for name, command in commands.items():
            seconds, of_processor, result = turn(command, folder)
            clock[name] = min(seconds, clock.get(name, seconds))
            processor[name] = min(of_processor, processor.get(name, of_processor))
            models = result.get("models")
            points[name] = [one["value"] for one in models[0]["parameters"]] if models else result["point"]
    own = "fmu-pack fit"
    for name in commands:
        apart = max(abs(one / other - 1) for one, other in zip(points[name], points[own]))
        ratios = f"{clock[name] / clock[own]:.1f} times on the clock, {processor[name] / processor[own]:.1f} times of processor"
        print(f"{name}: {clock[name]:.3f} s, processor {processor[name]:.3f} s; {ratios}; optimum {apart:.1e} apart")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
