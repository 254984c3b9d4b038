/* Plays a script of calls on the C of an FMU that it is linked with, and prints hashes of all bits that come back. It needs nothing of a
 * standard library but what a file beside it gives: `hosted.c` on a machine with an operating system, `bare_metal.c` on one without.
 *
 * A script is words between blanks; numbers are the bits of doubles in hexadecimal, so that every machine computes with the same ones:
 *
 *     case NAME GUID          frees what there is and makes an instance
 *     real VR BITS | integer VR NUMBER | slope VR BITS | initialize STOP | step TIME SIZE | reset
 *     outputs N VR...         what goes into the hash at each communication point
 *     save                    saves the state, and brings it through bytes
 *     restore                 goes back to it
 *     demand 0|1              whether a status other than OK or Warning is a failure (1), or each is a part of the hash (0)
 *     end                     prints the hash
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

int next_byte(void); /* of the script; negative at its end */
void put(const char *text);
void finish(int is_right);
void *take_memory(size_t bytes);
void play(void);

typedef struct {
    void (*log)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} Callbacks;

void *fmi2Instantiate(const char *, int, const char *, const char *, const Callbacks *, int, int);
void fmi2FreeInstance(void *);
int fmi2SetupExperiment(void *, int, double, double, int, double);
int fmi2EnterInitializationMode(void *);
int fmi2ExitInitializationMode(void *);
int fmi2Reset(void *);
int fmi2SetReal(void *, const unsigned *, size_t, const double *);
int fmi2SetInteger(void *, const unsigned *, size_t, const int *);
int fmi2GetReal(void *, const unsigned *, size_t, double *);
int fmi2GetInteger(void *, const unsigned *, size_t, int *);
int fmi2SetRealInputDerivatives(void *, const unsigned *, size_t, const int *, const double *);
int fmi2DoStep(void *, double, double, int);
int fmi2GetFMUstate(void *, void **);
int fmi2SetFMUstate(void *, void *);
int fmi2FreeFMUstate(void *, void **);
int fmi2SerializedFMUstateSize(void *, void *, size_t *);
int fmi2SerializeFMUstate(void *, void *, char *, size_t);
int fmi2DeSerializeFMUstate(void *, const char *, size_t, void **);

enum { WARNING = 1, CO_SIMULATION = 1, OUTPUTS = 64, FIRST_INTEGER = 4096, STATE = 1 << 20 };

static void *instance, *state;
static char word[80];
static unsigned outputs[OUTPUTS];
static size_t output_count;
static uint64_t hash;
static int is_demanded;

static int is(const char *expected) {
    size_t i = 0;
    while (word[i] && word[i] == expected[i]) i++;
    return word[i] == expected[i];
}

static int read_word(void) {
    size_t length = 0;
    int byte = next_byte();
    while (byte == ' ' || byte == '\n') byte = next_byte();
    for (; byte >= 0 && byte != ' ' && byte != '\n'; byte = next_byte()) {
        if (length + 1 < sizeof word) word[length++] = (char)byte;
    }
    word[length] = 0;
    return length > 0;
}

static void fail(const char *what) {
    put("failed: ");
    put(what);
    put(" at ");
    put(word);
    put("\n");
    finish(0);
}

static uint64_t number(unsigned base) {
    uint64_t value = 0;
    size_t i;
    read_word();
    for (i = 0; word[i]; i++) value = value * base + (uint64_t)(word[i] <= '9' ? word[i] - '0' : word[i] - 'a' + 10);
    return value;
}

static unsigned reference(void) { return (unsigned)number(10); }

static double bits(void) {
    union { uint64_t number; double value; } both;
    both.number = number(16);
    return both.value;
}

static void add(uint64_t value) {
    int byte;
    for (byte = 0; byte < 8; byte++) hash = (hash ^ (value >> (8 * byte) & 0xff)) * UINT64_C(0x100000001b3);
}

static void add_double(double value) {
    union { uint64_t number; double value; } both;
    both.value = value;
    add(both.number);
}

/* A status is demanded to be OK or a warning, or is a part of the hash. */
static void expect(int status, const char *what) {
    if (!is_demanded) add((uint64_t)status);
    else if (status > WARNING) fail(what);
}

static void put_hash(void) {
    char text[18];
    int digit;
    for (digit = 0; digit < 16; digit++) text[digit] = "0123456789abcdef"[hash >> (60 - 4 * digit) & 15];
    text[16] = '\n';
    text[17] = 0;
    put(text);
}

