#include "mutants/mutants.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

/* Which mutant is at work: its place in the table, from 1; 0 for none. Woven code asks
 * where it has neither a loop nor a host at hand, so this is the process's and not
 * theirs. It is set once, by whoever the process runs a mutant for. */
extern unsigned mutant_chosen;
unsigned mutant_chosen;

int mutant_find(const char *name, const struct mutant **out, struct diag *d)
{
    struct suggest near;

    *out = NULL;
    if (strcmp(name, "none") == 0)
        return 0;
    suggest_init(&near, name);
    for (size_t i = 0; i < mutant_table_count; i++) {
        if (strcmp(mutant_table[i].name, name) == 0) {
            *out = &mutant_table[i];
            return 0;
        }
        suggest_offer(&near, mutant_table[i].name);
    }
    return diag_usage(d, suggest_hint(&near, "'loopspec list mutants' names them all"),
                      "unknown mutant '%s'", name);
}

void mutant_choose(const struct mutant *m)
{
    assert(!m || (m >= mutant_table && m < mutant_table + mutant_table_count));
    mutant_chosen = m ? (unsigned)(m - mutant_table) + 1 : 0;
}
