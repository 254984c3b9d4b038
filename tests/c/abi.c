/* The generated header against the official ones: compiles only if every exported function has the official type.
 *
 *     cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I<official headers> -I<folder of actuator_fmu.h> abi.c
 *
 * The generated header has the functions only and takes the types from the official headers; each function is thus
 * declared twice, and C demands that both declarations agree. The sizes and places below are those that the library is
 * built with; tests/ffi asserts the same numbers of its own types.
 */
#include <stddef.h>

#include "fmi2Functions.h"

#include "actuator_fmu.h"

#define SAME_TYPE(name) _Static_assert(_Generic(&name, name##TYPE *: 1, default: 0), #name)

SAME_TYPE(fmi2GetTypesPlatform);
SAME_TYPE(fmi2GetVersion);
SAME_TYPE(fmi2SetDebugLogging);
SAME_TYPE(fmi2Instantiate);
SAME_TYPE(fmi2FreeInstance);
SAME_TYPE(fmi2SetupExperiment);
SAME_TYPE(fmi2EnterInitializationMode);
SAME_TYPE(fmi2ExitInitializationMode);
SAME_TYPE(fmi2Terminate);
SAME_TYPE(fmi2Reset);
SAME_TYPE(fmi2GetReal);
SAME_TYPE(fmi2GetInteger);
SAME_TYPE(fmi2GetBoolean);
SAME_TYPE(fmi2GetString);
SAME_TYPE(fmi2SetReal);
SAME_TYPE(fmi2SetInteger);
SAME_TYPE(fmi2SetBoolean);
SAME_TYPE(fmi2SetString);
SAME_TYPE(fmi2GetFMUstate);
SAME_TYPE(fmi2SetFMUstate);
SAME_TYPE(fmi2FreeFMUstate);
SAME_TYPE(fmi2SerializedFMUstateSize);
SAME_TYPE(fmi2SerializeFMUstate);
SAME_TYPE(fmi2DeSerializeFMUstate);
SAME_TYPE(fmi2GetDirectionalDerivative);
SAME_TYPE(fmi2EnterEventMode);
SAME_TYPE(fmi2NewDiscreteStates);
SAME_TYPE(fmi2EnterContinuousTimeMode);
SAME_TYPE(fmi2CompletedIntegratorStep);
SAME_TYPE(fmi2SetTime);
SAME_TYPE(fmi2SetContinuousStates);
SAME_TYPE(fmi2GetDerivatives);
SAME_TYPE(fmi2GetEventIndicators);
SAME_TYPE(fmi2GetContinuousStates);
SAME_TYPE(fmi2GetNominalsOfContinuousStates);
SAME_TYPE(fmi2SetRealInputDerivatives);
SAME_TYPE(fmi2GetRealOutputDerivatives);
SAME_TYPE(fmi2DoStep);
SAME_TYPE(fmi2CancelStep);
SAME_TYPE(fmi2GetStatus);
SAME_TYPE(fmi2GetRealStatus);
SAME_TYPE(fmi2GetIntegerStatus);
SAME_TYPE(fmi2GetBooleanStatus);
SAME_TYPE(fmi2GetStringStatus);

/* 64-bit platforms. */
_Static_assert(sizeof(fmi2CallbackFunctions) == 40, "fmi2CallbackFunctions");
_Static_assert(offsetof(fmi2CallbackFunctions, logger) == 0, "logger");
_Static_assert(offsetof(fmi2CallbackFunctions, allocateMemory) == 8, "allocateMemory");
_Static_assert(offsetof(fmi2CallbackFunctions, freeMemory) == 16, "freeMemory");
_Static_assert(offsetof(fmi2CallbackFunctions, stepFinished) == 24, "stepFinished");
_Static_assert(offsetof(fmi2CallbackFunctions, componentEnvironment) == 32, "componentEnvironment");
_Static_assert(sizeof(fmi2EventInfo) == 32, "fmi2EventInfo");
_Static_assert(offsetof(fmi2EventInfo, nextEventTimeDefined) == 16, "nextEventTimeDefined");
_Static_assert(offsetof(fmi2EventInfo, nextEventTime) == 24, "nextEventTime");
_Static_assert(sizeof(fmi2Real) == 8 && sizeof(fmi2Integer) == 4 && sizeof(fmi2Boolean) == 4, "numbers");
_Static_assert(sizeof(fmi2ValueReference) == 4 && sizeof(fmi2Byte) == 1, "references and bytes");
_Static_assert(sizeof(fmi2Status) == 4 && sizeof(fmi2Type) == 4 && sizeof(fmi2StatusKind) == 4, "enumerations");
_Static_assert(fmi2OK == 0 && fmi2Warning == 1 && fmi2Discard == 2 && fmi2Error == 3 && fmi2Fatal == 4, "status");
_Static_assert(fmi2ModelExchange == 0 && fmi2CoSimulation == 1, "type");
_Static_assert(fmi2DoStepStatus == 0 && fmi2PendingStatus == 1 && fmi2LastSuccessfulTime == 2, "status kind");
_Static_assert(fmi2Terminated == 3, "status kind");
