"""Independent solutions of the servo with a valve with orifices: Python 3, numpy, scipy and mpmath; nothing of the Rust code.

    python3 solve.py

Each mode (direction of sliding, saturations, stops, side of the spool, direction of the flow) is integrated by DOP853 at
1e-13 with steps of at most 0.1 ms, and every change of the mode is found by Brent's method on the dense output and begins a
new integration. The pressure is taken from the textbook formula of a quadratic and checked against the flow balance itself,
with 40 digits, at every line that is written.
"""

import csv
import json
import math

import mpmath
from scipy.integrate import solve_ivp

mpmath.mp.dps = 40
DEGREE = math.pi / 180.0

SERVO = {
    "GAP": 40.0, "CorM": 0.04, "GM": 2.5, "KF": 100.0, "KFS": 500.0, "WF": 2500.0, "ZF": 0.7, "XFM": 5e-5, "GSF": 3000.0,
    "XSM": 1e-3, "GQS": 1.06, "PR": 26e6, "CLk": 1e-12, "Dis": 0.00445, "JM": 2200.0, "CM": 80000.0, "TFR0": 2500.0,
    "eta_opp": 0.96, "eta_aid": 0.66, "FSD": 1.7, "travel": 10.0 * DEGREE,
}


def line(points):
    """Linear between points, constant outside; of two points at one time the second holds from there on."""
    def value(time, left=False):
        last = None
        for (t0, y0), (t1, y1) in zip(points, points[1:]):
            inside = t0 < time <= t1 if left else t0 <= time < t1
            if t1 > t0 and inside:
                return y0 + (y1 - y0) * (time - t0) / (t1 - t0)
        if time < points[0][0] or (left and time == points[0][0]):
            return points[0][1]
        for t, y in points:
            if t <= time:
                last = y
        return last
    return value


def breaks(*signals):
    return sorted({t for points in signals for t, _ in points})


DROP = [(0.0, 26e6), (0.3, 26e6), (0.4, 5e6), (0.6, 5e6), (0.8, 26e6)]
CASES = {
    # The load is more than the supply holds while the pressure is low: the motor is driven back against the open valve.
    "pressure_drop": dict(servo={}, end=1.2, command=[(0.0, 0.0), (0.1, 0.0), (0.1, 1.5 * DEGREE)],
                          load=[(0.0, 74500.0)], supply=DROP),
    # An aiding load that changes its side, with a valve that leaks a tenth and a self-locking transmission.
    "aiding_load": dict(servo={"CLk": 1e-13, "eta_opp": 0.92, "eta_aid": -0.2}, end=1.0,
                        command=[(0.0, 0.0), (0.1, 0.0), (0.3, 0.06), (0.5, -0.06), (0.9, 0.05)],
                        load=[(0.0, -30000.0), (0.45, -30000.0), (0.45, 40000.0), (0.7, -20000.0)],
                        supply=[(0.0, 26e6)]),
    # Full flow at half the rated pressure, onto an end stop and back.
    "end_stop": dict(servo={"travel": 4.0 * DEGREE}, end=1.0,
                     command=[(0.0, 0.0), (0.05, 0.0), (0.05, 9.0 * DEGREE), (0.5, 9.0 * DEGREE), (0.5, -2.0 * DEGREE)],
                     load=[(0.0, 5000.0)], supply=[(0.0, 13e6)]),
}


