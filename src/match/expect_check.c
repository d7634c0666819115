#include "match/expect.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "match/bound.h"
#include "match/expect_parser.h"
#include "match/pattern.h"
#include "scenario/words.h"

enum label_use { USE_LOG = 1, USE_OBSERVE = 2 };

struct check {
    const struct expect *e;
    const struct scenario *scenario;
    const char *source;
    size_t length;
    uint8_t *use;              /* enum label_use bits for each label */
    const struct step **maker; /* for each label: the step that makes the object of that name */
    bool open;                 /* is the expectation `open`? */
    uint64_t roles;            /* one bit for each enum figures_role that occurs in the program */
    struct diag *diag;
};

#define error_at(c, item, ...) \
    diag_quoted((c)->diag, (c)->source, (c)->length, (item)->at, __VA_ARGS__)

/* --- labels --- */

static void note_uses(struct check *c, const struct block *block)
{
    if (!block)
        return;
    for (uint32_t i = 0; i < block->count; i++) {
        const struct step *s = &block->step[i];
        for (uint32_t j = 0; j < s->label_count; j++)
            c->use[s->label[j]] |= s->kind == STEP_OBSERVE ? USE_OBSERVE : USE_LOG;
        if (word_makes(word_of(s->kind))) {
            c->maker[s->name] = s;
            c->roles |= UINT64_C(1) << figures_role(step_word(s->kind));
        }
        note_uses(c, s->body);
        note_uses(c, s->otherwise);
        for (uint32_t j = 0; j < s->then_count; j++)
            note_uses(c, &s->then[j]);
    }
}

/* The string literals of a script serve as its labels. */
static void note_script(struct check *c, const struct script *script)
{
    for (size_t id = 1; id < script->use_count; id++)
        c->use[id] = (script->use[id] & SCRIPT_LOGS ? USE_LOG : 0) |
                     (script->use[id] & SCRIPT_VALUE ? USE_OBSERVE : 0);
}

/* A script that computes its labels may log anything; only a run can show it. */
static bool may_log_more(const struct check *c)
{
    return c->scenario->script && c->scenario->script->computes;
}

static int unknown_label(struct check *c, const struct expect_item *item)
{
    struct suggest s;
    suggest_init(&s, item->label);
    for (uint32_t id = 1; id < c->scenario->labels.count; id++)
        if (c->use[id])
            suggest_offer(&s, c->scenario->labels.text[id]);
    bool digits = strspn(item->label, "0123456789") == strlen(item->label);
    const char *otherwise = item->kind == EXPECT_NEVER
                                ? "a promise about a label that nothing logs can never fail"
                            : digits ? "if it is a time, give it a unit: 5ms"
                                     : NULL;
    return error_at(c, item, suggest_hint(&s, otherwise), "nothing logs '%s'", item->label);
}

