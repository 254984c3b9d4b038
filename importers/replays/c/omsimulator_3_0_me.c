/* OMSimulator 3.0.0, strongly coupled system: state events are not located.
 *
 * Source: tag v3.0.0, SystemSC.cpp, doStep() and cvode_rhs(). CVODE runs over the whole step without a root function;
 * the right-hand side does not set its own time; the sign of each indicator is looked at before the next step. The
 * inputs are held over each step: here at their middle.
 */
#include "omsimulator_me.h"

static size_t row;
static double begin_of_step, middle_of_step;

static void derivatives(Instance instance, double time, const double *states, double *slopes) {
    (void)time;
    CALL(SetContinuousStates, instance, states, given.states);
    CALL(SetTime, instance, begin_of_step);
    set_inputs(instance, row, middle_of_step);
    CALL(GetDerivatives, instance, slopes, given.states);
}

/* Where a sign has changed since the last look, or the FMU has asked for it. */
static void handle_events(Integrator *of, int wanted) {
    double indicators[MOST_STATES];
    for (int changed = TRUE; changed; wanted = FALSE) {
        CALL(SetTime, of->instance, of->time);
        CALL(GetEventIndicators, of->instance, indicators, given.indicators);
        changed = wanted || changed_sign(of->previous, indicators);
        if (changed) {
            handle_event(of);
            CALL(GetDerivatives, of->instance, indicators, given.states);
            CALL(GetEventIndicators, of->instance, indicators, given.indicators);
        }
        for (size_t i = 0; i < given.indicators; i++) of->previous[i] = indicators[i];
    }
}

int main(void) {
    begin();
    Integrator of = start(1e-9);
    of.derivatives = derivatives;
    int wanted = FALSE, terminate = FALSE;
    while (of.time < given.stop) {
        double end = of.time + given.step > given.stop ? given.stop : of.time + given.step;
        begin_of_step = of.time, middle_of_step = (of.time + end) / 2;
        row = row_after(middle_of_step);
        set_inputs(of.instance, row, middle_of_step);
        handle_events(&of, wanted);
        while (of.time < end) step_blindly(&of, end);
        CALL(SetContinuousStates, of.instance, of.states, given.states);
        CALL(CompletedIntegratorStep, of.instance, TRUE, &wanted, &terminate);
        CALL(SetTime, of.instance, of.time);
        emit(of.instance);
        report(of.instance, of.time);
    }
    finish(of.instance);
    return 0;
}
