/* Groups permit a trace if, and only if, it is one of all the orders that they stand for; what
 * would take too long to decide is reported as undecided. */
#include "match/walk.h"

#include "match/sample_test.h"

/* --- groups, against the list of all that they permit --- */

struct strings { /* patterns for tries() */
    char (*text)[48];
    size_t count, room;
};

static void add_string(struct strings *s, const char *head, const char *tail)
{
    GROW(s->text, s->count, s->room);
    snprintf(s->text[s->count++], sizeof s->text[0], "%s%s", head, tail);
}

/* Replace `s` by all concatenations of one of `s` and one of `more`. */
static void join(struct strings *s, struct strings *more)
{
    struct strings both = { 0 };
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < more->count; j++)
            add_string(&both, s->text[i], more->text[j]);
    free(s->text);
    free(more->text);
    *s = both;
}

static char *build_line(uint64_t *state, char *source, char *slots)
{
    static const char *const spelled[] = { "a", "b", "c", "/./", "/^[ab]$/" };
    uint32_t what = draw(state, 5), count = 1 + draw(state, 5) / 4;
    source += sprintf(source, count > 1 ? "%s * %u " : "%s ", spelled[what], count);
    for (; count > 0; count--)
        strncat(slots, &"abc?n"[what], 1);
    return source;
}

static void add_permutations(struct strings *out, char *slots, size_t from)
{
    size_t length = strlen(slots);
    if (from == length)
        add_string(out, slots, "");
    for (size_t i = from; i < length; i++) {
        char first = slots[from];
        slots[from] = slots[i];
        slots[i] = first;
        add_permutations(out, slots, from + 1);
        slots[i] = slots[from];
        slots[from] = first;
    }
}

static char *build_sequence(uint64_t *state, char *source, uint32_t items, int depth, bool open,
                            struct strings *out);

static char *build_item(uint64_t *state, char *source, int depth, bool open, struct strings *out)
{
    char slots[16] = "";
    uint32_t what = draw(state, 8);
    if (what == 0 && !open) {
        add_string(out, ".", "");
        return source + sprintf(source, "... ");
    }
    if (what <= 2) {
        source += sprintf(source, "any order { ");
        source = build_line(state, source, slots);
        source = build_line(state, source, slots);
        add_permutations(out, slots, 0);
        return source + sprintf(source, "} ");
    }
    if (what <= 4 && depth < 2) {
        source += sprintf(source, "one of ");
        for (uint32_t i = 0, n = 2 + draw(state, 2); i < n; i++) {
            source += sprintf(source, i ? "or { " : "{ ");
            source = build_sequence(state, source, draw(state, 3), depth + 1, open, out);
            source += sprintf(source, "} ");
        }
        return source;
    }
    source = build_line(state, source, slots);
    add_string(out, slots, "");
    return source;
}

static char *build_sequence(uint64_t *state, char *source, uint32_t items, int depth, bool open,
                            struct strings *out)
{
    struct strings all = { 0 };
    add_string(&all, "", "");
    for (; items > 0; items--) {
        struct strings item = { 0 };
        source = build_item(state, source, depth, open, &item);
        join(&all, &item);
    }
    for (size_t i = 0; i < all.count; i++)
        add_string(out, all.text[i], "");
    free(all.text);
    return source;
}

static bool takes(char wanted, char seen)
{
    return wanted == '?' || wanted == seen || (wanted == 'n' && seen != 'c');
}

/* How many letters must be deleted or inserted until the text has this form. */
static unsigned distance(const char *pattern, const char *text)
{
    unsigned cost[120][24] = { 0 };
    size_t m = strlen(pattern), n = strlen(text);
    for (size_t i = m + 1; i-- > 0;) {
        for (size_t j = n + 1; j-- > 0;) {
            unsigned best = i == m && j == n ? 0 : 1000;
            bool gap = pattern[i] == '.';
            if (i < m && cost[i + 1][j] + !gap < best)
                best = cost[i + 1][j] + !gap;
            if (j < n && cost[i][j + 1] + !gap < best)
                best = cost[i][j + 1] + !gap;
            if (i < m && j < n && takes(pattern[i], text[j]) && cost[i + 1][j + 1] < best)
                best = cost[i + 1][j + 1];
            cost[i][j] = best;
        }
    }
    return cost[0][0];
}

/* The distance to the nearest permitted text. In an open expectation anything may stand between two
 * letters. */
static unsigned least_distance(const struct strings *s, const char *text, bool open)
{
    unsigned best = 1000;
    for (size_t i = 0; i < s->count && best > 0; i++) {
        char gaps[120] = ".";
        for (const char *c = s->text[i]; open && *c; c++)
            sprintf(gaps + strlen(gaps), "%c.", *c);
        unsigned own = distance(open ? gaps : s->text[i], text);
        best = own < best ? own : best;
    }
    return best;
}

static unsigned count_marks(const char *view)
{
    unsigned marks = 0;
    for (; view && *view; view = strchr(view, '\n') + 1)
        marks += *view == '>' || *view == '!';
    return marks;
}

