/* A program is shrunk to the smallest one that the test still accepts. */
#include "fuzz/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/edit.h"
#include "tap/tap.h"

#define HEAD "title \"x\"\nrules POLL-1\n"

/* Words that the text must contain, in this order. */
struct wanted {
    const char *word[4];
};

static bool has_all(void *arg, const struct program *p, const char *text)
{
    const struct wanted *w = arg;
    (void)p;
    text = strstr(text, "\n\n"); /* the head does not count */
    for (size_t i = 0; i < ARRAY_SIZE(w->word) && w->word[i]; i++) {
        text = strstr(text, w->word[i]);
        if (!text)
            return false;
        text += strlen(w->word[i]);
    }
    return true;
}

static const struct row {
    const char *property, *program;
    struct wanted wanted;
    const char *expected; /* the text after the head */
} rows[] = {
    { "all that is not needed goes",
      "timer 1ms { log a }\ntimer 2ms { log b; busy 1ms }\nlog c\nidle { log d }",
      { { "busy" } },
      "busy 0ms\n" },
    { "what is needed within a block is lifted out of it, where it may stand there",
      "timer 1ms { first 2 { log a } else { repeat 3 { stop loop } } }",
      { { "stop loop" } },
      "stop loop\n" },
    { "where it may not, the block stays",
      "p = poll readable { log a; observe status }",
      { { "status" } },
      "poll readable { observe status }\n" },
    { "a name that is used stays",
      "t = timer 5ms repeat 2ms { log a }\nu = timer 1ms { log b }\nstop t",
      { { "stop" } },
      "t = timer 0ms { }\nstop t\n" },
    { "durations, counts and words are made plain",
      "c = check stopped { log a }\nt = timer stopped { log b }\n"
      "interrupt after 20ms times 3\npoll writable after 7ms { log c }\nstart t 9ms repeat 9ms\n"
      "start c",
      { { "check", "interrupt", "poll" } },
      "check { }\ninterrupt after 0ms\npoll readable { }\n" },
    { "a duration is as short as it can be",
      "timer 800ms { log a }",
      { { "timer", "00ms" } },
      "timer 100ms { }\n" },
    { "labels are named anew, in their order",
      "timer 1ms { log x9 }\nlog x3",
      { { "timer", "log", "log" } },
      "timer 0ms { log a }\nlog b\n" },
    { "so are handles, by their kind",
      "h4 = timer 1ms { stop h4; log x9 }\nh5 = timer 2ms { stop h5 }",
      { { "stop", "stop" } },
      "t = timer 0ms { stop t }\nt2 = timer 0ms { stop t2 }\n" },
    { "chains lose their links",
      "layer node\npromise { log a } then { log b } then { tick { log c } }",
      { { "promise", "then", "tick" } },
      "promise { } then {\n    tick { }\n}\n" },
};

static void test_row(const struct row *r)
{
    char *text = xasprintf(HEAD "%s%s\n", strncmp(r->program, "layer", 5) == 0 ? "" : "\n",
                           r->program);
    struct diag d;
    struct program *p = program_parse("row", text, strlen(text), &d);
    char *canonical = program_print(p);
    uint32_t tries;
    char *small = shrink(canonical, has_all, (void *)&r->wanted, &tries);
    is(strstr(small, "\n\n") + 2, r->expected, "%s", r->property);
    ok(tries > 0 && tries < SHRINK_TRIES_MAX, "%s: in %u tries", r->property, tries);
    free(small);
    free(canonical);
    program_free(p);
    free(text);
}

static bool never(void *arg, const struct program *p, const char *text)
{
    (void)arg;
    (void)p;
    (void)text;
    return false;
}

/* Every edit of every pass, on a program that has something of everything. */
static void test_edits(void)
{
    static const char source[] = HEAD
        "workers 2\nbudget 9\n\n"
        "t = timer 5ms repeat 2ms {\n    log a b\n    first 2 { busy 3ms } else { stop t }\n}\n"
        "poll writable after 3ms { repeat 2 { log c } }\n"
        "close t { log d }\n";
    struct diag d;
    struct program *p = program_parse("row", source, strlen(source), &d);
    char *before = program_print(p);
    bool differ = true;
    size_t count = 0;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        struct edits e;
        edits_list(&e, p, (enum edit_pass)pass);
        for (size_t i = 0; i < e.count; i++, count++) {
            char *after = edit_apply(p, &e.item[i]);
            differ = differ && strcmp(before, after) != 0;
            free(after);
        }
        edits_release(&e);
    }
    ok(count > 30, "there are %zu edits", count);
    ok(differ, "each changes the program");
    char *bare = edit_apply(p, &(struct edit){ .kind = EDIT_BUDGET });
    ok(strstr(before, "budget 9\n") && !strstr(bare, "budget"), "a budget can be dropped");
    is_int(edit_steps(p), 10, "steps are counted at any depth");
    uint32_t tries;
    char *same = shrink(before, never, NULL, &tries);
    is(same, before, "where nothing is to be had nothing changes");
    free(same);
    free(bare);
    free(before);
    program_free(p);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        test_row(&rows[i]);
    test_edits();
    return done_testing();
}
