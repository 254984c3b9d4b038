/* OpenModelica's master since August 2026: the parameters in initialization mode.
 *
 * Source: commit 2ada3ef898 (20 August 2026), CodegenFMU.tpl, importFMU2ModelExchange, `initial algorithm`; issue
 * 16354.
 */
#include "openmodelica.h"

int main(void) {
    begin();
    event_update = update_with_inputs;
    Instance instance = construct();
    CALL(SetupExperiment, instance, FALSE, 0.0, 0.0, FALSE, 0.0);
    CALL(EnterInitializationMode, instance);
    set_parameters(instance);
    CALL(ExitInitializationMode, instance);
    simulate(instance);
    return 0;
}
