"""Two hydraulic actuators: the pressure force of the first, a published step response, drives the second.

The second has no pressure force of its own and must move like the first. The importer holds the force over each step, so
on average it is half a step old, and the second moves half a step later.
"""

import zipfile
from xml.sax.saxutils import quoteattr

from . import reference

MODEL = "HydraulicActuator"
STEP = 1e-3
STOP = 10.0
# The reference is the first actuator at 10 N.
PARAMETERS = {
    "first": {"pressure_step.force_amplitude": 10.0},
    "second": {"pressure_step.force_amplitude": 0.0},
}
OUTPUT, INPUT = "pressure_force", "force"
# The first runs by itself: what is left is its integration tolerance.
FIRST_ALLOWED = 2e-7
# A held force differs from the smooth one by its second derivative: second order in the step of 1 ms.
SECOND_ALLOWED = 1e-6


def deviation(first, second):
    """Deviation of the second, after the first was found right; both [(time, position)]."""
    of_first = reference.largest_deviation(first, reference.hydraulic())
    if of_first > FIRST_ALLOWED:
        raise ValueError(f"the driving actuator is off by {of_first:.1e} m, allowed are {FIRST_ALLOWED:.0e} m")
    return reference.largest_deviation(second, _half_a_step_later(reference.hydraulic()))


def _half_a_step_later(positions):
    """The mean of neighbours: the position half a step ago, to second order."""
    return {key: (position + positions.get(key - 1, position)) / 2 for key, position in positions.items()}


def write_ssp(setting, path):
    """The coupled system as an SSP file."""
    system = SYSTEM.format(
        step=STEP, stop=STOP, first=_component("first"), second=_component("second"), output=OUTPUT, input=INPUT
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("SystemStructure.ssd", system)
        archive.write(setting.fmu(MODEL), f"resources/{MODEL}.fmu")
    return path


def _component(name):
    parameters = "".join(
        f'<ssv:Parameter name={quoteattr(key)}><ssv:Real value="{value}"/></ssv:Parameter>'
        for key, value in PARAMETERS[name].items()
    )
    return COMPONENT.format(name=name, model=MODEL, output=OUTPUT, input=INPUT, parameters=parameters)


SYSTEM = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
    xmlns:osp="http://opensimulationplatform.com/SSP/OSPAnnotations" name="coupled" version="1.0">
  <ssd:System name="coupled">
    <ssd:Elements>{first}{second}</ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="first" startConnector="{output}" endElement="second" endConnector="{input}"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="{stop}">
    <ssd:Annotations>
      <ssc:Annotation type="com.opensimulationplatform">
        <osp:Algorithm>
          <osp:FixedStepAlgorithm baseStepSize="{step}"/>
        </osp:Algorithm>
      </ssc:Annotation>
    </ssd:Annotations>
  </ssd:DefaultExperiment>
</ssd:SystemStructureDescription>
"""

COMPONENT = """
      <ssd:Component name="{name}" type="application/x-fmu-sharedlibrary" source="resources/{model}.fmu">
        <ssd:Connectors>
          <ssd:Connector name="{output}" kind="output"><ssc:Real unit="N"/></ssd:Connector>
          <ssd:Connector name="{input}" kind="input"><ssc:Real unit="N"/></ssd:Connector>
        </ssd:Connectors>
        <ssd:ParameterBindings>
          <ssd:ParameterBinding>
            <ssd:ParameterValues>
              <ssv:ParameterSet name="start" version="1.0">
                <ssv:Parameters>{parameters}</ssv:Parameters>
              </ssv:ParameterSet>
            </ssd:ParameterValues>
          </ssd:ParameterBinding>
        </ssd:ParameterBindings>
      </ssd:Component>"""
