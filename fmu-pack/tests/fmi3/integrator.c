/* A small FMU of FMI 3.0 for Co-Simulation that is strict about the order of calls: x' = u, with an event where x reaches a
   threshold. It misbehaves where a macro says so. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef VERSION
#define VERSION "3.0"
#endif
#ifndef ON_STEP
#define ON_STEP
#endif
#ifndef ON_UPDATE
#define ON_UPDATE
#endif

typedef void (*log_message)(void *, int, const char *, const char *);
typedef void (*update)(void *, double, bool, bool, bool, bool, bool *, double *);

enum { OK = 0, ERROR = 3 };
enum mode { INSTANTIATED, INITIALIZATION, STEP, EVENT, INTERMEDIATE, TERMINATED };
enum { U, X, THRESHOLD, HITS, TABLE, KIND = 8, CROSSING, TABLE_SUM, HOLD, NARROW, HALF, NEXT, GAINS, COUNT, SIGNED, LABEL, BYTES, WANTED, NOTE, NOTES, SEED, SEEDS, WIDE };

static struct {
    enum mode mode;
    bool events, asks, is_pending, is_armed, ticks;
    void *environment;
    log_message log;
    update intermediate;
    double time, u, x, threshold, table[3], next, gains[3];
    uint64_t count;
    int32_t hits;
    int64_t kind;
    int8_t narrow;
    bool hold;
    /* Of NOTE and SEED the first, of NOTES and SEEDS the others. */
    char notes[3][40];
    uint8_t seeds[3][40];
    size_t sizes[3];
    int64_t wide[2];
} me;

static int refuse(const char *why)
{
    if (me.log)
        me.log(me.environment, ERROR, "logStatusError", why);
    return ERROR;
}

#define ALLOWED(condition, why) do { if (!(condition)) return refuse(why); } while (0)

const char *fmi3GetVersion(void) { return VERSION; }

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible, bool logging,
    bool events, bool early, const uint32_t *inputs, size_t count, void *environment, log_message log, update intermediate)
{
    size_t i;
    (void)name, (void)visible, (void)logging, (void)early, (void)resources;
    memset(&me, 0, sizeof me);
    me.environment = environment, me.log = log, me.events = events;
    if (strcmp(token, "token") != 0) {
        refuse("the instantiationToken is another one");
        return NULL;
    }
    for (i = 0; i < count; i++)
        me.asks |= inputs[i] == U;
    me.intermediate = intermediate;
    me.threshold = 1e9, me.kind = 1, me.is_armed = true;
    me.table[0] = 1, me.table[1] = 2, me.table[2] = 3;
    return &me;
}

void fmi3FreeInstance(void *c) { (void)c; }

int fmi3EnterInitializationMode(void *c, bool defined, double tolerance, double start, bool has_stop, double stop)
{
    (void)c, (void)defined, (void)tolerance, (void)has_stop, (void)stop;
    ALLOWED(me.mode == INSTANTIATED, "fmi3EnterInitializationMode at this time");
    me.mode = INITIALIZATION, me.time = start;
    return OK;
}

int fmi3ExitInitializationMode(void *c)
{
    (void)c;
    ALLOWED(me.mode == INITIALIZATION, "fmi3ExitInitializationMode at this time");
    me.mode = me.events ? EVENT : STEP;
    return OK;
}

int fmi3EnterEventMode(void *c)
{
    (void)c;
    ALLOWED(me.mode == STEP && me.events, "fmi3EnterEventMode at this time");
    me.mode = EVENT, me.ticks = me.is_pending;
    return OK;
}

int fmi3EnterStepMode(void *c)
{
    (void)c;
    ALLOWED(me.mode == EVENT, "fmi3EnterStepMode at this time");
    ALLOWED(!me.is_pending, "fmi3EnterStepMode before the discrete states were updated");
    me.mode = STEP;
    return OK;
}

int fmi3UpdateDiscreteStates(void *c, bool *again, bool *terminate, bool *nominals, bool *values, bool *has_next, double *next)
{
    (void)c;
    ALLOWED(me.mode == EVENT, "fmi3UpdateDiscreteStates at this time");
    *again = me.is_pending;
    *terminate = *nominals = *values = false;
    *has_next = me.next > me.time, *next = me.next;
    me.hits += me.is_pending;
    me.is_pending = me.ticks = false;
    ON_UPDATE;
    return OK;
}

int fmi3Terminate(void *c) { (void)c; me.mode = TERMINATED; return OK; }

/* The input goes on as a line, if the importer says where it ends. */
static double ask(double time)
{
    double u = me.u, end;
    bool early = false;
    if (!me.asks)
        return u;
    me.mode = INTERMEDIATE;
    me.intermediate(me.environment, time, true, false, false, false, &early, &end);
    me.mode = STEP;
    end = me.u, me.u = u;
    return end;
}

