#include "runner/judge/bless_trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "match/expect.h"
#include "runner/judge/judge.h"

static void put_line(FILE *out, const struct result_event *e, unsigned pins)
{
    char at[32];
    fprintf(out, "\"%s\"", e->label);
    if (e->has_value)
        fprintf(out, " = %s", e->value);
    if ((pins & BLESS_PHASE) && strcmp(e->phase, "main") != 0)
        fprintf(out, " @%s", e->phase);
    if ((pins & BLESS_ITERATION) && e->iteration > 0)
        fprintf(out, " in %u", e->iteration);
    if (pins & BLESS_TIME)
        fprintf(out, " %s", lex_print_duration(e->at_ns, at));
    putc('\n', out);
}

static char *lines_of(struct labels labels, const struct trace *t, unsigned pins)
{
    char *text = NULL;
    size_t lines = 0;
    FILE *out = xopen_memstream(&text, NULL);
    if (!t->phases)
        pins &= ~(unsigned)(BLESS_PHASE | BLESS_ITERATION);
    for (uint64_t i = 0; i < t->count; i++) {
        struct result_event e = judge_event(labels, t, i);
        if (!e.is_callback) {
            put_line(out, &e, pins);
            lines++;
        }
        free(e.label);
        free(e.value);
    }
    if (lines == 0)
        fputs("nothing\n", out);
    fclose(out);
    return text;
}

/* The text has quotes around every label. Parsing and printing it removes those not needed. */
char *bless_trace(struct labels labels, const struct trace *t, unsigned pins, const char *path,
                  struct diag *d)
{
    char *text = lines_of(labels, t, pins);
    struct expect *e = expect_parse(path, text, strlen(text), d);
    char *printed = e ? expect_print(e) : NULL;
    expect_free(e);
    free(text);
    return printed;
}
