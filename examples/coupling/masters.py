"""The same two FMUs in several masters: pitch and tail at the communication points.

Each master steps aircraft and servo over the same step and then exchanges outputs (Jacobi). They differ in what an FMU is told of its
input during the step: the value at its beginning, or value and tangent; and in where a step ends.
"""

import shutil
import zipfile
from contextlib import ExitStack, contextmanager
from ctypes import c_double, c_int, c_uint
from pathlib import Path

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

AIRCRAFT, SERVO = "F16PitchHold", "HorizontalTail"
STRUCTURE = Path(__file__).with_name("SystemStructure.ssd")
NANOSECONDS = 1e9
# Of the hold, for the tangent of its command: that of aircraft.toml.
PROPORTIONAL, INTEGRAL, RATE = 1.0, 0.5, 0.5


@contextmanager
def unpacked(path):
    folder = fmpy.extract(str(path))
    try:
        yield folder, fmpy.read_model_description(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Slave:
    """An FMU in FMPy, by names."""

    def __init__(self, kind, folder, description, **options):
        self.references = {variable.name: variable.valueReference for variable in description.modelVariables}
        identifier = description.coSimulation.modelIdentifier
        self.fmu = kind(
            guid=description.guid, unzipDirectory=folder, modelIdentifier=identifier, instanceName=identifier
        )
        self.fmu.instantiate(**options)


class Slave2(Slave):
    """FMI 2.0: held inputs, or input derivatives."""

    def __init__(self, folder, description):
        super().__init__(FMU2Slave, folder, description)

    def start(self, **inputs):
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.set(**inputs)
        self.fmu.exitInitializationMode()

    def set(self, **values):
        self.fmu.setReal([self.references[name] for name in values], list(values.values()))

    def slope(self, name, value):
        reference = (c_uint * 1)(self.references[name])
        self.fmu.fmi2SetRealInputDerivatives(self.fmu.component, reference, 1, (c_int * 1)(1), (c_double * 1)(value))

    def get(self, *names):
        return self.fmu.getReal([self.references[name] for name in names])

    def step(self, time, length):
        self.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=length)


class Slave3(Slave):
    """FMI 3.0: the input is a line, whose end is set in the step; a step may end at an event."""

    def __init__(self, folder, description, connected, early):
        self.connected = connected
        options = {"eventModeUsed": early, "earlyReturnAllowed": early, "intermediateUpdate": self._update}
        options["requiredIntermediateVariables"] = [
            variable.valueReference for variable in description.modelVariables if variable.name == connected
        ]
        super().__init__(FMU3Slave, folder, description, **options)

    def _update(self, _environment, _time, is_asked, _may_get, _is_finished, _can_return, requested, _until):
        requested[0] = False
        if is_asked:
            self.set(**{self.connected: self.at_end})

    def start(self, early, **inputs):
        self.fmu.enterInitializationMode(startTime=0.0)
        self.set(**inputs)
        self.fmu.exitInitializationMode()
        if early:
            self.settle()

    def set(self, **values):
        self.fmu.setFloat64([self.references[name] for name in values], list(values.values()))

    def get(self, *names):
        return self.fmu.getFloat64([self.references[name] for name in names])

    def line(self, value, slope, length):
        self.set(**{self.connected: value})
        self.at_end = value + slope * length

    def settle(self):
        for _ in range(10):
            if not self.fmu.updateDiscreteStates()[0]:
                return self.fmu.enterStepMode()
        raise SystemExit("the event iteration does not settle")

    def step(self, time, length):
        """Where the step ended."""
        is_event, _, is_early, reached = self.fmu.doStep(time, length)
        if is_event:
            self.fmu.enterEventMode()
            self.settle()
        return reached if is_early else time + length


def tangent(aircraft, pitch_command):
    """Of the command [rad/s]: what a master reads of an FMU that shows the derivatives of its states."""
    acceleration, rate, pitch = aircraft.get("pitch_rate.derivative", "pitch_rate", "pitch")
    return RATE * acceleration + PROPORTIONAL * rate - INTEGRAL * (pitch_command - pitch)


