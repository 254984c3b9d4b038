/* What the functions of FMI share: instances, and arrays and texts on their way into the module's memory and back. */

#define MAGIC 0x41435457u
/* What a function of the module may need of its stack, below the arguments. */
#define STACK_OF_FUNCTIONS $STACK_OF_FUNCTIONS

#ifdef ACTUATOR_FMU_INSTANCES
static I instances[ACTUATOR_FMU_INSTANCES];
static I *take(void) {
  size_t k;
  for (k = 0; k < ACTUATOR_FMU_INSTANCES; k++) {
    if (!instances[k].magic) {
      memset(&instances[k], 0, sizeof instances[k]);
      return &instances[k];
    }
  }
  return NULL;
}
static void give_back(I *i) { i->magic = 0; }
#else
static I *take(void) { return (I *)calloc(1, sizeof(I)); }
static void give_back(I *i) {
  i->magic = 0;
  free(i);
}
#endif

/* True where the compiler rounds every result to a double before it is used. */
static f64 product_and_difference(f64 a, f64 b, f64 c) { return a * b - c; }
static f64 sum_and_difference(f64 a, f64 b, f64 c) { return (a + b) - c; }
static bool rounds_each_result(void) {
  volatile f64 above = 1.0 + 1.0 / 1073741824.0, below = 1.0 - 1.0 / 1073741824.0, one = 1.0, large = 1e16;
  return product_and_difference(above, below, one) == 0.0 && sum_and_difference(large, one, large) == 0.0;
}
#define NOT_ROUNDED "the compiler fuses or reorders floating-point operations, which changes results; compile with -ffp-contract=off and without -ffast-math"
#define NO_INSTANCE "there is no memory for another instance; ACTUATOR_FMU_INSTANCES says how many there can be where it is defined"

static void name_instance(I *i, const char *name) {
  size_t k;
  for (k = 0; name && name[k] && k + 1 < sizeof i->name; k++) i->name[k] = name[k];
}

static I *instance_of(void *handle) {
  I *i = (I *)handle;
  return i && i->magic == MAGIC ? i : NULL;
}

static const char *reason(int why) {
  switch (why) {
    case TOO_LONG: return "the arguments are longer than the stack of the model";
    case FOREIGN_STATE: return "the saved state is none of this instance";
    case BOUNDS: return "defect in the library: an address out of bounds";
    case DIVISION: return "defect in the library: an integer division that has no result";
    case INDIRECT: return "defect in the library: a call of no function";
    default: return "defect in the library: it has stopped where it cannot go on";
  }
}

/* The end of a call that did not come back. */
static int stopped(I *i) {
  int status;
  i->is_broken = i->why > FOREIGN_STATE;
  status = i->is_broken ? 4 : 3;
  tell(i->host, i->environment, i->name, status, reason(i->why));
  return status;
}

/* Around each call: i, the stack pointer and the way out of a defect. An importer may call from a callback. */
#define BEGIN_CALL(handle_)                              \
  I *i = instance_of(handle_);                           \
  Escape here;                                           \
  Escape *outer;                                         \
  u32 stack;                                             \
  int status;                                            \
  if (!i) return 3;                                      \
  if (i->is_broken) return 4;                            \
  outer = i->escape;                                     \
  stack = i->STACK;                                      \
  i->escape = &here;                                     \
  if (MARK(here)) {                                      \
    i->STACK = stack;                                    \
    i->escape = outer;                                   \
    return stopped(i);                                   \
  }
#define END_CALL        \
  i->STACK = stack;     \
  i->escape = outer;    \
  return status;

/* Place for so many elements on the module's stack; none for no array. */
static u32 room(I *i, const void *array, size_t count, u32 size) {
  u32 bytes;
  if (!array) return 0;
  if (count > (i->STACK - STACK_OF_FUNCTIONS) / size || i->STACK < STACK_OF_FUNCTIONS) trap(i, TOO_LONG);
  bytes = ((u32)count * size + 15u) & ~15u;
  if (bytes > i->STACK - STACK_OF_FUNCTIONS) trap(i, TOO_LONG);
  i->STACK -= bytes;
  return i->STACK;
}

