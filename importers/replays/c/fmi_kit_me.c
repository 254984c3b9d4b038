/* FMI Kit for Simulink 3.1, Model Exchange.
 *
 * Source: tag v3.1, src/sfun_fmurun.c, initialize(), mdlOutputs(), update(), mdlDerivatives(), mdlZeroCrossings(). The
 * states are read before any input was set; the inputs at the start are set in event mode. Later inputs are set in
 * continuous-time mode, steps of theirs too. The states are read back before the derivatives. Indicators and
 * fmi2CompletedIntegratorStep are looked at in each major step.
 */
#include "fmi_kit.h"
#include "model_exchange.h"

#include <math.h>
#include <string.h>

/* Of the integrator, in s; Simulink's solvers take steps of their own choice. */
static const double LENGTH = 5e-5;

static size_t row;
static double before[MOST_STATES];

/* mdlOutputs in a minor step. */
static void at(Instance instance, double time, const double *states) {
    CALL(SetTime, instance, time);
    CALL(SetContinuousStates, instance, states, given.states);
    set_input(instance, row, time);
    get_output(instance);
}

static void derivatives(Instance instance, double time, const double *states, double *slopes) {
    double same[MOST_STATES];
    at(instance, time, states);
    CALL(GetContinuousStates, instance, same, given.states);
    CALL(GetDerivatives, instance, slopes, given.states);
}

static void indicators(Instance instance, double time, const double *states, double *values) {
    at(instance, time, states);
    CALL(GetEventIndicators, instance, values, given.indicators);
}

/* update(): the events of a major step. */
static void update(Integrator *of) {
    int step_event = FALSE, terminate = FALSE;
    double now[MOST_STATES];
    CALL(CompletedIntegratorStep, of->instance, TRUE, &step_event, &terminate);
    CALL(GetEventIndicators, of->instance, now, given.indicators);
    if (changed_sign(before, now) || step_event) {
        CALL(EnterEventMode, of->instance);
        set_input(of->instance, row, of->time);
        event_iteration(of->instance, 100);
        CALL(EnterContinuousTimeMode, of->instance);
        CALL(GetContinuousStates, of->instance, of->states, given.states);
        CALL(GetEventIndicators, of->instance, now, given.indicators);
    }
    memcpy(before, now, sizeof before);
}

static void major_step(Integrator *of) {
    at(of->instance, of->time, of->states);
    update(of);
}

/* Simulink begins anew where a source steps. */
static void begin_row(Integrator *of) {
    row = row_after(of->time);
    of->continues = FALSE;
    major_step(of);
}

static void step_to(Integrator *of, double end) {
    while (of->time < end) {
        integrate(of, end);
        major_step(of);
    }
}

int main(void) {
    begin();
    Instance instance = initializing(MODEL_EXCHANGE);
    Integrator of = {.instance = instance, .length = LENGTH, .derivatives = derivatives, .indicators = indicators};
    CALL(ExitInitializationMode, instance);
    CALL(GetContinuousStates, instance, of.states, given.states);
    CALL(GetEventIndicators, instance, before, given.indicators);
    set_input(instance, row, 0);
    event_iteration(instance, 100);
    CALL(EnterContinuousTimeMode, instance);
    major_step(&of);
    report(instance, 0);
    for (long point = 1; of.time < given.stop; point++) {
        double target = fmin((double)point * given.step, given.stop);
        while (next_row(of.time) <= target) {
            step_to(&of, next_row(of.time));
            begin_row(&of);
        }
        step_to(&of, target);
        report(instance, target);
    }
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
    return 0;
}
