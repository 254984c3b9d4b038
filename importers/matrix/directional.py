"""Directional derivatives against differences, at a point of fig 6 where the actuator slides."""

from ctypes import c_double

# Changes of the knowns, small against their values; the equations are linear within a regime, so size does not matter.
CHANGES = {"command": 1e-5, "load_torque": 10.0, "supply_pressure": 1e4}
STATE_CHANGES = {"position": 1e-5, "velocity": 1e-4, "spool_position": 1e-8, "flapper_position": 1e-9}
# Derivatives below this share of the largest one are compared with the largest: a difference cannot resolve them.
NEGLIGIBLE = 1e-6


def of_inputs(fmu, references):
    """Outputs over inputs, in Co-Simulation."""
    unknowns = [references[name] for name in ("acceleration", "friction_torque", "motor_torque", "position_error")]

    def move(known, change):
        value = fmu.getReal([known])[0]
        fmu.setReal([known], [value + change])
        moved = fmu.getReal(unknowns)
        fmu.setReal([known], [value])
        return moved

    return _worst(fmu, unknowns, {references[name]: change for name, change in CHANGES.items()}, move)


def of_states(fmu, references, description):
    """Derivatives of the states over the states, in Model Exchange."""
    count = description.numberOfContinuousStates
    derivatives = [entry.variable.valueReference for entry in description.derivatives]
    states = [entry.variable.derivative.valueReference for entry in description.derivatives]

    def move(known, change):
        values, rates = (c_double * count)(), (c_double * count)()
        fmu.getContinuousStates(values, count)
        start = values[states.index(known)]
        values[states.index(known)] = start + change
        fmu.setContinuousStates(values, count)
        fmu.getDerivatives(rates, count)
        values[states.index(known)] = start
        fmu.setContinuousStates(values, count)
        return list(rates)

    return _worst(fmu, derivatives, {references[name]: change for name, change in STATE_CHANGES.items()}, move)


def _worst(fmu, unknowns, changes, move):
    """Largest error of d(unknown)/d(known) relative to the largest derivative by the same known."""
    worst = 0.0
    for known, change in changes.items():
        exact = fmu.getDirectionalDerivative(unknowns, [known], [1.0])
        above, below = move(known, change), move(known, -change)
        for index, derivative in enumerate(exact):
            difference = (above[index] - below[index]) / (2 * change)
            scale = max(abs(difference), NEGLIGIBLE * max(map(abs, exact)))
            if scale > 0:
                worst = max(worst, abs(derivative - difference) / scale)
            elif derivative != 0.0:
                return float("inf")
    return worst