class Run:
    def __init__(self, case):
        self.p = SERVO | case["servo"]
        self.command, self.load, self.supply = (line(case[name]) for name in ("command", "load", "supply"))
        self.breaks = [t for t in breaks(case["command"], case["load"], case["supply"]) if 0.0 < t < case["end"]]
        self.end = case["end"]
        self.left = False

    def inputs(self, t):
        # Within an integration that ends at a break the values are those before it.
        left = self.left and t >= self.stop
        t = min(t, self.stop)
        return self.command(t, left), self.load(t, left), self.supply(t, left)

    def pressure(self, mode, y, supply):
        p = self.p
        s, sigma = mode["opening"], mode["flow"]
        x, w = s * y[4], s * y[1]
        a, big = p["CLk"] * p["PR"], p["GQS"] * x
        c = p["Dis"] * w + p["CLk"] * supply
        root = (-big + math.sqrt(max(big * big + 4.0 * a * sigma * c, 0.0))) / (2.0 * a)
        return s * (supply - p["PR"] * sigma * root * root)

    def check_flow(self, y, supply, pressure):
        p = {name: mpmath.mpf(value) for name, value in self.p.items()}
        x, w, big = mpmath.mpf(y[4]), mpmath.mpf(y[1]), mpmath.mpf(pressure)
        s = mpmath.sign(x) if x != 0 else mpmath.mpf(1)
        head = (mpmath.mpf(supply) - s * big) / p["PR"]
        flow = p["GQS"] * x * mpmath.sign(head) * mpmath.sqrt(abs(head))
        residual = flow - p["Dis"] * w - p["CLk"] * big
        slope = p["CLk"] + p["GQS"] * abs(x) / (2 * p["PR"] * max(mpmath.sqrt(abs(head)), mpmath.mpf(10) ** -12))
        assert abs(residual / slope) < 1e-3, (float(residual / slope), y)

    def chain(self, mode, t, y):
        p = self.p
        command, load, supply = self.inputs(t)
        demand = p["GAP"] * (command - y[0])
        current = mode["current"] * p["CorM"] if mode["current"] else demand
        push = p["WF"] ** 2 * ((p["GM"] * current - p["KF"] * y[4]) / p["KFS"] - y[2]) - 2.0 * p["ZF"] * p["WF"] * y[3]
        pressure = self.pressure(mode, y, supply)
        active = p["Dis"] * pressure - load - p["CM"] * y[1]
        return dict(demand=demand, push=push, pressure=pressure, active=active, load=load, supply=supply)

    def levels(self, load):
        p = self.p
        opposing = p["TFR0"] + (1.0 / p["eta_opp"] - 1.0) * abs(load)
        aiding = p["TFR0"] + (1.0 - p["eta_aid"]) * abs(load)
        return (opposing, aiding) if load >= 0.0 else (aiding, opposing)

    def band(self, load):
        forward, backward = self.levels(load)
        return self.p["FSD"] * forward, self.p["FSD"] * backward

    def rates(self, mode, t, y):
        p, at = self.p, self.chain(mode, t, y)
        acceleration = 0.0
        if mode["regime"]:
            forward, backward = self.levels(at["load"])
            friction = forward if mode["regime"] > 0 else -backward
            acceleration = (at["active"] - friction) / p["JM"]
        return [
            y[1] if mode["regime"] else 0.0,
            acceleration,
            y[3] if mode["flapper"] == 0 else 0.0,
            at["push"] if mode["flapper"] == 0 else 0.0,
            p["GSF"] * y[2] if mode["spool"] == 0 else 0.0,
        ]

    def guards(self, mode):
        p = self.p
        found = {}
        chain = lambda t, y: self.chain(mode, t, y)
        if mode["regime"]:
            r = mode["regime"]
            found["velocity"] = lambda t, y: r * y[1]
            found["stop"] = lambda t, y: p["travel"] - r * y[0]
        else:
            blocked = mode["stop"]
            if blocked <= 0:
                found["forward"] = lambda t, y: self.band(chain(t, y)["load"])[0] - chain(t, y)["active"]
            if blocked >= 0:
                found["backward"] = lambda t, y: self.band(chain(t, y)["load"])[1] + chain(t, y)["active"]
        if mode["current"]:
            found["current"] = lambda t, y: mode["current"] * chain(t, y)["demand"] - p["CorM"]
        else:
            found["current+"] = lambda t, y: p["CorM"] - chain(t, y)["demand"]
            found["current-"] = lambda t, y: p["CorM"] + chain(t, y)["demand"]
        if mode["flapper"]:
            found["flapper"] = lambda t, y: mode["flapper"] * chain(t, y)["push"]
        else:
            found["flapper+"] = lambda t, y: p["XFM"] - y[2]
            found["flapper-"] = lambda t, y: p["XFM"] + y[2]
        if mode["spool"]:
            found["spool"] = lambda t, y: mode["spool"] * y[2]
        else:
            found["spool+"] = lambda t, y: p["XSM"] - y[4]
            found["spool-"] = lambda t, y: p["XSM"] + y[4]
        found["opening"] = lambda t, y: mode["opening"] * y[4]
        def reserve(t, y):
            supply = self.inputs(t)[2]
            return mode["flow"] * (supply + mode["opening"] * p["Dis"] * y[1] / p["CLk"])
        found["flow"] = reserve
        return found

    def at_rest(self, mode, t, y, was):
        """After the velocity has become zero: reverses or sticks."""
        at = self.chain(mode, t, y)
        forward, backward = self.band(at["load"])
        if at["active"] > forward and mode["stop"] <= 0:
            mode["regime"] = 1
        elif at["active"] < -backward and mode["stop"] >= 0:
            mode["regime"] = -1
        else:
            mode["regime"] = 0
        if mode["regime"]:
            mode["stop"] = 0
            return "reversal" if was else "breakaway"
        return "stop"

    def cross(self, mode, name, t, y):
        p, event = self.p, None
        if name == "velocity":
            y[1] = 0.0
            event = self.at_rest(mode, t, y, mode["regime"])
        elif name == "stop":
            y[0], y[1], mode["stop"] = mode["regime"] * p["travel"], 0.0, mode["regime"]
            mode["regime"] = 0
            event = "end_stop"
        elif name in ("forward", "backward"):
            mode["regime"], mode["stop"] = (1 if name == "forward" else -1), 0
            event = "breakaway"
        elif name in ("current", "flapper", "spool"):
            mode[name] = 0
        elif name[-1] in "+-":
            side = 1 if name[-1] == "+" else -1
            mode[name[:-1]] = side
            if name[:-1] == "flapper":
                y[2], y[3] = side * p["XFM"], 0.0
            if name[:-1] == "spool":
                y[4] = side * p["XSM"]
        elif name == "opening":
            mode["opening"] = -mode["opening"]
        elif name == "flow":
            mode["flow"] = -mode["flow"]
        return event

    def settle(self, mode, t, y):
        """Modes after a jump of the inputs."""
        events = []
        demand = self.chain(mode, t, y)["demand"]
        mode["current"] = int(demand > self.p["CorM"]) - int(demand < -self.p["CorM"])
        for _ in range(8):
            negative = [name for name, guard in self.guards(mode).items() if guard(t, y) < -1e-12]
            if not negative:
                break
            event = self.cross(mode, negative[-1], t, y)
            if event:
                events.append(event)
        return events

    def solve(self, sample):
        y = [0.0] * 5
        mode = dict(regime=0, stop=0, current=0, flapper=0, spool=0, opening=1, flow=1)
        t, events, rows = 0.0, [], []
        samples = [k * sample for k in range(int(round(self.end / sample)) + 1)]
        for stop in self.breaks + [self.end]:
            self.stop, self.left = stop, True
            events += [(t, event) for event in self.settle(mode, t, y)]
            while t < stop:
                t, y, event = self.segment(mode, t, y, stop, samples, rows)
                if event:
                    events.append((t, event))
            self.left = False
        at = self.chain(mode, self.end, y)
        rows.append((self.end, *y, at["pressure"]))
        return rows, events

    def segment(self, mode, t, y, stop, samples, rows):
        guards = self.guards(mode)
        names = list(guards)
        # What stands on its surface stays there or leaves it: that is no crossing.
        functions = []
        for name in names:
            def function(time, state, guard=guards[name]):
                return guard(time, state) or 1e-300
            function.terminal, function.direction = True, -1.0
            functions.append(function)
        scale = [1e-6, 1e-6, 1e-10, 1e-7, 1e-9]
        solution = solve_ivp(lambda time, state: self.rates(mode, time, state), (t, stop), y, method="DOP853", rtol=1e-13,
                             atol=[1e-9 * size for size in scale], max_step=1e-4, events=functions, dense_output=True)
        end = solution.t[-1]
        for time in samples:
            if t <= time < end or (time == t and not rows):
                state = solution.sol(time)
                supply = self.inputs(time)[2]
                pressure = self.pressure(mode, state, supply)
                self.check_flow(state, supply, pressure)
                rows.append((time, *state, pressure))
        event = None
        state = list(solution.y[:, -1])
        if solution.status == 1:
            which = max(range(len(names)), key=lambda i: len(solution.t_events[i]))
            end, state = float(solution.t_events[which][0]), list(solution.y_events[which][0])
            event = self.cross(mode, names[which], end, state)
        return end, state, event


def main():
    events = {}
    for name, case in CASES.items():
        run = Run(case)
        rows, found = run.solve(1e-3)
        rows = sorted({row[0]: row for row in rows}.values())
        with open(f"{name}.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["time", "position", "velocity", "flapper", "flapper_velocity", "spool", "pressure"])
            for row in rows[::5]:
                writer.writerow([f"{row[0]:.3f}"] + [f"{value:.14e}" for value in row[1:]])
        events[name] = [[f"{time:.12f}", event] for time, event in found]
        print(name, len(rows), found)
    cases = {name: {**case, "servo": SERVO | case["servo"]} for name, case in CASES.items()}
    with open("cases.json", "w") as file:
        json.dump({"cases": cases, "events": events}, file, indent=1)


if __name__ == "__main__":
    main()
