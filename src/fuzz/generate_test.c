/* Random programs are valid: the parser accepts them, and the program it makes prints the same
 * text. They are identified by seed and number. */
#include "fuzz/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "scenario/words.h"
#include "tap/tap.h"

enum { PROGRAMS = 2000 };

static void count_words(const struct block *b, uint32_t count[STEP_KIND_COUNT])
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        count[s->kind]++;
        count_words(s->body, count);
        count_words(s->otherwise, count);
        for (uint32_t k = 0; k < s->then_count; k++)
            count_words(&s->then[k], count);
    }
}

/* Printed and parsed again, it is the same program. */
static bool comes_back(const struct program *p)
{
    struct diag d;
    char *text = program_print(p), *again = NULL;
    struct program *parsed = program_parse("random", text, strlen(text), &d);
    bool same = false;
    if (parsed) {
        again = program_print(parsed);
        same = strcmp(text, again) == 0 && parsed->slot_count == p->slot_count;
    } else {
        diag("%s:%u: %s", p->title, d.at.line, d.message);
    }
    if (!same)
        diag("%s", text);
    free(again);
    free(text);
    program_free(parsed);
    return same;
}

static void test_family(const struct fuzz_family *f)
{
    struct fuzz_generator *g = fuzz_generator_new(1, f);
    uint32_t bad = 0, count[STEP_KIND_COUNT] = { 0 };
    for (uint64_t k = 0; k < PROGRAMS && bad < 3; k++) {
        const struct program *p = fuzz_generate(g, k);
        bad += !comes_back(p);
        count_words(&p->main, count);
    }
    is_int(bad, 0, "%s: every program comes back from its text", f->name);
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        for (int kind = 0; f->weight[layer] && kind < STEP_KIND_COUNT; kind++)
            if (f->weight[layer][kind])
                ok(count[kind] > 0, "%s: '%s' comes in it", f->name,
                   step_word((enum step_kind)kind));
    fuzz_generator_free(g);
}

static char *text_of(uint64_t seed, uint64_t number, uint64_t before)
{
    struct fuzz_generator *g = fuzz_generator_new(seed, NULL);
    for (uint64_t k = 0; k < before; k++)
        fuzz_generate(g, k);
    char *text = program_print(fuzz_generate(g, number));
    fuzz_generator_free(g);
    return text;
}

static void test_identity(void)
{
    char *a = text_of(7, 1234, 0), *b = text_of(7, 1234, 50);
    char *other = text_of(8, 1234, 0), *next = text_of(7, 1235, 0);
    is(a, b, "a program is the same whatever was made before it");
    /* Compare after the title, which contains both numbers. */
    ok(strcmp(strchr(a, '\n'), strchr(other, '\n')) != 0, "another seed has another");
    ok(strcmp(strchr(a, '\n'), strchr(next, '\n')) != 0, "so has another number");
    free(a);
    free(b);
    free(other);
    free(next);
}

static bool answers(bool (*question)(const struct program *p), const char *body)
{
    struct diag d;
    char *text = xasprintf("title \"x\"\nrules POLL-1\n%s\n", body);
    struct program *p = program_parse("row", text, strlen(text), &d);
    bool answer = question(p);
    program_free(p);
    free(text);
    return answer;
}

static void test_solitary(void)
{
    ok(!answers(fuzz_is_solitary, "timer 1ms { work 1ms { log a } }"),
       "a pool of the usual size is shared");
    ok(answers(fuzz_is_solitary, "workers 2\nwork 1ms { log a }"), "one of another size is not");
    ok(answers(fuzz_is_solitary, "timer 1ms { first 1 { log a } else { raise winch } }"),
       "nor are signals");
    ok(answers(fuzz_is_solitary, "child { log a }"), "nor children");
    ok(answers(fuzz_is_solitary, "loop { log a }"), "nor other loops");
}

static void test_sharing(void)
{
    bool (*may)(const struct program *p) = program_may_share;
    ok(answers(may, "layer node\ntimeout 1500us { unref t }\nt = immediate { busy 1ms }"),
       "timers may share a runtime's process");
    ok(!answers(may, "layer node\ntimeout 1ms { exit }"), "but not what ends it");
    ok(!answers(may, "layer node\non before-exit { log a }"), "nor what its end calls");
    ok(!answers(may, "layer node\npoll readable { log a }"), "nor descriptors");
    ok(!answers(may, "layer node\nstat { log a }"), "nor the pool");
    ok(!answers(may, "layer node\nworkers 2\nlog a"), "whose size is the process's");
    ok(!answers(may, "layer node\nbusy 500us"), "nor what lasts a part of a millisecond");
    ok(!answers(may, "layer node\nuptime 1h\nlog a"), "nor what begins at a time of its own");
}

static void test_virtual(void)
{
    bool (*is_so)(const struct program *p) = fuzz_needs_virtual;
    ok(!answers(is_so, "timer 1ms { poll readable { log a } }"), "a real clock can do that");
    ok(answers(is_so, "timer 1ms { observe now }"), "but shows another time each time");
    ok(answers(is_so, "work 1ms { log a }"), "and jobs end when they do");
    ok(answers(is_so, "poll readable after 1ms { log a }"), "and what comes after a while is late");
    ok(answers(is_so, "layer node\ntimeout 2147483648ms { log a }"), "and a warning takes long");
    ok(answers(is_so, "p = poll readable { }\nunref p"), "descriptors cost an iteration");
}

int main(void)
{
    for (size_t i = 0; i < fuzz_family_count(); i++)
        test_family(fuzz_family_at(i));
    test_identity();
    test_solitary();
    test_sharing();
    test_virtual();
    ok(fuzz_family_find("ticks") == fuzz_family_at(0), "a family by its name");
    ok(!fuzz_family_find("tick"), "and none by another");
    return done_testing();
}
