/* diag.h - a diagnostic: what is wrong, where, and what to do about it. Everything below the runner
 * reports errors by filling a `struct diag`; only the runner prints one. The user's faults have a
 * location in a file and lead to exit 2. The system's (cannot load, cannot write) lead to exit
 * 4. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>

struct location {
    const char *file;      /* borrowed, as the user spelled it; NULL: none */
    uint32_t line, column; /* from 1; columns count bytes; 0: none */
};

enum diag_fault { DIAG_USER, DIAG_SYSTEM };

struct diag {
    enum diag_fault fault;
    struct location at; /* `at.file` may be freed by now; `file` is a copy */
    char file[256];     /* "": none */
    char message[320];
    char hint[640];   /* "": none; it holds the longest list of words */
    char source[160]; /* the line at fault, for the caret; "": none */
};

/* Fill `*d` and return -1. `hint` may be NULL. With a `text`, the line that `at` names is copied
 * from it for the caret. Callers use one of the macros below. */
__attribute__((format(printf, 7, 8))) int diag_fill(struct diag *d, enum diag_fault fault,
                                                    const char *text, size_t length,
                                                    struct location at, const char *hint,
                                                    const char *fmt, ...);

/* Compilers and static checkers cannot see that diag_fill() always returns -1, and would follow
 * paths on which it did not. Here they see it. */
static inline int diag_failed(int answer)
{
    assert(answer == -1);
    return -1;
}
#define DIAG_NOWHERE ((struct location){ 0 })

/* The user's fault: (location, hint, format, ...). A parser can write `return diag_set(...)`. */
#define diag_set(d, ...) diag_failed(diag_fill(d, DIAG_USER, NULL, 0, __VA_ARGS__))
/* As diag_set(), with the line at fault: (text, length, location, hint, format, ...). */
#define diag_quoted(d, ...) diag_failed(diag_fill(d, DIAG_USER, __VA_ARGS__))
/* The user's fault without a file, such as a name on the command line: (hint, format, ...). */
#define diag_usage(d, ...) diag_set(d, DIAG_NOWHERE, __VA_ARGS__)
/* The system's fault: (hint, format, ...). */
#define diag_system(d, ...) \
    diag_failed(diag_fill(d, DIAG_SYSTEM, NULL, 0, DIAG_NOWHERE, __VA_ARGS__))

/* A file could not be read, errno says why: (location, hint, format, ...). A name that is wrong is
 * the user's fault; a disk that fails or a lack of descriptors is the system's. */
#define diag_unreadable(d, ...) \
    diag_failed(diag_fill(d, diag_fault_of(errno), NULL, 0, __VA_ARGS__))
enum diag_fault diag_fault_of(int error);

/* Copy the line that `d->at` names from `text`, for the caret. */
void diag_quote(struct diag *d, const char *text, size_t length);

/* Print "file:line:column: error: message", the line, a caret and the hint. Bytes that would
 * control a terminal are printed as '?'. */
void diag_print(const struct diag *d, FILE *out);

/* The exit status of the fault: 2 or 4. */
int diag_exit_status(const struct diag *d);
/* Print it on standard error and return its exit status. */
int diag_report(const struct diag *d);
#endif
