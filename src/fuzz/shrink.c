#include "fuzz/shrink.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/edit.h"

struct shrinking {
    struct program *program; /* the smallest so far */
    char *text;
    shrink_test *test;
    void *arg;
    uint32_t tries;
};

/* Takes `text`. Keeps it if it is a valid program and the test accepts it. */
static bool try_text(struct shrinking *s, char *text)
{
    struct diag ignored;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    bool good = p && s->tries++ < SHRINK_TRIES_MAX && s->test(s->arg, p, text);
    if (good) {
        program_free(s->program);
        free(s->text);
        s->program = p;
        s->text = text;
    } else {
        program_free(p);
        free(text);
    }
    return good;
}

/* After a successful edit the list is made again. The edits that failed before it are mostly at the
 * same places, so they are not tried again until the next round. */
static bool try_pass(struct shrinking *s, enum edit_pass pass)
{
    struct edits edits;
    bool any = false;
    edits_list(&edits, s->program, pass);
    for (size_t i = 0; i < edits.count && s->tries < SHRINK_TRIES_MAX; i++) {
        while (i < edits.count && try_text(s, edit_apply(s->program, &edits.item[i]))) {
            any = true;
            edits_release(&edits);
            edits_list(&edits, s->program, pass);
        }
    }
    edits_release(&edits);
    return any;
}

char *shrink(const char *text, shrink_test *test, void *arg, uint32_t *tries)
{
    struct diag d;
    struct shrinking s = { .text = xstrdup(text), .test = test, .arg = arg };
    s.program = program_parse("found", text, strlen(text), &d);
    assert(s.program); /* it was printed from a program */
    bool any;
    do {
        any = false;
        for (int pass = 0; pass < PASS_COUNT; pass++)
            any |= try_pass(&s, (enum edit_pass)pass);
    } while (any && s.tries < SHRINK_TRIES_MAX);
    try_text(&s, edit_rename(s.program));
    *tries = s.tries;
    program_free(s.program);
    return s.text;
}
