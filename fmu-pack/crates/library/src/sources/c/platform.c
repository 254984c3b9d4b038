/* Compiled as one file. What can be defined when it is compiled:
   ACTUATOR_FMU_PAGES      memory of an instance in pages of 64 KiB
   ACTUATOR_FMU_INSTANCES  this many instances in static memory, instead of as many as malloc gives memory for
   ACTUATOR_FMU_STOP       function that ends the program at a defect, where there is no setjmp; without it the call gives Fatal */
#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__STDC_HOSTED__) && !__STDC_HOSTED__
/* Compilers ask these of any machine, and have no header for them where there is no standard library. */
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);
#ifndef ACTUATOR_FMU_INSTANCES
#error "there is no malloc without a standard library: define ACTUATOR_FMU_INSTANCES, the number of instances"
#endif
#else
#include <string.h>
#ifndef ACTUATOR_FMU_INSTANCES
#include <stdlib.h>
#endif
#endif

/* Each product is rounded before it is added: a processor that fuses both would give other bits. */
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math, /fp:fast and the like: they change the results"
#endif
/* With 1, as s390x has it, numbers of 32 bits are computed in 64 and rounded where they are cast. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "compile for arithmetic in double precision (for x86 of 32 bits with gcc or clang: -msse2 -mfpmath=sse)"
#endif
#if defined(__GNUC__) && !defined(__clang__)
/* Some versions fuse where they vectorize, whatever is said of contraction. Loops stay what they are: where there is no standard library,
   some make calls of it. */
#pragma GCC optimize("fp-contract=off", "no-tree-vectorize", "no-tree-slp-vectorize", "no-tree-loop-distribute-patterns")
/* It takes gcc four times as long as all else to look at the indentation of what nobody has indented. */
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

/* Compilers leave the functions alone that are called ten thousand times, where they are to be part of their callers. */
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline, unused))
#define SELDOM(x) __builtin_expect(!!(x), 0)
#define NO_RETURN __attribute__((noreturn, cold))
#elif defined(_MSC_VER)
#define INLINE static __forceinline
#define SELDOM(x) (x)
#define NO_RETURN __declspec(noreturn)
#else
#define INLINE static inline
#define SELDOM(x) (x)
#define NO_RETURN
#endif

/* The way out of a defect. */
#if defined(ACTUATOR_FMU_STOP)
void ACTUATOR_FMU_STOP(void);
typedef struct {
  int unused;
} Escape;
#define MARK(escape) ((escape).unused = 0)
#define LEAP(escape) do { (void)(escape); for (;;) { ACTUATOR_FMU_STOP(); } } while (0)
#else
#include <setjmp.h>
typedef struct {
  jmp_buf registers;
} Escape;
#define MARK(escape) setjmp((escape).registers)
#define LEAP(escape) longjmp((escape).registers, 1)
#endif

typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef uint64_t u64;
typedef int64_t s64;
typedef float f32;
typedef double f64;

#ifndef ACTUATOR_FMU_PAGES
#define ACTUATOR_FMU_PAGES $DEFAULT_PAGES
#endif
#if ACTUATOR_FMU_PAGES < $LEAST_PAGES || ACTUATOR_FMU_PAGES > 32768
#error "ACTUATOR_FMU_PAGES must be $LEAST_PAGES to 32768"
#endif
#define MEMORY (ACTUATOR_FMU_PAGES * (u32)65536)
