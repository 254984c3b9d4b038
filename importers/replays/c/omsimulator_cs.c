/* OMSimulator 2.1 to its master of August 2026, weakly coupled system with a fixed step (oms-ma).
 *
 * Source: SystemWC.cpp, doStep(), and ComponentFMUCS.cpp, stepUntil(), at v2.1.3, v3.0.0 and 2940ef11c2. The time of
 * the system is a sum of steps, the length of a step a difference of times. The inputs are held over each step: here
 * at their middle, so that the comparison knows the mean.
 */
#include "omsimulator.h"

int main(void) {
    begin();
    /* A saved model: 1e-9 was written with six decimals. */
    Instance instance = initializing(CO_SIMULATION, 0.0);
    CALL(ExitInitializationMode, instance);
    emit(instance);
    report(instance, 0);
    double time = 0;
    while (time < given.stop) {
        double next = time + given.step > given.stop ? given.stop : time + given.step;
        double middle = (time + next) / 2;
        set_inputs(instance, row_after(middle), middle);
        CALL(DoStep, instance, time, next - time, TRUE);
        time = next;
        emit(instance);
        report(instance, time);
    }
    CALL(Terminate, instance);
    fmi.FreeInstance(instance);
    return 0;
}
