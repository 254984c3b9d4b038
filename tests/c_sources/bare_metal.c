/* A Cortex-M7 without an operating system and without a standard library, as QEMU's board mps2-an500 has it: vectors, the start, and output by
 * semihosting. The script is a part of the program. */
#include <stddef.h>
#include <stdint.h>

void play(void);
int next_byte(void);
void put(const char *text);
void finish(int is_right);
void *take_memory(size_t bytes);
void start(void);
void stop(void);
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);

extern uint8_t data_from[], data_begin[], data_end[], zeros_begin[], zeros_end[];
extern const uint8_t script_begin[], script_end[];
extern uint32_t stack_top[];

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, (const void *)start, (const void *)stop, (const void *)stop, (const void *)stop, (const void *)stop, (const void *)stop,
    NULL, NULL, NULL, NULL, (const void *)stop, (const void *)stop, NULL, (const void *)stop, (const void *)stop,
};

__asm__(".section .rodata\n.global script_begin\nscript_begin:\n.incbin \"script.txt\"\n.global script_end\nscript_end:\n.byte 0\n.text\n");

static uint32_t ask_debugger(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void put(const char *text) { ask_debugger(0x04, text); }

void finish(int is_right) {
    const uint32_t reason[2] = {0x20026, is_right ? 0 : 1};
    for (;;) ask_debugger(0x20, reason);
}

/* A processor's fault, or a defect in the FMU. */
void stop(void) {
    put("stopped\n");
    finish(0);
}

int next_byte(void) {
    static size_t place;
    return script_begin + place < script_end ? script_begin[place++] : -1;
}

void *take_memory(size_t bytes) {
    static uint64_t memory[1 << 17];
    return bytes <= sizeof memory ? memory : NULL;
}

void *memcpy(void *to, const void *from, size_t length) { return memmove(to, from, length); }

void *memmove(void *to, const void *from, size_t length) {
    uint8_t *t = (uint8_t *)to;
    const uint8_t *f = (const uint8_t *)from;
    size_t i;
    if (t < f) for (i = 0; i < length; i++) ((volatile uint8_t *)t)[i] = f[i];
    else for (i = length; i > 0; i--) ((volatile uint8_t *)t)[i - 1] = f[i - 1];
    return to;
}

void *memset(void *to, int value, size_t length) {
    size_t i;
    for (i = 0; i < length; i++) ((volatile uint8_t *)to)[i] = (uint8_t)value;
    return to;
}

void start(void) {
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20; /* CPACR: the floating-point unit is switched on */
    __asm__ volatile("dsb\nisb");
    memcpy(data_begin, data_from, (size_t)(data_end - data_begin));
    memset(zeros_begin, 0, (size_t)(zeros_end - zeros_begin));
    play();
}
