/* A small importer that is compiled for each platform. It loads the library of an FMU, is refused with a wrong GUID,
 * runs a case with a saved and restored state in its middle, and prints a hash of the bits of all outputs.
 *
 *     driver LIBRARY CASE          runs a case
 *     driver LIBRARY panic GUID    a library with the feature panic-test panics where the name of the instance asks for it
 *
 * A case is a text with a line per call; numbers are the bits of doubles in hexadecimal, so that every platform
 * computes with the same ones:
 *     guid GUID | real VR BITS | initialize STOP | input VR BITS | slope VR BITS | outputs N VR... | step TIME SIZE
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

typedef void *Instance;
typedef void (*Logger)(void *, const char *, int, const char *, const char *, ...);
typedef struct {
    Logger logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} Callbacks;

enum { FMI_OK = 0, FMI_ERROR = 3, FMI_FATAL = 4, CO_SIMULATION = 1, REALS = 32, STEPS = 20000, SAVED_STEPS = 50 };

static Instance (*instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int);
static void (*free_instance)(Instance);
static int (*setup)(Instance, int, double, double, int, double);
static int (*enter_initialization)(Instance), (*exit_initialization)(Instance), (*terminate)(Instance);
static int (*get_real)(Instance, const unsigned *, size_t, double *);
static int (*set_real)(Instance, const unsigned *, size_t, const double *);
static int (*set_slope)(Instance, const unsigned *, size_t, const int *, const double *);
static int (*do_step)(Instance, double, double, int);
static int (*get_state)(Instance, void **), (*set_state)(Instance, void *), (*free_state)(Instance, void **);
static int (*state_size)(Instance, void *, size_t *), (*serialize)(Instance, void *, char *, size_t);
static int (*deserialize)(Instance, const char *, size_t, void **);

static int worst_message;
static char last_message[1024];

static void fail(const char *what) {
    printf("failed: %s; last message: %s\n", what, last_message);
    exit(1);
}

static void check(int status, const char *what) {
    if (status != FMI_OK) fail(what);
}

static void log_message(void *environment, const char *name, int status, const char *category, const char *text, ...) {
    va_list arguments;
    (void)environment, (void)name, (void)category;
    va_start(arguments, text);
    vsnprintf(last_message, sizeof last_message, text, arguments);
    va_end(arguments);
    if (status > worst_message) worst_message = status;
}

static const Callbacks CALLBACKS = {log_message, calloc, free, NULL, NULL};

static void *symbol(void *library, const char *name) {
#ifdef _WIN32
    void *found = (void *)GetProcAddress((HMODULE)library, name);
#else
    void *found = dlsym(library, name);
#endif
    if (!found) fail(name);
    return found;
}

static void load(const char *path) {
#ifdef _WIN32
    void *library = (void *)LoadLibraryA(path);
    if (!library) printf("LoadLibrary error %lu\n", GetLastError());
#else
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) printf("%s\n", dlerror());
#endif
    if (!library) fail(path);
#define FIND(variable, name) (*(void **)&variable = symbol(library, "fmi2" name))
    FIND(instantiate, "Instantiate"), FIND(free_instance, "FreeInstance"), FIND(setup, "SetupExperiment");
    FIND(enter_initialization, "EnterInitializationMode"), FIND(exit_initialization, "ExitInitializationMode");
    FIND(terminate, "Terminate"), FIND(get_real, "GetReal"), FIND(set_real, "SetReal");
    FIND(set_slope, "SetRealInputDerivatives"), FIND(do_step, "DoStep");
    FIND(get_state, "GetFMUstate"), FIND(set_state, "SetFMUstate"), FIND(free_state, "FreeFMUstate");
    FIND(state_size, "SerializedFMUstateSize"), FIND(serialize, "SerializeFMUstate");
    FIND(deserialize, "DeSerializeFMUstate");
}

static Instance new_instance(const char *name, const char *guid) {
    return instantiate(name, CO_SIMULATION, guid, "file:///resources", &CALLBACKS, 0, 1);
}

static void refuse_wrong_guid(void) {
    if (new_instance("driver", "{00000000-0000-0000-0000-000000000000}")) fail("an instance with a wrong GUID");
    if (worst_message < FMI_ERROR) fail("no message about the wrong GUID");
    printf("wrong GUID refused: %s\n", last_message);
    worst_message = FMI_OK;
}

/* One step: the inputs before it. */
typedef struct {
    unsigned references[REALS];
    double values[REALS], slopes[REALS], time, size;
    size_t inputs;
} Step;

static Step steps[STEPS];
static size_t step_count;
static unsigned outputs[REALS];
static size_t output_count;
static double values[REALS];

static double bits(const char *text) {
    uint64_t number = strtoull(text, NULL, 16);
    double value;
    memcpy(&value, &number, sizeof value);
    return value;
}

