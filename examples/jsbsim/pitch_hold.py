"""The F-16 of JSBSim holds its pitch attitude with the servo of its tail in the loop: what does friction do to it?

    fmu-pack build --config examples/jsbsim/horizontal_tail.toml -o target/fmu
    pip install -r examples/jsbsim/requirements.txt
    python examples/jsbsim/pitch_hold.py --fmus target/fmu -o pitch_hold.svg

JSBSim flies, FMPy runs the servo, and this script is the master: in each step of 2 ms it reads the aircraft, computes
the command of the hold and the hinge moment, lets the servo go on, and tells JSBSim where the tail is. README.md has
the equations.
"""

import argparse
from math import degrees, pi, radians, sqrt, tan
from pathlib import Path
from shutil import rmtree

import fmpy
import jsbsim
import matplotlib
from fmpy.fmi2 import FMU2Slave

matplotlib.use("Agg")
import matplotlib.pyplot as plot  # noqa: E402, after the choice of what draws

STEP, STOP = 2e-3, 40.0
ALTITUDE, MACH = 15000.0, 0.6  # ft; straight and level
REFERENCE, STEPPED = radians(2.0), 1.0  # pitch attitude above that of the trim, from this time [s]
# Of the hold: rad of tail per rad, rad.s and rad/s.
PROPORTIONAL, INTEGRAL, RATE = 1.0, 0.5, 0.5
FULL_TAIL = 0.436  # rad at a normalized deflection of 1, in the aircraft's fcs/elevator-position
PSF = 47.880259  # Pa

# Friction torque [N.m] at 1.5 times which the servo breaks away; its stall moment is 20 kN.m. None: the tail is where
# it is told.
FRICTIONS = [None, 0.0, 400.0, 1600.0]
COLOURS = ["#6b727c", "#1f5fad", "#1b8a6b", "#c8452f"]


class Tail:
    """The horizontal tail, both halves as one, lift slope by Polhamus' formula. Only the area has a source at hand."""

    AREA = 63.7 * 0.3048**2  # m2: metrics/Sh-sqft of JSBSim's F-16
    ASPECT_RATIO, TAPER, SWEEP = 2.114, 0.39, radians(40.0)  # assumed, as commonly said of the F-16
    CHORD = 1.78  # m, mean aerodynamic. Assumed.
    BEHIND_THE_PIVOT = 0.05  # of the chord: where its lift acts. Chosen.
    WITHOUT_DOWNWASH = 0.6  # 1 - d(downwash)/d(angle of attack). Chosen.

    @classmethod
    def lift_slope(cls, mach):
        """Per rad (Raymer, Aircraft Design, eq. 12.6, after DATCOM 4.1.3.2)."""
        half_chord = tan(cls.SWEEP) - 2 / cls.ASPECT_RATIO * (1 - cls.TAPER) / (1 + cls.TAPER)
        root = sqrt(4 + cls.ASPECT_RATIO**2 * (1 - mach**2 + half_chord**2))
        return 2 * pi * cls.ASPECT_RATIO / (2 + root)

    @classmethod
    def hinge_moment(cls, pressure, mach, angle_of_attack, deflection):
        """Positive pushes the trailing edge up, which is towards negative deflection [N.m]."""
        local = cls.WITHOUT_DOWNWASH * angle_of_attack + deflection
        return pressure * cls.AREA * cls.CHORD * cls.BEHIND_THE_PIVOT * cls.lift_slope(mach) * local


class Aircraft:
    """JSBSim's F-16, trimmed straight and level, its own pitch channel overridden: the tail follows what it is told."""

    def __init__(self):
        self.fdm = jsbsim.FGFDMExec(jsbsim.get_default_root_dir())
        self.fdm.set_debug_level(0)
        self.fdm.load_model("f16")
        self.fdm.set_dt(STEP)
        for name, value in [
            ("ic/h-sl-ft", ALTITUDE),
            ("ic/mach", MACH),
            ("ic/gamma-deg", 0.0),
            ("gear/gear-cmd-norm", 0.0),
            ("gear/gear-pos-norm", 0.0),
        ]:
            self.fdm[name] = value
        self.fdm.run_ic()
        self.fdm["propulsion/set-running"] = -1
        self.fdm["fcs/fbw-override"] = 1
        self.fdm["simulation/do_simple_trim"] = 1
        self.fdm["fcs/pitch-trim-cmd-norm"] = 0.0

    pitch = property(lambda self: self.fdm["attitude/theta-rad"])
    pitch_rate = property(lambda self: self.fdm["velocities/q-rad_sec"])
    angle_of_attack = property(lambda self: self.fdm["aero/alpha-rad"])
    tail = property(lambda self: self.fdm["fcs/elevator-pos-rad"])

    def hinge_moment(self, deflection):
        pressure = self.fdm["aero/qbar-psf"] * PSF
        return Tail.hinge_moment(pressure, self.fdm["velocities/mach"], self.angle_of_attack, deflection)

    def step(self, deflection):
        """With the tail at `deflection`, trailing edge down positive [rad], if its rate allows that."""
        self.fdm["fcs/elevator-cmd-norm"] = deflection / FULL_TAIL
        self.fdm.run()


