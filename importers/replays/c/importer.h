/* What all replays share: the functions of the library, the case that the test hands over, and what goes back.
 *
 * A replay repeats the calls of one version of one tool. The test compiles it with importer.c, model_exchange.c and the
 * other files that it includes, runs it as a process, writes the case to its standard input and reads from its standard
 * output:
 *
 *     at TIME POSITION          the output `position`, at least at each point of the case
 *     message STATUS TEXT       each call of the logger
 *     note TEXT                 what the replay itself noticed
 *
 * A call that the tool would not put up with ends the process with exit code 1.
 */
#ifndef IMPORTER_H
#define IMPORTER_H

#include <stddef.h>

typedef void *Instance;
enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { MODEL_EXCHANGE, CO_SIMULATION };
enum { FALSE, TRUE };

typedef struct {
    int newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    int valuesOfContinuousStatesChanged, nextEventTimeDefined;
    double nextEventTime;
} EventInfo;

/* The functions of FMI 2.0 that replays call. */
typedef struct {
    const char *(*GetTypesPlatform)(void), *(*GetVersion)(void);
    Instance (*Instantiate)(const char *, int, const char *, const char *, const void *, int, int);
    void (*FreeInstance)(Instance);
    int (*SetDebugLogging)(Instance, int, size_t, const char *const *);
    int (*SetupExperiment)(Instance, int, double, double, int, double);
    int (*EnterInitializationMode)(Instance), (*ExitInitializationMode)(Instance), (*Terminate)(Instance);
    int (*Reset)(Instance);
    int (*GetReal)(Instance, const unsigned *, size_t, double *);
    int (*SetReal)(Instance, const unsigned *, size_t, const double *);
    int (*GetInteger)(Instance, const unsigned *, size_t, int *);
    int (*SetInteger)(Instance, const unsigned *, size_t, const int *);
    int (*GetDirectionalDerivative)(Instance, const unsigned *unknowns, size_t, const unsigned *knowns, size_t,
                                    const double *seeds, double *);
    int (*DoStep)(Instance, double, double, int);
    int (*EnterEventMode)(Instance), (*EnterContinuousTimeMode)(Instance), (*NewDiscreteStates)(Instance, EventInfo *);
    int (*CompletedIntegratorStep)(Instance, int, int *, int *), (*SetTime)(Instance, double);
    int (*SetContinuousStates)(Instance, const double *, size_t), (*GetContinuousStates)(Instance, double *, size_t);
    int (*GetDerivatives)(Instance, double *, size_t), (*GetEventIndicators)(Instance, double *, size_t);
    int (*GetNominalsOfContinuousStates)(Instance, double *, size_t);
} Fmi;

extern Fmi fmi;

enum { MOST_REALS = 256, MOST_INTEGERS = 32, MOST_INPUTS = 8, MOST_ROWS = 64, MOST_STATES = 16, MOST_UNKNOWNS = 64 };

typedef struct {
    size_t count;
    unsigned references[MOST_REALS];
    double values[MOST_REALS];
} Reals;

typedef struct {
    size_t count;
    unsigned references[MOST_INTEGERS];
    int values[MOST_INTEGERS];
} Integers;

/* One entry of InitialUnknowns: what a Real depends on at initialization, with the type of each known. */
typedef struct {
    unsigned unknown, knowns[MOST_REALS];
    size_t count;
    int is_real[MOST_REALS];
} Unknown;

/* What to simulate. */
typedef struct {
    char library[4096], guid[64];
    double stop, step;
    size_t states, indicators;
    Reals set_reals;               /* parameters that the user sets, as they are after that */
    Integers set_integers;
    Reals real_parameters;         /* all parameters, with the user's values */
    Integers integer_parameters, enumerations;
    Reals real_outputs;            /* outputs and other computed variables; the values are not used */
    Integers integer_outputs;
    size_t inputs, rows;
    unsigned input_references[MOST_INPUTS], position;
    double row_times[MOST_ROWS], row_values[MOST_ROWS][MOST_INPUTS];
    size_t unknown_count;
    Unknown unknowns[MOST_UNKNOWNS];
} Case;

extern Case given;

/* Reads the case from standard input and finds the functions in its library. */
void begin(void);

/* Makes the instance; whatever the tool gives. */
Instance new_instance(const char *name, int kind, const char *resources, int visible, int logging);

/* The worst status that the tool goes on with: OK or WARNING. */
extern int accepted;
/* Ends the process if a call's status is worse than `accepted`. */
void check(int status, const char *call);
#define CALL(function, ...) check(fmi.function(__VA_ARGS__), "fmi2" #function)

/* The inputs are straight lines from row to row; two rows at one time are a step. The row right of `time`: */
size_t row_after(double time);
/* Values of all inputs at `time` on the line that begins with a row. */
void inputs_on(size_t row, double time, double *values);
/* The next time after `time` at which a row begins; infinity after the last. */
double next_row(double time);

/* Writes the position out as it is now. */
void report(Instance instance, double time);
void note(const char *text, double time, double value);

/* Reads all outputs and computed variables, as tools do that show them all. */
void read_all(Instance instance);

#endif
