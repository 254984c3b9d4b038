"""The layered standard FMI-LS-REF, read by a tool that knows nothing of these models: manifest, experiments, their runs."""

import csv
import io
import zipfile
from pathlib import Path, PurePosixPath

import fmpy
import numpy as np
from lxml import etree

FOLDER = PurePosixPath("extra/org.fmi-standard.fmi-ls-ref")
NAME = "org.fmi-standard.fmi-ls-ref"
ATTRIBUTES = "http://fmi-standard.org/fmi-ls-manifest"
PARAMETERS = "{http://ssp-standard.org/SSP1/SystemStructureParameterValues}"
# FMPy brings the schema of the attributes; the root element is that of the layered standard.
ROOT = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:fmi-ls="{namespace}">
  <xs:import namespace="{namespace}" schemaLocation="{schema}"/>
  <xs:element name="fmiReferences"><xs:complexType>
    <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence>
    <xs:attributeGroup ref="fmi-ls:ALayeredStandardManifest"/>
  </xs:complexType></xs:element>
</xs:schema>"""


def problems(path):
    """What is wrong with the manifest of an FMU, by the schema that FMPy brings and by what is in the archive."""
    schema = Path(fmpy.__file__).parent / "schema" / "fmi3" / "fmi3LayeredStandardManifest.xsd"
    rules = etree.XMLSchema(etree.fromstring(ROOT.format(namespace=ATTRIBUTES, schema=schema.as_uri())))
    with zipfile.ZipFile(path) as archive:
        manifest = _xml(archive, "fmi-ls-manifest.xml")
        found = [] if rules.validate(manifest) else [str(rules.error_log)]
        if manifest.get(f"{{{ATTRIBUTES}}}fmi-ls-name") != NAME:
            found.append("the manifest is of another layered standard")
        names = archive.namelist()
        sources = [related.get("source") for related in manifest.iter("Related")]
        found += [f"{source} is missing" for source in sources if str(FOLDER / source) not in names]
    return [f"{Path(path).name}: {text}" for text in found]


def largest_share(path, names=None):
    """Runs the experiments of an FMU by FMPy's own loop; the largest deviation as a share of what the FMU says is accepted."""
    shares = []
    with zipfile.ZipFile(path) as archive:
        experiments = _xml(archive, "validation.exp").findall("Experiment")
        for experiment in experiments:
            if names is None or experiment.get("name") in names:
                shares.append(_share(archive, str(path), experiment))
    if len(shares) != len(experiments if names is None else names):
        raise ValueError(f"{path}: the experiments {names} are not all there")
    return max(shares)


def _share(archive, path, experiment):
    times = experiment.find("TransientSimulation")
    parameters, stimuli = experiment.find("Parameters"), experiment.find("Stimuli")
    references = experiment.find("References")
    expected = _table(archive, references.get("source"))
    accepted = {item.get("variable"): float(item.get("absolute")) for item in references.iter("Deviation")}
    result = fmpy.simulate_fmu(
        path,
        fmi_type="CoSimulation",
        start_time=float(times.get("startTime")),
        stop_time=float(times.get("stopTime")),
        output_interval=float(times.get("stepSize")),
        start_values={} if parameters is None else _values(_xml(archive, parameters.get("source"))),
        input=None if stimuli is None else _table(archive, stimuli.get("source")),
        output=list(accepted),
    )
    rows = np.searchsorted(result["time"], expected["time"] - 1e-9)
    if not np.allclose(result["time"][rows], expected["time"], rtol=0.0, atol=1e-9):
        raise ValueError(f"{experiment.get('name')}: not every reference is at a communication point")
    deviations = {name: np.max(np.abs(result[name][rows] - expected[name])) for name in accepted}
    return max(deviations[name] / accepted[name] for name in accepted)


def _xml(archive, source):
    return etree.fromstring(archive.read(str(FOLDER / source)))


def _values(parameter_set):
    return {parameter.get("name"): parameter[0].get("value") for parameter in parameter_set.iter(f"{PARAMETERS}Parameter")}


def _table(archive, source):
    rows = list(csv.reader(io.StringIO(archive.read(str(FOLDER / source)).decode())))
    values = [tuple(map(float, row)) for row in rows[1:]]
    return np.array(values, dtype=[(name, float) for name in rows[0]])
