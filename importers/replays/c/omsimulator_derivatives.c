/* OMSimulator 2.1 to its master of August 2026: partial derivatives in initialization mode.
 *
 * Source: ComponentFMUME.cpp and ComponentFMUCS.cpp, getDirectionalDerivative() and getDirectionalDerivativeHeper(),
 * at v3.0.0. All dependencies that InitialUnknowns lists are knowns of each call, Integers and enumerations among
 * them, and one Real has the seed 1.
 */
#include "omsimulator.h"

#include <stdio.h>

static void ask(Instance instance, const Unknown *of, size_t known) {
    double seeds[MOST_REALS] = {0}, answer;
    seeds[known] = 1;
    int status = fmi.GetDirectionalDerivative(instance, &of->unknown, 1, of->knowns, of->count, seeds, &answer);
    check(status, "fmi2GetDirectionalDerivative");
    printf("derivative %u %u %.17g\n", of->unknown, of->knowns[known], answer);
}

static void ask_all(Instance instance) {
    for (size_t i = 0; i < given.unknown_count; i++) {
        for (size_t known = 0; known < given.unknowns[i].count; known++) {
            if (given.unknowns[i].is_real[known]) ask(instance, &given.unknowns[i], known);
        }
    }
}

int main(void) {
    begin();
    for (int kind = MODEL_EXCHANGE; kind <= CO_SIMULATION; kind++) {
        Instance instance = initializing(kind, 1e-9);
        ask_all(instance);
        CALL(ExitInitializationMode, instance);
        CALL(Terminate, instance);
        fmi.FreeInstance(instance);
    }
    return 0;
}
