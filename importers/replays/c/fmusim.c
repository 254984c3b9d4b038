#include "fmusim.h"

#include <math.h>

Instance initializing(int kind) {
    accepted = OK;
    Instance instance = new_instance("fmu", kind, "file:///tmp/fmu/resources/", FALSE, FALSE);
    for (size_t i = 0; i < given.set_reals.count; i++)
        CALL(SetReal, instance, &given.set_reals.references[i], 1, &given.set_reals.values[i]);
    for (size_t i = 0; i < given.set_integers.count; i++)
        CALL(SetInteger, instance, &given.set_integers.references[i], 1, &given.set_integers.values[i]);
    CALL(SetupExperiment, instance, TRUE, 1e-9, 0.0, FALSE, given.stop);
    CALL(EnterInitializationMode, instance);
    apply_input(instance, 0, TRUE);
    return instance;
}

void apply_input(Instance instance, double time, int after_event) {
    size_t row = row_after(time);
    while (!after_event && row > 0 && given.row_times[row] >= time) row--;
    double values[MOST_INPUTS];
    inputs_on(row, time, values);
    for (size_t i = 0; i < given.inputs; i++) CALL(SetReal, instance, &given.input_references[i], 1, &values[i]);
}

double next_input_event(double time) {
    for (size_t row = 1; row < given.rows; row++) {
        double at = given.row_times[row];
        if (at > time && !is_close(at, time) && at == given.row_times[row - 1]) return at;
    }
    return INFINITY;
}

int is_close(double a, double b) { return fabs(a - b) <= 1e-14 * fmax(1, fmax(fabs(a), fabs(b))); }