/* A text that one of the patterns permits, mostly, or nearly. */
static void build_text(uint64_t *state, const struct strings *s, char text[24])
{
    const char *pattern = s->text[draw(state, (uint32_t)s->count)];
    size_t n = 0;
    for (; *pattern && n < 20; pattern++) {
        if (*pattern != '.')
            text[n++] = *pattern == '?'   ? "abc"[draw(state, 3)]
                        : *pattern == 'n' ? "ab"[draw(state, 2)]
                                          : *pattern;
        if ((*pattern == '.' || draw(state, 12) == 0) && n < 20)
            text[n++] = "abc"[draw(state, 3)];
    }
    text[n] = '\0';
    if (n > 1 && draw(state, 3) == 0) {
        size_t i = draw(state, (uint32_t)n);
        char other = text[i];
        text[i] = text[n - 1];
        text[n - 1] = other;
    }
}

static struct trace *trace_of_text(const struct program *p, const char *text)
{
    struct trace *t = trace_new(strlen(text) + 1);
    for (; *text; text++) {
        const char label[] = { *text, '\0' };
        t->event[t->count++] = (struct trace_event){ .label = program_find(p, label) & 255 };
    }
    return t;
}

static void test_groups_against_brute_force(void)
{
    enum { ROUNDS = 8000 };
    uint64_t state = 0x6a0095eed;
    unsigned wrong = 0, passed = 0, used = 0, unprinted = 0, unlike = 0;
    struct program *p = program_of("log a b c");
    struct profile profile;
    struct diag d;
    profile_parse("node-26", &profile, &d);
    for (int round = 0; round < ROUNDS; round++) {
        char source[1000], text[24];
        struct strings permitted = { 0 };
        bool open = draw(&state, 4) == 0;
        char *end = source + sprintf(source, open ? "open\n" : "");
        build_sequence(&state, end, 1 + draw(&state, 4), 0, open, &permitted);
        build_text(&state, &permitted, text);
        struct expect *e = expect_parse("x", source, strlen(source), &d);
        struct trace *t = trace_of_text(p, text);
        if (e) { /* an expectation that can never fail does not parse */
            struct match_result r;
            match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
            unsigned apart = least_distance(&permitted, text, open);
            bool expected = apart == 0;
            /* Choices that are all empty have no line to judge. */
            if ((r.verdict == MATCH_PASS) != expected && r.judged > 0 && ++wrong < 5)
                diag("'%s' against '%s' should %s: %s", source, text, expected ? "pass" : "fail",
                     r.reason);
            char *nearest = match_nearest(e, &profile, program_labels(p), t, &sights[SEES_ALL],
                                          t->count);
            unlike += (nearest == NULL) != expected || count_marks(nearest) != apart;
            free(nearest);
            passed += expected;
            used++;
            char *printed = expect_print(e);
            struct expect *copy = expect_parse("x", printed, strlen(printed), &d);
            char *again = copy ? expect_print(copy) : xstrdup("");
            unprinted += strcmp(printed, again) != 0;
            expect_free(copy);
            free(printed);
            free(again);
        } else if (!strstr(d.message, "can never fail") && ++wrong < 5) {
            diag("'%s': %s", source, d.message);
        }
        expect_free(e);
        free(permitted.text);
        free(t);
    }
    is_int(wrong, 0, "groups permit what the list of all orders permits");
    is_int(unlike, 0,
           "the nearest permitted trace differs as little as any, and is not shown for itself");
    is_int(unprinted, 0, "groups are printed to a fixed point");
    ok(used > ROUNDS / 2 && passed > used / 10 && passed < used - used / 10, "%u of %u pass",
       passed, used);
    program_free(p);
}

/* A budget ends what would never end. */
static void test_budget(void)
{
    enum { MANY = 60000 };
    struct program *p = program_of("log a b c");
    struct trace *t = trace_new(MANY);
    struct diag d;
    struct profile profile;
    struct match_result r;
    static const char hard[] = "any order { /^[ab]$/ * 30000 a * 15000 /^[abc]$/ * 15000 }";
    static const char wide[] = "... any order { a * 30000 b * 30000 } ...";
    const char *const sources[] = { hard, wide };
    profile_parse("node-26", &profile, &d);
    for (; t->count < MANY; t->count++)
        t->event[t->count].label = program_find(p, t->count % 3 ? "b" : "a") & 255;
    for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
        struct expect *e = expect_parse("x.trace", sources[i], strlen(sources[i]), &d);
        match_trace(e, &profile, program_labels(p), t, &sights[SEES_ALL], &r);
        is_int(r.verdict, MATCH_INCONCLUSIVE, "'%s' is inconclusive", sources[i]);
        is(r.reason, "too many ways to assign its lines (x.trace:1)", "and says why");
        ok(match_nearest(e, &profile, program_labels(p), t, &sights[SEES_ALL], t->count) == NULL,
           "and has no nearest");
        expect_free(e);
    }
    free(t);
    program_free(p);
}

int main(void)
{
    test_groups_against_brute_force();
    test_budget();
    return done_testing();
}
