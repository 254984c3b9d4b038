"""Systems in every engine that `fmu-pack run` drives: error of the coupling, its order, and the engines against each other."""

from . import systems
from .task import run

# Name for fmu-pack, name in the table, package. ecos and FMPy must agree to the bit: they call in the same order at the same times.
ENGINES = [("libcosim", "libcosimpy", "libcosimpy"), ("ecos", "ecospy", "ecospy"), ("fmpy", "FMPy", "fmpy")]


def rows(setting):
    """All tasks of all engines."""
    found = []
    for engine, importer, package in ENGINES:

        def row(task, action, *limits, engine=engine, importer=importer, package=package):
            found.append(run(importer, package, f"fmu-pack run, {task}", lambda: action(setting, engine), *limits))

        row("actuator and surface, 1 ms, against one FMU", systems.error, systems.ALLOWED, "rad")
        row("the same, error at 0.5 ms against a half", systems.order, systems.RATIO_ALLOWED)
        row("the same inside of systems, load in kN.m at a connector", systems.as_other_tools_write, 0.0, "rad")
        if engine == "fmpy":
            row("the same, against ecos", lambda s, e: systems.against(s, e, "ecos"), 0.0, "rad")
        if engine == "libcosim":
            row("the same, against ecos", lambda s, e: systems.against(s, e, "ecos"), systems.ENGINES_ALLOWED, "rad")
            row("lever, actuator and surface, against ecos", lambda s, e: systems.chain(s, e, "ecos"), systems.ENGINES_ALLOWED, "rad")
    return found
