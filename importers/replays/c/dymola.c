/* Dymola, Model Exchange.
 *
 * Source: the Modelica wrapper that Dymola's FMU import generates, as published with an FMU of FMI 1.0 (functions
 * fmiSetRealParam, CompletedStep, EventUpdate; "new parameters with different values are being set after
 * initialization"); its order of calls under the names of FMI 2.0, not observed. Parameters with enumerations, then
 * the first inputs, before initialization; after it the parameters are read and must be what was set. Time and inputs
 * are set again in event mode, as soon as initialization is over too. A status above Warning ends the simulation.
 */
#include "model_exchange.h"

#include <math.h>

/* Of the integrator, in s; Dymola's solvers take steps of their own choice. */
static const double LENGTH = 5e-5;

static size_t row;

static void set_inputs(Instance instance, double time) {
    double values[MOST_INPUTS];
    inputs_on(row, time, values);
    CALL(SetReal, instance, given.input_references, given.inputs, values);
}

static void at(Instance instance, double time, const double *states) {
    CALL(SetTime, instance, time);
    set_inputs(instance, time);
    CALL(SetContinuousStates, instance, states, given.states);
}

static void derivatives(Instance instance, double time, const double *states, double *slopes) {
    at(instance, time, states);
    CALL(GetDerivatives, instance, slopes, given.states);
}

static void indicators(Instance instance, double time, const double *states, double *values) {
    at(instance, time, states);
    CALL(GetEventIndicators, instance, values, given.indicators);
}

static void set_integers(Instance instance, const Integers *list) {
    if (list->count) CALL(SetInteger, instance, list->references, list->count, list->values);
}

static Instance initialized(void) {
    const Reals *reals = &given.real_parameters;
    Instance instance = new_instance("servo", MODEL_EXCHANGE, "file:///C:/Dymola/resources", FALSE, FALSE);
    CALL(SetReal, instance, reals->references, reals->count, reals->values);
    set_integers(instance, &given.integer_parameters);
    set_integers(instance, &given.enumerations);
    set_inputs(instance, 0);
    CALL(SetupExperiment, instance, FALSE, 0.0, 0.0, TRUE, given.stop);
    CALL(EnterInitializationMode, instance);
    CALL(ExitInitializationMode, instance);
    return instance;
}

static void compare_parameters(Instance instance) {
    const Reals *reals = &given.real_parameters;
    double now[MOST_REALS];
    CALL(GetReal, instance, reals->references, reals->count, now);
    for (size_t i = 0; i < reals->count; i++) {
        if (now[i] != reals->values[i]) check(FATAL, "a parameter that has another value after initialization");
    }
}

/* EventUpdate. */
static void update(Integrator *of) {
    CALL(EnterEventMode, of->instance);
    CALL(SetTime, of->instance, of->time);
    set_inputs(of->instance, of->time);
    event_iteration(of->instance, 100);
    CALL(EnterContinuousTimeMode, of->instance);
    CALL(GetContinuousStates, of->instance, of->states, given.states);
    of->continues = FALSE;
    compare_parameters(of->instance);
}

static void step_to(Integrator *of, double end) {
    int wanted = FALSE, terminate = FALSE;
    while (of->time < end) {
        int event = integrate(of, end);
        at(of->instance, of->time, of->states);
        CALL(CompletedIntegratorStep, of->instance, TRUE, &wanted, &terminate);
        read_all(of->instance);
        if (event || wanted) update(of);
    }
}

int main(void) {
    begin();
    Instance instance = initialized();
    Integrator of = {.instance = instance, .length = LENGTH, .derivatives = derivatives, .indicators = indicators};
    event_iteration(instance, 100);
    CALL(EnterContinuousTimeMode, instance);
    update(&of);
    report(instance, 0);
    for (long point = 1; of.time < given.stop; point++) {
        double target = fmin((double)point * given.step, given.stop);
        while (next_row(of.time) <= target) {
            step_to(&of, next_row(of.time));
            row = row_after(of.time);
            update(&of);
        }
        step_to(&of, target);
        report(instance, target);
    }
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
    return 0;
}
