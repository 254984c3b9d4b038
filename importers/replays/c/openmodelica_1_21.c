/* OpenModelica 1.21.0: all parameters AFTER fmi2ExitInitializationMode.
 *
 * Source: tag v1.21.0 (commit ba0088488e), CodegenFMU.tpl, importFMU2ModelExchange, `initial algorithm`; issues 12893
 * and 16354 of OpenModelica.
 */
#include "openmodelica.h"

int main(void) {
    begin();
    Instance instance = construct();
    CALL(SetupExperiment, instance, FALSE, 0.0, 0.0, FALSE, 0.0);
    CALL(EnterInitializationMode, instance);
    CALL(ExitInitializationMode, instance);
    set_parameters(instance);
    simulate(instance);
    return 0;
}
