"""Rules of SSP 1.0 that its schemas do not say, checked with nothing of this project: an SSP file in, sentences out.

The numbers are chapters of the standard (document 2.0, which has the rules of 1.0 as well): 3 packaging, 4 common content,
5 SSD, 6 SSV, 7 SSM.
"""

import posixpath
import re
import zipfile
from io import BytesIO
from urllib.parse import unquote, urlsplit

from lxml import etree

SSD = "{http://ssp-standard.org/SSP1/SystemStructureDescription}"
SSC = "{http://ssp-standard.org/SSP1/SystemStructureCommon}"
SSV = "{http://ssp-standard.org/SSP1/SystemStructureParameterValues}"
SSM = "{http://ssp-standard.org/SSP1/SystemStructureParameterMapping}"
STRUCTURE = "SystemStructure.ssd"
# Characters of a URI as it is written (RFC 3986, 2).
URI = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+")
# Kinds of a connector by causality in FMI (5.3.1.1), and the direction of each seen from the connection (5.4).
KINDS = {"input": "input", "output": "output", "parameter": "parameter", "calculatedParameter": "calculatedParameter"}
TYPES = {"Float64": "Real", "Float32": "Real", "Boolean": "Boolean", "Enumeration": "Enumeration", "String": "String"}
BASE = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")


class Fmu:
    """Variables by name with causality and type, and the kinds of FMU that it is."""

    def __init__(self, content):
        with zipfile.ZipFile(BytesIO(content)) as archive:
            root = etree.fromstring(archive.read("modelDescription.xml"))
        self.implementations = {child.tag for child in root} & {"CoSimulation", "ModelExchange"}
        self.variables = {}
        for variable in root.find("ModelVariables"):
            # A variable of FMI 2.0 has its type inside, one of 3.0 is named for it.
            kind = variable[0].tag if variable.tag == "ScalarVariable" else TYPES.get(variable.tag, "Integer")
            self.variables[variable.get("name")] = (variable.get("causality", "local"), kind)


def problems(path):
    """What is wrong with an SSP file, a sentence each."""
    with zipfile.ZipFile(path) as archive:
        files = {entry.filename: archive.read(entry) for entry in archive.infolist()}
        yield from _archive(archive.infolist())
    if STRUCTURE not in files:
        yield f"3: there is no {STRUCTURE}"
        return
    root = etree.fromstring(files[STRUCTURE])
    yield from _definitions(STRUCTURE, root, SSD)
    system = root.find(f"{SSD}System")
    for annotation in root.iter(f"{SSC}Annotation"):
        kind = annotation.get("type") or ""
        if not re.fullmatch(r"[a-z]+(\.[a-z0-9-]+)+", kind) or kind.startswith(("org.modelica", "org.ssp-standard")):
            yield f"4: the annotation type {kind!r} is no reversed domain of its owner"
    fmus = {}
    names = set()
    for component in system.iterfind(f"{SSD}Elements/{SSD}Component"):
        name, source = component.get("name"), component.get("source")
        if not name or name in names:
            yield f"5.2: the name {name!r} of a component is empty or there twice"
        names.add(name)
        yield from _uri(source, files, name)
        if unquote(source) not in files:
            continue
        fmu = fmus[name] = Fmu(files[unquote(source)])
        wanted = component.get("implementation", "any")
        if wanted != "any" and wanted not in fmu.implementations:
            yield f"5.3: {name} is to be for {wanted}, its FMU is for {sorted(fmu.implementations)}"
        yield from _connectors(component, fmu)
        yield from _bindings(component, fmu, files)
    yield from _connectors(system, None)
    yield from _connections(root, system)


def _archive(entries):
    names = [entry.filename for entry in entries]
    if len(set(names)) != len(names):
        yield "3: an entry is there twice"
    for entry in entries:
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            yield f"3: {entry.filename} is neither stored nor deflated"
        if entry.flag_bits & 1 or entry.extract_version > 20:
            yield f"3: {entry.filename} is encrypted or needs more than version 2.0 of ZIP"
        name = entry.filename
        if "\\" in name or name.startswith("/") or ":" in name or posixpath.normpath(name) != name.rstrip("/"):
            yield f"3: {name!r} is no plain relative path"


def _definitions(file, root, space):
    """Units and enumerations are defined once in their file, whatever names them."""
    for what, attribute in (("Unit", "unit"), ("Enumeration", "name")):
        defined = [entry.get("name") for entry in root.iterfind(f"{space}{what}s/{SSC}{what}")]
        if len(set(defined)) != len(defined):
            yield f"4: {file} defines a {what} twice"
        if what == "Unit":
            named = {element.get(attribute) for element in root.iter() if element.get(attribute)}
        else:
            values = [f"{SSC}Enumeration", f"{SSV}Enumeration"]
            outside = (entry for entry in root.iter(*values) if entry.getparent().tag != f"{space}Enumerations")
            named = {entry.get(attribute) for entry in outside if entry.get(attribute)}
        for name in sorted(named - set(defined)):
            yield f"4: {file} names the {what} {name!r}, which it does not define"