/* The union of the uses of all labels that a pattern matches; -1 with the diag filled in. */
static int pattern_uses(struct check *c, const struct expect_item *item)
{
    int uses = 0;
    for (uint32_t id = 1; id < c->scenario->labels.count; id++) {
        if (!c->use[id])
            continue;
        enum pattern_answer answer = pattern_match(item->pattern, c->scenario->labels.text[id]);
        if (answer == PATTERN_LIMIT)
            return error_at(c, item, "repeat no group that itself repeats: /(a+)+/ is /a+/",
                            "pattern ran into its limit on '%s'", c->scenario->labels.text[id]);
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
        return error_at(c, item,
                        c->scenario->script ? "a value is logged with its label: log('label', 1)"
                                            : "only what 'observe' records has a value",
                        "'%.80s' is a log and has no value", shown);
    if (!item->has_value && !(uses & USE_LOG)) {
        snprintf(hint, sizeof hint,
                 item->label ? "write the value: %.80s = 1" : "write the value: /%.80s/ = 1",
                 shown);
        return error_at(c, item, hint,
                        c->scenario->script ? "'%.80s' is logged with a value and needs it"
                                            : "'%.80s' is an observation and needs its value",
                        shown);
    }
    return 0;
}

static int check_label(struct check *c, const struct expect_item *item)
{
    int uses;
    if (may_log_more(c))
        return 0;
    if (item->label) {
        uses = c->use[labels_find(c->scenario->labels, item->label)];
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

/* --- figures --- */

static int unknown_handle(struct check *c, const struct expect_item *item)
{
    struct suggest s;
    suggest_init(&s, item->label);
    for (uint32_t id = 1; id < c->scenario->labels.count; id++)
        if (c->maker[id])
            suggest_offer(&s, c->scenario->labels.text[id]);
    if (c->scenario->script)
        return error_at(c, item, "figures are measured in programs, where handles have names",
                        "a script has no handle '%s'", item->label);
    return error_at(
        c, item, suggest_hint(&s, "a name is given where the handle is made: t = timer 10ms { }"),
        "nothing is named '%s'", item->label);
}

static int check_handle(struct check *c, const struct expect_item *item,
                        const struct bound_word *word)
{
    uint32_t id = labels_find(c->scenario->labels, item->label);
    const struct step *maker = id ? c->maker[id] : NULL;
    if (!maker)
        return unknown_handle(c, item);
    if (word->role != FIGURES_UNKNOWN && figures_role(step_word(maker->kind)) != word->role)
        return error_at(c, item, NULL, "'%s' is of %s; '%s' is made by '%s' on line %u", word->text,
                        word->of, item->label, step_word(maker->kind), maker->at.line);
    return 0;
}

static int check_figure(struct check *c, const struct expect_item *item)
{
    const struct bound_word *word = bound_word((enum bound_figure)item->bound.figure);
    if (item->bound.relation == REL_GE && item->bound.amount == 0 && word->is & BOUND_HAS_ALWAYS)
        return error_at(c, item, "no figure is less than 0", "this bound can never fail");
    if (item->label)
        return check_handle(c, item, word);
    if (word->subject != SUBJECT_NONE && !(c->roles >> word->role & 1))
        return error_at(c, item, NULL, "'%s' is of %s, and the program has none", word->text,
                        word->of);
    return 0;
}

/* --- groups and pairs --- */

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_items(const struct expect_item *a, const struct expect_item *b)
{
    if (a->kind != b->kind || !same_text(a->label, b->label) ||
        !same_text(a->pattern_text, b->pattern_text) || a->has_value != b->has_value ||
        a->value != b->value || a->count != b->count || a->phase != b->phase ||
        a->time_ns != b->time_ns || a->iteration != b->iteration || a->item_count != b->item_count)
        return false;
    for (size_t i = 0; i < a->item_count; i++)
        if (!same_items(a->item[i], b->item[i]))
            return false;
    return true;
}

static int check_choices(struct check *c, const struct expect_item *group)
{
    for (size_t i = 1; i < group->item_count; i++)
        for (size_t j = 0; j < i; j++)
            if (same_items(group->item[i], group->item[j]))
                return error_at(c, group->item[i], NULL,
                                "this choice is the same as that on line %u, column %u",
                                group->item[j]->at.line, group->item[j]->at.column);
    return 0;
}

/* A gap right after a gap is an error. Promises have no position and do not separate them. */
static int check_gap(struct check *c, const struct expect_item *item, bool *after_gap)
{
    bool gap = item->kind == EXPECT_GAP;
    if (gap && *after_gap)
        return error_at(c, item, "one ... stands for any number of logs", "a gap follows a gap");
    if (gap && c->open)
        return error_at(c, item, "other logs may stand anywhere in it",
                        "an open trace needs no gaps");
    if (gap || item->kind == EXPECT_LINE || item->kind == EXPECT_ONE_OF ||
        item->kind == EXPECT_ANY_ORDER)
        *after_gap = gap;
    return 0;
}

static int check_items(struct check *c, const struct expect_item *const *items, size_t count);

static int check_item(struct check *c, const struct expect_item *item)
{
    bool after_gap = false;
    switch (item->kind) {
    case EXPECT_LINE:
    case EXPECT_NEVER:
    case EXPECT_SUBJECT: return check_label(c, item);
    case EXPECT_FIGURE: return check_figure(c, item);
    case EXPECT_ONE_OF:
        if (check_choices(c, item) < 0)
            return -1;
        break;
    case EXPECT_BEFORE:
        if (same_items(item->item[0], item->item[1]))
            return error_at(c, item, NULL, "nothing comes before itself");
        break;
    case EXPECT_CHOICE:
        for (size_t i = 0; i < item->item_count; i++)
            if (check_gap(c, item->item[i], &after_gap) < 0)
                return -1;
        break;
    default: break;
    }
    return check_items(c, item->item, item->item_count);
}

static int check_items(struct check *c, const struct expect_item *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (check_item(c, items[i]) < 0)
            return -1;
    return 0;
}

/* --- blocks --- */

/* Must a case of this layer have an answer for this profile? A core case must for all profiles that
 * its rules are about. A host's case must for that host only: words like `timeout` may let it run
 * on the other host, but need not. */
static bool concerns(const struct check *c, const struct profile *profile)
{
    if (!profile_concerns(profile, c->scenario->families))
        return false;
    return c->scenario->layer == LAYER_CORE ||
           (c->scenario->layer == LAYER_BROWSER) == (profile->host == HOST_BROWSER);
}

static const char covering[] =
    "blocks side by side cover each known profile exactly once; { } is an empty block";

/* Exactly one block of a group of neighbours must hold for this profile. */
static int check_group_for(struct check *c, const struct expect_item *const *group, size_t count,
                           size_t known)
{
    const struct profile profile = profile_known(c->scenario->loops, known);
    const struct expect_item *holder = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!condition_holds(&group[i]->condition, &profile))
            continue;
        if (holder)
            return error_at(c, group[i], covering, "both this block and line %u hold for %s",
                            holder->at.line, profile_known_name(c->scenario->loops, known));
        holder = group[i];
    }
    if (!holder && concerns(c, &profile))
        return error_at(c, group[0], covering, "no block here holds for %s",
                        profile_known_name(c->scenario->loops, known));
    return 0;
}

static bool holds_anywhere(const struct check *c, const struct condition *condition)
{
    for (size_t i = 0; i < profile_known_count(c->scenario->loops); i++) {
        const struct profile profile = profile_known(c->scenario->loops, i);
        if (condition_holds(condition, &profile))
            return true;
    }
    return false;
}

static int check_group(struct check *c, const struct expect_item *const *group, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *unknown = condition_unknown(&group[i]->condition, c->scenario->loops);
        if (unknown)
            return error_at(c, group[i],
                            "a .rules file beside the cases declares it: loop NAME 1.0",
                            "unknown loop '%s'", unknown);
        if (!holds_anywhere(c, &group[i]->condition))
            return error_at(c, group[i], "what stands in it would never be judged",
                            "this block holds for no known profile");
    }
    for (size_t k = 0; k < profile_known_count(c->scenario->loops); k++)
        if (check_group_for(c, group, count, k) < 0)
            return -1;
    return 0;
}