class Hold:
    """Pitch attitude hold: proportional and integral, damped by the pitch rate."""

    def __init__(self, trim):
        self.trim, self.integral = trim, 0.0

    def command(self, error, rate):
        self.integral += error * STEP
        return self.trim - PROPORTIONAL * error - INTEGRAL * self.integral + RATE * rate


class Ideal:
    """JSBSim's own: the tail is where it is told, but for a limit of its rate."""

    def step(self, time, command, moment):
        return command, 1

    def close(self):
        pass


class Servo:
    """The FMU, with so much friction."""

    def __init__(self, path, friction, start, moment):
        description = fmpy.read_model_description(str(path))
        self.references = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.folder = fmpy.extract(str(path))
        identifier = description.coSimulation.modelIdentifier
        self.fmu = FMU2Slave(
            guid=description.guid, unzipDirectory=self.folder, modelIdentifier=identifier, instanceName="tail"
        )
        self.fmu.instantiate()
        self.set(**{"friction.coulomb_torque": friction, "position_start": start})
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.set(command=start, load_torque=moment)
        self.fmu.exitInitializationMode()

    def set(self, **values):
        self.fmu.setReal([self.references[name] for name in values], list(values.values()))

    def step(self, time, command, moment):
        """Position [rad] and friction regime at the end of the step."""
        self.set(command=command, load_torque=moment)
        self.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=STEP)
        position = self.fmu.getReal([self.references["position"]])[0]
        return position, self.fmu.getInteger([self.references["friction_regime"]])[0]

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        rmtree(self.folder, ignore_errors=True)


