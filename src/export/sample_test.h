/* sample_test.h - programs to export, for the tests of both languages. */
#ifndef EXPORT_SAMPLE_TEST_H
#define EXPORT_SAMPLE_TEST_H
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "scenario/program.h"
#include "tap/tap.h"

typedef char *exporter(const struct program *p, struct diag *d);

/* Export a program; NULL with `*d` if it cannot be. */
static inline char *export_by(exporter *to, const char *source, struct diag *d)
{
    struct program *p = program_parse("x.loop", source, strlen(source), d);
    if (!p) {
        diag("%s", d->message);
        return NULL;
    }
    char *text = to(p, d);
    program_free(p);
    return text;
}

/* As export_by(), for steps under a head of that layer; "" if it cannot be. */
static inline char *export_steps_by(exporter *to, const char *layer, const char *steps)
{
    struct diag d = { 0 };
    char *source = xasprintf("title \"x\"\nrules A-1\nlayer %s\n\n%s\n", layer, steps);
    char *text = export_by(to, source, &d);
    free(source);
    return text ? text : xstrdup("");
}

static inline bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}
#endif
