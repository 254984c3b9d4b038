/* A small FMU for Co-Simulation, y = p + time, that misbehaves where a macro says so. */
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "2.0"
#endif
#ifndef ON_LOAD
#define ON_LOAD
#endif
#ifndef ON_VERSION
#define ON_VERSION
#endif
#ifndef ON_INSTANTIATE
#define ON_INSTANTIATE
#endif
#ifndef ON_INITIALIZATION
#define ON_INITIALIZATION
#endif
#ifndef ON_STEP
#define ON_STEP
#endif
#ifndef ON_TERMINATE
#define ON_TERMINATE
#endif
#ifndef ON_UNLOAD
#define ON_UNLOAD
#endif
/* The answer of fmi2DoStep, and of fmi2GetStatus for fmi2Terminated. */
#ifndef STEP_STATUS
#define STEP_STATUS 0
#endif
#ifndef TERMINATED
#define TERMINATED 0
#endif
#ifndef RESULT
#define RESULT p + now
#endif

static double p, u, now;
/* Height and speed of a ball that falls, for Model Exchange; value references 4 and 5, those of their derivatives 6 and 7. */
static double ball[2] = {1, 0};
/* Value references 10 and up. */
static double table[12];

/* Appends to a file named by the environment: a library is watched without the command knowing. */
static void note(const char *text)
{
    const char *path = getenv("NOTES");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        fprintf(file, "%s %d\n", text, (int)getpid());
        fclose(file);
    }
}

static void hang(void)
{
    note("hangs");
    for (;;)
        sleep(1);
}

/* Hangs and cannot be asked to end. */
static void cling(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    hang();
}

/* Computes for ever. */
static void spin(void)
{
    volatile double x = 0;
    note("hangs");
    for (;;)
        x += 1;
}

static void crash(void)
{
    *(volatile int *)8 = 0;
}

static void close_all(void)
{
    int number;
    for (number = 0; number < 100; number++)
        close(number);
}

/* Leaves a process of its own behind. */
static void breed(void)
{
    if (fork() == 0)
        hang();
}

__attribute__((constructor)) static void load(void)
{
    (void)note, (void)hang, (void)cling, (void)spin, (void)crash, (void)close_all, (void)breed;
    note("loaded");
    ON_LOAD;
}

__attribute__((destructor)) static void unload(void) { ON_UNLOAD; }

const char *fmi2GetVersion(void) { ON_VERSION; return VERSION; }
const char *fmi2GetTypesPlatform(void) { return "default"; }
void *fmi2Instantiate(const char *n, int t, const char *g, const char *r, const void *c, int v, int l)
{
    (void)n, (void)t, (void)g, (void)r, (void)c, (void)v, (void)l;
    now = p = u = 0;
    ON_INSTANTIATE;
    return &now;
}
void fmi2FreeInstance(void *c) { (void)c; }
int fmi2SetupExperiment(void *c, int d, double t, double s, int e, double stop)
{
    (void)c, (void)d, (void)t, (void)e, (void)stop;
    now = s;
    return 0;
}
int fmi2EnterInitializationMode(void *c) { (void)c; ON_INITIALIZATION; return 0; }
int fmi2ExitInitializationMode(void *c) { (void)c; return 0; }
int fmi2Terminate(void *c) { (void)c; ON_TERMINATE; return 0; }
int fmi2DoStep(void *c, double t, double h, int n)
{
    int status = STEP_STATUS;
    (void)c, (void)n;
    /* A step that is discarded may have gone half of the way. */
    now = status == 2 ? t + h / 2 : t + h;
    ON_STEP;
    return status;
}
int fmi2GetBooleanStatus(void *c, int kind, int *value)
{
    (void)c;
    *value = TERMINATED;
    return kind == 3 ? 0 : 3;
}
int fmi2GetRealStatus(void *c, int kind, double *value)
{
    (void)c;
    *value = now;
    return kind == 2 ? 0 : 3;
}
static char text[40];
int fmi2SetString(void *c, const unsigned *r, size_t n, const char *const *x)
{
    (void)c;
    if (n != 1 || r[0] != 8)
        return 3;
    strncpy(text, x[0], sizeof text - 1);
    return 0;
}
int fmi2GetString(void *c, const unsigned *r, size_t n, const char **x)
{
    size_t i;
    (void)c;
    for (i = 0; i < n; i++)
        x[i] = r[i] == 8 ? text : now < 0.0005 ? "at \"rest\", yet" : "moving";
    return 0;
}
int fmi2GetReal(void *c, const unsigned *r, size_t n, double *x)
{
    size_t i;
    (void)c;
    for (i = 0; i < n; i++)
        x[i] = r[i] == 4 || r[i] == 5 ? ball[r[i] - 4] : r[i] == 6 ? ball[1] : r[i] == 7 ? -9.81 : r[i] >= 10 ? table[r[i] - 10] : r[i] == 0 ? u : r[i] == 1 ? (RESULT) : p;
    return 0;
}
int fmi2SetReal(void *c, const unsigned *r, size_t n, const double *x)
{
    size_t i;
    (void)c;
    for (i = 0; i < n; i++)
        if (r[i] >= 10) table[r[i] - 10] = x[i]; else if (r[i] == 0) u = x[i]; else p = x[i];
    return 0;
}

