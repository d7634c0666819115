/* tap.h - the Test Anything Protocol, version 13, as prove 3.44 reads it.
 *
 * One producer with two interfaces. `struct tap` writes a stream, for the runner's TAP report. The
 * calls below it have libtap's names and write a stream to stdout, for the unit tests. Descriptions
 * are escaped: a '#' or a newline in a name cannot become a directive or a second line. */
#ifndef TAP_TAP_H
#define TAP_TAP_H
#include <stdbool.h>
#include <stdio.h>

struct tap {
    FILE *out;
    unsigned planned;     /* 0: not yet */
    unsigned ran, failed; /* a point under TODO never counts as failed */
    bool in_yaml;
};

enum tap_directive { TAP_PLAIN, TAP_SKIP, TAP_TODO };

/* Writes the version line; tap_plan() comes first or last. */
void tap_init(struct tap *t, FILE *out, unsigned version); /* 13 or 14 */
void tap_plan(struct tap *t, unsigned count);
void tap_plan_skip(struct tap *t, const char *why); /* 1..0 # SKIP why */
void tap_point(struct tap *t, bool ok, enum tap_directive directive, const char *why,
               const char *name);
void tap_comment(struct tap *t, const char *text); /* with "# " before every line */
/* The stream ends here, incomplete: nothing before counts. */
void tap_bail_out(struct tap *t, const char *why);
/* A YAML block under the latest point: begin, fields, end. Keys are [a-z_-]+. A value is
 * double-quoted. If it has several lines, all printable and none like a line of TAP, it becomes a
 * literal block, which always ends in one newline. */
void tap_yaml_begin(struct tap *t);
void tap_yaml_field(struct tap *t, const char *key, const char *value);
void tap_yaml_end(struct tap *t);

/* libtap's calls, for test programs; their state is per process. */
void plan(unsigned count);
#define ok(test, ...)          tap_test_ok((test) ? 1 : 0, __FILE__, __LINE__, #test, "" __VA_ARGS__)
#define is(got, expected, ...) tap_test_is((got), (expected), __FILE__, __LINE__, "" __VA_ARGS__)
#define is_int(got, expected, ...) \
    tap_test_is_int((long long)(got), (long long)(expected), __FILE__, __LINE__, "" __VA_ARGS__)
#define like(got, regex, ...) tap_test_like((got), (regex), __FILE__, __LINE__, "" __VA_ARGS__)
#define pass(...)             tap_test_ok(1, __FILE__, __LINE__, "pass", "" __VA_ARGS__)
#define fail(...)             tap_test_ok(0, __FILE__, __LINE__, "fail", "" __VA_ARGS__)
void diag(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void skip_all(const char *why, ...) __attribute__((format(printf, 1, 2), noreturn));
void skip(unsigned count, const char *why, ...) __attribute__((format(printf, 2, 3)));
void todo(const char *why, ...) __attribute__((format(printf, 1, 2))); /* until end_todo() */
void end_todo(void);
/* The program's exit status: 0 if tests ran, all passed and the plan was right. */
int done_testing(void);

int tap_test_ok(int passed, const char *file, int line, const char *test, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
int tap_test_is(const char *got, const char *expected, const char *file, int line, const char *fmt,
                ...) __attribute__((format(printf, 5, 6)));
int tap_test_is_int(long long got, long long expected, const char *file, int line, const char *fmt,
                    ...) __attribute__((format(printf, 5, 6)));
int tap_test_like(const char *got, const char *regex, const char *file, int line, const char *fmt,
                  ...) __attribute__((format(printf, 5, 6)));
#endif
