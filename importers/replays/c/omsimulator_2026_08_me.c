/* OMSimulator's master of August 2026, strongly coupled system.
 *
 * Source: commit 2940ef11c2 (20 August 2026), SystemSC.cpp, doStepCVODE(), cvode_rhs() and cvode_roots(). The root
 * function sets no inputs. After an event the inputs are set in event mode, after the event iteration, and again in
 * continuous-time mode. The answer of fmi2CompletedIntegratorStep is not looked at. The inputs are held over each
 * step: here at their middle.
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
    CALL(GetEventIndicators, instance, values, given.indicators);
}

static void handle(Integrator *of) {
    emit(of->instance);
    CALL(EnterEventMode, of->instance);
    event_iteration(of->instance, ITERATIONS);
    set_inputs(of->instance, row, middle_of_step);
    CALL(EnterContinuousTimeMode, of->instance);
    set_inputs(of->instance, row, middle_of_step);
    emit(of->instance);
    CALL(GetContinuousStates, of->instance, of->states, given.states);
}

static void step_to(Integrator *of, double end) {
    int ignored;
    int event = integrate(of, end);
    CALL(SetContinuousStates, of->instance, of->states, given.states);
    CALL(SetTime, of->instance, of->time);
    CALL(CompletedIntegratorStep, of->instance, TRUE, &ignored, &ignored);
    if (event) {
        handle(of);
    } else {
        CALL(GetContinuousStates, of->instance, of->states, given.states);
        set_inputs(of->instance, row, middle_of_step);
        emit(of->instance);
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