class Flight:
    """Pitch attitude above that of the trim and tail over time, and when the tail is stuck."""

    def __init__(self, fmu, friction):
        aircraft = Aircraft()
        self.friction, self.trim = friction, (aircraft.angle_of_attack, aircraft.tail)
        start = pitch = aircraft.pitch
        tail = aircraft.tail
        hold = Hold(tail)
        moment = aircraft.hinge_moment(tail)
        servo = Ideal() if friction is None else Servo(fmu, friction, tail, moment)
        self.time, self.pitch, self.tail, self.regime, self.moment = [], [], [], [], []
        for step in range(round(STOP / STEP)):
            time = step * STEP
            reference = start + (REFERENCE if time >= STEPPED else 0.0)
            command = hold.command(reference - pitch, aircraft.pitch_rate)
            moment = aircraft.hinge_moment(tail)
            told, regime = servo.step(time, command, moment)
            aircraft.step(told)
            pitch, tail = aircraft.pitch, aircraft.tail
            if friction is not None and abs(tail - told) > 1e-9:
                raise SystemExit(f"JSBSim's tail is at {tail} rad instead of {told} rad")
            for column, value in zip(
                (self.time, self.pitch, self.tail, self.regime, self.moment),
                (time + STEP, pitch - start, tail, regime, moment),
            ):
                column.append(value)
        servo.close()

    def late(self, column):
        """The last half of the flight, when the step is over."""
        return column[len(column) // 2 :]

    def swing(self):
        """Half the peak-to-peak value of pitch attitude and tail, once the step is over [rad]."""
        return [(max(values) - min(values)) / 2 for values in (self.late(self.pitch), self.late(self.tail))]

    def error(self):
        """Mean error of the hold, once the step is over [rad]."""
        values = self.late(self.pitch)
        return sum(values) / len(values) - REFERENCE

    def period(self):
        """Mean time between two breakaways in the same direction; None where there are fewer than four [s]."""
        pairs = zip(self.late(self.time), self.late(self.regime), self.late(self.regime)[1:])
        times = [time for time, before, after in pairs if before == 0 and after == 1]
        return (times[-1] - times[0]) / (len(times) - 1) if len(times) > 3 else None

    def name(self):
        if self.friction is None:
            return "ideal actuator"
        return "servo without friction" if self.friction == 0.0 else f"servo, friction {self.friction:.0f} N·m"


def draw(flights, path):
    """Pitch attitude and tail of all flights."""
    plot.rcParams.update({"font.size": 10, "axes.edgecolor": "#e2e5e9"})
    figure, panels = plot.subplots(3, 1, figsize=(9.6, 8.2), sharex=True, layout="constrained")
    figure.suptitle("F-16 of JSBSim, pitch attitude hold, Mach 0.6 at 15,000 ft", x=0.02, ha="left", fontsize=15)
    panels[0].set_title("Pitch attitude above trim, deg", loc="left", fontsize=11)
    panels[1].set_title("The same about 2 deg, deg", loc="left", fontsize=11)
    panels[2].set_title("Horizontal tail, trailing edge down, deg", loc="left", fontsize=11)
    for flight, colour in zip(flights, COLOURS):
        line = {"color": colour, "linewidth": 1.6, "linestyle": "--" if flight.friction is None else "-"}
        pitch, tail = [[degrees(value) for value in column] for column in (flight.pitch, flight.tail)]
        panels[0].plot(flight.time, pitch, label=flight.name(), **line)
        panels[1].plot(flight.time, pitch, **line)
        panels[2].plot(flight.time, tail, **line)
    panels[1].set_ylim(1.6, 2.4)
    panels[2].set_ylim(-1.4, -1.0)
    panels[0].legend(frameon=False, ncols=2, loc="lower right")
    panels[2].set_xlabel("time, s")
    for panel in panels:
        panel.grid(color="#e2e5e9")
        panel.spines[["top", "right", "left"]].set_visible(False)
        panel.tick_params(length=0, labelcolor="#6b727c")
        panel.set_xlim(0, STOP)
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fmus", type=Path, default=Path("target/fmu"), help="folder of HorizontalTail.fmu")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("pitch_hold.svg"), help="the picture: SVG, PNG or PDF"
    )
    parser.add_argument("--quick", action="store_true", help="for tests; it is quick anyway")
    arguments = parser.parse_args()
    flights = [Flight(arguments.fmus / "HorizontalTail.fmu", friction) for friction in FRICTIONS]
    angle, tail = flights[0].trim
    print(f"trim: angle of attack {degrees(angle):.6f} deg, tail {degrees(tail):.6f} deg")
    print("                            error of the hold   swing in pitch   swing of the tail    period   stuck")
    for flight in flights:
        pitch, tail = [degrees(value) for value in flight.swing()]
        period = flight.period()
        stuck = sum(regime == 0 for regime in flight.late(flight.regime)) / len(flight.late(flight.regime))
        print(
            f"{flight.name():26} {degrees(flight.error()):14.6f} deg {pitch:12.6f} deg {tail:15.6f} deg"
            f" {f'{period:7.4f} s' if period else '     none'} {stuck:7.1%}"
        )
    draw(flights, arguments.output)
    check(flights)


def check(flights):
    """Numbers of JSBSim 1.3.3; what does not depend on its last digits."""
    ideal, without, little, much = flights
    expect("angle of attack of the trim, deg", degrees(ideal.trim[0]), 1.946, 0.005)
    expect("tail of the trim, deg", degrees(ideal.trim[1]), -1.188, 0.005)
    for flight in flights:
        expect(f"error of the hold, {flight.name()}, deg", degrees(flight.error()), 0.0, 0.005)
    for flight in (ideal, without):
        expect(f"swing in pitch, {flight.name()}, deg", degrees(flight.swing()[0]), 0.0, 0.001)
    expect("swing in pitch, 400 N.m, deg", degrees(little.swing()[0]), 0.069, 0.002)
    # The loop is linear but for friction, so the cycle is as large as friction, and as long with any.
    expect("swing in pitch, four times the friction", much.swing()[0] / little.swing()[0], 4.0, 0.1)
    expect("period, four times the friction", much.period() / little.period(), 1.0, 0.02)


def expect(what, found, wanted, allowed):
    if not abs(found - wanted) <= allowed:
        raise SystemExit(f"{what}: {found:.6g}, expected {wanted:.6g} within {allowed:.2g}")


if __name__ == "__main__":
    main()
