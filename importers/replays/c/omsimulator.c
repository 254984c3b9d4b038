#include "omsimulator.h"

static void set_start_values(Instance instance) {
    const Reals *reals = &given.set_reals;
    const Integers *integers = &given.set_integers;
    for (size_t i = 0; i < integers->count; i++)
        CALL(SetInteger, instance, &integers->references[i], 1, &integers->values[i]);
    for (size_t i = 0; i < reals->count; i++) CALL(SetReal, instance, &reals->references[i], 1, &reals->values[i]);
}

Instance initializing(int kind, double tolerance) {
    accepted = OK;
    Instance instance = new_instance("/tmp/model/temp/actuator", kind, NULL, TRUE, TRUE);
    set_start_values(instance);
    set_inputs(instance, row_after(0), 0);
    CALL(SetupExperiment, instance, TRUE, tolerance, 0.0, FALSE, 1.0);
    CALL(EnterInitializationMode, instance);
    emit(instance);
    set_inputs(instance, row_after(0), 0);
    return instance;
}

void set_inputs(Instance instance, size_t row, double time) {
    double values[MOST_INPUTS];
    inputs_on(row, time, values);
    for (size_t i = 0; i < given.inputs; i++) CALL(SetReal, instance, &given.input_references[i], 1, &values[i]);
}

void emit(Instance instance) {
    double real;
    int integer;
    for (size_t i = 0; i < given.real_outputs.count; i++)
        CALL(GetReal, instance, &given.real_outputs.references[i], 1, &real);
    for (size_t i = 0; i < given.integer_outputs.count; i++)
        CALL(GetInteger, instance, &given.integer_outputs.references[i], 1, &integer);
}