static void sample(void) {
    size_t i;
    for (i = 0; i < output_count; i++) {
        double value = 0.0;
        int whole = 0;
        if (outputs[i] < FIRST_INTEGER) {
            expect(fmi2GetReal(instance, &outputs[i], 1, &value), "fmi2GetReal");
        } else {
            expect(fmi2GetInteger(instance, &outputs[i], 1, &whole), "fmi2GetInteger");
            value = whole;
        }
        add_double(value);
    }
}

static void log_message(void *environment, const char *name, int status, const char *category, const char *text, ...) {
    (void)environment;
    (void)name;
    (void)category;
    if (is_demanded) return;
    add((uint64_t)status);
    if (text[0] == '%' && text[1] == 's') {
        va_list arguments;
        va_start(arguments, text);
        text = va_arg(arguments, const char *);
        va_end(arguments);
    }
    for (; *text; text++) add((uint64_t)(unsigned char)*text);
}

static void begin(void) {
    static const Callbacks callbacks = {log_message, NULL, NULL, NULL, NULL};
    if (instance) fmi2FreeInstance(instance);
    state = NULL;
    read_word();
    put(word);
    put(" ");
    read_word();
    hash = UINT64_C(0xcbf29ce484222325);
    is_demanded = 1;
    instance = fmi2Instantiate("script", CO_SIMULATION, word, "", &callbacks, 0, 1);
    if (!instance) fail("no instance");
}

static void initialize(void) {
    double stop = bits();
    expect(fmi2SetupExperiment(instance, 0, 0.0, 0.0, stop > 0.0, stop), "fmi2SetupExperiment");
    expect(fmi2EnterInitializationMode(instance), "fmi2EnterInitializationMode");
    expect(fmi2ExitInitializationMode(instance), "fmi2ExitInitializationMode");
    sample();
}

static void set(void) {
    static const int first = 1;
    int is_integer = is("integer"), is_slope = is("slope");
    unsigned variable = reference();
    if (is_integer) {
        int value = (int)number(10);
        expect(fmi2SetInteger(instance, &variable, 1, &value), "fmi2SetInteger");
    } else {
        double value = bits();
        expect(is_slope ? fmi2SetRealInputDerivatives(instance, &variable, 1, &first, &value)
                        : fmi2SetReal(instance, &variable, 1, &value), "setting a variable");
    }
}

static void step(void) {
    double time = bits(), size = bits();
    expect(fmi2DoStep(instance, time, size, 1), "fmi2DoStep");
    sample();
}

static void save(void) {
    static char *bytes;
    size_t size = 0;
    void *saved = NULL;
    if (!bytes) bytes = (char *)take_memory(STATE);
    if (state) expect(fmi2FreeFMUstate(instance, &state), "fmi2FreeFMUstate");
    expect(fmi2GetFMUstate(instance, &saved), "fmi2GetFMUstate");
    if (!saved) return;
    expect(fmi2SerializedFMUstateSize(instance, saved, &size), "fmi2SerializedFMUstateSize");
    if (size > STATE) fail("a state that is too large");
    expect(fmi2SerializeFMUstate(instance, saved, bytes, size), "fmi2SerializeFMUstate");
    expect(fmi2DeSerializeFMUstate(instance, bytes, size, &state), "fmi2DeSerializeFMUstate");
    expect(fmi2FreeFMUstate(instance, &saved), "fmi2FreeFMUstate");
}

static void read_outputs(void) {
    size_t i;
    output_count = (size_t)reference();
    if (output_count > OUTPUTS) fail("too many outputs");
    for (i = 0; i < output_count; i++) outputs[i] = reference();
}

void play(void) {
    while (read_word()) {
        if (is("case")) begin();
        else if (is("real") || is("integer") || is("slope")) set();
        else if (is("step")) step();
        else if (is("outputs")) read_outputs();
        else if (is("initialize")) initialize();
        else if (is("reset")) expect(fmi2Reset(instance), "fmi2Reset");
        else if (is("save")) save();
        else if (is("restore")) { if (state) expect(fmi2SetFMUstate(instance, state), "fmi2SetFMUstate"); }
        else if (is("demand")) is_demanded = (int)number(10);
        else if (is("end")) put_hash();
        else fail("a word that is none");
    }
    finish(1);
}
