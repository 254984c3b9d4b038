/* FMI 2.0: what takes functions of the importer. All others follow. */

static void log_message(I *i, u32 environment, u32 name, u32 status, u32 category, u32 format, u32 arguments) {
  (void)environment;
  (void)name;
  (void)format;
  i->host->logger(i->environment, i->name, (int)status, (const char *)i->m + category, "%s",
                  (const char *)i->m + load32(i, arguments, 0));
}

static void tell(Host host, void *environment, const char *name, int status, const char *text) {
  if (host && host->logger) host->logger(environment, name, status, status == 4 ? "logStatusFatal" : "logStatusError", "%s", text);
}

EXPORT const char *FULL_NAME(fmi2GetTypesPlatform)(void) { return "default"; }
EXPORT const char *FULL_NAME(fmi2GetVersion)(void) { return "2.0"; }

typedef struct {
  const char *name, *guid;
  int type, visible, logging;
} Wanted;

static u32 make(I *i, const void *wanted) {
  const Wanted *w = (const Wanted *)wanted;
  u32 name = text_in(i, w->name), guid = text_in(i, w->guid), callbacks = i->host ? (i->STACK -= 32) : 0;
  if (callbacks) {
    memset(i->m + callbacks, 0, 32);
    if (i->host->logger) store32(i, callbacks, 0, PLACE_OF_log_message);
  }
  return MODULE(fmi2Instantiate)(i, name, (u32)w->type, guid, 0, callbacks, (u32)w->visible, (u32)w->logging);
}

EXPORT void *FULL_NAME(fmi2Instantiate)(const char *instanceName, int fmuType, const char *fmuGUID, const char *fmuResourceLocation,
                                 Host functions, int visible, int loggingOn) {
  Wanted w;
  (void)fmuResourceLocation;
  w.name = instanceName; w.guid = fmuGUID; w.type = fmuType; w.visible = visible; w.logging = loggingOn;
  return instantiated(instanceName, functions ? functions->componentEnvironment : NULL, functions, make, &w);
}

EXPORT void FULL_NAME(fmi2FreeInstance)(void *c) { free_instance(c, MODULE(fmi2FreeInstance)); }

/* Five numbers of 32 bits and, from byte 24 on, a time, as in the importer. */
static u32 event_info_in(I *i, EventInfo *info, size_t count) {
  u32 a = room(i, info, count, 32);
  if (!a) return 0;
  store32(i, a, 0, (u32)info->newDiscreteStatesNeeded);
  store32(i, a, 4, (u32)info->terminateSimulation);
  store32(i, a, 8, (u32)info->nominalsOfContinuousStatesChanged);
  store32(i, a, 12, (u32)info->valuesOfContinuousStatesChanged);
  store32(i, a, 16, (u32)info->nextEventTimeDefined);
  store_f64(i, a, 24, info->nextEventTime);
  return a;
}
static void event_info_out(I *i, EventInfo *info, size_t count, u32 a) {
  (void)count;
  if (!a) return;
  info->newDiscreteStatesNeeded = (int)load32(i, a, 0);
  info->terminateSimulation = (int)load32(i, a, 4);
  info->nominalsOfContinuousStatesChanged = (int)load32(i, a, 8);
  info->valuesOfContinuousStatesChanged = (int)load32(i, a, 12);
  info->nextEventTimeDefined = (int)load32(i, a, 16);
  info->nextEventTime = load_f64(i, a, 24);
}
