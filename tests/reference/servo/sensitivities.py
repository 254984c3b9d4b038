"""Derivatives of Fig 16 by the friction parameters: position and time of the last event, with 40 digits.

    python tests/reference/servo/sensitivities.py > tests/reference/servo/fig16_sensitivities.csv

Nothing saturates in Fig 16 (it is asserted), so each regime of the friction is a linear system z' = A z with z = (x, v, flapper, its rate,
spool, 1, t): its exponential is a power series. Events are roots of those series. Derivatives are central differences of 1e-12.
Needs mpmath.
"""

import json
import sys
from pathlib import Path

from mpmath import mp, mpf, pi

mp.dps = 40
STEP = mpf(1) / 500
PARAMETERS = ("TFR0", "FSD", "EtO", "EtA")
X, V, FLAPPER, RATE, SPOOL, ONE, TIME = range(7)
DEGREE = pi / 180
# Command in degrees from these times on: value there, slope. The load is 25 kN.m from 0.1 s on.
RAMPS = ((mpf(0), mpf(0), mpf(0)), (mpf("0.1"), mpf(0), mpf("0.025")), (mpf("2.05"), mpf("0.04875"), mpf("-0.025")))
END = mpf(4)


def numbers():
    file = json.loads((Path(__file__).parent / "params.json").read_text(), parse_float=mpf, parse_int=mpf)
    return {**file["base"], **file["cases"]["rev"]}


class Servo:
    def __init__(self, p, begin, value, slope, load):
        self.p, self.load = p, load
        self.command = ((value - slope * begin) * DEGREE, slope * DEGREE)
        leak = 1 + p["CLk"] * p["GPS"] / p["GQS"]
        self.torque = {SPOOL: p["Dis"] * p["GPS"] / leak, V: -p["Dis"] ** 2 * p["GPS"] / p["GQS"] / leak - p["CM"], ONE: -load}

    def level(self, direction):
        opposes = direction * self.load >= 0
        share = 1 / self.p["EtO"] - 1 if opposes else 1 - self.p["EtA"]
        return self.p["TFR0"] + share * abs(self.load)

    def rows(self, regime):
        """A, row by row, as dictionaries."""
        p = self.p
        current = {X: -p["GAP"], ONE: p["GAP"] * self.command[0], TIME: p["GAP"] * self.command[1]}
        servo = {key: p["GM"] / p["KFS"] * p["WF"] ** 2 * value for key, value in current.items()}
        flapper = {**servo, SPOOL: -p["KF"] / p["KFS"] * p["WF"] ** 2, FLAPPER: -p["WF"] ** 2, RATE: -2 * p["ZF"] * p["WF"]}
        moves = {} if regime == 0 else {key: value / p["JM"] for key, value in self.torque.items()}
        if regime:
            moves[ONE] -= regime * self.level(regime) / p["JM"]
        return [{V: mpf(1)} if regime else {}, moves, {RATE: mpf(1)}, flapper, {FLAPPER: p["GSF"]}, {}, {ONE: mpf(1)}]

    def active(self, z):
        return sum(value * z[key] for key, value in self.torque.items())


def series(rows, z):
    """Taylor coefficients of all states, to 40 digits over a step, in which the fastest pole turns by 5."""
    terms = [list(z)]
    for order in range(1, 60):
        last = terms[-1]
        terms.append([sum(value * last[key] for key, value in row.items()) / order for row in rows])
    return terms


def at(terms, time):
    z = list(terms[-1])
    for term in reversed(terms[:-1]):
        z = [value * time + coefficient for value, coefficient in zip(z, term)]
    return z


def root(guard, low, high):
    """Where a guard that changes its sign between does so: bisection until Newton's secants converge."""
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if (guard(low) > 0) == (guard(middle) > 0) else (low, middle)
    a, b = low, high
    fa, fb = guard(a), guard(b)
    for _ in range(12):
        if fb == fa or b == a:
            break
        a, fa, b = b, fb, b - fb * (b - a) / (fb - fa)
        fb = guard(b)
    return b


def run(p):
    """Samples each STEP: time, position, time of the last event, regime; and the events."""
    z = [mpf(0)] * 5 + [mpf(1), mpf(0)]
    regime, last, samples, events = 0, mpf(0), [], []
    for (begin, value, slope), end in zip(RAMPS, [ramp[0] for ramp in RAMPS[1:]] + [END]):
        servo = Servo(p, begin, value, slope, mpf(25000) if begin > 0 else mpf(0))
        # A load that jumps may break it away at once.
        forward, backward = (p["FSD"] * servo.level(direction) for direction in (1, -1))
        if regime == 0 and not -backward <= servo.active(z) <= forward:
            regime, last = 1 if servo.active(z) > forward else -1, begin
            events.append((last, 0))
        for number in range(int(mp.nint((end - begin) / STEP))):
            z[TIME], left = begin + number * STEP, STEP
            while left > 0:
                terms = series(servo.rows(regime), z)
                if regime:
                    guards = [lambda t: regime * at(terms, t)[V]]
                else:
                    guards = [lambda t: forward - servo.active(at(terms, t)), lambda t: backward + servo.active(at(terms, t))]
                # What begins to slide has no velocity yet.
                crossed = [g for g in guards if g(left) < 0]
                if not crossed:
                    z = at(terms, left)
                    break
                low = left / 1000 if regime and z[V] == 0 else mpf(0)
                time = root(crossed[0], low, left)
                z, left = at(terms, time), left - time
                last = z[TIME]
                events.append((last, regime))
                if regime:
                    z[V] = mpf(0)
                    active = servo.active(z)
                    regime = 1 if active > p["FSD"] * servo.level(1) else -1 if active < -p["FSD"] * servo.level(-1) else 0
                else:
                    regime = 1 if crossed[0] is guards[0] else -1
            current = p["GAP"] * (servo.command[0] + servo.command[1] * z[TIME] - z[X])
            pressure = p["GPS"] * z[SPOOL]
            assert abs(current) < p["CorM"] and abs(pressure) < 26e6 and abs(z[FLAPPER]) < p["XFM"], "saturated"
            samples.append((begin + (number + 1) * STEP, z[X], last, regime))
    return samples, events


def main():
    base = numbers()
    samples, events = run(base)
    for time, regime in events:
        print(f"{float(time):.12f} {'breakaway' if regime == 0 else 'stop'}", file=sys.stderr)
    columns = []
    for name in PARAMETERS:
        change = base[name] * mpf(10) ** -12
        above, below = (run({**base, name: base[name] + sign * change})[0] for sign in (1, -1))
        columns.append([((a[1] - b[1]) / (2 * change), (a[2] - b[2]) / (2 * change)) for a, b in zip(above, below)])
    print("time,slides," + ",".join(f"position by {name},event by {name}" for name in PARAMETERS))
    for number in range(49, 2000, 50):
        values = [f"{float(value):.16e}" for column in columns for value in column[number]]
        print(",".join([f"{(number + 1) / 500:.1f}", str(abs(samples[number][3])), *values]))


if __name__ == "__main__":
    main()