static int advance(double time, double step, bool *event, bool *early, double *reached)
{
    double end = ask(time + step), rate = me.hold ? 0 : me.u, left = step;
    if (me.is_armed && end == me.u && rate > 0 && me.x + rate * step >= me.threshold) {
        left = (me.threshold - me.x) / rate;
        me.is_armed = false;
        if (!me.events) {
            me.hits++;
            left = step;
        } else {
            *event = me.is_pending = true;
            *early = time + left < time + step;
        }
    }
    me.x = *event ? me.threshold : me.hold ? me.x : me.x + left * (me.u + end) / 2;
    *reached = me.time = *early ? time + left : time + step;
    return OK;
}

int fmi3DoStep(void *c, double time, double step, bool prior, bool *event, bool *terminate, bool *early, double *reached)
{
    (void)c, (void)prior;
    ALLOWED(me.mode == STEP, "fmi3DoStep at this time");
    ALLOWED(step > 0, "fmi3DoStep over no time");
    *event = *terminate = *early = false, *reached = time;
    ON_STEP;
    return advance(time, step, event, early, reached);
}

int fmi3GetFloat64(void *c, const uint32_t *r, size_t n, double *v, size_t m)
{
    size_t i, k = 0, j;
    (void)c;
    for (i = 0; i < n; i++)
        switch (r[i]) {
        case U: v[k++] = me.u; break;
        case X: v[k++] = me.x; break;
        case THRESHOLD: v[k++] = me.threshold; break;
        case NEXT: v[k++] = me.next; break;
        case GAINS: for (j = 0; j < 3; j++) v[k++] = me.gains[j]; break;
        case TABLE: for (j = 0; j < 3; j++) v[k++] = me.table[j]; break;
        case TABLE_SUM: v[k++] = me.table[0] + 10 * me.table[1] + 100 * me.table[2] + me.gains[0] + 10 * me.gains[1] + 100 * me.gains[2]; break;
        default: return refuse("fmi3GetFloat64 of a variable that is no Float64");
        }
    ALLOWED(k == m, "fmi3GetFloat64 with a wrong number of values");
    return OK;
}

int fmi3SetFloat64(void *c, const uint32_t *r, size_t n, const double *v, size_t m)
{
    size_t i, k = 0, j;
    (void)c;
    for (i = 0; i < n; i++) {
        ALLOWED(r[i] == U || r[i] == GAINS || me.mode == INSTANTIATED, "a parameter is set too late");
        switch (r[i]) {
        case U: me.u = v[k++]; break;
        case THRESHOLD: me.threshold = v[k++]; break;
        case NEXT: me.next = v[k++]; break;
        case GAINS: for (j = 0; j < 3; j++) me.gains[j] = v[k++]; break;
        case TABLE: for (j = 0; j < 3; j++) me.table[j] = v[k++]; break;
        default: return refuse("fmi3SetFloat64 of a variable that cannot be set");
        }
    }
    ALLOWED(k == m, "fmi3SetFloat64 with a wrong number of values");
    return OK;
}

