/* OpenModelica 1.16 to 1.19: neither fmi2SetupExperiment nor a stop time; the parameters before initialization, in the
 * state Instantiated, where also the time is set.
 *
 * Source: tag v1.16.2 (commit fd2a6cf15b), CodegenFMU.tpl, importFMU2ModelExchange, `initial equation` and
 * `initial algorithm`; the same at v1.17.0, v1.18.0 and v1.19.0.
 */
#include "openmodelica.h"

int main(void) {
    begin();
    Instance instance = construct();
    CALL(SetTime, instance, 0.0);
    set_parameters(instance);
    CALL(EnterInitializationMode, instance);
    CALL(ExitInitializationMode, instance);
    simulate(instance);
    return 0;
}
