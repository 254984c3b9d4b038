#ifndef ACTUATOR_FMU_H
#define ACTUATOR_FMU_H

#include <stddef.h>
#include "fmi2FunctionTypes.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * From continuous-time to event mode.
 */
fmi2Status fmi2EnterEventMode(fmi2Component c);

/**
 * Decides the regimes at the present state; one call is enough.
 */
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *fmi2eventInfo);

/**
 * From event to continuous-time mode.
 */
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);

/**
 * Looks whether the importer's integrator ran through an event.
 */
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c,
                                       fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi2Boolean *enterEventMode,
                                       fmi2Boolean *terminateSimulation);

/**
 * Sets the time.
 */
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);

/**
 * Sets the continuous states.
 */
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real *x, size_t nx);

/**
 * Derivatives of the continuous states.
 */
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real *derivatives, size_t nx);

/**
 * Event indicators.
 */
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real *eventIndicators, size_t ni);

/**
 * The continuous states.
 */
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real *x, size_t nx);

/**
 * Nominal values of the continuous states.
 */
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real *x_nominal, size_t nx);

/**
 * Change of unknowns along a direction of knowns.
 */
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                        const fmi2ValueReference *vUnknown_ref,
                                        size_t nUnknown,
                                        const fmi2ValueReference *vKnown_ref,
                                        size_t nKnown,
                                        const fmi2Real *dvKnown,
                                        fmi2Real *dvUnknown);

/**
 * Time derivatives of inputs at the start of the next step.
 */
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                       const fmi2ValueReference *vr,
                                       size_t nvr,
                                       const fmi2Integer *order,
                                       const fmi2Real *value);

/**
 * Time derivatives of outputs at the end of the last step.
 */
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                        const fmi2ValueReference *vr,
                                        size_t nvr,
                                        const fmi2Integer *order,
                                        fmi2Real *value);

/**
 * Platform of the types: "default".
 */
const char *fmi2GetTypesPlatform(void);

/**
 * Version of the standard: "2.0".
 */
const char *fmi2GetVersion(void);

/**
 * Switches log categories on or off; none named means all.
 */
fmi2Status fmi2SetDebugLogging(fmi2Component c,
                               fmi2Boolean loggingOn,
                               size_t nCategories,
                               const fmi2String *categories);

/**
 * Makes an instance of the FMU with this GUID, or gives NULL and reports why. The resource location is not used: the library
 * needs no resources.
 */
fmi2Component fmi2Instantiate(fmi2String instanceName,
                              fmi2Type fmuType,
                              fmi2String fmuGUID,
                              fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible,
                              fmi2Boolean loggingOn);

/**
 * Frees an instance; NULL is ignored.
 */
void fmi2FreeInstance(fmi2Component c);

/**
 * Start time, and stop time and tolerance where defined.
 */
fmi2Status fmi2SetupExperiment(fmi2Component c,
                               fmi2Boolean toleranceDefined,
                               fmi2Real tolerance,
                               fmi2Real startTime,
                               fmi2Boolean stopTimeDefined,
                               fmi2Real stopTime);

/**
 * Begins initialization mode.
 */
fmi2Status fmi2EnterInitializationMode(fmi2Component c);

/**
 * Ends initialization mode.
 */
fmi2Status fmi2ExitInitializationMode(fmi2Component c);

/**
 * Ends the simulation.
 */
fmi2Status fmi2Terminate(fmi2Component c);

/**
 * As freshly instantiated.
 */
fmi2Status fmi2Reset(fmi2Component c);

/**
 * Saves the state of an instance, into the given saved state if there is one.
 */
fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate);

/**
 * Continues from a saved state.
 */
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate);

/**
 * Frees a saved state and sets the handle to NULL; NULL is ignored.
 */
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate);

/**
 * Length of a saved state as bytes.
 */
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size);

/**
 * Writes a saved state to bytes.
 */
fmi2Status fmi2SerializeFMUstate(fmi2Component c,
                                 fmi2FMUstate FMUstate,
                                 fmi2Byte *serializedState,
                                 size_t size);

/**
 * Makes a saved state from bytes. A saved state that the handle already holds is replaced.
 */
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c,
                                   const fmi2Byte *serializedState,
                                   size_t size,
                                   fmi2FMUstate *FMUstate);

/**
 * Status of the last step.
 */
fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind s, fmi2Status *value);

/**
 * Time until which the last step succeeded.
 */
fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind s, fmi2Real *value);

/**
 * There is no Integer status.
 */
fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind s, fmi2Integer *value);

/**
 * Whether the simulation was terminated.
 */
fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind s, fmi2Boolean *value);

/**
 * Why a step is pending: never available.
 */
fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind s, fmi2String *value);

/**
 * Advances by one communication step. `noSetFMUStatePriorToCurrentPoint` is a hint that is not needed.
 */
fmi2Status fmi2DoStep(fmi2Component c,
                      fmi2Real currentCommunicationPoint,
                      fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint);

/**
 * There is never a step in progress: Error.
 */
fmi2Status fmi2CancelStep(fmi2Component c);

/**
 * Reads Real variables.
 */
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference *vr, size_t nvr, fmi2Real *value);

/**
 * Reads Integer variables, Enumerations too.
 */
fmi2Status fmi2GetInteger(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          fmi2Integer *value);

/**
 * There are no Boolean variables: fine for none.
 */
fmi2Status fmi2GetBoolean(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          fmi2Boolean *value);

/**
 * There are no String variables: fine for none.
 */
fmi2Status fmi2GetString(fmi2Component c,
                         const fmi2ValueReference *vr,
                         size_t nvr,
                         fmi2String *value);

/**
 * Sets Real variables, all or none.
 */
fmi2Status fmi2SetReal(fmi2Component c,
                       const fmi2ValueReference *vr,
                       size_t nvr,
                       const fmi2Real *value);

/**
 * Sets Integer variables, Enumerations too, all or none.
 */
fmi2Status fmi2SetInteger(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          const fmi2Integer *value);

/**
 * There are no Boolean variables: fine for none.
 */
fmi2Status fmi2SetBoolean(fmi2Component c,
                          const fmi2ValueReference *vr,
                          size_t nvr,
                          const fmi2Boolean *value);

/**
 * There are no String variables: fine for none.
 */
fmi2Status fmi2SetString(fmi2Component c,
                         const fmi2ValueReference *vr,
                         size_t nvr,
                         const fmi2String *value);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ACTUATOR_FMU_H */
