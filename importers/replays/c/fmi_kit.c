#include "fmi_kit.h"

#include <string.h>

static double last[MOST_INPUTS];

Instance initializing(int kind) {
    const Reals *reals = &given.real_parameters;
    const Integers *lists[] = {&given.integer_parameters, &given.enumerations};
    Instance instance = new_instance("model/servo", kind, "file:///C:/temp/servo/resources", FALSE, TRUE);
    memset(last, 0xFF, sizeof last);
    for (size_t i = 0; i < reals->count; i++) CALL(SetReal, instance, &reals->references[i], 1, &reals->values[i]);
    for (size_t list = 0; list < 2; list++) {
        for (size_t i = 0; i < lists[list]->count; i++)
            CALL(SetInteger, instance, &lists[list]->references[i], 1, &lists[list]->values[i]);
    }
    CALL(SetupExperiment, instance, TRUE, 1e-3, 0.0, TRUE, given.stop);
    CALL(EnterInitializationMode, instance);
    return instance;
}

void set_input(Instance instance, size_t row, double time) {
    double values[MOST_INPUTS];
    inputs_on(row, time, values);
    for (size_t i = 0; i < given.inputs; i++) {
        if (!memcmp(&values[i], &last[i], sizeof *values)) continue;
        CALL(SetReal, instance, &given.input_references[i], 1, &values[i]);
        last[i] = values[i];
    }
}

void get_output(Instance instance) {
    double real;
    int integer;
    for (size_t i = 0; i < given.real_outputs.count; i++)
        CALL(GetReal, instance, &given.real_outputs.references[i], 1, &real);
    for (size_t i = 0; i < given.integer_outputs.count; i++)
        CALL(GetInteger, instance, &given.integer_outputs.references[i], 1, &integer);
}
