"""Frequency response of ServoActuator's start values without friction, by scipy.

The equations are written down from the paper (Borello and Dalla Vedova 2012, section 5.2), not taken from the code of the models:

    XF'' = WF^2 ((GM Cor - KF XS)/KFS - XF) - 2 ZF WF XF',  XS' = GSF XF,  Cor = GAP (Com - x)
    JM x'' = Dis k (GPS XS - (GPS/GQS) Dis x') - CM x',     k = 1/(1 + CLk GPS/GQS)
"""

import numpy as np
from scipy.linalg import solve

GAP, GM, KF, KFS, WF, ZF, GSF = 40.0, 2.5, 100.0, 500.0, 2500.0, 0.7, 3000.0
GPS, GQS, CLK, DIS, JM, CM = 4e10, 1.06, 1e-12, 0.00445, 2200.0, 8e4
k = 1 / (1 + CLK * GPS / GQS)
A = np.array([  # XF, XF', XS, x, x'
    [0, 1, 0, 0, 0],
    [-WF**2, -2 * ZF * WF, -WF**2 * KF / KFS, -WF**2 * GM / KFS * GAP, 0],
    [GSF, 0, 0, 0, 0],
    [0, 0, 0, 0, 1],
    [0, 0, k * DIS * GPS / JM, 0, -(CM + k * GPS / GQS * DIS**2) / JM],
])
B = np.array([[0], [WF**2 * GM / KFS * GAP], [0], [0], [0]])
frequencies = np.array([2.0, 20.0, 40.0, 60.0])
# Not by scipy.signal.freqresp, which goes by way of a badly conditioned polynomial.
response = [solve(2j * np.pi * f * np.eye(5) - A, B)[3, 0] for f in frequencies]
with open("servo.csv", "w") as file:
    file.write("frequency,gain_db,phase_deg\n")
    for f, value in zip(frequencies, response):
        file.write(f"{f},{20 * np.log10(abs(value)):.12g},{np.degrees(np.angle(value)):.12g}\n")
