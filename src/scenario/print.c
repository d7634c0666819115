/* The canonical form: header lines, a blank line, one statement per line. A block stays on its line
 * if it is flat, has no comments and fits; otherwise it takes several lines. */
#include "scenario/program.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/lex.h"
#include "scenario/words.h"

enum { COLUMNS = 80, INDENT = 4 };

struct printer {
    const struct program *program;
    char *text; /* NUL-terminated */
    size_t length, room;
};

static void put(struct printer *out, const char *text)
{
    size_t n = strlen(text);
    if (out->room - out->length <= n) {
        out->room = 2 * (out->length + n) + 1024;
        out->text = xrealloc(out->text, out->room, 1);
    }
    memcpy(out->text + out->length, text, n + 1);
    out->length += n;
}

__attribute__((format(printf, 2, 3))) static void putf(struct printer *out, const char *fmt, ...)
{
    char text[2 * INDENT * PROGRAM_DEPTH_MAX]; /* the longest text here is an indent */
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    assert(n >= 0);
    assert((size_t)n < sizeof text);
    put(out, text);
}

static void put_indent(struct printer *out, uint32_t depth)
{
    putf(out, "%*s", (int)(INDENT * depth), "");
}

static void put_string(struct printer *out, const char *text)
{
    char *quoted = lex_quote(text);
    put(out, quoted);
    free(quoted);
}

static void put_comments(struct printer *out, const char *const *comment, uint32_t count,
                         uint32_t depth)
{
    for (uint32_t i = 0; i < count; i++) {
        if (comment[i][0])
            put_indent(out, depth);
        put(out, comment[i]);
        put(out, "\n");
    }
}

static void put_line_end(struct printer *out, const char *trailing)
{
    if (trailing) {
        put(out, "  ");
        put(out, trailing);
    }
    put(out, "\n");
}

/* --- the parts of a statement --- */

static void put_time(struct printer *out, uint64_t ns)
{
    char buffer[32];
    putf(out, " %s", ns == FOR_EVER ? "forever" : lex_print_duration(ns, buffer));
}

static void put_labels(struct printer *out, const struct step *s)
{
    for (uint32_t i = 0; i < s->label_count; i++) {
        const char *label = out->program->string[s->label[i]];
        putf(out, lex_is_bare(label) ? " %s" : " \"%s\"", label);
    }
}

static bool part_is_written(const struct step *s, enum part part)
{
    switch (part) {
    case PART_DELAY:
    case PART_SPAN:
    case PART_AFTER: return s->after_ns != NO_TIME;
    case PART_FROM:
    case PART_IN: return s->from != 0;
    case PART_EVERY: return s->repeat_ns != NO_TIME;
    case PART_STOPPED: return s->stopped;
    case PART_TIMES: return s->count != 1;
    case PART_EXITS:
    case PART_BY: return s->count != NO_COUNT;
    case PART_ONCE: return s->once;
    case PART_LASTS: return s->lasts;
    case PART_EVENT: return s->events != 0;
    case PART_SIGNAL: return s->option != NO_OPTION;
    case PART_BODY: return s->body != NULL;
    case PART_ELSE: return s->otherwise != NULL;
    case PART_THEN: return s->then_count > 0;
    default: return !part_form(part)->option || part_form(part)->option == s->option;
    }
}

static void put_events(struct printer *out, const struct step *s)
{
    for (size_t i = 0; i < POLL_EVENT_COUNT; i++)
        if (s->events >> i & 1)
            putf(out, " %s", word_name(GROUP_EVENT, i));
}

static void put_block(struct printer *out, const struct block *b, uint32_t depth, bool open);

static void put_chain(struct printer *out, const struct step *s, uint32_t depth, bool open)
{
    for (uint32_t i = 0; i < s->then_count; i++) {
        if (i > 0)
            putf(out, " %s", part_form(PART_THEN)->lead);
        put_block(out, &s->then[i], depth, open);
    }
}

static void put_part(struct printer *out, const struct step *s, enum part part, uint32_t depth,
                     bool open)
{
    const char *name = out->program->string[s->name];
    if (part_form(part)->lead)
        putf(out, " %s", part_form(part)->lead);
    switch (part) {
    case PART_NAME: putf(out, " %s", name); break;
    case PART_OVER:
    case PART_FROM:
    case PART_IN: putf(out, " %s", out->program->string[s->from]); break;
    case PART_DELAY:
    case PART_SPAN:
    case PART_AFTER: put_time(out, s->after_ns); break;
    case PART_EVERY: put_time(out, s->repeat_ns); break;
    case PART_STOPPED:
    case PART_THOROUGH:
    case PART_ROOMLESS:
    case PART_MISADDRESSED:
    case PART_EMPTY:
    case PART_CRAMPED:
    case PART_DOUBLE:
    case PART_ONCE:
    case PART_LASTS: break;
    case PART_EVENT: put_events(out, s); break;
    case PART_WHAT:
        putf(out, " %s%s%s", word_name(GROUP_OBSERVE, s->option), *name ? " " : "", name);
        break;
    case PART_LABELS: put_labels(out, s); break;
    case PART_BODY: put_block(out, s->body, depth, open); break;
    case PART_ELSE: put_block(out, s->otherwise, depth, open); break;
    case PART_THEN: put_chain(out, s, depth, open); break;
    default:
        if (part_form(part)->counts)
            putf(out, " %u", s->count);
        else
            putf(out, " %s", word_name(part_form(part)->group, s->option));
    }
}

