/* What importFMU of OpenModelica makes of an FMU for Model Exchange, as far as its versions have it in common.
 *
 * Source: OpenModelica, OMCompiler/Compiler/Template/CodegenFMU.tpl, template importFMU2ModelExchange (the Modelica
 * model), OMCompiler/SimulationRuntime/c/fmi/FMI2ModelExchange.c (the functions that it calls, some of which do
 * nothing in some modes); read at the tags v1.16.2 to v1.27.0 and at ea251558d2 (22 August 2026).
 *
 * Enumerations are never passed. An input that steps is set in continuous-time mode: event mode is entered only if an
 * event indicator has changed its sign or the FMU asks for it. Where an indicator changes its sign and back in one
 * event, event mode is entered twice. fmi2NewDiscreteStates is called once each time, whatever it answers. A status
 * above Warning ends the simulation.
 */
#ifndef OPENMODELICA_H
#define OPENMODELICA_H

#include "model_exchange.h"

/* The constructor of the external object. */
Instance construct(void);

/* All parameters, Reals in one call and Integers in another. */
void set_parameters(Instance instance);

/* fmi2EnterEventMode, fmi2NewDiscreteStates, fmi2EnterContinuousTimeMode; some versions set the inputs in between. */
void update_without_inputs(Instance instance, double time);
void update_with_inputs(Instance instance, double time);
extern void (*event_update)(Instance, double time);

/* From the end of the initial algorithm to the destructor. */
void simulate(Instance instance);

#endif
