/* OMSimulator's strongly coupled system, as its versions have it in common: start and end. */
#ifndef OMSIMULATOR_ME_H
#define OMSIMULATOR_ME_H

#include "model_exchange.h"
#include "omsimulator.h"

/* Event iterations that OMSimulator allows (--maxEventIteration). */
enum { ITERATIONS = 100 };
/* Of the integrator, in s; CVODE takes steps of its own choice. */
#define LENGTH 5e-5

/* In continuous-time mode at time 0, with the values that initialize() asks for. */
Integrator start(double tolerance);

/* fmi2EnterEventMode to fmi2EnterContinuousTimeMode, and the states after that. */
void handle_event(Integrator *of);

void finish(Instance instance);

#endif
