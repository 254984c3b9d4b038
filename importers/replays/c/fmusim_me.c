/* fmusim 0.0.39, Model Exchange with CVODE.
 *
 * Source: tag v0.0.39, fmusim/FMI2MESimulation.c, FMI2MESimulate(), and FMICVode.c, f() and g(). The right-hand side
 * sees the inputs of the last call of the root function. CVODE begins anew only where fmi2NewDiscreteStates says that
 * the values or the nominals of the states have changed: where the derivatives jump and it does not say so, CVODE goes
 * on with a history that is no longer true. That is noted.
 */
#include "fmusim.h"
#include "model_exchange.h"

#include <math.h>

/* Of the integrator, in s: the inputs that the right-hand side sees are at most so old. */
static const double LENGTH = 2e-5;
/* A derivative that changes by this part of the largest has jumped. */
static const double JUMP = 1e-6;

static void derivatives(Instance instance, double time, const double *states, double *slopes) {
    CALL(SetTime, instance, time);
    CALL(SetContinuousStates, instance, states, given.states);
    CALL(GetDerivatives, instance, slopes, given.states);
}

static void indicators(Instance instance, double time, const double *states, double *values) {
    CALL(SetTime, instance, time);
    apply_input(instance, time, FALSE);
    CALL(SetContinuousStates, instance, states, given.states);
    CALL(GetEventIndicators, instance, values, given.indicators);
}

static double largest_jump(const double *before, const double *after) {
    double largest = 0;
    for (size_t i = 0; i < given.states; i++) {
        double scale = fmax(1, fmax(fabs(before[i]), fabs(after[i])));
        largest = fmax(largest, fabs(after[i] - before[i]) / scale);
    }
    return largest;
}

static void handle_event(Integrator *of, int input_event) {
    double before[MOST_STATES], after[MOST_STATES];
    CALL(GetDerivatives, of->instance, before, given.states);
    CALL(EnterEventMode, of->instance);
    if (input_event) apply_input(of->instance, of->time, TRUE);
    EventInfo info = event_iteration(of->instance, 100);
    CALL(EnterContinuousTimeMode, of->instance);
    CALL(GetDerivatives, of->instance, after, given.states);
    double jump = largest_jump(before, after);
    if (info.valuesOfContinuousStatesChanged || info.nominalsOfContinuousStatesChanged) {
        CALL(GetContinuousStates, of->instance, of->states, given.states);
    } else if (jump > JUMP) {
        note("a jump of the derivatives that is not told", of->time, jump);
    }
}

static void step_to(Integrator *of, double end, int input_event) {
    int step_event = FALSE, terminate = FALSE;
    CALL(GetContinuousStates, of->instance, of->states, given.states);
    int state_event = integrate(of, end);
    CALL(SetContinuousStates, of->instance, of->states, given.states);
    CALL(SetTime, of->instance, of->time);
    apply_input(of->instance, of->time, FALSE);
    CALL(CompletedIntegratorStep, of->instance, TRUE, &step_event, &terminate);
    input_event = input_event && of->time == end;
    if (state_event || step_event || input_event) handle_event(of, input_event);
}

int main(void) {
    begin();
    Instance instance = initializing(MODEL_EXCHANGE);
    Integrator of = {.instance = instance, .length = LENGTH, .derivatives = derivatives, .indicators = indicators};
    CALL(ExitInitializationMode, instance);
    event_iteration(instance, 100);
    CALL(EnterContinuousTimeMode, instance);
    CALL(GetContinuousStates, instance, of.states, given.states);
    CALL(GetNominalsOfContinuousStates, instance, of.previous, given.states);
    report(instance, 0);
    for (long steps = 0; of.time < given.stop && !is_close(of.time, given.stop);) {
        double regular = (double)(steps + 1) * given.step, next_input = next_input_event(of.time);
        double next = fmin(fmin(regular, next_input), given.stop);
        while (of.time < next) step_to(&of, next, is_close(next, next_input));
        if (is_close(of.time, regular)) steps++;
        report(instance, of.time);
    }
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
    return 0;
}