def with_fmpy(fmus, step, stop, tangents):
    """A loop over FMPy's slaves of FMI 2.0."""
    with ExitStack() as stack:
        aircraft, servo = (Slave2(*stack.enter_context(unpacked(fmus / f"{name}.fmu"))) for name in (AIRCRAFT, SERVO))
        aircraft.start()
        (command,), (goal,) = aircraft.get("command"), aircraft.get("pitch_command")
        servo.start(command=command)
        rows = [(0.0, 0.0)]
        for number in range(round(stop / step)):
            (command,), (tail, rate) = aircraft.get("command"), servo.get("position", "velocity")
            aircraft.set(tail=tail)
            servo.set(command=command)
            if tangents:
                servo.slope("command", tangent(aircraft, goal))
                aircraft.slope("tail", rate)
            for slave in (aircraft, servo):
                slave.step(number * step, step)
            rows.append((aircraft.get("pitch")[0], servo.get("position")[0]))
        return np.array(rows)


def with_event_mode(fmus, step, stop):
    """A loop over FMPy's slaves of FMI 3.0: tangents, and a step ends where the servo sticks or breaks away."""
    with ExitStack() as stack:
        folders = [stack.enter_context(unpacked(fmus / "fmi3" / f"{name}.fmu")) for name in (AIRCRAFT, SERVO)]
        aircraft, servo = Slave3(*folders[0], "tail", False), Slave3(*folders[1], "command", True)
        aircraft.start(False)
        (command,), (goal,) = aircraft.get("command"), aircraft.get("pitch_command")
        servo.start(True, command=command)
        rows, time = [(0.0, 0.0)], 0.0
        for number in range(round(stop / step)):
            end = (number + 1) * step
            while time < end:
                (command,), (tail, rate) = aircraft.get("command"), servo.get("position", "velocity")
                servo.line(command, tangent(aircraft, goal), end - time)
                reached = servo.step(time, end - time)
                # A step that ends a rounding before the communication point ends there.
                reached = end if end - reached < 1e-12 else reached
                if reached > time:
                    aircraft.line(tail, rate, reached - time)
                    aircraft.step(time, reached - time)
                time = reached
            rows.append((aircraft.get("pitch")[0], servo.get("position")[0]))
        return np.array(rows)


def package(fmus, path):
    """Both FMUs and their connections as an SSP file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(STRUCTURE, "SystemStructure.ssd")
        for name in (AIRCRAFT, SERVO):
            archive.write(fmus / f"{name}.fmu", f"resources/{name}.fmu")
    return path


def with_libcosim(fmus, path, step, stop):
    """libcosim's fixed-step algorithm, from the SSP file."""
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimObserver import CosimObserver

    log_output_level(CosimLogLevel.ERROR)
    execution = CosimExecution.from_ssp_file(str(path), round(step * NANOSECONDS))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    places = [
        (execution.slave_index_from_instance_name(name), [reference(fmus, model, variable)])
        for name, model, variable in (("aircraft", AIRCRAFT, "pitch"), ("servo", SERVO, "position"))
    ]
    rows = [(0.0, 0.0)]
    for _ in range(round(stop / step)):
        if not execution.step():
            raise SystemExit("libcosim stopped")
        rows.append([observer.last_real_values(*place)[0] for place in places])
    return np.array(rows)


def reference(fmus, model, variable):
    description = fmpy.read_model_description(str(fmus / f"{model}.fmu"))
    return next(found.valueReference for found in description.modelVariables if found.name == variable)


def with_ecos(_fmus, path, step, stop):
    """ecos' fixed-step algorithm, from the SSP file."""
    from ecospy import EcosSimulation

    rows = [(0.0, 0.0)]
    with EcosSimulation(ssp_path=str(path), step_size=step) as simulation:
        simulation.init()
        for _ in range(round(stop / step)):
            simulation.step()
            rows.append([simulation.get_real(name) for name in ("aircraft::pitch", "servo::position")])
    return np.array(rows)


def with_one_fmu(fmus, step, stop):
    """Aircraft and servo as one FMU."""
    with unpacked(fmus / "F16PitchHoldWithServo.fmu") as (folder, description):
        whole = Slave2(folder, description)
        whole.start()
        rows = [(0.0, 0.0)]
        for number in range(round(stop / step)):
            whole.step(number * step, step)
            rows.append(whole.get("aircraft.pitch", "tail.position"))
        return np.array(rows)
