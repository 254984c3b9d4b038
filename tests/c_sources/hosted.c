/* Under an operating system a script comes from standard input. */
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

void play(void);
int next_byte(void);
void put(const char *text);
void finish(int is_right);
void *take_memory(size_t bytes);

int next_byte(void) { return getchar(); }
void put(const char *text) { fputs(text, stdout); }
void finish(int is_right) { exit(is_right ? 0 : 1); }
void *take_memory(size_t bytes) { return malloc(bytes); }

int main(void) {
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    play();
    return 0;
}
