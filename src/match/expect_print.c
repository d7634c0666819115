#include "match/expect.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "match/match.h"

enum { INDENT = 4, WIDTH = 80 };

/* A stream into memory fails only for want of it. */
static FILE *open_text(char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    if (!out) {
        fputs("loopspec: error: out of memory\n", stderr);
        exit(4);
    }
    return out;
}

/* A label is bare if the lexer would read it back as one word. */
static bool is_bare(const char *label)
{
    struct lexer lx;
    struct diag d;
    if (expect_is_reserved(label) || lex_init(&lx, NULL, label, strlen(label), &d) < 0)
        return false;
    bool bare = (lx.token.kind == LEX_WORD || lx.token.kind == LEX_NUMBER) &&
                lx.token.length == strlen(label);
    lex_release(&lx);
    return bare;
}

static void print_label(const char *label, FILE *out)
{
    if (is_bare(label)) {
        fputs(label, out);
        return;
    }
    putc('"', out);
    for (const char *c = label; *c; c++) {
        if (*c == '\n' || *c == '\t')
            fputs(*c == '\n' ? "\\n" : "\\t", out);
        else if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else
            putc(*c, out);
    }
    putc('"', out);
}

static void print_subject(const struct expect_item *item, FILE *out)
{
    if (item->label) {
        print_label(item->label, out);
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

static void print_plain(const struct expect_item *item, FILE *out)
{
    char pins[128];
    switch (item->kind) {
    case EXPECT_GAP: fputs("...", out); return;
    case EXPECT_NOTHING: fputs("nothing", out); return;
    case EXPECT_NEVER: fputs("never ", out); break;
    case EXPECT_LINE: break;
    case EXPECT_BLOCK: assert(!"a block is no plain item"); break;
    }
    print_subject(item, out);
    fputs(expect_print_pins(item, pins), out);
}

/* Can this item share a line with others? */
static bool is_short(const struct expect_item *item)
{
    char pins[128];
    return item->kind == EXPECT_GAP ||
           (item->kind == EXPECT_LINE && expect_print_pins(item, pins)[0] == '\0');
}

/* "[condition] { a b c }", or NULL if it belongs on several lines. Owned. */
static char *block_on_one_line(const struct expect_item *block)
{
    char condition[160], *text = NULL;
    size_t length = 0;
    if (block->last_comment_count > 0)
        return NULL;
    for (size_t i = 0; i < block->item_count; i++) {
        const struct expect_item *item = &block->item[i];
        bool spaced = i > 0 && item->blank_before;
        if (item->comment_count > 0 || item->trailing || spaced)
            return NULL;
        if (block->item_count > 1 && !is_short(item))
            return NULL;
    }
    FILE *out = open_text(&text, &length);
    fprintf(out, "%s {", condition_print(&block->condition, condition));
    for (size_t i = 0; i < block->item_count; i++) {
        putc(' ', out);
        print_plain(&block->item[i], out);
    }
    fputs(" }", out);
    fclose(out);
    if (length <= WIDTH)
        return text;
    free(text);
    return NULL;
}

static void print_items(const struct expect_item *items, size_t count, int indent, FILE *out);

static void print_block(const struct expect_item *block, FILE *out)
{
    char condition[160];
    char *line = block_on_one_line(block);
    if (line) {
        fputs(line, out);
        free(line);
        return;
    }
    fprintf(out, "%s {\n", condition_print(&block->condition, condition));
    print_items(block->item, block->item_count, INDENT, out);
    print_comments(block->last_comment, block->last_comment_count, INDENT, out);
    fputs("}", out);
}

static void print_items(const struct expect_item *items, size_t count, int indent, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct expect_item *item = &items[i];
        if (i > 0 && item->blank_before)
            putc('\n', out);
        print_comments(item->comment, item->comment_count, indent, out);
        fprintf(out, "%*s", indent, "");
        if (item->kind == EXPECT_BLOCK)
            print_block(item, out);
        else
            print_plain(item, out);
        if (item->trailing)
            fprintf(out, "  %s", item->trailing);
        putc('\n', out);
    }
}

char *expect_print(const struct expect *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_text(&text, &length);
    print_items(e->item, e->item_count, 0, out);
    print_comments(e->comment, e->comment_count, 0, out);
    fclose(out);
    return text;
}
