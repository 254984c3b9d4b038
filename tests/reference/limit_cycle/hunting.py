"""A position servo with integral action and friction, in piecewise closed form with 50 digits: hunting, and what it is
without stiction.

    pip install mpmath numpy
    python tests/reference/limit_cycle/hunting.py

writes `unloaded.csv` and `loaded.csv` beside this file: every motion from the start until the cycle repeats itself to
30 digits. The last two rows are the cycle. Without stiction there is none: `without_stiction.csv` has the motions of
the first 1000 s.
"""

from pathlib import Path

import mpmath as mp
import numpy as np

mp.mp.dps = 50
# Events repeat themselves when corresponding half cycles or cycles differ by less than this.
REPEATED = mp.mpf(10) ** -30
DIGITS = 25

# ServoActuator, SI units, symbols of Borello & Dalla Vedova (2012); start values of the model but for the controller's
# gains.
VALVE = {
    "GM": "2.5",
    "KF": "100",
    "KFS": "500",
    "WF": "2500",
    "ZF": "0.7",
    "GSF": "3000",
    "GPS": "4e10",
    "GQS": "1.06",
    "CLK": "1e-12",
    "DIS": "0.00445",
    "J": "2200",
    "C": "80000",
}
GAINS = {"KP": "40", "KD": "0.02"}
REVERSIBLE = {"fc": "2500", "eta_opposing": "1", "eta_aiding": "1", "load": "0", "start": "2e-5"}
CASES = {
    # Friction without load: both halves of the cycle are alike.
    "unloaded": {**REVERSIBLE, "KI": "1600", "ratio": "1.7"},
    # Friction that the load makes, more of it with the load than against it: they are not.
    "loaded": {
        "KI": "1600",
        "fc": "2500",
        "ratio": "1.7",
        "eta_opposing": "0.9",
        "eta_aiding": "0.6",
        "load": "3000",
        "start": "1e-5",
    },
    # Static friction as large as that of sliding.
    "without_stiction": {**REVERSIBLE, "KI": "4000", "ratio": "1"},
}
END = 1000
X, V, I, F, W, S = range(6)  # position, velocity, integral of the error, flapper, its velocity, spool


class Mode:
    """y' = A·y + b + c·t in closed form: particular solution p0 + p1·t and the exponentials of the eigenvalues."""

    def __init__(self, matrix):
        self.matrix = matrix
        self.values, self.vectors = mp.eig(matrix)
        self.inverse = self.vectors**-1
        self.solve = matrix**-1

    def start(self, state, constant, slope):
        p1 = -(self.solve * slope)
        p0 = self.solve * (p1 - constant)
        return Motion(self, self.inverse * (state - p0), p0, p1)


class Motion:
    def __init__(self, mode, weights, p0, p1):
        self.mode, self.p0, self.p1 = mode, p0, p1
        self.terms = [[mode.vectors[i, k] * weights[k] for k in range(len(p0))] for i in range(len(p0))]

    def at(self, component, t, derivative=0):
        total = mp.mpf(0)
        for term, value in zip(self.terms[component], self.mode.values):
            total += (term * value**derivative * mp.exp(value * t)).real
        polynomial = [self.p0[component] + self.p1[component] * t, self.p1[component]]
        return total + (polynomial[derivative] if derivative < 2 else 0)

    def state(self, t):
        return mp.matrix([self.at(i, t) for i in range(len(self.p0))])

    def sampled(self, component, times):
        """In double precision, to see where to look."""
        terms = np.array([complex(term) for term in self.terms[component]])
        values = np.array([complex(value) for value in self.mode.values])
        return (
            (np.exp(np.outer(times, values)) @ terms).real
            + float(self.p0[component])
            + float(self.p1[component]) * times
        )


def root(function, slope, low, high):
    """In a bracket, by Newton's method."""
    t = (low + high) / 2
    for _ in range(60):
        step = function(t) / slope(t)
        t = t - step
        if not low <= t <= high:
            t = bisected(function, low, high)
        if abs(step) < mp.mpf(10) ** -45:
            return t
    raise ValueError("Newton's method does not converge")


def bisected(function, low, high):
    sign = mp.sign(function(high))
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if mp.sign(function(middle)) == sign else (middle, high)
    return (low + high) / 2


