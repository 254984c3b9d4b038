/* OMSimulator 2.1.3, strongly coupled system.
 *
 * Source: tag v2.1.3, SystemSC.cpp, doStepCVODE(), cvode_rhs() and cvode_roots(). The states are set before the time.
 * After an event the inputs are set in continuous-time mode. The answer of fmi2CompletedIntegratorStep is not looked
 * at. The inputs are held over each step: here at their middle.
 */
#include "omsimulator_me.h"

static size_t row;
static double middle_of_step;

static void derivatives(Instance instance, double time, const double *states, double *slopes) {
    CALL(SetTime, instance, time);
    CALL(SetContinuousStates, instance, states, given.states);
    set_inputs(instance, row, middle_of_step);
    CALL(GetDerivatives, instance, slopes, given.states);
}

static void indicators(Instance instance, double time, const double *states, double *values) {
    CALL(SetTime, instance, time);
    CALL(SetContinuousStates, instance, states, given.states);
    set_inputs(instance, row, middle_of_step);
    CALL(GetEventIndicators, instance, values, given.indicators);
}

static void step_to(Integrator *of, double end) {
    int ignored;
    int event = integrate(of, end);
    CALL(SetContinuousStates, of->instance, of->states, given.states);
    CALL(SetTime, of->instance, of->time);
    CALL(CompletedIntegratorStep, of->instance, TRUE, &ignored, &ignored);
    if (!event) CALL(GetContinuousStates, of->instance, of->states, given.states);
    set_inputs(of->instance, row, middle_of_step);
    emit(of->instance);
    if (event) {
        handle_event(of);
        set_inputs(of->instance, row, middle_of_step);
        emit(of->instance);
        CALL(GetContinuousStates, of->instance, of->states, given.states);
    }
}

int main(void) {
    begin();
    Integrator of = start(1e-9);
    of.derivatives = derivatives, of.indicators = indicators;
    while (of.time < given.stop) {
        double end = of.time + given.step > given.stop ? given.stop : of.time + given.step;
        middle_of_step = (of.time + end) / 2;
        row = row_after(middle_of_step);
        while (of.time < end) step_to(&of, end);
        report(of.instance, of.time);
    }
    finish(of.instance);
    return 0;
}
