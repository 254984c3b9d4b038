/* fmusim 0.0.39 (modelica/Reference-FMUs), as both kinds of simulation have it in common.
 *
 * Source: tag v0.0.39 (commit c8d4e6d90f), fmusim/FMI2CSSimulation.c, FMI2MESimulation.c, FMIStaticInput.c. Every
 * value by a call of its own. Any status but OK ends the simulation.
 */
#ifndef FMUSIM_H
#define FMUSIM_H

#include "importer.h"

/* Up to initialization mode with the inputs at time 0. */
Instance initializing(int kind);

/* FMIApplyInput: all inputs, left or right of `time`. */
void apply_input(Instance instance, double time, int after_event);

/* FMINextInputEvent: the next time after `time` at which an input steps. */
double next_input_event(double time);

/* FMIIsClose. */
int is_close(double a, double b);

#endif
