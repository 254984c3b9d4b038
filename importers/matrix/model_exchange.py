"""Model Exchange with FMPy's CVode, with the inputs exact at every instant.

FMPy's own `simulate_fmu` sets inputs only where CVode looks for roots and after each step: inside a step the right-hand
side sees old inputs, and after a step input it first sees the value of before. Here the inputs follow the time, and
every break point of an input ends an integration.
"""

from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model
from fmpy.sundials import CVodeSolver

# CVode's upper bound, in s: a solver that steps over a pair of events at once would miss both.
LONGEST_STEP = 1e-2


class NoInput:
    """CVodeSolver asks this for inputs; `FollowingModel.set_time` has already set them."""

    def apply(self, time):
        """Nothing to do."""


class FollowingModel:
    """An instance for Model Exchange of FMI 2.0 whose inputs follow straight lines."""

    kind = FMU2Model

    def __init__(self, folder, description, experiment):
        self.experiment = experiment
        self.description = description
        self.references = {v.name: v.valueReference for v in description.modelVariables}
        self.inputs = [self.references[name] for name in experiment.inputs]
        self.fmu = self.kind(
            guid=description.guid,
            unzipDirectory=folder,
            modelIdentifier=description.modelExchange.modelIdentifier,
            instanceName="model-exchange",
        )
        self.fmu.instantiate()
        names = list(experiment.parameters)
        self.set([self.references[name] for name in names], [experiment.parameters[name] for name in names])
        self.initialize()
        self.begin_piece(0.0)
        self.fmu.exitInitializationMode()
        self.settle()

    def initialize(self):
        """Enters initialization mode."""
        self.fmu.setupExperiment(startTime=0.0, stopTime=self.experiment.stop)
        self.fmu.enterInitializationMode()

    def set(self, references, values):
        """Writes real numbers."""
        self.fmu.setReal(references, values)

    def update(self):
        """One pass of the event iteration; whether another one is needed."""
        return self.fmu.newDiscreteStates()[0]

    def derivatives(self):
        """The function that CVode calls."""
        return self.fmu.getDerivatives

    def begin_piece(self, start):
        """From `start` on the inputs run straight to the next break point."""
        self.start = start
        end = next(time for time in self.experiment.breaks() if time > start)
        self.values, self.slopes = self.experiment.line(start, end)
        self.set(self.inputs, self.values)

    def set_time(self, time):
        """Time, and the inputs at that time."""
        self.fmu.setTime(time)
        self.set(self.inputs, [v + s * (time - self.start) for v, s in zip(self.values, self.slopes)])

    def event(self, input_break=None):
        """Event mode, with the right-hand inputs if a break point of the inputs is due."""
        self.fmu.enterEventMode()
        if input_break is not None:
            self.begin_piece(input_break)
        self.settle()

    def settle(self):
        """Event iteration until nothing changes; leaves the instance in continuous-time mode."""
        for _ in range(10):
            if not self.update():
                return self.fmu.enterContinuousTimeMode()
        raise RuntimeError("the event iteration does not settle in 10 passes")

    def solver(self, tolerance, longest_step):
        """CVode for this instance."""
        return CVodeSolver(
            nx=self.description.numberOfContinuousStates,
            nz=self.description.numberOfEventIndicators,
            get_x=self.fmu.getContinuousStates,
            set_x=self.fmu.setContinuousStates,
            get_dx=self.derivatives(),
            get_z=self.fmu.getEventIndicators,
            get_nominals=self.fmu.getNominalsOfContinuousStates,
            set_time=self.set_time,
            input=NoInput(),
            startTime=0.0,
            maxStep=longest_step,
            relativeTolerance=tolerance,
            maxNumSteps=100_000,
        )

    def free(self):
        """Ends the simulation."""
        self.fmu.terminate()
        self.fmu.freeInstance()

    def position(self):
        """The output `position`."""
        return self.fmu.getReal([self.references["position"]])[0]


class FollowingModelOfFmi3(FollowingModel):
    """The same of FMI 3.0."""

    kind = FMU3Model

    def initialize(self):
        """Enters initialization mode."""
        self.fmu.enterInitializationMode(startTime=0.0, stopTime=self.experiment.stop)

    def set(self, references, values):
        """Writes real numbers."""
        self.fmu.setFloat64(references, values)

    def update(self):
        """One pass of the event iteration; whether another one is needed."""
        return self.fmu.updateDiscreteStates()[0]

    def derivatives(self):
        """The function that CVode calls."""
        return self.fmu.getContinuousStateDerivatives

    def position(self):
        """The output `position`."""
        return self.fmu.getFloat64([self.references["position"]])[0]


def integrate(model, tolerance, points):
    """(time, position) at each of `points`, which rise; the instance is left at the last of them.

    State events are entered where CVode finds them, input breaks where the experiment has them.
    """
    solver = model.solver(tolerance, LONGEST_STEP)
    breaks = [time for time in model.experiment.breaks() if 0.0 < time < points[-1]]
    time = 0.0
    for target in sorted({*points, *breaks}):
        while time < target:
            event, _, time = solver.step(time, target)
            model.set_time(time)
            if event:
                model.event()
                solver.reset(time)
        if target in points:
            yield target, model.position()
        if target in breaks:
            model.event(target)
            solver.reset(target)
