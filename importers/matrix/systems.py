"""Systems of FMUs as `fmu-pack ssp` packs them and `fmu-pack run` has engines run them.

An actuator moves a control surface through an elastic rod. As two FMUs, each with an end of the rod, it is told of the other side
one step late, whatever the engine: the error of that coupling is of first order in the step. The reference is one FMU with the
whole rod, run by fmu-pack itself.
"""

import csv
import subprocess
import sys
import zipfile
from pathlib import Path

from lxml import etree

from .ssp_rules import SSC, SSD, SSV

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "ssp"
STEP = 1e-3
STOP = 0.5
START = {"servo.command": "1 deg", "air_load": "-10 kN.m"}
# 1 ms costs 9.2e-5 rad.
ALLOWED = 1e-4
# Half the step halves an error of first order; the rest is of second order, 6e-4 of it.
RATIO_ALLOWED = 2e-3
# Engines differ by the rounding of their times: libcosim counts nanoseconds.
ENGINES_ALLOWED = 1e-16
COLUMNS = ("motor.position", "surface.position")


def packed(setting, name, *options):
    """The SSP file of an example system."""
    path = setting.folder("systems") / f"{name}{'-'.join(('', *options))}.ssp"
    if not path.exists():
        _fmu_pack(setting, "ssp", EXAMPLES / f"{name}.toml", "-o", path, *options)
    return path


def error(setting, engine, step=STEP):
    """Largest deviation of both positions from the one FMU, in rad."""
    return _difference(coupled(setting, engine, step), _whole(setting, step))


def order(setting, engine):
    """How far the error at half the step is from a half, relative."""
    return abs(error(setting, engine, STEP / 2) / error(setting, engine, STEP) * 2 - 1)


def against(setting, engine, other):
    """Largest difference of two engines in the coupled system, in rad."""
    return _difference(coupled(setting, engine, STEP), coupled(setting, other, STEP))


def chain(setting, engine, other):
    """The same for lever, actuator and surface."""
    return _difference(*(_run(setting, "lever_to_surface", name, STEP, ("lever_angle", "surface_angle")) for name in (engine, other)))


def as_other_tools_write(setting, engine):
    """The same system in another tool's words, against how fmu-pack packs it, in rad: both sides inside of systems, the load in kN.m at a
    connector of the outermost, connections from input to output."""
    path = setting.folder("systems") / "nested.ssp"
    if not path.exists():
        _nest(packed(setting, "two_sides"), path)
    found = _run_file(setting, path, engine, STEP, ("left.actuator.motor.position", "right.surface.surface.position"))
    return _difference(found, coupled(setting, engine, STEP))


