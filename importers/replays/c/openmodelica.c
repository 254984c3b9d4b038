#include "openmodelica.h"

#include <math.h>
#include <string.h>

/* Of the integrator; OpenModelica's DASSL takes steps of its own choice. */
static const double LENGTH = 5e-5;
/* Event iterations at one instant, before OpenModelica gives up. */
enum { ITERATIONS = 20 };

void (*event_update)(Instance, double) = update_without_inputs;

static int in_continuous_time = FALSE;
static int is_positive[MOST_STATES];
static EventInfo info;
static size_t row;

Instance construct(void) {
    return new_instance("servo", MODEL_EXCHANGE, "file:///tmp/imported/resources", FALSE, TRUE);
}

void set_parameters(Instance instance) {
    const Reals *reals = &given.real_parameters;
    const Integers *integers = &given.integer_parameters;
    CALL(SetReal, instance, reals->references, reals->count, reals->values);
    if (integers->count) CALL(SetInteger, instance, integers->references, integers->count, integers->values);
}

static void set_inputs(Instance instance, double time) {
    double values[MOST_INPUTS];
    inputs_on(row, time, values);
    CALL(SetReal, instance, given.input_references, given.inputs, values);
}

static void update(Instance instance) {
    info.newDiscreteStatesNeeded = TRUE, info.terminateSimulation = FALSE;
    CALL(NewDiscreteStates, instance, &info);
    CALL(EnterContinuousTimeMode, instance);
    in_continuous_time = TRUE;
}

void update_without_inputs(Instance instance, double time) {
    (void)time;
    CALL(EnterEventMode, instance);
    update(instance);
}

void update_with_inputs(Instance instance, double time) {
    CALL(EnterEventMode, instance);
    set_inputs(instance, time);
    update(instance);
}

/* The algorithm section and the equation of the states, on which all other equations depend. */
static void at(Instance instance, double time, const double *states) {
    CALL(SetTime, instance, time);
    set_inputs(instance, time);
    CALL(SetContinuousStates, instance, states, given.states);
}

static void derivatives(Instance instance, double time, const double *states, double *slopes) {
    at(instance, time, states);
    memset(slopes, 0, given.states * sizeof *slopes);
    if (in_continuous_time) CALL(GetDerivatives, instance, slopes, given.states);
}

static int wants_event(Instance instance) {
    int event = FALSE, terminate = FALSE;
    if (in_continuous_time) CALL(CompletedIntegratorStep, instance, TRUE, &event, &terminate);
    return event;
}

/* The zero-crossing functions; one of them looks at what fmi2CompletedIntegratorStep answers. */
static void indicators(Instance instance, double time, const double *states, double *values) {
    at(instance, time, states);
    CALL(GetEventIndicators, instance, values, given.indicators);
    wants_event(instance);
}

/* All equations; TRUE if the when clause fires. */
static int evaluate(Instance instance, double time, const double *states) {
    double values[MOST_STATES];
    int fires = FALSE;
    derivatives(instance, time, states, values);
    CALL(GetEventIndicators, instance, values, given.indicators);
    for (size_t i = 0; i < given.indicators; i++) {
        fires |= is_positive[i] != (values[i] > 0);
        is_positive[i] = values[i] > 0;
    }
    read_all(instance);
    return wants_event(instance) || fires;
}

/* The event iteration of the whole model. */
static void iterate(Integrator *of) {
    for (int i = 0; i < ITERATIONS && evaluate(of->instance, of->time, of->states); i++) {
        event_update(of->instance, of->time);
        if (info.valuesOfContinuousStatesChanged) CALL(GetContinuousStates, of->instance, of->states, given.states);
        if (i + 1 == ITERATIONS) check(FATAL, "the event iteration");
    }
}

static void step_to(Integrator *of, double end) {
    while (of->time < end) {
        int event = integrate(of, end);
        at(of->instance, of->time, of->states);
        if (wants_event(of->instance) || event) iterate(of);
    }
}

/* A time event of the model: the inputs begin a new line. */
static void begin_row(Integrator *of) {
    row = row_after(of->time);
    of->continues = FALSE;
    iterate(of);
}

void simulate(Instance instance) {
    Integrator of = {.instance = instance, .length = LENGTH, .derivatives = derivatives, .indicators = indicators};
    CALL(GetContinuousStates, instance, of.states, given.states);
    /* The initial equations, solved more than once, then the first event iteration. */
    evaluate(instance, 0, of.states);
    memset(is_positive, FALSE, sizeof is_positive);
    iterate(&of);
    report(instance, 0);
    for (long point = 1; of.time < given.stop; point++) {
        double target = fmin((double)point * given.step, given.stop);
        while (next_row(of.time) <= target) {
            step_to(&of, next_row(of.time));
            begin_row(&of);
        }
        step_to(&of, target);
        evaluate(instance, target, of.states);
        report(instance, target);
    }
    /* terminal() fires the when clause; then the destructor. */
    event_update(instance, of.time);
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
}
