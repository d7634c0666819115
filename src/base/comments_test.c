/* Comments and blank lines are attached to what follows them, and none is lost or doubled. */
#include "base/comments.h"

#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"

/* Read a source of words. For each word and for the end, print what was attached: '_' for a blank
 * line above, "(...)" around the list, in which '_' is a blank line. */
static void run_row(const char *source, const char *wanted)
{
    struct arena arena = { 0 };
    struct lexer lx;
    struct diag d;
    struct comments c = { .arena = &arena };
    char got[200] = "";
    bool any = false, end = false;
    const char *const *list;
    uint32_t count;
    lex_init(&lx, "x", source, strlen(source), &d);
    while (!end) {
        comments_pass(&c, &lx);
        end = lx.token.kind == LEX_END;
        if (end)
            comments_take_last(&c, any, &list, &count);
        else
            strcat(got, comments_take(&c, &list, &count) ? "_" : "");
        strcat(got, "(");
        for (uint32_t i = 0; i < count; i++)
            strcat(got, list[i][0] ? list[i] : "_");
        strcat(got, ")");
        strcat(got, end ? "" : lx.token.text);
        any = c.line_used = true;
        if (!end)
            lex_next(&lx);
    }
    is(got, wanted, "'%s'", source);
    comments_release(&c);
    lex_release(&lx);
    arena_release(&arena);
}

int main(void)
{
    static const char *const rows[][2] = {
        { "", "()" },
        { "a b", "()a()b()" },
        { "a\n\n\nb", "()a_()b()" },
        { "#1\na", "(#1)a()" },
        { "\n\n#1\n\n\n#2\n\na", "_(#1_#2_)a()" },
        { "a\n#1\n\n", "()a(#1)" },
        { "a\n\n#1\n#2\n", "()a(_#1#2)" },
        { "\n#1\n\n", "(#1)" },
        { "a\n\n\n", "()a()" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        run_row(rows[i][0], rows[i][1]);
    return done_testing();
}
