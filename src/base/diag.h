/* diag.h - what is wrong, where, and what to do about it.
 * Everything below the runner reports trouble by filling a `struct diag`; only
 * the runner prints one. The user's faults have a place in a file and end in
 * exit 2, the system's (cannot load, cannot write) end in exit 4. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

struct location {
    const char *file;      /* borrowed, as the user spelled it; NULL for none */
    uint32_t line, column; /* from 1; columns count bytes; 0 for none */
};

enum diag_fault { DIAG_USER, DIAG_SYSTEM };

struct diag {
    enum diag_fault fault;
    struct location at; /* `at.file` may be gone by now; `file` is a copy */
    char file[256];     /* "" for none */
    char message[320];
    char hint[320];   /* "" for none */
    char source[160]; /* the line at fault, for the caret; "" for none */
};

/* Fill `*d` as the user's fault and return -1, so a parser can write
 * `return diag_set(...)`. `hint` may be NULL. The source line is left empty. */
__attribute__((format(printf, 4, 5))) int diag_set(struct diag *d, struct location at,
                                                   const char *hint, const char *fmt, ...);

/* The same for what is not in a file: a name on the command line. */
__attribute__((format(printf, 3, 4))) int diag_usage(struct diag *d, const char *hint,
                                                     const char *fmt, ...);

/* The same for the system's fault. */
__attribute__((format(printf, 3, 4))) int diag_system(struct diag *d, const char *hint,
                                                      const char *fmt, ...);

/* Compilers and checkers do not know by themselves that it is always -1, and follow callers
 * that go on after a failure. Here they see it. */
static inline int diag_failed(int answer)
{
    assert(answer == -1);
    return -1;
}
#define diag_set(...)    diag_failed(diag_set(__VA_ARGS__))
#define diag_usage(...)  diag_failed(diag_usage(__VA_ARGS__))
#define diag_system(...) diag_failed(diag_system(__VA_ARGS__))

/* Keep the line of `text` that `d->at` names, for the caret. */
void diag_quote(struct diag *d, const char *text, size_t length);

/* "file:line:column: error: message", the line, a caret and the hint. Bytes
 * that a terminal would obey are shown as '?'. */
void diag_print(const struct diag *d, FILE *out);

/* The exit status that belongs to the fault: 2 or 4. */
int diag_exit_status(const struct diag *d);
#endif
