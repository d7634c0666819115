/* comments.h - the comments and blank lines of a source, kept for its canonical form.
 * They are passed over while a source is read and handed to what follows them. Blank
 * lines that touch each other are one, and stand as "" among the comments. */
#ifndef BASE_COMMENTS_H
#define BASE_COMMENTS_H
#include "base/lex.h"

struct comments {
    struct arena *arena; /* takes texts and lists; borrowed */
    const char **text;   /* read, and waiting for what follows */
    size_t count, room;
    bool blank;     /* a blank line came after them */
    bool line_used; /* something stands on this line; whoever reads it says so */
};

void comments_release(struct comments *c);

/* Pass over blank lines and comments from the current token on. */
int comments_pass(struct comments *c, struct lexer *lx);

/* Hand over what waits to the item that follows. True if a blank line stands above it all,
 * which then is not in the list. */
bool comments_take(struct comments *c, const char *const **list, uint32_t *count);
/* Hand over what stands after the last item of a list: a blank line above it stays as a
 * first "" if there is an item, one below it is dropped. */
void comments_take_last(struct comments *c, bool after_items, const char *const **list,
                        uint32_t *count);
#endif
