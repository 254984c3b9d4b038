/* OpenModelica 1.22 to 1.27: as 1.21, and the inputs are set again in event mode.
 *
 * Source: tag v1.27.0 (commit 8b0c254729), CodegenFMU.tpl, importFMU2ModelExchange, `initial algorithm` and the when
 * clause with fmi2StartEventUpdate and fmi2EndEventUpdate; the same at v1.22.0 (2997235d5c) to v1.26.0.
 */
#include "openmodelica.h"

int main(void) {
    begin();
    event_update = update_with_inputs;
    Instance instance = construct();
    CALL(SetupExperiment, instance, FALSE, 0.0, 0.0, FALSE, 0.0);
    CALL(EnterInitializationMode, instance);
    CALL(ExitInitializationMode, instance);
    set_parameters(instance);
    simulate(instance);
    return 0;
}
