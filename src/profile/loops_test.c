/* Declared loops: their names, their profiles, and which conditions hold for them. */
#include "profile/loops.h"

#include <string.h>

#include "tap/tap.h"

static const struct version mine[] = { { { 1, 0, 0 } }, { { 1, 4, 0 } }, { { 2, 0, 0 } } };
static const char *const mine_names[] = { "my-loop-1", "my-loop-1.4", "my-loop-2" };
static const struct version other[] = { { { 7, 0, 0 } } };
static const char *const other_names[] = { "my-7" };
static const struct loops loops = { .item = { { "my-loop", mine, mine_names, 3, { 0 } },
                                              { "my", other, other_names, 1, { 0 } } },
                                    .count = 2 };

static void test_names(void)
{
    static const struct {
        const char *name;
        bool may;
    } rows[] = {
        { "my-loop", true },
        { "x", true },
        { "libuv", false },
        { "any", false },
        { "node", false },
        { "linux", false },
        { "glib", false },
        { "my-2", false },
        { "my-2x", true },
        { "glib-7", false },
        { "a-name-that-is-much-too-long", false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ok(loops_may_name(rows[i].name) == rows[i].may, "'%s' %s", rows[i].name,
           rows[i].may ? "can be a name" : "cannot");
    is_int(loops_find(&loops, "my-loop"), FAMILY_COUNT, "the first has the first number");
    is_int(loops_find(&loops, "my"), FAMILY_COUNT + 1, "the second the next");
    is_int(loops_find(&loops, "their"), -1, "another has none");
    is_int(loops_find(NULL, "my"), -1, "nor has any where none are declared");
}

static void test_profiles(void)
{
    static const struct {
        const char *text, *printed;
    } rows[] = {
        { "my-loop", "my-loop-2" }, { "my-loop-1.4", "my-loop-1.4" },
        { "my", "my-7" },           { "my-7.1", "my-7.1" },
        { "my-loop-", NULL },       { "my-loops", NULL },
        { "libuv-1.44", NULL },
    };
    char printed[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct profile p;
        bool found = loops_parse_profile(&loops, rows[i].text, &p);
        is(found ? profile_print(&p, printed) : NULL, rows[i].printed, "'%s'", rows[i].text);
    }
    size_t known = profile_known_count(NULL);
    is_int(profile_known_count(&loops), known + 4, "each version is known");
    is(profile_known_name(&loops, known + 1), "my-loop-1.4", "by its name");
    is(profile_known_name(&loops, known + 3), "my-7", "to the last");
    struct profile last = profile_known(&loops, known + 3);
    is_int(last.family, FAMILY_COUNT + 1, "of its own family");
    ok(profile_concerns(&last, FAMILY_BIT(FAMILY_ANY)), "rules for every loop are for it");
    ok(!profile_concerns(&last, FAMILY_BIT(FAMILY_COUNT)), "those of another are not");
    ok(profile_may_be_own("my-loop-1.4"), "a name that nobody knows may be one");
    ok(!profile_may_be_own("nod-20"), "one that is nearly known may not");
}

static void test_nearest(void)
{
    struct profile p;
    char note[PROFILE_NOTE_MAX], printed[64];
    loops_parse_profile(&loops, "my-loop-3.1", &p);
    profile_use_nearest_known(&p, &loops, note);
    is(profile_print(&p, printed), "my-loop-2", "a version after all is the newest");
    like(note, "my-loop 3.1 is newer than all known versions", "and that is said");
    loops_parse_profile(&loops, "my-loop-1.2", &p);
    profile_use_nearest_known(&p, &loops, note);
    is(profile_print(&p, printed), "my-loop-1.2", "one in between stays");
    is(note, "", "without a word");
}

static void test_conditions(void)
{
    static const struct {
        const char *text, *profile;
        bool holds;
    } rows[] = {
        { "[my-loop]", "my-loop", true },
        { "[my-loop]", "my", false },
        { "[my-loop < 1.4]", "my-loop-1", true },
        { "[my-loop < 1.4]", "my-loop-1.4", false },
        { "[my >= 7]", "my", true },
        { "[my and linux]", "my", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lexer lx;
        struct diag d;
        struct condition c;
        struct profile p;
        char printed[160];
        lex_init(&lx, "x", rows[i].text, strlen(rows[i].text), &d);
        is_int(condition_parse(&lx, &c), 0, "%s parses", rows[i].text);
        lex_release(&lx);
        loops_parse_profile(&loops, rows[i].profile, &p);
        ok(condition_holds(&c, &p) == rows[i].holds, "%s for %s", rows[i].text, rows[i].profile);
        is(condition_print(&c, printed), rows[i].text, "and is printed as it was");
        ok(!condition_unknown(&c, &loops), "it names no other loop");
        ok(condition_unknown(&c, NULL), "but without declarations it does");
    }
}

int main(void)
{
    test_names();
    test_profiles();
    test_nearest();
    test_conditions();
    return done_testing();
}
