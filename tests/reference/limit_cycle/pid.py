"""The regulator of Armstrong-Hélouvry & Amin (1996): a mass with stiction under PID control, in closed form with 40
digits.

    python tests/reference/limit_cycle/pid.py

writes `pid.csv` as `hunting.py` does for a servo: J·x'' = −k_p·x − k_i·∫x − k_v·x' − friction.
"""

from pathlib import Path

import mpmath as mp
import numpy as np
from hunting import DIGITS, Mode, repeats, root, rows

J, KP, KI, KV = (mp.mpf(value) for value in ("1", "100", "300", "12"))
FC, FS, START = (mp.mpf(value) for value in ("1", "1.5", "0.05"))
SLIP = Mode(mp.matrix([[0, 1, 0], [-KP / J, -KV / J, -KI / J], [1, 0, 0]]))
TIMES = np.linspace(0, 5, 20001)


def rest(x, z):
    """The torque is a straight line of time: when it reaches breakaway, on which side, and the integral then."""
    torque, rate = -KP * x - KI * z, -KI * x
    if abs(torque) > FS:
        return mp.mpf(0), 1 if torque > 0 else -1, z
    direction = 1 if rate > 0 else -1
    time = (direction * FS - torque) / rate
    return time, direction, z + x * time


def motion(x, z, direction):
    """Until the velocity is zero: how long, where, and the integral there."""
    moving = SLIP.start(mp.matrix([x, 0, z]), mp.matrix([0, -direction * FC / J, 0]), mp.zeros(3, 1))
    velocity = direction * moving.sampled(1, TIMES)
    place = int(np.argmax((velocity < 0) & (TIMES > 0.01)))
    assert place > 0, "it stops later than is looked"
    low, high = mp.mpf(TIMES[place - 1]), mp.mpf(TIMES[place])
    time = root(lambda t: moving.at(1, t), lambda t: moving.at(1, t, 1), low, high)
    return time, moving.at(0, time), moving.at(2, time)


def main():
    x, z, found = START, mp.mpf(0), []
    while not (len(found) >= 4 and all(repeats(a, b) for a, b in zip(found[-4:-2], found[-2:]))):
        waited, direction, z = rest(x, z)
        begin = x
        moved, x, z = motion(x, z, direction)
        found.append({"direction": direction, "rest": waited, "motion": moved, "from": begin, "to": x})
    period = sum(half["rest"] + half["motion"] for half in found[-2:])
    print(f"{len(found)} motions, period {mp.nstr(period, DIGITS)} s")
    for half in found[:4] + found[-2:]:
        print({name: mp.nstr(mp.mpf(value), 8) for name, value in half.items()})
    head = "direction,breakaway,stop,from,to,rest,motion"
    Path(__file__).with_name("pid.csv").write_text("\n".join([head, *rows(found)]) + "\n")


if __name__ == "__main__":
    main()
