/* The fmi2CallbackLogger: formats the message of an FMU and hands the text to Rust. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Mirrors `Sink` in log.rs. */
struct sink {
    void (*receive)(void *data, int status, const char *category, const char *text);
    void *data;
};

void fmu_pack_logger(void *environment, const char *instance, int status, const char *category, const char *format, ...)
{
    const struct sink *sink = environment;
    char buffer[1024];
    char *text = buffer;
    va_list arguments;
    int length;

    (void)instance;
    if (sink == NULL || format == NULL)
        return;
    va_start(arguments, format);
    length = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    if ((size_t)length >= sizeof buffer) {
        text = malloc((size_t)length + 1);
        if (text == NULL)
            text = buffer; /* shortened, but told */
        else {
            va_start(arguments, format);
            vsnprintf(text, (size_t)length + 1, format, arguments);
            va_end(arguments);
        }
    }
    sink->receive(sink->data, status, category, text);
    if (text != buffer)
        free(text);
}
