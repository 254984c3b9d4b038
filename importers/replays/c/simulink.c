/* Simulink's FMU block, Co-Simulation, and the same again after fmi2Reset (fast restart).
 *
 * Source: MathWorks, "FMU Block Calling Sequences" (documentation of Simulink), phases Setup, Initialization, Output,
 * Update and Termination. As documented, not observed. The inputs are held over each step: here at their middle. The
 * step has a length of its own each time, and a status above Warning ends the simulation.
 */
#include "importer.h"

#include <math.h>

static void set_start_values(Instance instance) {
    const Reals *reals = &given.real_parameters;
    const Integers *lists[] = {&given.integer_parameters, &given.enumerations};
    CALL(SetReal, instance, reals->references, reals->count, reals->values);
    for (size_t i = 0; i < 2; i++)
        if (lists[i]->count) CALL(SetInteger, instance, lists[i]->references, lists[i]->count, lists[i]->values);
}

static void set_inputs(Instance instance, double time) {
    double values[MOST_INPUTS];
    inputs_on(row_after(time), time, values);
    CALL(SetReal, instance, given.input_references, given.inputs, values);
}

static void run(Instance instance) {
    double time = 0;
    set_start_values(instance);
    CALL(SetupExperiment, instance, FALSE, 0.0, 0.0, TRUE, given.stop);
    CALL(EnterInitializationMode, instance);
    set_inputs(instance, 0);
    CALL(ExitInitializationMode, instance);
    read_all(instance);
    report(instance, 0);
    for (long point = 1; time < given.stop; point++) {
        double next = fmin((double)point * given.step, given.stop);
        set_inputs(instance, (time + next) / 2);
        CALL(DoStep, instance, time, next - time, TRUE);
        time = next;
        read_all(instance);
        report(instance, time);
    }
    CALL(Terminate, instance);
}

int main(void) {
    begin();
    fmi.GetTypesPlatform();
    fmi.GetVersion();
    Instance instance = new_instance("servo", CO_SIMULATION, "file:///C:\\A B\\_fmu\\resources", FALSE, FALSE);
    run(instance);
    CALL(Reset, instance);
    run(instance);
    fmi.FreeInstance(instance);
    return 0;
}
