/* Names of functions, as fmi$MAJORFunctions.h makes them. */
#ifndef FMI$MAJOR_FUNCTION_PREFIX
#define FMI$MAJOR_FUNCTION_PREFIX $IDENTIFIER_
#endif
/* CMake defines the second name where it makes a shared library, whose functions have no prefix. */
#if !defined(FMI$MAJOR_OVERRIDE_FUNCTION_PREFIX) && !defined($IDENTIFIER_EXPORTS)
#define FMI$MAJOR_ACTUAL_FUNCTION_PREFIX FMI$MAJOR_FUNCTION_PREFIX
#endif
#ifdef FMI$MAJOR_ACTUAL_FUNCTION_PREFIX
#define PASTED(a, b) a##b
#define PASTED_VALUES(a, b) PASTED(a, b)
#define FULL_NAME(name) PASTED_VALUES(FMI$MAJOR_ACTUAL_FUNCTION_PREFIX, name)
#else
#define FULL_NAME(name) name
#endif

/* Functions without a prefix are those of a library. */
#ifndef EXPORT
#if defined(_WIN32) && !defined(FMI$MAJOR_ACTUAL_FUNCTION_PREFIX)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif
#endif
