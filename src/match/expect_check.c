#include "match/expect.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "match/pattern.h"

enum label_use { USE_LOG = 1, USE_OBSERVE = 2 };

struct check {
    const struct expect *e;
    const struct program *program;
    const char *source;
    size_t length;
    uint8_t *use; /* enum label_use bits for each string id */
    struct diag *diag;
};

__attribute__((format(printf, 4, 5))) static int
error_at(struct check *c, const struct expect_item *item, const char *hint, const char *fmt, ...)
{
    char message[sizeof c->diag->message];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    diag_set(c->diag, item->at, hint, "%s", message);
    diag_quote(c->diag, c->source, c->length);
    return -1;
}

/* --- labels --- */

static void note_uses(struct check *c, const struct block *block)
{
    if (!block)
        return;
    for (uint32_t i = 0; i < block->count; i++) {
        const struct step *s = &block->step[i];
        for (uint32_t j = 0; j < s->label_count; j++)
            c->use[s->label[j]] |= s->kind == STEP_OBSERVE ? USE_OBSERVE : USE_LOG;
        note_uses(c, s->body);
        note_uses(c, s->otherwise);
        for (uint32_t j = 0; j < s->then_count; j++)
            note_uses(c, &s->then[j]);
    }
}

static int unknown_label(struct check *c, const struct expect_item *item)
{
    char hint[160];
    struct suggest s;
    suggest_init(&s, item->label);
    for (uint32_t id = 1; id < c->program->string_count; id++)
        if (c->use[id])
            suggest_offer(&s, c->program->string[id]);
    bool digits = strspn(item->label, "0123456789") == strlen(item->label);
    const char *otherwise = item->kind == EXPECT_NEVER
                                ? "a promise about a label that nothing logs can never fail"
                            : digits ? "if it is a time, give it a unit: 5ms"
                                     : NULL;
    return error_at(c, item, suggest_hint(&s, otherwise, hint, sizeof hint), "nothing logs '%s'",
                    item->label);
}

/* Which uses the labels of a pattern have together; -1 with the diag filled in. */
static int pattern_uses(struct check *c, const struct expect_item *item)
{
    int uses = 0;
    for (uint32_t id = 1; id < c->program->string_count; id++) {
        if (!c->use[id])
            continue;
        enum pattern_answer answer = pattern_match(item->pattern, c->program->string[id]);
        if (answer == PATTERN_LIMIT)
            return error_at(c, item, "repeat no group that itself repeats: /(a+)+/ is /a+/",
                            "pattern ran into its limit on '%s'", c->program->string[id]);
        if (answer == PATTERN_YES)
            uses |= c->use[id];
    }
    return uses;
}

static int check_value(struct check *c, const struct expect_item *item, int uses)
{
    char hint[160];
    const char *shown = item->label ? item->label : item->pattern_text;
    if (item->has_value && !(uses & USE_OBSERVE))
        return error_at(c, item, "only what 'observe' records has a value",
                        "'%.80s' is a log and has no value", shown);
    if (!item->has_value && !(uses & USE_LOG)) {
        snprintf(hint, sizeof hint,
                 item->label ? "write the value: %.80s = 1" : "write the value: /%.80s/ = 1",
                 shown);
        return error_at(c, item, hint, "'%.80s' is an observation and needs its value", shown);
    }
    return 0;
}

static int check_label(struct check *c, const struct expect_item *item)
{
    int uses;
    if (item->label) {
        uses = c->use[program_find(c->program, item->label)];
        if (uses == 0)
            return unknown_label(c, item);
    } else {
        uses = pattern_uses(c, item);
        if (uses < 0)
            return -1;
        if (uses == 0)
            return error_at(c, item, NULL, "nothing logs a label that /%.80s/ matches",
                            item->pattern_text);
    }
    return item->kind == EXPECT_LINE ? check_value(c, item, uses) : 0;
}

static int check_labels(struct check *c, const struct expect_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct expect_item *item = &items[i];
        if (item->kind == EXPECT_BLOCK && check_labels(c, item->item, item->item_count) < 0)
            return -1;
        if ((item->kind == EXPECT_LINE || item->kind == EXPECT_NEVER) && check_label(c, item) < 0)
            return -1;
    }
    return 0;
}

/* --- blocks --- */

