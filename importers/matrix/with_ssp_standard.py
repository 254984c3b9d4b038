"""pyssp-standard: the files of our SSP archives against the schemas of SSP, and against the rules that those do not say."""

import zipfile
from io import BytesIO

from . import ssp_rules, systems
from .task import run

# An archive with inputs, outputs, values; and one with a value that two components share.
SYSTEMS = ("lever_to_surface", "lever_and_servo", "two_sides", "force_fight")
SCHEMAS = {
    "ssd": "SystemStructureDescription.xsd",
    "ssv": "SystemStructureParameterValues.xsd",
    "ssm": "SystemStructureParameterMapping.xsd",
}


def rows(setting):
    """All tasks of pyssp-standard."""

    def row(task, action, *limits):
        return run("pyssp-standard", "pyssp-standard", task, lambda: action(setting), *limits)

    return [
        row("SSP 1.0: schemas of SSD, SSV and SSM, 4 systems", lambda setting: _validate(setting, "")),
        row("SSP 2.0: the same files against its schemas", lambda setting: _validate(setting, "ssp2")),
        row("rules of SSP that no schema has, 4 systems", _rules),
        row("connections as it reads them, 4 systems", _connections, 0.0),
    ]


def _validate(setting, folder):
    """Nothing to report, or an error that names file and line."""
    from importlib.resources import files

    from lxml import etree

    root = files("pyssp_standard").joinpath("resources", folder) if folder else files("pyssp_standard").joinpath("resources")
    seen = set()
    for name in SYSTEMS:
        with zipfile.ZipFile(systems.packed(setting, name)) as archive:
            for entry in archive.namelist():
                kind = entry.rsplit(".", 1)[-1]
                if kind not in SCHEMAS:
                    continue
                seen.add(kind)
                schema = etree.XMLSchema(etree.parse(str(root.joinpath(SCHEMAS[kind]))))
                if not schema.validate(etree.parse(BytesIO(archive.read(entry)))):
                    raise ValueError(f"{name}, {entry}: {schema.error_log[0]}")
    if seen != set(SCHEMAS):
        raise ValueError(f"only {sorted(seen)} were validated")
    return None


def _rules(setting):
    """Nothing to report, or an error that names the chapter of the standard."""
    for name in SYSTEMS:
        found = list(ssp_rules.problems(systems.packed(setting, name)))
        if found:
            raise ValueError(f"{name}: {found[0]}")
    return None


def _connections(setting):
    """Difference to the number of connections in the system file."""
    import tomllib

    from pyssp_standard.ssd import SSD

    off = 0
    for name in SYSTEMS:
        definition = tomllib.loads((systems.EXAMPLES / f"{name}.toml").read_text())
        expected = _wires(definition.get("connect", {})) + len(definition.get("output", {}))
        expected += sum(1 if isinstance(to, str) else len(to) for to in definition.get("input", {}).values())
        path = setting.folder("systems") / f"{name}.ssd"
        with zipfile.ZipFile(systems.packed(setting, name)) as archive:
            path.write_bytes(archive.read("SystemStructure.ssd"))
        with SSD(path) as structure:
            off += abs(len(structure.connections()) - expected)
    return float(off)


def _wires(table):
    return sum(_wires(value) if isinstance(value, dict) and "from" not in value else 1 for value in table.values())