/* Print a statement, with its blocks on the same line unless `open`. */
static void put_statement(struct printer *out, const struct step *s, uint32_t depth, bool open)
{
    const struct word *w = word_of(s->kind);
    if (word_makes(w) && s->name)
        putf(out, "%s = ", out->program->string[s->name]);
    char whole[WORD_TEXT_SIZE];
    put(out, word_whole(w, whole));
    for (size_t i = 0; i < WORD_PARTS_MAX && w->part[i]; i++) {
        enum part part = (enum part)(w->part[i] & ~PART_OPTIONAL);
        if (part_is_written(s, part))
            put_part(out, s, part, depth, open);
    }
}

/* --- blocks --- */

static bool is_flat(const struct block *b)
{
    if (!b)
        return true;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        if (s->body || s->otherwise || s->comment_count || s->trailing)
            return false;
    }
    return b->comment_count == 0;
}

/* Can all blocks of the statement stand on its line? */
static bool fits_line(const struct step *s)
{
    bool flat = is_flat(s->body) && is_flat(s->otherwise);
    for (uint32_t i = 0; flat && i < s->then_count; i++)
        flat = is_flat(&s->then[i]);
    return flat;
}

static void put_steps(struct printer *out, const struct block *b, uint32_t depth);

static void put_block(struct printer *out, const struct block *b, uint32_t depth, bool open)
{
    put(out, " {");
    if (open && (b->count || b->comment_count)) {
        put(out, "\n");
        put_steps(out, b, depth + 1);
        put_indent(out, depth);
        put(out, "}");
        return;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        put(out, i ? "; " : " ");
        put_statement(out, &b->step[i], depth, false);
    }
    put(out, " }");
}

static void put_step(struct printer *out, const struct step *s, uint32_t depth)
{
    put_comments(out, s->comment, s->comment_count, depth);
    size_t start = out->length;
    put_indent(out, depth);
    size_t word = out->length;
    bool flat = fits_line(s);
    if (flat)
        put_statement(out, s, depth, false);
    if (!flat || out->length - start > COLUMNS) {
        out->length = word;
        put_statement(out, s, depth, true);
    }
    put_line_end(out, s->trailing);
}

static void put_steps(struct printer *out, const struct block *b, uint32_t depth)
{
    for (uint32_t i = 0; i < b->count; i++) {
        if (i > 0 && b->step[i].blank_before)
            put(out, "\n");
        put_step(out, &b->step[i], depth);
    }
    put_comments(out, b->comment, b->comment_count, depth);
}

/* --- the head --- */

static void put_list(struct printer *out, const char *const *item, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        put(out, " ");
        put(out, item[i]);
    }
}

/* Optional lines are printed if they say something; `layer core` only if it was written. */
static bool header_is_written(const struct program *p, enum program_header which)
{
    switch (which) {
    case HEADER_RULES: return p->rule_count > 0;
    case HEADER_LAYER: return p->layer != LAYER_CORE || p->head[which].line;
    case HEADER_NEEDS: return p->need_count > 0;
    case HEADER_WORKERS: return p->workers != NULL;
    case HEADER_BUDGET: return p->budget > 0;
    case HEADER_UPTIME: return p->begin_ns > 0;
    default: return true;
    }
}

/* A number is printed without quotes where that is permitted. */
static void put_workers(struct printer *out, const char *text)
{
    bool number = *text >= '1' && *text <= '9' && strspn(text, "0123456789") == strlen(text) &&
                  atoll(text) <= PROGRAM_WORKERS_MAX;
    put(out, " ");
    if (number)
        put(out, text);
    else
        put_string(out, text);
}

static void put_header(struct printer *out, enum program_header which)
{
    const struct program *p = out->program;
    const struct program_head *head = &p->head[which];
    char begin[32];
    put_comments(out, head->comment, head->comment_count, 0);
    put(out, word_name(GROUP_HEADER, which));
    switch (which) {
    case HEADER_TITLE:
        put(out, " ");
        put_string(out, p->title);
        break;
    case HEADER_RULES: put_list(out, p->rule, p->rule_count); break;
    case HEADER_LAYER: putf(out, " %s", program_layer_name(p->layer)); break;
    case HEADER_NEEDS: put_list(out, p->need, p->need_count); break;
    case HEADER_WORKERS: put_workers(out, p->workers); break;
    case HEADER_BUDGET: putf(out, " %u", p->budget); break;
    case HEADER_UPTIME: putf(out, " %s", lex_print_duration(p->begin_ns, begin)); break;
    case HEADER_COUNT: assert(!"a header"); break;
    }
    put_line_end(out, head->trailing);
}

char *program_print(const struct program *p)
{
    struct printer out = { .program = p };
    put_comments(&out, p->comment, p->comment_count, 0);
    for (size_t which = 0; which < HEADER_COUNT; which++)
        if (header_is_written(p, (enum program_header)which))
            put_header(&out, (enum program_header)which);
    put(&out, "\n");
    put_steps(&out, &p->main, 0);
    return out.text;
}
