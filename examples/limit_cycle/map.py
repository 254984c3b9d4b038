"""Limit cycles of an aircraft against friction and freeplay of its actuator, beside the describing function.

    fmu-pack build --config examples/limit_cycle/horizontal_tail_with_freeplay.toml -o target/fmu
    pip install -r examples/limit_cycle/requirements.txt
    python examples/limit_cycle/map.py --fmus target/fmu -o map.png --rows map.csv

A hundred cases, each 80 s of flight, spread over the workers of a Dask cluster: of this machine, or of --scheduler.
`loop.py` is the case, `describing_function.py` the prediction. --quick runs six cases, and two of them once more
without a cluster: the rows must have the same bits; and beside an ideal play (`ideal.py`).
"""

import argparse
import csv
import logging
import os
from math import pi, radians
from pathlib import Path

import describing_function
import ideal
import loop
import matplotlib
import numpy as np
from dask.distributed import Client

matplotlib.use("Agg")
import matplotlib.pyplot as plot  # noqa: E402, after the choice of what draws

FRICTIONS = [0.0, 25.0, 50.0, 100.0, 200.0, 400.0, 800.0, 1600.0, 3200.0, 6400.0]  # N.m; the stall moment is 20 kN.m
BACKLASHES = [0.0, 0.0125, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2]  # deg
COLUMNS = ["friction", "backlash", *loop.RESULTS]
# A prediction that is off by more is called wrong.
WRONG = 0.1


def spread(content, cases, where):
    """The rows of all cases in their order, from the workers of a cluster."""
    with Client(**where) as client:
        client.upload_file(loop.__file__)
        shared = client.scatter(content, broadcast=True)
        frictions, backlashes = zip(*cases)
        futures = client.map(loop.case, [shared] * len(cases), frictions, backlashes, pure=False)
        return client.gather(futures)


def local(workers):
    """A cluster of processes on this machine: an FMU is best off with a process and one thread."""
    quiet = {"silence_logs": logging.CRITICAL, "dashboard_address": None}
    return {"n_workers": workers or os.cpu_count(), "threads_per_worker": 1, **quiet}