def _nest(packed_file, path):
    """Each component of the two goes into a system of its own, with connectors for all that is connected."""
    with zipfile.ZipFile(packed_file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    root = etree.fromstring(files["SystemStructure.ssd"])
    system = root.find(f"{SSD}System")
    elements, connections = system.find(f"{SSD}Elements"), system.find(f"{SSD}Connections")
    inner = {}
    for name, component in zip(("left", "right"), list(elements)):
        inner[component.get("name")] = wrapper = etree.SubElement(elements, f"{SSD}System", name=name)
        for part in ("Connectors", "Elements", "Connections"):
            etree.SubElement(wrapper, f"{SSD}{part}")
        wrapper[1].append(component)

    def lead_out(component, connector, kind):
        wrapper = inner[component]
        if all(other.get("name") != connector for other in wrapper[0]):
            etree.SubElement(etree.SubElement(wrapper[0], f"{SSD}Connector", name=connector, kind=kind), f"{SSC}Real")
            # From the system to the component, whatever the direction of the value.
            ends = {"startConnector": connector, "endElement": component, "endConnector": connector}
            etree.SubElement(wrapper[2], f"{SSD}Connection", ends, suppressUnitConversion="true")
        return wrapper.get("name")

    for connection in connections:
        begin, end = ((connection.get(f"{which}Element"), connection.get(f"{which}Connector")) for which in ("start", "end"))
        connection.set("startElement", lead_out(*end, "input"))
        connection.set("startConnector", end[1])
        connection.set("endElement", lead_out(*begin, "output"))
        connection.set("endConnector", begin[1])
    # The load, -10 kN.m at the system itself instead of -10000 N.m at the component.
    load = etree.SubElement(etree.SubElement(etree.Element(f"{SSD}Connectors"), f"{SSD}Connector", name="load", kind="input"), f"{SSC}Real")
    load.set("unit", "kN.m")
    system.insert(0, load.getparent().getparent())
    value = etree.Element(f"{SSV}ParameterSet", version="1.0", name="load")
    parameter = etree.SubElement(etree.SubElement(value, f"{SSV}Parameters"), f"{SSV}Parameter", name="load")
    etree.SubElement(parameter, f"{SSV}Real", value="-10")
    bindings = etree.Element(f"{SSD}ParameterBindings")
    etree.SubElement(etree.SubElement(bindings, f"{SSD}ParameterBinding"), f"{SSD}ParameterValues").append(value)
    system.insert(1, bindings)
    kilo = etree.SubElement(root.find(f"{SSD}Units"), f"{SSC}Unit", name="kN.m")
    etree.SubElement(kilo, f"{SSC}BaseUnit", kg="1", m="2", s="-2", factor="1000")
    component = inner["surface"].find(f"{SSD}Elements/{SSD}Component/{SSD}Connectors")
    air_load = etree.SubElement(component, f"{SSD}Connector", name="air_load", kind="input")
    etree.SubElement(air_load, f"{SSC}Real", unit="N.m")
    of_right = etree.SubElement(inner["surface"][0], f"{SSD}Connector", name="air_load", kind="input")
    etree.SubElement(of_right, f"{SSC}Real", unit="N.m")
    ends = {"startConnector": "air_load", "endElement": "surface", "endConnector": "air_load"}
    etree.SubElement(inner["surface"][2], f"{SSD}Connection", ends)
    etree.SubElement(connections, f"{SSD}Connection", startElement="right", startConnector="air_load", endConnector="load")
    files["resources/surface.ssv"] = files["resources/surface.ssv"].replace(b'value="-10000"', b'value="0"')
    files["SystemStructure.ssd"] = etree.tostring(root)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def coupled(setting, engine, step):
    """{step: positions} of the two FMUs."""
    return _run(setting, "two_sides", engine, step, ("actuator.motor.position", "surface.surface.position"))


def _run(setting, name, engine, step, columns):
    return _run_file(setting, packed(setting, name), engine, step, columns)


def _run_file(setting, system, engine, step, columns):
    path = setting.folder("systems") / f"{system.stem}-{engine}-{step}.csv"
    options = ["--engine", engine, "--python", sys.executable, "--record", ",".join(columns), "--step-size", str(step)]
    _fmu_pack(setting, "run", system, *options, "--timeout", "60", "-o", path)
    return _read(path, step)


def _whole(setting, step):
    folder = setting.folder("systems")
    fmu = folder / "ActuatorAndSurface.fmu"
    if not fmu.exists():
        _fmu_pack(setting, "build", "--config", EXAMPLES / "monolithic.toml", "-o", folder)
    path = folder / f"whole-{step}.csv"
    start = [argument for name, value in START.items() for argument in ("--set", f"{name}={value}")]
    options = ["--step-size", str(step), "--stop-time", str(STOP), "--record", ",".join(COLUMNS)]
    _fmu_pack(setting, "run", fmu, *start, *options, "-o", path)
    return _read(path, step)


def _fmu_pack(setting, *arguments):
    done = subprocess.run([setting.fmu_pack, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"fmu-pack ended with {done.returncode}")


def _read(path, step):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {round(float(row[0]) / step): [float(value) for value in row[1:]] for row in rows}


def _difference(one, other):
    """Over the communication points that both have: some engines show no values at the start."""
    common = one.keys() & other.keys()
    if len(common) < round(STOP / STEP):
        raise ValueError(f"only {len(common)} communication points in common")
    return max(abs(a - b) for key in common for a, b in zip(one[key], other[key]))
