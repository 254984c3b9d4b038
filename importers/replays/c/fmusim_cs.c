/* fmusim 0.0.39, Co-Simulation.
 *
 * Source: tag v0.0.39, fmusim/FMI2CSSimulation.c, FMI2CSSimulate(). The inputs are those at the beginning of each step
 * and held over it; a step ends where an input steps.
 */
#include "fmusim.h"

#include <math.h>

int main(void) {
    begin();
    Instance instance = initializing(CO_SIMULATION);
    CALL(ExitInitializationMode, instance);
    report(instance, 0);
    double time = 0;
    for (long steps = 0; time < given.stop && !is_close(time, given.stop);) {
        double regular = (double)(steps + 1) * given.step;
        double next = fmin(fmin(regular, next_input_event(time)), given.stop);
        if (is_close(next, regular)) next = regular;
        apply_input(instance, time, TRUE);
        CALL(DoStep, instance, time, next - time, TRUE);
        time = next;
        if (is_close(time, regular)) steps++;
        report(instance, time);
    }
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
    return 0;
}