static uint64_t fnv1a(uint64_t hash, double value) {
    uint64_t number;
    memcpy(&number, &value, sizeof number);
    for (int byte = 0; byte < 8; byte++) hash = (hash ^ (number >> (8 * byte) & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t take_step(Instance instance, const Step *step, uint64_t hash) {
    int orders[REALS];
    for (size_t i = 0; i < step->inputs; i++) orders[i] = 1;
    check(set_real(instance, step->references, step->inputs, step->values), "fmi2SetReal");
    check(set_slope(instance, step->references, step->inputs, orders, step->slopes), "fmi2SetRealInputDerivatives");
    check(do_step(instance, step->time, step->size, 1), "fmi2DoStep");
    check(get_real(instance, outputs, output_count, values), "fmi2GetReal");
    for (size_t i = 0; i < output_count; i++) hash = fnv1a(hash, values[i]);
    return hash;
}

static uint64_t take_steps(Instance instance, size_t first, size_t end, uint64_t hash) {
    for (size_t i = first; i < end; i++) hash = take_step(instance, &steps[i], hash);
    return hash;
}

/* Steps on, goes back by a state that went through bytes, and must meet the same bits again. */
static void go_back(Instance instance, size_t first, uint64_t hash) {
    void *state = NULL, *copy = NULL;
    size_t size = 0;
    check(get_state(instance, &state), "fmi2GetFMUstate");
    uint64_t once = take_steps(instance, first, first + SAVED_STEPS, hash);
    check(state_size(instance, state, &size), "fmi2SerializedFMUstateSize");
    char *bytes = malloc(size);
    check(serialize(instance, state, bytes, size), "fmi2SerializeFMUstate");
    check(deserialize(instance, bytes, size, &copy), "fmi2DeSerializeFMUstate");
    check(set_state(instance, copy), "fmi2SetFMUstate");
    if (take_steps(instance, first, first + SAVED_STEPS, hash) != once) fail("other bits after a restored state");
    check(set_state(instance, state), "fmi2SetFMUstate");
    check(free_state(instance, &copy) | free_state(instance, &state), "fmi2FreeFMUstate");
    free(bytes);
    printf("state of %u bytes saved and restored\n", (unsigned)size);
}

static void read_outputs(FILE *file, const char *count) {
    output_count = strtoul(count, NULL, 10);
    if (output_count > REALS) fail("too many outputs");
    for (size_t i = 0; i < output_count; i++) {
        if (fscanf(file, "%u", &outputs[i]) != 1) fail("an output that is no number");
    }
}

static void initialize(Instance instance, double stop) {
    check(setup(instance, 0, 0, 0, stop > 0, stop), "fmi2SetupExperiment");
    check(enter_initialization(instance), "fmi2EnterInitializationMode");
    check(exit_initialization(instance), "fmi2ExitInitializationMode");
}

/* Puts together the next step: its inputs, their slopes, and at last time and size. */
static void read_step(const char *word, const char *first, double value) {
    static Step next;
    if (!strcmp(word, "input")) {
        if (next.inputs == REALS) fail("too many inputs");
        next.references[next.inputs] = (unsigned)strtoul(first, NULL, 10);
        next.values[next.inputs++] = value;
    } else if (!strcmp(word, "slope")) {
        next.slopes[next.inputs - 1] = value;
    } else if (!strcmp(word, "step")) {
        if (step_count == STEPS) fail("too many steps");
        next.time = bits(first), next.size = value;
        steps[step_count++] = next;
        next.inputs = 0;
    } else {
        fail(word);
    }
}

/* Reads the case; makes and initializes the instance on the way. */
static Instance prepare(FILE *file) {
    char word[16], first[64], second[64];
    Instance instance = NULL;
    while (fscanf(file, "%15s %63s", word, first) == 2) {
        if (!strcmp(word, "guid")) {
            if (!(instance = new_instance("driver", first))) fail("no instance");
        } else if (!strcmp(word, "outputs")) {
            read_outputs(file, first);
        } else if (!strcmp(word, "initialize")) {
            initialize(instance, bits(first));
        } else if (fscanf(file, "%63s", second) != 1) {
            fail("a line without a number");
        } else if (!strcmp(word, "real")) {
            unsigned reference = (unsigned)strtoul(first, NULL, 10);
            double value = bits(second);
            check(set_real(instance, &reference, 1, &value), "fmi2SetReal of a parameter");
        } else {
            read_step(word, first, bits(second));
        }
    }
    return instance;
}

static void run(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    Instance instance = prepare(file);
    fclose(file);
    uint64_t hash = take_steps(instance, 0, step_count / 2, UINT64_C(0xcbf29ce484222325));
    go_back(instance, step_count / 2, hash);
    hash = take_steps(instance, step_count / 2, step_count, hash);
    check(terminate(instance), "fmi2Terminate");
    free_instance(instance);
    printf("outputs");
    for (size_t i = 0; i < output_count; i++) printf(" %.17g", values[i]);
    printf("\nhash %016" PRIx64 "\n", hash);
}

static Instance ready(const char *name, const char *guid) {
    Instance instance = new_instance(name, guid);
    if (!instance) fail("no instance");
    initialize(instance, 0);
    return instance;
}

static void provoke_panic(const char *guid) {
    Instance panicking = ready("panic before fmi2DoStep", guid), other = ready("driver", guid);
    if (do_step(panicking, 0, 1e-3, 1) != FMI_FATAL) fail("a panic must be fatal");
    printf("panic caught: %s\n", last_message);
    if (do_step(panicking, 0, 1e-3, 1) != FMI_ERROR) fail("a step after a panic must be an error");
    check(do_step(other, 0, 1e-3, 1), "fmi2DoStep of another instance");
    free_instance(panicking), free_instance(other);
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    load(arguments[1]);
    refuse_wrong_guid();
    if (count > 3) provoke_panic(arguments[3]);
    else run(arguments[2]);
    return 0;
}
