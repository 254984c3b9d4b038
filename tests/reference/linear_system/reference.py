#!/usr/bin/env python3
"""Reference solutions of linear systems with mpmath, 40 digits: see README.md. Writes the CSV files beside it."""

import csv
import pathlib
import tomllib

import mpmath as mp

mp.mp.dps = 40
HERE = pathlib.Path(__file__).parent
CONFIGURATIONS = HERE.parents[2] / "examples" / "configurations"


def write(name, header, rows):
    with open(HERE / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for row in rows:
            writer.writerow([mp.nstr(value, 20) for value in row])


def value(signal, time):
    """A piecewise linear signal, right of `time`: value and slope."""
    for (t0, v0), (t1, v1) in zip(signal, signal[1:]):
        if t0 <= time < t1:
            slope = (mp.mpf(v1) - v0) / (mp.mpf(t1) - t0)
            return v0 + slope * (time - t0), slope
    return mp.mpf(signal[-1][1]), mp.mpf(0)


# A system of ten states of very different speed, coupled in both directions, with two inputs that bend and jump.

SIZE = 10


def entry(i, j):
    """Poles from slow to 400 1/s, oscillating pairs, and couplings; exact in binary."""
    if i == j:
        return [-0.5, -0.5, -4, -4, -30, -30, -100, -100, -400, -0.25][i]
    if (i, j) in [(0, 1), (2, 3), (4, 5), (6, 7)]:
        return [3, 0, 12, 0, 60, 0, 75][i]
    if (i, j) in [(1, 0), (3, 2), (5, 4), (7, 6)]:
        return -[3, 0, 12, 0, 60, 0, 75][j]
    return ((7 * i + 3 * j) % 5 - 2) * 0.0625


A = mp.matrix(SIZE, SIZE)
B = mp.matrix(SIZE, 2)
for i in range(SIZE):
    for j in range(SIZE):
        A[i, j] = entry(i, j)
    for j in range(2):
        B[i, j] = ((i + 2 * j) % 3 - 1) * 0.5
INPUTS = [
    [(0, 0), (0.5, 1), (1, 1), (1, -1), (2, 0.5), (3, 0.5)],
    [(0, 0.25), (1, 0.25), (1.5, -0.75), (1.5, 0.5), (3, 0)],
]
TIMES = [mp.mpf(t) for t in ("0.5", "1", "1.5", "2", "2.5", "3")]


def linear():
    """Exact: matrix exponential of states, inputs and their slopes, from one bend to the next."""
    x = mp.matrix([mp.mpf(i % 3 - 1) / 4 for i in range(SIZE)])
    time, rows = mp.mpf(0), []
    for end in TIMES:
        augmented = mp.zeros(SIZE + 4)
        augmented[:SIZE, :SIZE] = A
        augmented[:SIZE, SIZE : SIZE + 2] = B
        augmented[SIZE, SIZE + 2] = augmented[SIZE + 1, SIZE + 3] = 1
        inputs = [value(signal, time) for signal in INPUTS]
        start = mp.matrix(list(x) + [u for u, _ in inputs] + [slope for _, slope in inputs])
        x = (mp.expm(augmented * (end - time), method="taylor") * start)[:SIZE]
        x = mp.matrix(list(x))
        time = end
        rows.append([time, *x])
    write("ten_states.csv", ["time", *[f"x{i + 1}" for i in range(SIZE)]], rows)


def chain():
    """24 lags of 20 1/s in a row behind a unit step: the last moves as t^24 at first; P(24, 20 t), the incomplete gamma function."""
    rows = []
    for t in TIMES:
        row = [1 - mp.exp(-20 * t) * sum((20 * t) ** k / mp.factorial(k) for k in range(n)) for n in range(1, 25)]
        rows.append([t, *row])
    write("chain.csv", ["time", *[f"x{n}" for n in range(1, 25)]], rows)


def limits():
    """y = sin t behind a rate limit of 0.5, and between -0.5 and 0.75: closed forms and roots."""
    rate = mp.mpf("0.5")
    events, time, y, side = [], mp.mpf(0), mp.mpf(0), 1  # at 0 the slope is 1
    pieces = [(time, y, side)]
    while time < 14:
        if side:
            gap = lambda t: mp.sin(t) - (y + side * rate * (t - time))
            t = time + mp.mpf("0.01")
            while gap(t) * gap(t + mp.mpf("0.01")) > 0:
                t += mp.mpf("0.01")
            time_next = mp.findroot(gap, (t, t + mp.mpf("0.01")), solver="anderson", tol=1e-70)
            # Where it is caught up with it may already be too fast the other way.
            slope = mp.cos(time_next)
            new = int(mp.sign(slope)) if abs(slope) > rate else 0
        else:
            # cos t reaches -0.5 or 0.5 from within.
            k = mp.ceil((time / mp.pi - mp.mpf(1) / 3))
            candidates = [mp.pi * (k + n) + s * mp.pi / 3 for n in range(-2, 3) for s in (-1, 1)]
            inside = [t for t in candidates if t > time and abs(mp.cos(t + mp.mpf("1e-6"))) > rate]
            time_next = min(inside)
            new = int(mp.sign(mp.cos(time_next)))
        events.append((time_next, new))
        y = mp.sin(time_next)
        time, side = time_next, new
        pieces.append((time, y, side))
    write("rate_limit_events.csv", ["time", "rate_saturation"], events)
    rows = []
    for number in range(1, 29):
        t = mp.mpf(number) / 2
        begin, y, side = [piece for piece in pieces if piece[0] <= t][-1]
        limited = mp.sin(t) if side == 0 else y + side * rate * (t - begin)
        clipped = max(mp.mpf("-0.5"), min(mp.mpf("0.75"), mp.sin(t)))
        rows.append([t, limited, clipped])
    write("limits.csv", ["time", "rate_limited", "limited"], rows)
    saturations = []
    for n in range(3):
        turn = 2 * mp.pi * n
        saturations += [(turn + mp.asin(mp.mpf("0.75")), 1), (turn + mp.pi - mp.asin(mp.mpf("0.75")), 0)]
        saturations += [(turn + mp.pi + mp.pi / 6, -1), (turn + 2 * mp.pi - mp.pi / 6, 0)]
    write("saturation_events.csv", ["time", "saturation"], [row for row in saturations if row[0] < 14])


# The closed loop of examples/configurations/pitch_hold.toml.

NAMES = ["u", "w", "q", "theta", "gyro", "gyro_rate", "integral", "command", "position", "velocity"]
NAMES += ["flapper", "flapper_velocity", "spool", "error_integral"]
STATES = len(NAMES)
ONE, INPUT, SLOPE = STATES, STATES + 1, STATES + 2
WIDTH = STATES + 3
PLACE = {name: place for place, name in enumerate(NAMES)}


def row(**entries):
    result = mp.zeros(1, WIDTH)
    for name, entry in entries.items():
        result[PLACE.get(name, {"one": ONE, "input": INPUT, "slope": SLOPE}.get(name))] = entry
    return result


class Loop:
    """Piecewise linear: the matrix of every mode, its guards, and what happens at them."""

    SURFACES = ("current", "flapper", "spool", "pressure", "limit", "rate", "friction")

    def __init__(self):
        text = (CONFIGURATIONS / "pitch_hold.toml").read_text()
        self.file = tomllib.loads(text)
        degree = mp.pi / 180
        f = {key: mp.mpf(x) for key, x in {
            "gap": "40", "limit": "0.04", "gm": "2.5", "kf": "100", "kfs": "500", "wf": "2500", "zf": "0.7", "xfm": "5e-5",
            "gsf": "3000", "xsm": "1e-3", "gps": "4e10", "gqs": "1.06", "clk": "1e-12", "dis": "0.00445", "ps": "26e6",
            "inertia": "2200", "viscous": "80e3", "coulomb": "2500", "ratio": "1.7"}.items()}
        self.f = f
        factor = 1 / (1 + f["clk"] * f["gps"] / f["gqs"])
        self.pressure_factor = factor
        self.loss = factor * f["gps"] / f["gqs"] * f["dis"]
        linear = self.file["linear"]
        number = lambda x: mp.mpf(repr(x))
        self.airframe = mp.matrix([[number(x) for x in line] for line in linear["airframe"]["A"]])
        self.elevator = [number(line[0]) for line in linear["airframe"]["B"]]
        self.alpha = number(linear["airframe"]["C"][0][1])
        control = linear["control"]
        self.gains = [number(control["C"][0][0]), *[number(x) for x in control["D"][0]]]
        output = control["outputs"][0]
        self.lower, self.upper = output["limit"]["lower"] * degree, output["limit"]["upper"] * degree
        self.rate = output["rate_limit"] * degree
        self.hinge = [1000 * number(x) for x in linear["hinge"]["D"][0]]
        self.mode = dict.fromkeys(self.SURFACES, 0)
        self.cache = {}

    def matrix(self, mode):
        """z' = M z, and the rows that guards are made of."""
        f = self.f
        m = mp.zeros(WIDTH)
        for i in range(4):
            m[i, :4] = self.airframe[i, :]
            m[i, PLACE["position"]] = self.elevator[i]
        m[PLACE["gyro"], PLACE["gyro_rate"]] = 1
        m[PLACE["gyro_rate"], :] = row(q=3600, gyro=-3600, gyro_rate=-84)
        m[PLACE["integral"], :] = row(input=1, theta=-1)
        m[INPUT, SLOPE] = 1
        ki, kc, kt, kr = self.gains
        wanted = row(input=kc, theta=kt, gyro=kr, integral=ki)
        within = {0: wanted, 1: row(one=self.upper), -1: row(one=self.lower)}[mode["limit"]]
        speed = within * m  # inputs and states are known by now
        m[PLACE["command"], :] = speed if mode["rate"] == 0 else row(one=mode["rate"] * self.rate)
        command = within if mode["rate"] == 0 else row(command=1)
        error = command - row(position=1)
        m[PLACE["error_integral"], :] = error
        demand = f["gap"] * error
        current = demand if mode["current"] == 0 else row(one=mode["current"] * f["limit"])
        drive = f["wf"] ** 2 * (f["gm"] / f["kfs"] * current - row(spool=f["kf"] / f["kfs"], flapper=1))
        drive = drive - row(flapper_velocity=2 * f["zf"] * f["wf"])
        if mode["flapper"] == 0:
            m[PLACE["flapper"], PLACE["flapper_velocity"]] = 1
            m[PLACE["flapper_velocity"], :] = drive
        if mode["spool"] == 0:
            m[PLACE["spool"], PLACE["flapper"]] = f["gsf"]
        valve = row(spool=f["gps"])
        saturated = valve if mode["pressure"] == 0 else row(one=mode["pressure"] * f["ps"])
        torque = f["dis"] * (self.pressure_factor * saturated - row(velocity=self.loss))
        air = row(w=self.hinge[0] * self.alpha, position=self.hinge[1])
        active = torque + air - row(velocity=f["viscous"])
        m[PLACE["position"], PLACE["velocity"]] = 1
        if mode["friction"]:
            m[PLACE["velocity"], :] = (active - row(one=mode["friction"] * f["coulomb"])) / f["inertia"]
        else:
            m[PLACE["position"], PLACE["velocity"]] = 0
        guards = {}

        def saturation(name, value, upper, lower):
            if mode[name] == 0:
                guards[name, 1], guards[name, -1] = upper - value, value - lower
            elif mode[name] > 0:
                guards[name, 1] = value - upper
            else:
                guards[name, -1] = lower - value

        def stop(name, value, limit, pressing):
            if mode[name] == 0:
                guards[name, 1], guards[name, -1] = row(one=limit) - value, value + row(one=limit)
            else:
                guards[name, mode[name]] = mode[name] * pressing

        saturation("current", demand, row(one=f["limit"]), row(one=-f["limit"]))
        saturation("pressure", valve, row(one=f["ps"]), row(one=-f["ps"]))
        saturation("limit", wanted, row(one=self.upper), row(one=self.lower))
        stop("flapper", row(flapper=1), f["xfm"], drive)
        stop("spool", row(spool=1), f["xsm"], row(flapper=1))
        if mode["rate"] == 0:
            guards["rate", 1], guards["rate", -1] = row(one=self.rate) - speed, row(one=self.rate) + speed
        else:
            guards["rate", mode["rate"]] = mode["rate"] * (within - row(command=1))
        breakaway = f["ratio"] * f["coulomb"]
        if mode["friction"]:
            guards["friction", mode["friction"]] = mode["friction"] * row(velocity=1)
        else:
            guards["friction", 1], guards["friction", -1] = row(one=breakaway) - active, row(one=breakaway) + active
        return m, guards, within, active

    def of(self, mode, step):
        """Matrix, guards and propagator over `step` of a mode."""
        key = tuple(mode.values())
        if key not in self.cache:
            m, guards, within, active = self.matrix(mode)
            self.cache[key] = (m, guards, within, active, mp.expm(m * step, method="taylor"))
        return self.cache[key]

    def cross(self, z, name, side):
        mode = self.mode
        if name == "friction":
            if mode["friction"]:
                z[PLACE["velocity"]] = 0
                _, _, _, active = self.matrix(mode)
                torque = (active * z)[0]
                level = self.f["ratio"] * self.f["coulomb"]
                mode["friction"] = 0 if abs(torque) <= level else int(mp.sign(torque))
            else:
                mode["friction"] = side
            return
        if mode[name] == 0:
            mode[name] = side
            if name == "flapper":
                z[PLACE["flapper"]], z[PLACE["flapper_velocity"]] = side * self.f["xfm"], 0
            if name == "spool":
                z[PLACE["spool"]] = side * self.f["xsm"]
        else:
            mode[name] = 0
        if name == "rate":
            _, _, within, _ = self.matrix(self.mode)
            z[PLACE["command"]] = (within * z)[0]

    def jump(self, z):
        """The input has jumped: limits that follow from values."""
        mode = self.mode
        mode["limit"] = 0
        wanted = (self.matrix(mode)[2] * z)[0]
        mode["limit"] = int(wanted > self.upper) - int(wanted < self.lower)
        within = (self.matrix(mode)[2] * z)[0]
        behind = within - z[PLACE["command"]]
        mode["rate"] = 0 if abs(behind) < mp.mpf("1e-30") else int(mp.sign(behind))


def closed_loop(end, signal, step):
    """Steps of one length with a look at every guard; where one has changed its sign, the root by bisection and secants."""
    loop = Loop()
    z = mp.zeros(WIDTH, 1)
    z[ONE] = 1
    bends = sorted({mp.mpf(repr(t)) for t, _ in signal})
    rows, events, time, count = [], [], mp.mpf(0), 0
    step = mp.mpf(step)
    bends = {int(mp.nint(bend / step)) for bend in bends}
    left, is_on_grid = set(), True
    while count < int(mp.nint(end / step)):
        if is_on_grid and count in bends:
            _, slope = value(signal, time + step / 2)
            z[INPUT], z[SLOPE] = value(signal, time + step / 2)[0] - slope * step / 2, slope
            loop.jump(z)
            left = set()
        # The next point of the grid; bends are among its points.
        next_point = step * (count + 1)
        length = next_point - time
        m, guards, _, _, whole = loop.of(loop.mode, step)
        is_whole = abs(length - step) < mp.mpf("1e-25")
        after = (whole if is_whole else mp.expm(m * length, method="taylor")) * z
        crossed = []
        for key, guard in guards.items():
            begin, finish = (guard * z)[0], (guard * after)[0]
            if key not in left and begin < -mp.mpf("1e-25"):
                crossed.append((mp.mpf(0), key))
            elif finish < 0 and (begin > 0 or key in left):
                low, high = mp.mpf(0), length
                at = lambda h: (guard * (mp.expm(m * h, method="taylor") * z))[0]
                if key in left:
                    # It has just left this surface: the root behind it is looked for from a little later.
                    low = length / 64
                    if at(low) <= 0:
                        raise SystemExit(f"{key} returns at once at {time}")
                for _ in range(10):
                    middle = (low + high) / 2
                    low, high = (middle, high) if at(middle) > 0 else (low, middle)
                crossed.append((mp.findroot(at, (low, high), solver="anderson", tol=1e-60), key))
        if crossed:
            h, key = min(crossed, key=lambda item: item[0])
            z = mp.expm(m * h, method="taylor") * z if h > 0 else z
            time += h
            before = dict(loop.mode)
            loop.cross(z, *key)
            # What sticks has not left the surface of sliding: its guards are others.
            is_stopped = key[0] == "friction" and loop.mode["friction"] == 0
            left = set() if is_stopped else {key}
            events.append([time, key[0], before[key[0]], loop.mode[key[0]]])
            is_on_grid = False
            continue
        z, time, left, is_on_grid = after, next_point, set(), True
        count += 1
        if count % 100 == 0:
            rows.append([time, *[z[place] for place in range(STATES)]])
    return rows, events


def loop_reference():
    degree = mp.pi / 180
    signal = [(0, 0), (0.5, 0), (0.5, 2 * degree), (3, 2 * degree), (4, -3 * degree), (6, -3 * degree)]
    mp.mp.dps = 32
    rows, events = closed_loop(mp.mpf(6), signal, "0.0005")
    write("pitch_hold.csv", ["time", *NAMES], rows)
    with open(HERE / "pitch_hold_events.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["time", "element", "before", "after"])
        writer.writerows([[mp.nstr(time, 18), *rest] for time, *rest in events])


if __name__ == "__main__":
    linear()
    chain()
    limits()
    loop_reference()
