/* expect_parser.h - shared by the two halves of the trace language's parser. expect.c reads lists,
 * blocks, groups and comments; expect_item.c reads one line. Inner to this folder. */
#ifndef MATCH_EXPECT_PARSER_H
#define MATCH_EXPECT_PARSER_H
#include "base/comments.h"
#include "match/expect.h"

struct expect_parser {
    struct lexer lx;
    struct expect *e;
    struct comments comments; /* for the next item */
    uint32_t depth;           /* of groups */
};

/* A copy that lives as long as the expectation. */
const char *expect_keep(struct expect_parser *ps, const char *text);

/* LABEL or /PATTERN/ */
int expect_parse_subject(struct expect_parser *ps, struct expect_item *item);
/* [= VALUE] [* COUNT] [@PHASE] [in ITERATION] [TIME] */
int expect_parse_pins(struct expect_parser *ps, struct expect_item *item);
/* FIGURE [NAME] == | <= | >= AMOUNT; the current token is the figure's word. */
int expect_parse_figure(struct expect_parser *ps, struct expect_item *item);

/* Is there a trace that these items reject? All blocks count as in force. */
bool expect_can_fail(const struct expect_item *const *items, size_t count);
#endif