class Servo:
    def __init__(self, case):
        for name, value in {**VALVE, **GAINS, **case}.items():
            setattr(self, name, mp.mpf(value))
        leakage = 1 / (1 + self.CLK * self.GPS / self.GQS)
        self.torque_per_spool = self.DIS * leakage * self.GPS
        self.loss = self.DIS**2 * leakage * self.GPS / self.GQS
        self.sliding = {+1: self.level(+1), -1: self.level(-1)}
        self.slip, self.stick = Mode(self.slip_matrix()), Mode(self.valve_matrix())
        # Long enough for one motion and one time at rest, and steps that resolve the fastest exponential.
        self.fast = np.concatenate([[0], np.geomspace(1e-7, 0.5, 3000)])
        self.slow = np.concatenate(
            [[0], np.geomspace(1e-7, 0.02, 1000), np.linspace(0.0201, 5, 20000), np.geomspace(5.01, 4e3, 20000)]
        )

    def level(self, direction):
        """Eqs (3), (4): a load that opposes the motion, or aids it."""
        loss = 1 / self.eta_opposing - 1 if direction * self.load >= 0 else 1 - self.eta_aiding
        return self.fc + loss * abs(self.load)

    def valve_matrix(self):
        w, z = self.WF, self.ZF
        return mp.matrix([[0, 1, 0], [-w * w, -2 * z * w, -w * w * self.KF / self.KFS], [self.GSF, 0, 0]])

    def slip_matrix(self):
        matrix = mp.zeros(6)
        matrix[X, V] = 1
        matrix[V, V] = -(self.C + self.loss) / self.J
        matrix[V, S] = self.torque_per_spool / self.J
        matrix[I, X] = -1
        matrix[F, W] = 1
        per_ampere = self.WF**2 * self.GM / self.KFS
        for column, gain in ((X, -self.KP), (V, -self.KD), (I, self.KI)):
            matrix[W, column] = per_ampere * gain
        matrix[W, F], matrix[W, W] = -(self.WF**2), -2 * self.ZF * self.WF
        matrix[W, S] = -(self.WF**2) * self.KF / self.KFS
        matrix[S, F] = self.GSF
        return matrix

    def active(self, state):
        """At rest."""
        return self.torque_per_spool * state[S] - self.load

    def rest(self, state):
        """From rest at `state` to the breakaway: time, state, direction."""
        per_ampere = self.WF**2 * self.GM / self.KFS
        current = -self.KP * state[X] + self.KI * state[I]
        constant = mp.matrix([0, per_ampere * current, 0])
        slope = mp.matrix([0, -per_ampere * self.KI * state[X], 0])
        motion = self.stick.start(mp.matrix([state[F], state[W], state[S]]), constant, slope)
        torque = float(self.torque_per_spool) * motion.sampled(2, self.slow) - float(self.load)
        breakaway = {d: self.ratio * self.sliding[d] for d in (+1, -1)}
        beyond = np.where(torque > float(breakaway[+1]), 1, np.where(torque < -float(breakaway[-1]), -1, 0))
        place = int(np.argmax(beyond != 0))
        direction = int(beyond[place])
        if direction != 0 and place == 0:
            return mp.mpf(0), state, direction  # a jump at the start, or a reversal
        assert direction != 0, "it breaks away later than is looked"
        wanted = (self.load + direction * breakaway[direction]) / self.torque_per_spool
        low, high = mp.mpf(self.slow[place - 1]), mp.mpf(self.slow[place])
        t = root(lambda t: motion.at(2, t) - wanted, lambda t: motion.at(2, t, 1), low, high)
        valve = motion.state(t)
        integral = state[I] - state[X] * t
        return t, mp.matrix([state[X], 0, integral, valve[0], valve[1], valve[2]]), direction

    def motion(self, state, direction):
        """From breakaway to the stop: time and state."""
        constant = mp.matrix([0, -(self.load + direction * self.sliding[direction]) / self.J, 0, 0, 0, 0])
        motion = self.slip.start(state, constant, mp.zeros(6, 1))
        velocity = direction * motion.sampled(V, self.fast)
        # At the start it is zero, up to rounding of the samples.
        place = int(np.argmax((velocity < 0) & (self.fast > 1e-4)))
        assert place > 0, "it stops later than is looked"
        low, high = mp.mpf(self.fast[place - 1]), mp.mpf(self.fast[place])
        t = root(lambda t: motion.at(V, t), lambda t: motion.at(V, t, 1), low, high)
        end = motion.state(t)
        end[V] = mp.mpf(0)
        return t, end


def events(servo):
    """Motions with the times at rest before them, until cycles repeat themselves or the end."""
    state, time = mp.matrix([servo.start, 0, 0, 0, 0, 0]), mp.mpf(0)
    found = []
    while not (len(found) >= 4 and all(repeats(a, b) for a, b in zip(found[-4:-2], found[-2:]))):
        rest, state, direction = servo.rest(state)
        begin = state[X]
        move, state = servo.motion(state, direction)
        time += rest + move
        if time > END:
            break
        found.append({"direction": direction, "rest": rest, "motion": move, "from": begin, "to": state[X]})
    return found


def repeats(a, b):
    same = [abs(a[name] - b[name]) for name in ("rest", "motion")]
    scale = max(abs(a["from"]), abs(a["to"]))
    same += [abs(a[name] - b[name]) / scale for name in ("from", "to")]
    return a["direction"] == b["direction"] and max(same) < REPEATED


def rows(found):
    """With times since the start."""
    time = mp.mpf(0)
    for motion in found:
        breakaway = time + motion["rest"]
        time = breakaway + motion["motion"]
        numbers = breakaway, time, motion["from"], motion["to"], motion["rest"], motion["motion"]
        yield ",".join([str(motion["direction"]), *(mp.nstr(number, DIGITS, strip_zeros=False) for number in numbers)])


def main():
    for name, case in CASES.items():
        found = events(Servo(case))
        period = sum(half["rest"] + half["motion"] for half in found[-2:])
        print(f"{name}: {len(found)} motions, the last two {mp.nstr(period, DIGITS)} s")
        head = "direction,breakaway,stop,from,to,rest,motion"
        Path(__file__).with_name(f"{name}.csv").write_text("\n".join([head, *rows(found)]) + "\n")


if __name__ == "__main__":
    main()
