/* comments.h - the comments and blank lines of a source, kept for its canonical form. The parser
 * skips them and attaches them to the item that follows. Several blank lines in a row count as one;
 * among the comments it is "". */
#ifndef BASE_COMMENTS_H
#define BASE_COMMENTS_H
#include "base/lex.h"

struct comments {
    struct arena *arena; /* borrowed; the texts and lists are allocated there */
    const char **text;   /* read, and not yet attached to an item */
    size_t count, room;
    bool blank;     /* a blank line came after them */
    bool line_used; /* the current line has an item on it; the parser sets this */
};

void comments_release(struct comments *c);

/* Skip blank lines and comments, from the current token on, and keep them. */
int comments_pass(struct comments *c, struct lexer *lx);

/* Attach what was kept to the item that follows. True if a blank line comes first; that one is not
 * in the list. */
bool comments_take(struct comments *c, const char *const **list, uint32_t *count);
/* Attach what was kept to the end of a list. A blank line above it is a first "" if the list has
 * items; one below it is dropped. */
void comments_take_last(struct comments *c, bool after_items, const char *const **list,
                        uint32_t *count);
#endif