static int check_groups(struct check *c)
{
    const struct expect *e = c->e;
    for (size_t i = 0, end; i < e->item_count; i = end + 1) {
        for (end = i; end < e->item_count && e->item[end]->kind == EXPECT_BLOCK;)
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
    const struct expect_item *nothing = NULL, *gap = NULL;
    bool after_gap = false;
    for (size_t i = 0; i < count; i++) {
        nothing = flat[i]->kind == EXPECT_NOTHING ? flat[i] : nothing;
        gap = flat[i]->kind == EXPECT_GAP ? flat[i] : gap;
        if (check_gap(c, flat[i], &after_gap) < 0)
            return -1;
    }
    if (nothing && count > 1)
        return error_at(c, nothing, "an empty block { } expects nothing more at its place",
                        "'nothing' promises an empty trace, but more is expected for %s", profile);
    if (!expect_can_fail(flat, count))
        return error_at(c, gap ? gap : c->e->item[0], "write 'nothing' if no log is expected",
                        "this expectation can never fail for %s", profile);
    return 0;
}

static int check_profiles(struct check *c)
{
    for (size_t k = 0; k < profile_known_count(c->scenario->loops); k++) {
        const struct profile profile = profile_known(c->scenario->loops, k);
        if (!concerns(c, &profile))
            continue;
        size_t count;
        const struct expect_item **flat = expect_flatten(c->e, &profile, &count);
        int status = check_flat(c, flat, count, profile_known_name(c->scenario->loops, k));
        free(flat);
        if (status < 0)
            return -1;
    }
    return 0;
}

int expect_check(const struct expect *e, const char *source, size_t length,
                 const struct scenario *scenario, struct diag *d)
{
    struct check c = {
        .e = e, .scenario = scenario, .source = source, .length = length, .diag = d
    };
    c.open = e->item_count > 0 && e->item[0]->kind == EXPECT_OPEN;
    c.use = xcalloc(scenario->labels.count, sizeof *c.use);
    c.maker = xcalloc(scenario->labels.count, sizeof *c.maker);
    if (scenario->program)
        note_uses(&c, &scenario->program->main);
    else
        note_script(&c, scenario->script);
    int status = check_items(&c, e->item, e->item_count) < 0 || check_groups(&c) < 0 ||
                         check_profiles(&c) < 0
                     ? -1
                     : 0;
    free(c.use);
    free(c.maker);
    return status;
}
