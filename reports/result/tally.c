#include "reports/result/tally.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"

void tally_add(struct tally *t, const char *name, int length)
{
    char *word = xstrndup(name, (size_t)length), *clean = text_clean(word, TEXT_LINE);
    free(word);
    for (size_t i = 0; i < t->count; i++) {
        if (strcmp(t->row[i].name, clean) == 0) {
            t->row[i].count++;
            free(clean);
            return;
        }
    }
    PUSH(t->row, t->count, t->room, (struct tally_row){ clean, 1 });
}

void tally_add_broken(struct tally *t, const struct result *r)
{
    bool is_broken = !verdict_is_expected(r->verdict) && r->verdict != VERDICT_ERROR;
    for (size_t i = 0; i < r->rule_count && is_broken; i++)
        tally_add(t, r->rule[i], (int)strlen(r->rule[i]));
}

/* By insertion: a few rows, and equals stay in their order. */
void tally_sort(struct tally *t)
{
    for (size_t i = 1; i < t->count; i++) {
        struct tally_row row = t->row[i];
        size_t k = i;
        for (; k > 0 && t->row[k - 1].count < row.count; k--)
            t->row[k] = t->row[k - 1];
        t->row[k] = row;
    }
}

void tally_release(struct tally *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->row[i].name);
    free(t->row);
    *t = (struct tally){ 0 };
}
