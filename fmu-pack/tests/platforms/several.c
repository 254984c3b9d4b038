/* Two FMUs of sources in one program, FMI 2.0 and FMI 3.0, two instances of each in static memory: a third is refused, each steps, all
   are freed, and one more can be made afterwards. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void (*finished)(void *, int);
  void *environment;
} Callbacks;

void *ServoActuator_fmi2Instantiate(const char *, int, const char *, const char *, const Callbacks *, int, int);
void ServoActuator_fmi2FreeInstance(void *);
int ServoActuator_fmi2SetupExperiment(void *, int, double, double, int, double);
int ServoActuator_fmi2EnterInitializationMode(void *);
int ServoActuator_fmi2ExitInitializationMode(void *);
int ServoActuator_fmi2DoStep(void *, double, double, int);
int ServoActuator_fmi2GetFMUstate(void *, void **);
int ServoActuator_fmi2SetFMUstate(void *, void *);
int ServoActuator_fmi2FreeFMUstate(void *, void **);
void *MotionTransmission_fmi3InstantiateCoSimulation(const char *, const char *, const char *, bool, bool, bool, bool, const void *,
                                                     size_t, void *, void (*)(void *, int, const char *, const char *),
                                                     void (*)(void *, double, bool, bool, bool, bool, bool *, double *));
void MotionTransmission_fmi3FreeInstance(void *);
int MotionTransmission_fmi3EnterInitializationMode(void *, bool, double, double, bool, double);
int MotionTransmission_fmi3ExitInitializationMode(void *);
int MotionTransmission_fmi3DoStep(void *, double, double, bool, bool *, bool *, bool *, double *);

static int messages;

static void log2(void *environment, const char *name, int status, const char *category, const char *text, ...) {
  (void)environment; (void)name; (void)status; (void)category; (void)text;
  messages++;
}

static void log3(void *environment, int status, const char *category, const char *text) {
  (void)environment; (void)status; (void)category; (void)text;
  messages++;
}

static void demand(bool holds, const char *what) {
  if (holds) return;
  printf("not so: %s\n", what);
  exit(1);
}

static void *servo(void) {
  static const Callbacks callbacks = {log2, NULL, NULL, NULL, NULL};
  return ServoActuator_fmi2Instantiate("servo", 1, ServoActuator_GUID, "", &callbacks, 0, 0);
}

static void *transmission(void) {
  return MotionTransmission_fmi3InstantiateCoSimulation("transmission", MotionTransmission_GUID, "", false, false, false, false, NULL,
                                                        0, NULL, log3, NULL);
}

int main(void) {
  void *servos[2], *transmissions[2], *state = NULL;
  bool event, ends, early;
  double time;
  int k, step;
  for (k = 0; k < 2; k++) {
    demand((servos[k] = servo()) && (transmissions[k] = transmission()), "there are two instances");
    demand(!ServoActuator_fmi2SetupExperiment(servos[k], 0, 0.0, 0.0, 0, 0.0), "SetupExperiment");
    demand(!ServoActuator_fmi2EnterInitializationMode(servos[k]), "EnterInitializationMode of FMI 2.0");
    demand(!ServoActuator_fmi2ExitInitializationMode(servos[k]), "ExitInitializationMode of FMI 2.0");
    demand(!MotionTransmission_fmi3EnterInitializationMode(transmissions[k], false, 0.0, 0.0, false, 0.0), "EnterInitializationMode");
    demand(!MotionTransmission_fmi3ExitInitializationMode(transmissions[k]), "ExitInitializationMode");
  }
  demand(messages == 0, "nothing is told");
  demand(!servo() && !transmission() && messages == 2, "a third instance is refused and told");
  for (step = 0; step < 1000; step++) {
    for (k = 0; k < 2; k++) {
      demand(!ServoActuator_fmi2DoStep(servos[k], step * 1e-3, 1e-3, 1), "DoStep of FMI 2.0");
      demand(!MotionTransmission_fmi3DoStep(transmissions[k], step * 1e-3, 1e-3, true, &event, &ends, &early, &time), "DoStep");
    }
  }
  demand(!ServoActuator_fmi2GetFMUstate(servos[0], &state) && state, "a state is saved");
  demand(!ServoActuator_fmi2SetFMUstate(servos[0], state), "and restored");
  demand(ServoActuator_fmi2SetFMUstate(servos[1], state) == 3 && messages == 3, "but not in another instance, which tells why");
  demand(!ServoActuator_fmi2DoStep(servos[1], 1.0, 1e-3, 1), "which goes on");
  demand(!ServoActuator_fmi2FreeFMUstate(servos[0], &state) && !state, "it is freed");
  for (k = 0; k < 2; k++) {
    ServoActuator_fmi2FreeInstance(servos[k]);
    MotionTransmission_fmi3FreeInstance(transmissions[k]);
  }
  demand((servos[0] = servo()) != NULL, "one more can be made");
  ServoActuator_fmi2FreeInstance(servos[0]);
  puts("two instances of each, one after another is refused, all have moved");
  return 0;
}
