/* FMI 3.0: what takes functions of the importer. All others follow. */

static void log_message(I *i, u32 environment, u32 status, u32 category, u32 text) {
  (void)environment;
  i->host.log_message(i->environment, (int)status, (const char *)i->m + category, (const char *)i->m + text);
}

static void intermediate_update(I *i, u32 environment, f64 time, u32 set, u32 get, u32 finished, u32 early, u32 wanted, u32 until) {
  bool answer = load8(i, wanted, 0) != 0;
  double end = load_f64(i, until, 0);
  (void)environment;
  i->host.intermediate_update(i->environment, time, set != 0, get != 0, finished != 0, early != 0, &answer, &end);
  store8(i, wanted, 0, answer);
  store_f64(i, until, 0, end);
}

static void tell(Host host, void *environment, const char *name, int status, const char *text) {
  (void)name;
  if (host.log_message) host.log_message(environment, status, status == 4 ? "logStatusFatal" : "logStatusError", text);
}

EXPORT const char *FULL_NAME(fmi3GetVersion)(void) { return "3.0"; }

/* Of all kinds; what does not belong to one is not used. */
typedef enum { MODEL_EXCHANGE, CO_SIMULATION, SCHEDULED_EXECUTION } Kind;
typedef struct {
  Kind kind;
  const char *name, *token;
  bool visible, logging, events, early_return;
  const void *intermediate;
  size_t intermediates;
} Wanted;

static u32 make(I *i, const void *wanted) {
  const Wanted *w = (const Wanted *)wanted;
  u32 name = text_in(i, w->name), token = text_in(i, w->token), logger = i->host.log_message ? PLACE_OF_log_message : 0;
  u32 update = i->host.intermediate_update ? PLACE_OF_intermediate_update : 0;
  u32 intermediate = words_in(i, w->intermediate, w->intermediates);
  switch (w->kind) {
    case MODEL_EXCHANGE:
      return MODULE(fmi3InstantiateModelExchange)(i, name, token, 0, w->visible, w->logging, 0, logger);
    case CO_SIMULATION:
      return MODULE(fmi3InstantiateCoSimulation)(i, name, token, 0, w->visible, w->logging, w->events, w->early_return,
                                                 intermediate, (u32)w->intermediates, 0, logger, update);
    default:
      return MODULE(fmi3InstantiateScheduledExecution)(i, name, token, 0, w->visible, w->logging, 0, logger, 0, 0, 0);
  }
}

EXPORT void *FULL_NAME(fmi3InstantiateModelExchange)(const char *instanceName, const char *instantiationToken, const char *resourcePath,
                                              bool visible, bool loggingOn, void *instanceEnvironment,
                                              void (*logMessage)(void *, int, const char *, const char *)) {
  Wanted w = {MODEL_EXCHANGE, NULL, NULL, false, false, false, false, NULL, 0};
  Host host = {NULL, NULL};
  (void)resourcePath;
  w.name = instanceName; w.token = instantiationToken; w.visible = visible; w.logging = loggingOn;
  host.log_message = logMessage;
  return instantiated(w.name, instanceEnvironment, host, make, &w);
}

EXPORT void *FULL_NAME(fmi3InstantiateCoSimulation)(const char *instanceName, const char *instantiationToken, const char *resourcePath,
                                             bool visible, bool loggingOn, bool eventModeUsed, bool earlyReturnAllowed,
                                             const u32 *requiredIntermediateVariables, size_t nRequiredIntermediateVariables,
                                             void *instanceEnvironment, void (*logMessage)(void *, int, const char *, const char *),
                                             void (*intermediateUpdate)(void *, double, bool, bool, bool, bool, bool *, double *)) {
  Wanted w = {CO_SIMULATION, NULL, NULL, false, false, false, false, NULL, 0};
  Host host = {NULL, NULL};
  (void)resourcePath;
  w.name = instanceName; w.token = instantiationToken; w.visible = visible; w.logging = loggingOn;
  w.events = eventModeUsed; w.early_return = earlyReturnAllowed;
  w.intermediate = requiredIntermediateVariables; w.intermediates = nRequiredIntermediateVariables;
  host.log_message = logMessage; host.intermediate_update = intermediateUpdate;
  return instantiated(w.name, instanceEnvironment, host, make, &w);
}

EXPORT void *FULL_NAME(fmi3InstantiateScheduledExecution)(const char *instanceName, const char *instantiationToken, const char *resourcePath,
                                                   bool visible, bool loggingOn, void *instanceEnvironment,
                                                   void (*logMessage)(void *, int, const char *, const char *),
                                                   void (*clockUpdate)(void *), void (*lockPreemption)(void), void (*unlockPreemption)(void)) {
  Wanted w = {SCHEDULED_EXECUTION, NULL, NULL, false, false, false, false, NULL, 0};
  Host host = {NULL, NULL};
  (void)resourcePath; (void)clockUpdate; (void)lockPreemption; (void)unlockPreemption;
  w.name = instanceName; w.token = instantiationToken; w.visible = visible; w.logging = loggingOn;
  host.log_message = logMessage;
  return instantiated(w.name, instanceEnvironment, host, make, &w);
}

EXPORT void FULL_NAME(fmi3FreeInstance)(void *instance) { free_instance(instance, MODULE(fmi3FreeInstance)); }
