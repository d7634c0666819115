/* The table is sound: names that can be typed, rules, sentences, profiles; a name is
 * found, a slip is told. */
#include "mutants/mutants.h"

#include <ctype.h>
#include <string.h>

#include "profile/profile.h"
#include "tap/tap.h"

static bool is_name(const char *text)
{
    for (const char *p = text; *p; p++)
        if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '-')
            return false;
    return text[0] != '\0' && strcmp(text, "none") != 0;
}

static bool has_known_profile(const struct mutant *m)
{
    struct profile p;
    struct diag d;
    return !m->profile || profile_parse(m->profile, &p, &d) == 0;
}

static void test_rows(void)
{
    size_t bad = 0;
    for (size_t i = 0; i < mutant_table_count; i++) {
        const struct mutant *m = &mutant_table[i];
        const bool sound = is_name(m->name) && m->rule[0] && m->does[0] && has_known_profile(m) &&
                           strncmp(m->change, "src/", 4) == 0;
        if (!sound)
            diag("row '%s'", m->name);
        bad += !sound;
    }
    ok(bad == 0, "each row has a name, a rule, a sentence and a change");
    ok(mutant_table_count >= 100, "there are many");
}

static void test_find(void)
{
    const struct mutant *m = NULL;
    struct diag d;
    ok(mutant_find("ties-in-reverse", &m, &d) == 0 && m, "a mutant is found by its name");
    ok(m && strcmp(m->rule[0], "TIMER-2") == 0 && !m->rule[1], "with the rule that it breaks");
    ok(mutant_find("none", &m, &d) == 0 && !m, "none is the control");
    ok(mutant_find("ties-in-revers", &m, &d) < 0, "any other name is refused");
    like(d.hint, "ties-in-reverse", "with what was meant");
}

int main(void)
{
    test_rows();
    test_find();
    return done_testing();
}
