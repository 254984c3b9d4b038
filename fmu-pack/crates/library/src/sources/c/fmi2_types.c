/* The types of FMI 2.0 that are no plain types of C. */
typedef struct {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void *);
  void (*stepFinished)(void *, int);
  void *componentEnvironment;
} CallbackFunctions;
typedef struct {
  int newDiscreteStatesNeeded;
  int terminateSimulation;
  int nominalsOfContinuousStatesChanged;
  int valuesOfContinuousStatesChanged;
  int nextEventTimeDefined;
  double nextEventTime;
} EventInfo;
typedef const CallbackFunctions *Host;

