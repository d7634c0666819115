/* A written program checks that an object exists wherever that is not certain, and nowhere else. */
#include "export/maybe_missing.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

#define NODE "title \"t\"\nlayer node\n"
#define CORE "title \"t\"\n"

static const struct {
    const char *what, *source;
    const char *lines; /* lines of the steps that need a check, the head included: "4 6" */
} rows[] = {
    { "made above", NODE "t = timeout 5ms { }\nclear t", "" },
    { "made above, used in a callback", NODE "t = timeout 5ms { }\ntick { clear t }", "" },
    { "made below, used in a callback", NODE "tick { clear t }\nt = timeout 5ms { }", "" },
    { "used in its own callback", NODE "tick { t = interval 5ms { clear t } }", "" },
    { "made above in the same callback", NODE "tick { t = timeout 5ms { }; clear t }", "" },
    { "made above, used further in", NODE "tick { t = timeout 5ms { }; tick { clear t } }", "" },
    { "made by another callback", NODE "tick { t = timeout 5ms { } }\ntick { clear t }", "4" },
    { "made by a callback within", NODE "tick {\ntick { t = timeout 5ms { } }\nclear t\n}", "5" },
    { "made by a repeat", NODE "repeat 2 { t = timeout 5ms { } }\nclear t", "" },
    { "made where it may be passed by", NODE "first 1 { } else { t = timeout 5ms { } }\nclear t",
      "4" },
    { "made above a throw", NODE "tick { clear t }\nt = timeout 5ms { }\nthrow", "" },
    { "made below a throw in a block",
      NODE "tick { clear t }\nfirst 1 { throw }\nt = timeout 5ms { }", "3" },
    { "thrown in a callback only", NODE "tick { clear t; throw }\nt = timeout 5ms { }", "" },
    { "a flow begins at once", NODE "flow { clear t }\nt = timeout 5ms { }", "3" },
    { "and goes on later", NODE "flow { await; clear t }\nt = timeout 5ms { }", "" },
    { "a reaction comes later", NODE "promise { } then { clear t }\nt = timeout 5ms { }", "" },
    { "made by a link of a chain, used in the next",
      NODE "promise {\nk = tick { }\n} then {\nagain k\n}", "6" },
    { "every word that acts",
      NODE "tick {\nagain k\nclear k2\nref t\nunref t\nrefresh t\nclose s\nready p\ndrain p\n"
           "catch r { }\n}\ntick { k = tick { }; k2 = immediate { }; t = timeout 1ms { } }\n"
           "tick { s = socket; p = poll readable { }; r = reject }",
      "4 5 6 7 8 9 10 11 12" },
    { "a run lets callbacks in", CORE "idle { stop t }\nrun once\nt = idle { }", "2" },
    { "made before the run", CORE "idle { stop t }\nt = idle { }\nrun once", "" },
    { "an observation", CORE "idle { observe active t }\nidle { t = idle { } }", "2" },
    { "what another is made from", CORE "idle { b = peer a }\nidle { a = stream }", "2" },
    { "a loop has its own names", CORE "t = timer 9ms { }\nloop { stop t }", "3" },
    { "which are sure there", CORE "loop { t = timer 9ms { }; stop t }", "" },
    { "a thread comes after what stands above", CORE "a = async { }\nthread { send a }", "" },
};

static void collect(const struct maybe_missing *d, const struct block *b, char *lines, size_t size)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        size_t n = strlen(lines);
        if (maybe_missing_has(d, s))
            snprintf(lines + n, size - n, n ? " %u" : "%u", s->at.line);
        collect(d, s->body, lines, size);
        collect(d, s->otherwise, lines, size);
        for (uint32_t k = 0; k < s->then_count; k++)
            collect(d, &s->then[k], lines, size);
    }
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct diag d;
        struct maybe_missing maybe_missing;
        char lines[80] = "";
        struct program *p = program_parse("t.loop", rows[i].source, strlen(rows[i].source), &d);
        ok(p != NULL, "%s: parses", rows[i].what);
        if (!p) {
            diag("%s", d.message);
            continue;
        }
        maybe_missing_find(&maybe_missing, p);
        collect(&maybe_missing, &p->main, lines, sizeof lines);
        is(lines, rows[i].lines, "%s: the lines in doubt", rows[i].what);
        maybe_missing_release(&maybe_missing);
        program_free(p);
    }
    return done_testing();
}
