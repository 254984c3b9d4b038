/* The part of a tool that integrates.
 *
 * The tools have variable-step multistep methods. Here it is the classical Runge-Kutta method with a fixed step, short
 * enough that its error is far below what a test allows. An event is located as these tools do: a step after which an
 * event indicator has changed its sign is repeated with bisected lengths, and ends just behind the event. The sign at
 * the beginning of a step is that at the end of the last one, so that a change between them is found as well.
 */
#ifndef MODEL_EXCHANGE_H
#define MODEL_EXCHANGE_H

#include "importer.h"

typedef struct {
    Instance instance;
    double time, states[MOST_STATES];
    double length;                                                   /* of an integrator step, in s */
    void (*derivatives)(Instance, double time, const double *states, double *derivatives);
    void (*indicators)(Instance, double time, const double *states, double *indicators);
    double previous[MOST_STATES];                                    /* indicators at the end of the last step */
    int continues;                                                   /* `previous` is still good: no event since */
} Integrator;

/* Whether an event indicator has another sign. */
int changed_sign(const double *before, const double *after);

/* One integrator step, at most to `end`; TRUE if it ended behind an event. */
int integrate(Integrator *integrator, double end);

/* One integrator step without a look at the indicators. */
void step_blindly(Integrator *integrator, double end);

/* Repeats fmi2NewDiscreteStates until nothing is left to do, at most `most` times; a flag is TRUE if it was in any. */
EventInfo event_iteration(Instance instance, int most);

#endif
