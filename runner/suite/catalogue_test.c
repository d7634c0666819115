/* The catalogue of this repository has a switch for everything that differs between versions of
 * libuv in the reference loop. At least one rule depends on each switch. */
#include "catalogue/catalogue.h"

#include <string.h>

#include "base/mem.h"
#include "loop/policy.h"
#include "tap/tap.h"

static const struct rule_switch *find_switch(const struct catalogue *c, const char *id)
{
    for (size_t i = 0; i < c->choice_count; i++)
        if (strcmp(c->choice[i]->id, id) == 0)
            return c->choice[i];
    return NULL;
}

/* timers_at_tail in the code is timers-at-tail in the catalogue. */
static void test_loop_policy(const struct catalogue *c)
{
    size_t count;
    const struct policy_change *change = policy_changes(&count);
    for (size_t i = 0; i < count; i++) {
        char id[64];
        snprintf(id, sizeof id, "%s", change[i].member);
        for (char *p = id; *p; p++)
            *p = *p == '_' ? '-' : *p;
        ok(find_switch(c, id) != NULL, "the catalogue has the switch %s", id);
    }
}

static bool decides_a_rule(const struct catalogue *c, const struct rule_switch *choice)
{
    for (size_t i = 0; i < c->rule_count; i++) {
        const struct rule *rule = &c->rule[i];
        for (size_t d = 0; d < rule->depends_count; d++)
            if (rule->depends[d] == choice)
                return true;
    }
    return false;
}

/* catalogue_read_rules() reads only the files named after its rules, so each rule must be in its
 * file. */
static void test_places(const struct catalogue *c)
{
    for (size_t i = 0; i < c->rule_count; i++) {
        const char *id = c->rule[i].id;
        struct catalogue *alone = catalogue_read_rules("cases", &id, 1);
        if (!alone)
            ok(false, "%s stands in the file of its name", id);
        catalogue_free(alone);
    }
    pass("each rule stands in the file of its name");
}

int main(void)
{
    struct diag d;
    struct catalogue *c = catalogue_read("cases", NULL, &d);
    if (!ok(c != NULL, "the catalogue is read")) {
        diag_print(&d, stderr);
        return done_testing();
    }
    test_loop_policy(c);
    test_places(c);
    for (size_t i = 0; i < c->choice_count; i++)
        ok(decides_a_rule(c, c->choice[i]), "%s decides a rule", c->choice[i]->id);
    catalogue_free(c);
    return done_testing();
}
