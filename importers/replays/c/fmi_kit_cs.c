/* FMI Kit for Simulink 3.1, Co-Simulation.
 *
 * Source: tag v3.1, src/sfun_fmurun.c, mdlOutputs() and mdlUpdate(). The outputs at the start are read in
 * initialization mode, before any input was set; then the inputs are set there, and initialization ends with the first
 * step. The length of a step is a difference of times. The inputs are held over each step: here at their middle.
 */
#include "fmi_kit.h"

#include <math.h>

int main(void) {
    begin();
    Instance instance = initializing(CO_SIMULATION);
    get_output(instance);
    report(instance, 0);
    double time = 0;
    for (long point = 1; time < given.stop; point++) {
        double next = fmin((double)point * given.step, given.stop), middle = (time + next) / 2;
        set_input(instance, row_after(middle), middle);
        if (point == 1) CALL(ExitInitializationMode, instance);
        CALL(DoStep, instance, time, next - time, TRUE);
        time = next;
        get_output(instance);
        report(instance, time);
    }
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
    return 0;
}
