#include "match/expect.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "match/bound.h"
#include "match/match.h"

enum { INDENT = 4, WIDTH = 80, ONE_LINE = -1 };
static_assert(BOUND_TEXT >= 160, "a condition has no room");

char *expect_print_label(const char *label)
{
    return expect_is_reserved(label) || !lex_is_bare(label) ? lex_quote(label) : xstrdup(label);
}

static void print_subject(const struct expect_item *item, FILE *out)
{
    if (item->label) {
        char *label = expect_print_label(item->label);
        fputs(label, out);
        free(label);
        return;
    }
    putc('/', out);
    for (const char *c = item->pattern_text; *c; c++)
        fprintf(out, *c == '/' ? "\\%c" : "%c", *c);
    putc('/', out);
}

char *expect_print_pins(const struct expect_item *item, char buffer[128])
{
    enum { SIZE = 128 };
    char text[32];
    int n = 0;
    buffer[0] = '\0';
    if (item->has_value) {
        bool named = item->value_named || (item->label && match_names_errors(item->label));
        n += snprintf(buffer + n, SIZE - (size_t)n, " = %s",
                      trace_value_print(item->value, named, text));
    }
    if (item->count != 1)
        n += snprintf(buffer + n, SIZE - (size_t)n, " * %u", item->count);
    if (item->phase >= 0)
        n += snprintf(buffer + n, SIZE - (size_t)n, " @%s",
                      trace_phase_name((enum trace_phase)item->phase));
    if (item->iteration > 0)
        n += snprintf(buffer + n, SIZE - (size_t)n, " in %u", item->iteration);
    if (item->time_ns != NO_TIME)
        n += snprintf(buffer + n, SIZE - (size_t)n, " %s", lex_print_duration(item->time_ns, text));
    assert(n < SIZE);
    return buffer;
}

static void print_comments(const char *const *comment, uint32_t count, int indent, FILE *out)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%*s%s\n", comment[i][0] ? indent : 0, "", comment[i]);
}

static bool has_braces(const struct expect_item *item)
{
    return item->kind == EXPECT_BLOCK || item->kind == EXPECT_ONE_OF ||
           item->kind == EXPECT_CHOICE || item->kind == EXPECT_ANY_ORDER;
}

static bool fits_one_line(const struct expect_item *item);

/* May this item share a line with others? */
static bool is_short(const struct expect_item *item)
{
    char pins[128];
    return item->kind == EXPECT_GAP || (has_braces(item) && fits_one_line(item)) ||
           (item->kind == EXPECT_LINE && expect_print_pins(item, pins)[0] == '\0');
}

/* Does every item in it fit on a shared line? */
static bool fits_one_line(const struct expect_item *owner)
{
    if (owner->last_comment_count > 0)
        return false;
    for (size_t i = 0; i < owner->item_count; i++) {
        const struct expect_item *item = owner->item[i];
        bool spaced = i > 0 && item->blank_before;
        bool alone = owner->item_count == 1 && !has_braces(item);
        if (item->comment_count > 0 || item->trailing || spaced)
            return false;
        if (!alone && !is_short(item))
            return false;
    }
    return true;
}

static void print_items(const struct expect_item *const *items, size_t count, int indent,
                        FILE *out);
static void print_item(const struct expect_item *item, int indent, FILE *out);

/* "{ items }" */
static void print_braces(const struct expect_item *owner, int indent, FILE *out)
{
    if (indent == ONE_LINE) {
        putc('{', out);
        for (size_t i = 0; i < owner->item_count; i++) {
            putc(' ', out);
            print_item(owner->item[i], ONE_LINE, out);
        }
        fputs(" }", out);
        return;
    }
    fputs("{\n", out);
    print_items(owner->item, owner->item_count, indent + INDENT, out);
    print_comments(owner->last_comment, owner->last_comment_count, indent + INDENT, out);
    fprintf(out, "%*s}", indent, "");
}

/* A closing brace is indented like the line that opened it, unless all is on one line. */
static void print_item(const struct expect_item *item, int indent, FILE *out)
{
    char text[BOUND_TEXT];
    switch (item->kind) {
    case EXPECT_GAP: fputs("...", out); break;
    case EXPECT_NOTHING: fputs("nothing", out); break;
    case EXPECT_OPEN: fputs("open", out); break;
    case EXPECT_FIGURE: fputs(bound_print(item, text), out); break;
    case EXPECT_BEFORE:
        print_subject(item->item[0], out);
        fputs(" before ", out);
        print_subject(item->item[1], out);
        break;
    case EXPECT_ONE_OF:
        fputs("one of ", out);
        for (size_t i = 0; i < item->item_count; i++) {
            fputs(i > 0 ? " or " : "", out);
            print_braces(item->item[i], indent, out);
        }
        break;
    case EXPECT_BLOCK:
    case EXPECT_ANY_ORDER:
        fprintf(out, "%s ",
                item->kind == EXPECT_BLOCK ? condition_print(&item->condition, text) : "any order");
        print_braces(item, indent, out);
        break;
    default:
        fputs(item->kind == EXPECT_NEVER ? "never " : "", out);
        print_subject(item, out);
        fputs(expect_print_pins(item, text), out);
    }
}

/* Blocks and groups go on one line if they may and fit. */
static bool is_one_line(const struct expect_item *item, int indent)
{
    char *text = NULL;
    size_t length = 0;
    FILE *line = xopen_memstream(&text, &length);
    print_item(item, ONE_LINE, line);
    fclose(line);
    free(text);
    return fits_one_line(item) && length + (size_t)indent <= WIDTH;
}

static void print_items(const struct expect_item *const *items, size_t count, int indent, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct expect_item *item = items[i];
        if (i > 0 && item->blank_before)
            putc('\n', out);
        print_comments(item->comment, item->comment_count, indent, out);
        fprintf(out, "%*s", indent, "");
        print_item(item, is_one_line(item, indent) ? ONE_LINE : indent, out);
        if (item->trailing)
            fprintf(out, "  %s", item->trailing);
        putc('\n', out);
    }
}

char *expect_print(const struct expect *e)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    print_items(e->item, e->item_count, 0, out);
    print_comments(e->comment, e->comment_count, 0, out);
    fclose(out);
    return text;
}
