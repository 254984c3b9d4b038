"""What the coupling costs: an aircraft and its servo as two FMUs in several engines, beside one solution of both.

    fmu-pack build --config examples/coupling/aircraft.toml --config examples/jsbsim/horizontal_tail.toml \\
        --config examples/coupling/whole.toml -o target/fmu
    fmu-pack build --fmi 3 --config examples/coupling/aircraft.toml --config examples/jsbsim/horizontal_tail.toml \\
        -o target/fmu/fmi3
    fmu-pack ssp examples/coupling/pitch_hold.toml -o target/fmu/PitchHold.ssp
    pip install -r examples/coupling/requirements.txt
    python examples/coupling/coupling.py --fmus target/fmu

In the 10 s that are flown the servo sticks and breaks away several times. `masters.py` has the engines, `monolithic.py`
the solution.
"""

import argparse
import functools
import math
from pathlib import Path

import masters
import monolithic

STOP = 10.0
STEPS = [1e-2, 1e-3, 1e-4]
FMUS = ["F16PitchHold.fmu", "HorizontalTail.fmu"]
NEEDED = [*FMUS, "F16PitchHoldWithServo.fmu", *(f"fmi3/{name}" for name in FMUS), "PitchHold.ssp"]


def engines(fmus, path):
    """Each with the order that is expected of it, None where there is no error to speak of."""
    return {
        "libcosim, held": (functools.partial(masters.with_libcosim, fmus, path), 1),
        "ecos, held": (functools.partial(masters.with_ecos, fmus, path), 1),
        "FMPy, held": (functools.partial(masters.with_fmpy, fmus, tangents=False), 1),
        "FMPy, input derivatives": (functools.partial(masters.with_fmpy, fmus, tangents=True), 2),
        "FMPy, FMI 3.0, tangents and event mode": (functools.partial(masters.with_event_mode, fmus), 2),
        "one FMU": (functools.partial(masters.with_one_fmu, fmus), None),
    }


def errors(found, solution, step):
    """Largest error of pitch and tail over all communication points [rad]."""
    every = round(step / monolithic.GRID)
    return abs(found - solution[::every]).max(axis=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--fmus", type=Path, default=Path("target/fmu"), help="folder of the FMUs, for FMI 3.0 below fmi3/"
    )
    parser.add_argument("--quick", action="store_true", help="for tests; it is quick anyway")
    arguments = parser.parse_args()
    missing = [name for name in NEEDED if not (arguments.fmus / name).exists()]
    if missing:
        raise SystemExit(f"{arguments.fmus} has no {', '.join(missing)}; the heading of {Path(__file__).name} says how to make them")
    solution = monolithic.solve(STOP)
    table, trajectories = {}, {}
    known = engines(arguments.fmus, arguments.fmus / "PitchHold.ssp")
    for name, (run, _) in known.items():
        for step in STEPS:
            trajectories[name, step] = run(step=step, stop=STOP)
            table[name, step] = errors(trajectories[name, step], solution, step)
    orders = {name: order for name, (_, order) in known.items()}
    tell(table, orders)
    check(table, orders, trajectories)


def order(table, name, quantity):
    """Of the error from the longest step to the shortest."""
    ends = [table[name, step][quantity] for step in (STEPS[0], STEPS[-1])]
    return math.log(ends[0] / ends[1]) / math.log(STEPS[0] / STEPS[-1])


def tell(table, orders):
    print("| engine, what is told of an input during a step | 10 ms | 1 ms | 0.1 ms | order |")
    print("| --- | --- | --- | --- | --- |")
    for name, expected in orders.items():
        cells = [" / ".join(f"{math.degrees(value):.3e}" for value in table[name, step]) for step in STEPS]
        shown = f"{order(table, name, 0):.4f}" if expected else ""
        print(f"| {name} | {' | '.join(cells)} | {shown} |")
    print("\nLargest error in deg: pitch attitude / tail")


def check(table, orders, trajectories):
    for name, expected in orders.items():
        if expected is None:
            worst = max(table[name, step].max() for step in STEPS)
            if worst > 1e-11:
                raise SystemExit(f"{name} is {worst} rad off the monolithic solution")
        elif abs(order(table, name, 0) - expected) > 0.25:
            raise SystemExit(f"{name}: order {order(table, name, 0):.2f} instead of {expected}")
    # Engines that order calls alike compute the same: ecos to the bit, libcosim but for its time in nanoseconds.
    for name, allowed in (("libcosim, held", 1e-13), ("ecos, held", 0.0)):
        for step in STEPS:
            apart = abs(trajectories[name, step] - trajectories["FMPy, held", step]).max()
            if apart > allowed:
                raise SystemExit(f"{name}, {step:g} s: {apart} rad off FMPy's loop")


if __name__ == "__main__":
    main()
