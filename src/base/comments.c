#include "base/comments.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void comments_release(struct comments *c)
{
    free(c->text);
}

/* A blank line is kept only once something follows it. */
static void push(struct comments *c, const char *text)
{
    if (c->blank) {
        c->blank = false;
        push(c, "");
    }
    if (text) {
        PUSH(c->text, c->count, c->room, text);
    }
}

int comments_pass(struct comments *c, struct lexer *lx)
{
    for (;;) {
        const struct token *t = &lx->token;
        if (t->kind == LEX_NEWLINE) {
            c->blank = c->blank || !c->line_used;
            c->line_used = false;
        } else if (t->kind == LEX_COMMENT) {
            push(c, arena_strndup(c->arena, t->text, strlen(t->text)));
            c->line_used = true;
        } else {
            return 0;
        }
        if (lex_next(lx) < 0)
            return -1;
    }
}

static bool begins_blank(const struct comments *c)
{
    return c->count > 0 && c->text[0][0] == '\0';
}

/* Attach them, from number `from` on. */
static void give(struct comments *c, size_t from, const char *const **list, uint32_t *count)
{
    assert(from <= c->count);
    size_t n = c->count - from;
    const char **copy = n ? arena_alloc(c->arena, n * sizeof *copy) : NULL;
    if (n > 0)
        memcpy(copy, c->text + from, n * sizeof *copy);
    *list = copy;
    *count = (uint32_t)n;
    c->count = 0;
    c->blank = false;
}

bool comments_take(struct comments *c, const char *const **list, uint32_t *count)
{
    push(c, NULL);
    bool blank = begins_blank(c);
    give(c, blank, list, count);
    return blank;
}

void comments_take_last(struct comments *c, bool after_items, const char *const **list,
                        uint32_t *count)
{
    give(c, !after_items && begins_blank(c), list, count);
}
