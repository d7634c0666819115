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
    char hint[640];   /* "" for none; holds the longest list of words */
    char source[160]; /* the line at fault, for the caret; "" for none */
};

/* Fill `*d` and return -1. `hint` may be NULL. If there is a `text`, the line of it that `at`
 * names is kept, for the caret. Callers use one of the forms below. */
__attribute__((format(printf, 7, 8))) int diag_fill(struct diag *d, enum diag_fault fault,
                                                    const char *text, size_t length,
                                                    struct location at, const char *hint,
                                                    const char *fmt, ...);

/* Compilers and checkers do not know by themselves that it is always -1, and follow callers
 * that go on after a failure. Here they see it. */
static inline int diag_failed(int answer)
{
    assert(answer == -1);
    return -1;
}
#define DIAG_NOWHERE ((struct location){ 0 })

/* The user's fault: (location, hint, format, ...). A parser can write `return diag_set(...)`. */
#define diag_set(d, ...) diag_failed(diag_fill(d, DIAG_USER, NULL, 0, __VA_ARGS__))
/* The same with the line of a text: (text, length, location, hint, format, ...). */
#define diag_quoted(d, ...) diag_failed(diag_fill(d, DIAG_USER, __VA_ARGS__))
/* The user's fault where there is no file, as a name on the command line: (hint, format, ...). */
#define diag_usage(d, ...) diag_set(d, DIAG_NOWHERE, __VA_ARGS__)
/* The system's fault: (hint, format, ...). */
#define diag_system(d, ...) \
    diag_failed(diag_fill(d, DIAG_SYSTEM, NULL, 0, DIAG_NOWHERE, __VA_ARGS__))

/* Keep the line of `text` that `d->at` names, for the caret. */
void diag_quote(struct diag *d, const char *text, size_t length);

/* "file:line:column: error: message", the line, a caret and the hint. Bytes
 * that a terminal would obey are shown as '?'. */
void diag_print(const struct diag *d, FILE *out);

/* The exit status that belongs to the fault: 2 or 4. */
int diag_exit_status(const struct diag *d);
/* Print it on standard error; that status. */
int diag_report(const struct diag *d);
#endif