def write(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


class Map:
    """Results over the grid, friction to the right, backlash up; and the prediction."""

    def __init__(self, frictions, backlashes, rows):
        self.frictions, self.backlashes = frictions, backlashes
        shape = len(backlashes), len(frictions)
        table = np.array(rows)
        widths = np.array([describing_function.half_width(*row[:2]) for row in rows]).reshape(shape)
        self.prediction = describing_function.predict()
        # Where there is no cycle there is no number.
        pitch, self.tail, self.period, self.stuck = (
            np.where(table[:, 2] > 0, column, np.nan).reshape(shape) for column in table[:, 2:].T
        )
        self.pitch = pitch
        self.pitch_off, self.tail_off = (
            widths * factor / found - 1
            for factor, found in ((self.prediction.pitch, pitch), (self.prediction.tail, self.tail))
        )
        self.period_off = 2 * pi / self.prediction.frequency / self.period - 1

    def draw(self, path):
        plot.rcParams.update({"font.size": 9, "axes.edgecolor": "#e2e5e9"})
        figure, panels = plot.subplots(2, 2, figsize=(12.4, 9.6), layout="constrained")
        figure.suptitle(
            "Limit cycle of an F-16 in pitch attitude hold, against friction and freeplay of its tail's actuator",
            x=0.01,
            ha="left",
            fontsize=14,
        )
        pitch, period, tail_off, period_off = panels.flat
        size = np.log10(np.degrees(self.pitch))
        self.panel(pitch, size, np.degrees(self.pitch), "Swing in pitch, deg, half of peak to peak", "Blues", "{:.2g}")
        self.panel(period, self.period, self.period, "Period, s", "Blues", "{:.2f}")
        title = "Describing function: {} too large (red) or too small, %"
        for panel, off, name, limit in (
            (tail_off, self.tail_off, "swing of the tail", 100),
            (period_off, self.period_off, "period", 40),
        ):
            self.panel(panel, 100 * off, 100 * off, title.format(name), "RdBu_r", "{:+.0f}", limit)
        figure.savefig(path, dpi=110)

    def panel(self, axes, colour, values, title, scheme, form, limit=None):
        """Coloured cells with their numbers, bold where a prediction is wrong."""
        image = axes.imshow(colour, cmap=scheme, origin="lower", aspect="auto", alpha=0.85)
        if limit:
            image.set_clim(-limit, limit)
        else:
            low, high = np.nanmin(colour), np.nanmax(colour)
            image.set_clim(low - 0.2 * (high - low), high + 0.5 * (high - low))
        for (row, column), value in np.ndenumerate(values):
            text = form.format(value) if np.isfinite(value) else "rest"
            is_wrong = limit is not None and abs(value) > 100 * WRONG
            is_dark = np.isfinite(value) and sum(image.cmap(image.norm(colour[row, column]))[:3]) < 1.3
            ink = "white" if is_dark else "#21252b"
            weight = "bold" if is_wrong else "normal"
            axes.text(column, row, text, ha="center", va="center", color=ink, fontweight=weight)
        axes.set_title(title, loc="left", fontsize=11)
        axes.set_xticks(range(len(self.frictions)), [f"{value:g}" for value in self.frictions])
        axes.set_yticks(range(len(self.backlashes)), [f"{value:g}" for value in self.backlashes])
        axes.set_xlabel("Coulomb friction at the ram, N·m")
        axes.set_ylabel("freeplay, deg")
        axes.tick_params(length=0, labelcolor="#6b727c")
        axes.spines[:].set_visible(False)


def tell(chart):
    cells = int(np.isfinite(chart.pitch).sum())
    print(f"{cells} cases have a limit cycle; the describing function is off by more than {WRONG:.0%} in")
    for name, off in (
        ("swing in pitch", chart.pitch_off),
        ("swing of the tail", chart.tail_off),
        ("period", chart.period_off),
    ):
        wrong = int((abs(off) > WRONG).sum())
        print(f"  {name:18} {wrong:3} of them, by {np.nanmin(off):+.2%} to {np.nanmax(off):+.2%}")


def quick(content):
    """Six cases with a cluster, two of them without: they must be the same; and what is known of them."""
    frictions, backlashes = [0.0, 400.0, 1600.0], [0.0, 0.1]
    cases = grid(frictions, backlashes)
    rows = spread(content, cases, local(2))
    for number in (1, 3):
        alone = loop.case(content, *cases[number])
        if rows[number] != alone:
            raise SystemExit(f"the cluster computes {rows[number]}, one core {alone}")
        # The servo is no pure lag and a step of the ideal loop is late by up to 2 ms: 0.5 % each.
        for name, found, wanted in zip(loop.RESULTS[:3], alone[2:], ideal.cycle(*cases[number])):
            expect(f"{name} of the FMU over that of an ideal play", found / wanted, 1.0, 0.01)
    expect("swing without friction and freeplay, rad", rows[0][2], 0.0, 0.0)
    chart = Map(frictions, backlashes, rows)
    expect("swing in pitch with four times the friction", chart.pitch[0, 2] / chart.pitch[0, 1], 4.0, 0.02)
    # What the describing function says of the pitch attitude holds, of the period with freeplay it does not.
    expect("the prediction of the swing in pitch, relative", np.nanmax(abs(chart.pitch_off)), 0.0, WRONG)
    expect("the prediction of the period with freeplay, relative", chart.period_off[1, 0], -0.17, 0.02)
    expect("the prediction of the period with friction, relative", chart.period_off[0, 1], -0.05, 0.02)
    return frictions, backlashes, rows


def expect(what, found, wanted, allowed):
    if not abs(found - wanted) <= allowed:
        raise SystemExit(f"{what}: {found:.6g}, expected {wanted:.6g} within {allowed:.2g}")


def grid(frictions, backlashes):
    return [(friction, radians(backlash)) for backlash in backlashes for friction in frictions]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--fmus", type=Path, default=Path("target/fmu"), help="folder of HorizontalTailWithFreeplay.fmu"
    )
    parser.add_argument("-o", "--output", type=Path, default=Path("map.svg"), help="the picture: SVG, PNG or PDF")
    parser.add_argument("--rows", type=Path, help="CSV file for the results, in SI units")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; workers on this machine if not given")
    parser.add_argument("--workers", type=int, help="workers on this machine; one per core if not given")
    parser.add_argument("--quick", action="store_true", help="six cases, checked")
    arguments = parser.parse_args()
    content = (arguments.fmus / "HorizontalTailWithFreeplay.fmu").read_bytes()
    if arguments.quick:
        frictions, backlashes, rows = quick(content)
    else:
        where = {"address": arguments.scheduler} if arguments.scheduler else local(arguments.workers)
        frictions, backlashes = FRICTIONS, BACKLASHES
        rows = spread(content, grid(frictions, backlashes), where)
    if arguments.rows:
        write(arguments.rows, rows)
    chart = Map(frictions, backlashes, rows)
    tell(chart)
    chart.draw(arguments.output)


if __name__ == "__main__":
    main()
