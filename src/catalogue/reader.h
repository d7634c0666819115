/* reader.h - a catalogue while it is being read. Inner to this folder.
 * reader.c knows the words and lines of a file, reader_rule.c and reader_source.c
 * what stands in its entries, cite.c how entries name each other, catalogue.c the
 * folder. */
#ifndef CATALOGUE_READER_H
#define CATALOGUE_READER_H
#include "base/lex.h"
#include "catalogue/catalogue.h"

struct catalogue {
    struct arena arena; /* texts, sources, switches and file names */
    struct rule *rule;
    size_t rule_count, rule_room;
    struct source **source; /* one by one in the arena: rules point to them */
    size_t source_count, source_room;
    struct rule_switch **choice; /* likewise */
    size_t choice_count, choice_room;
    struct contradiction *contradiction;
    size_t contradiction_count, contradiction_room;
    const char *cases_dir; /* where the rest is; NULL if all of it has been read */
};

/* What an entry can name: it may stand in any file, so it is looked up when all are
 * read. */
enum cited { CITED_SOURCE, CITED_RULE, CITED_SWITCH, CITED_CONTRADICTION, CITED_COUNT };

struct citation {
    enum cited kind;
    const char *id;
    const char *section; /* of a source; "" for all of it */
    struct location at;
    void *slot; /* where the pointer goes; its type follows from the kind */
};

struct text {
    const char *path;
    char *bytes;
    size_t length;
};

struct reader {
    struct catalogue *c;
    struct diag *d;
    struct lexer lx;   /* on the latest of the texts */
    struct text *text; /* all files so far */
    size_t text_count, text_room;
    struct citation *citation; /* those of all entries, one after the other */
    size_t citation_count, citation_room;
    size_t settled;      /* how many of them belong to entries that have been read */
    struct source *open; /* the source whose parts may follow, or NULL */
    struct part *part;   /* those so far */
    size_t part_count, part_room;
    bool partial; /* not all files are read: what is cited may stand in another */
};

/* One line of an entry between braces: a text, ids of other entries, or what it reads itself. */
struct field {
    const char *word;
    enum { FIELD_TEXT, FIELD_CITES, FIELD_OWN } kind;
    size_t text;      /* where it goes, in the entry */
    enum cited cites; /* what has these ids */
    int (*read)(struct reader *r, void *entry);
};

/* All that return int return -1 with `*r->d` filled in.
 * Add what one text holds; what it names are citations until cite_resolve(). */
int reader_parse(struct reader *r, const struct text *text);

/* ---- words and lines ---- */

int reader_next(struct reader *r);     /* past comments */
int reader_end_line(struct reader *r); /* to the next line that has a token */
int reader_expected(struct reader *r, const char *what);
/* A word, kept for as long as the catalogue. */
int reader_word(struct reader *r, const char *what, const char **into);
/* A string that `is_good` knows, likewise; any other is not `what`. */
int reader_string(struct reader *r, const char *what, const char *hint,
                  bool (*is_good)(const char *text), const char **into);
/* One of `count` words that `name` knows by number. */
int reader_choice(struct reader *r, const char *what, int count, const char *(*name)(int),
                  int *into);
/* A string and those that begin the lines after it, a space between them: prose is
 * longer than a line. `*into` must be NULL: a text is given once. */
int reader_text(struct reader *r, const char *what, const char **into);
/* "{", fields, "}" of the entry that is told of as `what` `id`. */
int reader_fields(struct reader *r, const struct field *fields, size_t count, void *entry,
                  const char *what, const char *id, struct location at);

/* ---- entries, from behind their first word; the number is that of their row ---- */

int reader_rule(struct reader *r, int unused);
int reader_contradiction(struct reader *r, int unused);
int reader_source(struct reader *r, int is_code);
int reader_switch(struct reader *r, int unused);
int reader_part(struct reader *r, int kind); /* enum part_kind */
/* No more parts of the source that is open. */
void reader_close_source(struct reader *r);

/* ---- citations ---- */

/* What has that id among the files so far, or NULL. */
const void *cite_find(const struct catalogue *c, enum cited kind, const char *id);
const char *cite_word(enum cited kind); /* "source" */
/* One id or more, up to the end of the line. After that of a source may stand a string, the
 * section. */
int cite(struct reader *r, enum cited kind);
/* What the running entry has cited of one kind: an array for cite_resolve() to fill.
 * An entry told of as `what` `by` that names something twice is an error. */
int cite_settle(struct reader *r, enum cited kind, const char *what, const char *by, void *array,
                size_t *count);
/* The sources of the running entry, as cite_settle() has them, and the section of each. */
int cite_settle_sources(struct reader *r, const char *what, const char *by,
                        const struct source *const **source, const char *const **section,
                        size_t *count);
/* The entry is done: what is cited from here on is the next one's. */
void cite_end_entry(struct reader *r);
/* When all files are read. A rule that names no section of a source has that part of it which
 * tells the rule, if its parts are listed. */
int cite_resolve(struct reader *r);
#endif
