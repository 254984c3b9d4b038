#include "importer.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Fmi fmi;
Case given;
int accepted = WARNING;

static char last_message[1024];

static void fail(const char *what) {
    printf("failed: %s; last message: %s\n", what, last_message);
    exit(1);
}

/* As real loggers do: the format is followed. */
static void log_message(void *environment, const char *name, int status, const char *category, const char *text, ...) {
    va_list arguments;
    (void)environment, (void)name;
    if (strlen(category) == 0) fail("a message without category");
    va_start(arguments, text);
    vsnprintf(last_message, sizeof last_message, text, arguments);
    va_end(arguments);
    printf("message %d %s\n", status, last_message);
}

typedef struct {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*free)(void *);
    void (*step_finished)(void *, int);
    void *environment;
} Callbacks;

static const Callbacks CALLBACKS = {log_message, calloc, free, NULL, NULL};

void check(int status, const char *call) {
    if (status > accepted) {
        printf("status %d of ", status);
        fail(call);
    }
}

static void load(void) {
    void *library = dlopen(given.library, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail(dlerror());
#define FIND(name) if (!(*(void **)&fmi.name = dlsym(library, "fmi2" #name))) fail("no function fmi2" #name)
    FIND(GetTypesPlatform); FIND(GetVersion); FIND(Instantiate); FIND(FreeInstance); FIND(SetDebugLogging);
    FIND(SetupExperiment); FIND(EnterInitializationMode); FIND(ExitInitializationMode); FIND(Terminate); FIND(Reset);
    FIND(GetReal); FIND(SetReal); FIND(GetInteger); FIND(SetInteger); FIND(GetDirectionalDerivative); FIND(DoStep);
    FIND(EnterEventMode); FIND(EnterContinuousTimeMode); FIND(NewDiscreteStates); FIND(CompletedIntegratorStep);
    FIND(SetTime); FIND(SetContinuousStates); FIND(GetContinuousStates); FIND(GetDerivatives); FIND(GetEventIndicators);
    FIND(GetNominalsOfContinuousStates);
}

static double number(void) {
    double value;
    if (scanf("%lf", &value) != 1) fail("a number is missing in the case");
    return value;
}

static unsigned reference(void) { return (unsigned)number(); }

/* The next place in a list of the case. */
static size_t next(size_t *count, size_t most) {
    if (*count == most) fail("the case is too large");
    return (*count)++;
}

static void read_real(Reals *list) {
    size_t i = next(&list->count, MOST_REALS);
    list->references[i] = reference(), list->values[i] = number();
}

static void read_integer(Integers *list) {
    size_t i = next(&list->count, MOST_INTEGERS);
    list->references[i] = reference(), list->values[i] = (int)number();
}

static void read_row(void) {
    size_t row = next(&given.rows, MOST_ROWS);
    given.row_times[row] = number();
    for (size_t i = 0; i < given.inputs; i++) given.row_values[row][i] = number();
}

/* `unknown REFERENCE COUNT`, then for each known its reference and whether it is a Real. */
static void read_unknown(void) {
    Unknown *unknown = &given.unknowns[next(&given.unknown_count, MOST_UNKNOWNS)];
    unknown->unknown = reference(), unknown->count = reference();
    for (size_t i = 0; i < unknown->count; i++) unknown->knowns[i] = reference(), unknown->is_real[i] = (int)number();
}

static void read_line(const char *word) {
    if (!strcmp(word, "library")) scanf(" %4095[^\n]", given.library);
    else if (!strcmp(word, "guid")) scanf("%63s", given.guid);
    else if (!strcmp(word, "stop")) given.stop = number();
    else if (!strcmp(word, "step")) given.step = number();
    else if (!strcmp(word, "states")) given.states = reference();
    else if (!strcmp(word, "indicators")) given.indicators = reference();
    else if (!strcmp(word, "position")) given.position = reference();
    else if (!strcmp(word, "set-real")) read_real(&given.set_reals);
    else if (!strcmp(word, "set-integer")) read_integer(&given.set_integers);
    else if (!strcmp(word, "parameter-real")) read_real(&given.real_parameters);
    else if (!strcmp(word, "parameter-integer")) read_integer(&given.integer_parameters);
    else if (!strcmp(word, "parameter-enumeration")) read_integer(&given.enumerations);
    else if (!strcmp(word, "output-real")) read_real(&given.real_outputs);
    else if (!strcmp(word, "output-integer")) read_integer(&given.integer_outputs);
    else if (!strcmp(word, "input")) given.input_references[next(&given.inputs, MOST_INPUTS)] = reference();
    else if (!strcmp(word, "row")) read_row();
    else if (!strcmp(word, "unknown")) read_unknown();
    else fail(word);
}

void begin(void) {
    char word[32];
    while (scanf("%31s", word) == 1) read_line(word);
    load();
}

Instance new_instance(const char *name, int kind, const char *resources, int visible, int logging) {
    Instance instance = fmi.Instantiate(name, kind, given.guid, resources, &CALLBACKS, visible, logging);
    if (!instance) fail("fmi2Instantiate");
    return instance;
}

size_t row_after(double time) {
    size_t row = 0;
    while (row + 1 < given.rows && given.row_times[row + 1] <= time) row++;
    return row;
}

void inputs_on(size_t row, double time, double *values) {
    int is_last = row + 1 == given.rows;
    double span = is_last ? 0 : given.row_times[row + 1] - given.row_times[row];
    for (size_t i = 0; i < given.inputs; i++) {
        double start = given.row_values[row][i], change = is_last ? 0 : given.row_values[row + 1][i] - start;
        values[i] = change == 0 ? start : start + change * (time - given.row_times[row]) / span;
    }
}

double next_row(double time) {
    for (size_t row = 0; row < given.rows; row++) {
        if (given.row_times[row] > time) return given.row_times[row];
    }
    return INFINITY;
}

void report(Instance instance, double time) {
    double position;
    CALL(GetReal, instance, &given.position, 1, &position);
    printf("at %.17g %.17g\n", time, position);
}

void note(const char *text, double time, double value) { printf("note %s at %.12g s: %.6g\n", text, time, value); }

void read_all(Instance instance) {
    double reals[MOST_REALS];
    int integers[MOST_INTEGERS];
    CALL(GetReal, instance, given.real_outputs.references, given.real_outputs.count, reals);
    CALL(GetInteger, instance, given.integer_outputs.references, given.integer_outputs.count, integers);
}