def _uri(source, files, place):
    parts = urlsplit(source)
    if parts.scheme or parts.netloc or source.startswith("/") or ".." in source.split("/"):
        yield f"5: {place}: {source!r} is no relative reference into the archive"
    if not URI.fullmatch(source):
        yield f"5: {place}: {source!r} has characters that a URI has not"
    if unquote(source) not in files:
        yield f"5: {place}: {source!r} is not in the archive"


def _connectors(element, fmu):
    place = element.get("name")
    seen = set()
    for connector in element.iterfind(f"{SSD}Connectors/{SSD}Connector"):
        name = connector.get("name")
        if name in seen:
            yield f"5.3: the connector {place}.{name} is there twice"
        seen.add(name)
        types = [child.tag.removeprefix(SSC) for child in connector if child.tag.startswith(SSC)]
        if len(types) != 1:
            yield f"4: {place}.{name} has the types {types}; it must have one"
        if fmu is None:
            continue
        causality, kind = fmu.variables.get(name, (None, None))
        if KINDS.get(causality) != connector.get("kind"):
            yield f"5.3: {place}.{name} is an {connector.get('kind')}, the variable has the causality {causality}"
        if [kind] != types:
            yield f"5.3: {place}.{name} has the type {types}, the variable {kind}"


def _bindings(component, fmu, files):
    name = component.get("name")
    for binding in component.iterfind(f"{SSD}ParameterBindings/{SSD}ParameterBinding"):
        if binding.get("type", "application/x-ssp-parameter-set") != "application/x-ssp-parameter-set":
            yield f"5: {name} has values of the type {binding.get('type')}"
        source = binding.get("source")
        yield from _uri(source, files, name)
        values = etree.fromstring(files[unquote(source)])
        yield from _definitions(source, values, SSV)
        parameters = {entry.get("name"): entry for entry in values.iter(f"{SSV}Parameter")}
        if len(parameters) != len(list(values.iter(f"{SSV}Parameter"))):
            yield f"6: a parameter is in {source} twice"
        targets = {entry: entry for entry in parameters}
        mapping = binding.find(f"{SSD}ParameterMapping")
        if mapping is not None:
            yield from _uri(mapping.get("source"), files, name)
            entries = list(etree.fromstring(files[unquote(mapping.get("source"))]).iter(f"{SSM}MappingEntry"))
            targets = {entry.get("target"): entry.get("source") for entry in entries}
            if len(targets) != len(entries):
                yield f"7: {mapping.get('source')} maps two parameters to one name"
        for target, origin in targets.items():
            causality, kind = fmu.variables.get(target, (None, None))
            if origin not in parameters:
                yield f"7: {name}.{target} comes from {origin}, which {source} has not"
            elif causality not in ("parameter", "structuralParameter", "input"):
                yield f"5: {source} sets {name}.{target}, of causality {causality}"
            elif parameters[origin][0].tag != f"{SSV}{kind}":
                yield f"6: {source} has {origin} as {parameters[origin][0].tag}, the variable {name}.{target} is {kind}"


def _connections(root, system):
    """Ends are there, lead from what gives a value to what takes one, and measure the same."""
    kinds, units = {}, {}
    for element in [system, *system.iterfind(f"{SSD}Elements/{SSD}Component")]:
        owner = None if element is system else element.get("name")
        for connector in element.iterfind(f"{SSD}Connectors/{SSD}Connector"):
            end = (owner, connector.get("name"))
            kinds[end] = connector.get("kind")
            kind = connector.find(f"{SSC}Real")
            units[end] = None if kind is None else kind.get("unit")
    bases = {}
    for unit in root.iterfind(f"{SSD}Units/{SSC}Unit"):
        base = unit.find(f"{SSC}BaseUnit")
        bases[unit.get("name")] = tuple(int(base.get(name, "0")) for name in BASE)
    targets = set()
    for connection in system.iterfind(f"{SSD}Connections/{SSD}Connection"):
        begin = (connection.get("startElement"), connection.get("startConnector"))
        end = (connection.get("endElement"), connection.get("endConnector"))
        # Seen from inside, an input of the system gives a value.
        if kinds.get(begin) != ("input" if begin[0] is None else "output"):
            yield f"5.4: a connection begins at {begin}, which gives no value"
        if kinds.get(end) != ("output" if end[0] is None else "input"):
            yield f"5.4: a connection ends at {end}, which takes no value"
        if end in targets:
            yield f"5.4: two connections end at {end}"
        targets.add(end)
        is_as_it_is = connection.get("suppressUnitConversion") in ("true", "1")
        bases_of_ends = [bases.get(units.get(place)) for place in (begin, end)]
        if not is_as_it_is and None not in bases_of_ends and bases_of_ends[0] != bases_of_ends[1]:
            yield f"5.4: {begin} and {end} do not measure the same, and the unit is to be converted"
