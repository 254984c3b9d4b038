/* FMI Kit for Simulink 3.1 (CATIA-Systems/FMIKit-Simulink), as both kinds of simulation have it in common.
 *
 * Source: tag v3.1 (commit 54531c370e), src/sfun_fmurun.c, mdlStart(), initialize(), setParameters(), setInput(). All
 * parameters by a call each; an input only where its bits have changed since it was last set. Simulink's relative
 * tolerance and its stop time are told. A status above Warning ends the simulation.
 */
#ifndef FMI_KIT_H
#define FMI_KIT_H

#include "importer.h"

/* In initialization mode; no input is set yet. */
Instance initializing(int kind);

/* The inputs that differ from what was last set, on the line that begins with `row`. */
void set_input(Instance instance, size_t row, double time);

/* Every output by a call of its own. */
void get_output(Instance instance);

#endif