/* Of the derivatives only. */
int fmi2GetDirectionalDerivative(void *c, const unsigned *z, size_t nz, const unsigned *v, size_t nv, const double *dv, double *dz)
{
    size_t i;
    (void)c, (void)nv;
    for (i = 0; i < nz; i++) {
        if (z[i] != 6 && z[i] != 7)
            return 3;
        dz[i] = z[i] == 6 && v[0] == 5 ? dv[0] : 0;
    }
    return 0;
}

struct event_info { int needed, terminate, nominals, values, has_next; double next; };
int fmi2EnterEventMode(void *c) { (void)c; return 0; }
int fmi2NewDiscreteStates(void *c, struct event_info *info) { (void)c; memset(info, 0, sizeof *info); return 0; }
int fmi2EnterContinuousTimeMode(void *c) { (void)c; return 0; }
int fmi2CompletedIntegratorStep(void *c, int prior, int *event, int *end) { (void)c, (void)prior; *event = *end = 0; return 0; }
int fmi2SetTime(void *c, double t) { (void)c; now = t; return 0; }
int fmi2SetContinuousStates(void *c, const double *x, size_t n) { (void)c; memcpy(ball, x, n * sizeof *x); return 0; }
int fmi2GetContinuousStates(void *c, double *x, size_t n) { (void)c; memcpy(x, ball, n * sizeof *x); return 0; }
int fmi2GetDerivatives(void *c, double *x, size_t n) { (void)c, (void)n; x[0] = ball[1], x[1] = -9.81; return 0; }
int fmi2GetEventIndicators(void *c, double *z, size_t n) { (void)c, (void)z, (void)n; return 0; }
int fmi2GetNominalsOfContinuousStates(void *c, double *x, size_t n) { (void)c, (void)n; x[0] = x[1] = 1; return 0; }

#define REFUSED(name) int name(void) { return 3; }
REFUSED(fmi2SetDebugLogging)
REFUSED(fmi2Reset)
REFUSED(fmi2GetInteger)
REFUSED(fmi2GetBoolean)
REFUSED(fmi2SetInteger)
REFUSED(fmi2SetBoolean)
REFUSED(fmi2GetFMUstate)
REFUSED(fmi2SetFMUstate)
REFUSED(fmi2FreeFMUstate)
REFUSED(fmi2SerializedFMUstateSize)
REFUSED(fmi2SerializeFMUstate)
REFUSED(fmi2DeSerializeFMUstate)
REFUSED(fmi2SetRealInputDerivatives)
REFUSED(fmi2GetRealOutputDerivatives)
REFUSED(fmi2CancelStep)
REFUSED(fmi2GetStatus)
REFUSED(fmi2GetIntegerStatus)
REFUSED(fmi2GetStringStatus)
