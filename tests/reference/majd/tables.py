#!/usr/bin/env python3
"""Writes figure_8a.csv, figure_8b.csv and figure_9a.csv beside itself: 50 decimal digits, bisection, no shortcut.

Straight from eqs (6), (11), (13), (19), (20) of Johari Majd & Simaan, independent of the Rust code.
"""
from decimal import Decimal as D, getcontext
from pathlib import Path

getcontext().prec = 50
HERE = Path(__file__).parent
ONE, TWO = D(1), D(2)


def power(base, exponent):
    return (base.ln() * exponent).exp()


def bisect(function, low, high):
    """Root of an increasing function."""
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return low


def shape(n):
    """(n - 1) n^(-n/(n-1)) of eq. (13)."""
    return (n - 1) * power(n, -n / (n - 1))


def exact(eta, n):
    """sigma/fc of eq. (13) for fs/fc = eta."""
    def excess(y):
        sigma = y.exp()
        return sigma * shape(n) * power(1 + 1 / sigma, -1 / (n - 1)) - (eta - 1)
    return bisect(excess, D(-200), D(20)).exp()


def approximate(eta, n):
    """sigma/fc of eq. (19)."""
    return power(2 * power(n, n), 1 / (n - 1)) / (n - 1) * (eta - 1)


def torque(sigma, n, u):
    """Eq. (6) over fc without the viscous term, u = w/wc."""
    return 1 + sigma * (-u).exp() - (sigma + 1) * (-n * u).exp()


def peak(sigma, n):
    """u of eq. (11)."""
    return (n * (1 + 1 / sigma)).ln() / (n - 1)


def error(eta, n):
    """Relative error of the peak with the approximate sigma, from the curve itself."""
    sigma = approximate(eta, n)
    return torque(sigma, n, peak(sigma, n)) / eta - 1


def largest(n, delta):
    """Largest eta with an error of delta; None where the limit for eta to infinity stays below."""
    if error(D(10) ** 15, n) < delta:
        return None
    low = 1 + 1 / approximate(TWO, n)
    return bisect(lambda t: error(1 + t.exp(), n) - delta, (low - 1).ln(), D(34)).exp() + 1


def digits(value):
    return "inf" if value is None else f"{value:.20e}"


def write(name, header, rows):
    lines = [header] + [",".join(row) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n")


SHARPNESS = [D(n) for n in range(2, 51)]
write("figure_8a.csv", "n,eta_2_percent,eta_exact",
      ([str(n), digits(largest(n, D("0.02"))), digits(1 + 1 / approximate(TWO, n))] for n in SHARPNESS))
write("figure_8b.csv", "n,exact,approximate",
      ([str(n), digits(exact(D("1.9"), n) / D("0.9")), digits(approximate(TWO, n))] for n in SHARPNESS))
rows = []
for eta in (D("1.9"), D("1.645"), D("1.01")):
    for n in [D("0.1"), D("0.5"), D("0.9"), D("1.1")] + SHARPNESS:
        mirrored = 1 / n if n < 1 else n
        sigma = exact(eta, mirrored)
        other = approximate(eta, mirrored)
        scale = 1 / n if n < 1 else ONE
        for u in (D("0.01"), D("0.1"), D("0.5"), D(1), D(3)):
            values = (sigma if n > 1 else -(sigma + 1), peak(sigma, mirrored) * scale,
                      torque(sigma, mirrored, u / scale), torque(other, mirrored, u / scale))
            rows.append([str(eta), str(n), str(u)] + [digits(v) for v in values])
write("figure_9a.csv", "eta,n,u,sigma,peak,exact,approximate", rows)