/* Must a case of this layer have an answer for this profile? The loop's own cases
 * must for all of them; one of a host for that host, since words like `timeout`
 * may let it run on the other but need not. */
static bool concerns(const struct check *c, const struct profile *profile)
{
    return c->program->layer == LAYER_CORE ||
           (c->program->layer == LAYER_BROWSER) == (profile->host == HOST_BROWSER);
}

static const char covering[] =
    "blocks side by side cover each known profile exactly once; { } is an empty block";

/* Hold one group of neighbours against one profile. */
static int check_group_for(struct check *c, const struct expect_item *group, size_t count,
                           size_t known)
{
    const struct profile profile = profile_known(known);
    const struct expect_item *holder = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!condition_holds(&group[i].condition, &profile))
            continue;
        if (holder)
            return error_at(c, &group[i], covering, "both this block and line %u hold for %s",
                            holder->at.line, profile_known_name(known));
        holder = &group[i];
    }
    if (!holder && concerns(c, &profile))
        return error_at(c, &group[0], covering, "no block here holds for %s",
                        profile_known_name(known));
    return 0;
}

static bool holds_anywhere(const struct condition *condition)
{
    for (size_t i = 0; i < profile_known_count(); i++) {
        const struct profile profile = profile_known(i);
        if (condition_holds(condition, &profile))
            return true;
    }
    return false;
}

static int check_group(struct check *c, const struct expect_item *group, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!holds_anywhere(&group[i].condition))
            return error_at(c, &group[i], "what stands in it would never be judged",
                            "this block holds for no known profile");
    for (size_t k = 0; k < profile_known_count(); k++)
        if (check_group_for(c, group, count, k) < 0)
            return -1;
    return 0;
}

static int check_groups(struct check *c)
{
    const struct expect *e = c->e;
    for (size_t i = 0, end; i < e->item_count; i = end + 1) {
        for (end = i; end < e->item_count && e->item[end].kind == EXPECT_BLOCK;)
            end++;
        if (end > i && check_group(c, &e->item[i], end - i) < 0)
            return -1;
    }
    return 0;
}

/* --- what is left for one profile --- */

static int check_flat(struct check *c, const struct expect_item **flat, size_t count,
                      const char *profile)
{
    const struct expect_item *gap = NULL, *line = NULL, *nothing = NULL;
    bool after_gap = false, promises = false;
    for (size_t i = 0; i < count; i++) {
        const struct expect_item *item = flat[i];
        bool is_gap = item->kind == EXPECT_GAP;
        promises = promises || item->kind == EXPECT_NEVER;
        nothing = item->kind == EXPECT_NOTHING ? item : nothing;
        line = item->kind == EXPECT_LINE ? item : line;
        gap = is_gap ? item : gap;
        if (is_gap && after_gap)
            return error_at(c, item, "one ... stands for any number of logs",
                            "a gap follows a gap");
        /* A promise has no position, so it does not part two gaps. */
        after_gap = is_gap || (after_gap && item->kind == EXPECT_NEVER);
    }
    if (nothing && (line || gap || promises))
        return error_at(c, nothing, "an empty block { } expects nothing more at its place",
                        "'nothing' promises an empty trace, but more is expected for %s", profile);
    if (!nothing && !line && !promises)
        return error_at(c, gap ? gap : &c->e->item[0], "write 'nothing' if no log is expected",
                        "this expectation can never fail for %s", profile);
    return 0;
}

static int check_profiles(struct check *c)
{
    for (size_t k = 0; k < profile_known_count(); k++) {
        const struct profile profile = profile_known(k);
        if (!concerns(c, &profile))
            continue;
        size_t count;
        const struct expect_item **flat = expect_flatten(c->e, &profile, &count);
        int status = check_flat(c, flat, count, profile_known_name(k));
        free(flat);
        if (status < 0)
            return -1;
    }
    return 0;
}

int expect_check(const struct expect *e, const char *source, size_t length, const struct program *p,
                 struct diag *d)
{
    struct check c = { .e = e, .program = p, .source = source, .length = length, .diag = d };
    c.use = xcalloc(p->string_count, sizeof *c.use);
    note_uses(&c, &p->main);
    int status = check_labels(&c, e->item, e->item_count) < 0 || check_groups(&c) < 0 ||
                         check_profiles(&c) < 0
                     ? -1
                     : 0;
    free(c.use);
    return status;
}
