#include "omsimulator_me.h"

Integrator start(double tolerance) {
    Instance instance = initializing(MODEL_EXCHANGE, tolerance);
    Integrator of = {.instance = instance, .length = LENGTH};
    double ignored[MOST_STATES];
    CALL(ExitInitializationMode, instance);
    event_iteration(instance, ITERATIONS);
    CALL(EnterContinuousTimeMode, instance);
    CALL(GetContinuousStates, instance, of.states, given.states);
    CALL(GetDerivatives, instance, ignored, given.states);
    CALL(GetNominalsOfContinuousStates, instance, ignored, given.states);
    CALL(GetEventIndicators, instance, of.previous, given.indicators);
    emit(instance);
    report(instance, 0);
    return of;
}

void handle_event(Integrator *of) {
    CALL(EnterEventMode, of->instance);
    event_iteration(of->instance, ITERATIONS);
    CALL(EnterContinuousTimeMode, of->instance);
    CALL(GetContinuousStates, of->instance, of->states, given.states);
}

void finish(Instance instance) {
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
}