#define SCALAR(name, type, reference, field) \
    int fmi3Get##name(void *c, const uint32_t *r, size_t n, type *v, size_t m) \
    { (void)c; ALLOWED(n == 1 && m == 1 && r[0] == reference, "fmi3Get" #name); *v = (type)(field); return OK; }
#define SETTER(name, type, reference, field) \
    int fmi3Set##name(void *c, const uint32_t *r, size_t n, const type *v, size_t m) \
    { (void)c; ALLOWED(n == 1 && m == 1 && r[0] == reference, "fmi3Set" #name); field = *v; return OK; }
SCALAR(Int32, int32_t, HITS, me.hits)
SCALAR(UInt64, uint64_t, COUNT, me.count)
SETTER(UInt64, uint64_t, COUNT, me.count)

int fmi3GetInt64(void *c, const uint32_t *r, size_t n, int64_t *v, size_t m)
{
    (void)c;
    if (n == 1 && m == 2 && r[0] == WIDE) {
        memcpy(v, me.wide, sizeof me.wide);
        return OK;
    }
    ALLOWED(n == 1 && m == 1 && (r[0] == KIND || r[0] == SIGNED), "fmi3GetInt64");
    *v = r[0] == KIND ? me.kind : -9007199254740993;
    return OK;
}

int fmi3SetInt64(void *c, const uint32_t *r, size_t n, const int64_t *v, size_t m)
{
    (void)c;
    if (n == 1 && m == 2 && r[0] == WIDE) {
        memcpy(me.wide, v, sizeof me.wide);
        return OK;
    }
    ALLOWED(n == 1 && m == 1 && r[0] == KIND, "fmi3SetInt64");
    me.kind = *v;
    return OK;
}

int fmi3SetString(void *c, const uint32_t *r, size_t n, const char *const *v, size_t m)
{
    size_t i;
    (void)c;
    ALLOWED(me.mode == INSTANTIATED, "a parameter is set too late");
    ALLOWED(n == 1 && ((m == 1 && r[0] == NOTE) || (m == 2 && r[0] == NOTES)), "fmi3SetString");
    for (i = 0; i < m; i++)
        strncpy(me.notes[m - 1 + i], v[i], sizeof me.notes[0] - 1);
    return OK;
}

int fmi3SetBinary(void *c, const uint32_t *r, size_t n, const size_t *sizes, const uint8_t *const *v, size_t m)
{
    size_t i;
    (void)c;
    ALLOWED(me.mode == INSTANTIATED, "a parameter is set too late");
    ALLOWED(n == 1 && ((m == 1 && r[0] == SEED) || (m == 2 && r[0] == SEEDS)), "fmi3SetBinary");
    for (i = 0; i < m; i++) {
        me.sizes[m - 1 + i] = sizes[i];
        memcpy(me.seeds[m - 1 + i], v[i], sizes[i]);
    }
    return OK;
}

int fmi3GetString(void *c, const uint32_t *r, size_t n, const char **v, size_t m)
{
    (void)c;
    if (n == 1 && r[0] == NOTE + (m == 2)) {
        v[0] = me.notes[m - 1];
        if (m == 2)
            v[1] = me.notes[2];
        return OK;
    }
    ALLOWED(n == 1 && m == 2 && r[0] == LABEL, "fmi3GetString");
    v[0] = "first", v[1] = me.time > 0 ? "moved" : "";
    return OK;
}

int fmi3GetBinary(void *c, const uint32_t *r, size_t n, size_t *sizes, const uint8_t **v, size_t m)
{
    static const uint8_t bytes[] = {0, 0x7f, 0xff};
    (void)c;
    if (n == 1 && r[0] == SEED + (m == 2)) {
        size_t i;
        for (i = 0; i < m; i++)
            v[i] = me.seeds[m - 1 + i], sizes[i] = me.sizes[m - 1 + i];
        return OK;
    }
    ALLOWED(n == 1 && m == 1 && r[0] == BYTES, "fmi3GetBinary");
    *v = bytes, *sizes = me.time > 0 ? sizeof bytes : 0;
    return OK;
}
SCALAR(Int8, int8_t, NARROW, me.narrow)
SETTER(Int8, int8_t, NARROW, me.narrow)
SCALAR(Boolean, bool, HOLD, me.hold)
SCALAR(Float32, float, HALF, me.x / 2)

int fmi3SetBoolean(void *c, const uint32_t *r, size_t n, const bool *v, size_t m)
{
    (void)c;
    ALLOWED(n == 1 && m == 1 && r[0] == HOLD, "fmi3SetBoolean");
    ALLOWED(*v == me.hold || !me.events || me.mode != STEP, "a discrete input changes outside event mode");
    me.hold = *v;
    return OK;
}

int fmi3GetClock(void *c, const uint32_t *r, size_t n, bool *v)
{
    (void)c;
    ALLOWED(me.mode == EVENT, "fmi3GetClock outside event mode");
    ALLOWED(n == 1 && r[0] == CROSSING, "fmi3GetClock");
    *v = me.ticks;
    return OK;
}

#define REFUSED(name) int fmi3##name(void) { return ERROR; }
REFUSED(SetDebugLogging) REFUSED(Reset)
REFUSED(SetFloat32) REFUSED(GetUInt8) REFUSED(SetUInt8) REFUSED(GetInt16) REFUSED(SetInt16) REFUSED(GetUInt16)
REFUSED(SetUInt16) REFUSED(SetInt32) REFUSED(GetUInt32) REFUSED(SetUInt32) 
REFUSED(SetClock)
REFUSED(GetNumberOfVariableDependencies) REFUSED(GetVariableDependencies)
REFUSED(GetFMUState) REFUSED(SetFMUState) REFUSED(FreeFMUState)
REFUSED(SerializedFMUStateSize) REFUSED(SerializeFMUState) REFUSED(DeserializeFMUState)
REFUSED(GetDirectionalDerivative) REFUSED(GetAdjointDerivative) REFUSED(EnterConfigurationMode) REFUSED(ExitConfigurationMode)
REFUSED(GetIntervalDecimal) REFUSED(GetIntervalFraction) REFUSED(GetShiftDecimal) REFUSED(GetShiftFraction)
REFUSED(SetIntervalDecimal) REFUSED(SetIntervalFraction) REFUSED(SetShiftDecimal) REFUSED(SetShiftFraction)
REFUSED(EvaluateDiscreteStates) REFUSED(InstantiateModelExchange) REFUSED(EnterContinuousTimeMode)
REFUSED(CompletedIntegratorStep) REFUSED(SetTime) REFUSED(SetContinuousStates) REFUSED(GetContinuousStateDerivatives)
REFUSED(GetEventIndicators) REFUSED(GetContinuousStates) REFUSED(GetNominalsOfContinuousStates)
REFUSED(GetNumberOfEventIndicators) REFUSED(GetNumberOfContinuousStates) REFUSED(GetOutputDerivatives)
REFUSED(InstantiateScheduledExecution) REFUSED(ActivateModelPartition)