/* What is written goes in too: a function may leave an element as it was. Bytes are copied: the importer need not have set them. */
#define COPIES(name, type, size, load, store)                         \
  static u32 name##_in(I *i, const void *array, size_t count) {       \
    u32 a = room(i, array, count, size);                              \
    size_t k;                                                         \
    if (!a) return 0;                                                 \
    for (k = 0; k < count; k++) {                                     \
      type v;                                                         \
      memcpy(&v, (const u8 *)array + k * sizeof v, sizeof v);         \
      store(i, a + (u32)k * size, 0, v);                              \
    }                                                                 \
    return a;                                                         \
  }                                                                   \
  static void name##_out(I *i, void *array, size_t count, u32 a) {    \
    size_t k;                                                         \
    if (!a) return;                                                   \
    for (k = 0; k < count; k++) {                                     \
      type v = (type)load(i, a + (u32)k * size, 0);                   \
      memcpy((u8 *)array + k * sizeof v, &v, sizeof v);               \
    }                                                                 \
  }
COPIES(bytes, u8, 1, load8, store8)
COPIES(words, u32, 4, load32, store32)
COPIES(longs, u64, 8, load64, store64)
#define store_size(i, a, o, v) store32(i, a, o, (u32)(v))
COPIES(sizes, size_t, 4, load32, store_size)
#undef store_size

static u32 text_in(I *i, const char *text) {
  size_t length = 0;
  u32 a;
  while (text && text[length]) length++;
  /* With the zero that ends it. */
  length += text ? 1 : 0;
  a = room(i, text, length, 1);
  if (a) memcpy(i->m + a, text, length);
  return a;
}

static u32 texts_in(I *i, const char *const *texts, size_t count) {
  u32 a = room(i, texts, count, 4);
  size_t k;
  if (!a) return 0;
  for (k = 0; k < count; k++) store32(i, a + (u32)k * 4, 0, text_in(i, texts[k]));
  return a;
}

/* A saved state stands in the memory of its instance. */
static u32 state_address(I *i, const void *state) {
  const u8 *place = (const u8 *)state;
  if (!place) return 0;
  if ((uintptr_t)place < (uintptr_t)i->m || (uintptr_t)place - (uintptr_t)i->m >= MEMORY) trap(i, FOREIGN_STATE);
  return (u32)((uintptr_t)place - (uintptr_t)i->m);
}
static u32 states_in(I *i, void **state, size_t count) {
  u32 a = room(i, state, count, 4);
  if (a) store32(i, a, 0, state_address(i, *state));
  return a;
}
static void states_out(I *i, void **state, size_t count, u32 a) {
  u32 address;
  (void)count;
  if (!a) return;
  address = load32(i, a, 0);
  *state = address ? i->m + address : NULL;
}

static F indirect(I *i, u32 place, u32 type) {
  if (SELDOM(place >= sizeof table / sizeof table[0] || !table[place].function || table[place].type != type)) trap(i, INDIRECT);
  return table[place].function;
}

static const u8 configuration[] = {$CONFIGURATION};

/* A new instance with its configuration, the module not yet asked. */
static I *new_instance(const char *name, void *environment, Host host) {
  I *i = take();
  if (!i) return NULL;
  begin(i);
  i->environment = environment;
  i->host = host;
  name_instance(i, name);
  memcpy(i->m + CONFIGURATION_ADDRESS, configuration, sizeof configuration);
  i->magic = MAGIC;
  return i;
}

/* A new instance, in which the module makes its own as wanted; none where it makes none, of which it has told the importer. */
static void *instantiated(const char *name, void *environment, Host host, u32 (*make)(I *, const void *), const void *wanted) {
  /* In memory, so that the way back from a defect finds it. */
  I *volatile i = rounds_each_result() ? new_instance(name, environment, host) : NULL;
  Escape here;
  u32 stack;
  if (!i) {
    tell(host, environment, name, 3, rounds_each_result() ? NO_INSTANCE : NOT_ROUNDED);
    return NULL;
  }
  stack = i->STACK;
  i->escape = &here;
  if (MARK(here)) {
    stopped(i);
    give_back(i);
    return NULL;
  }
  i->handle = make(i, wanted);
  i->STACK = stack;
  i->escape = NULL;
  if (i->handle) return i;
  give_back(i);
  return NULL;
}

static void free_instance(void *handle, void (*release)(I *, u32)) {
  I *i = instance_of(handle);
  Escape here;
  /* In the middle of a call it is not freed: the call goes on. */
  if (!i || i->escape) return;
  i->escape = &here;
  if (!i->is_broken && !MARK(here)) release(i, i->handle);
  give_back(i);
}
