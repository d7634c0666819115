/* reader.h - a catalogue while it is being read. Inner to this folder. reader.c reads words and
 * lines, reader_rule.c, reader_source.c, reader_bug.c and reader_loop.c the entries, cite.c resolves the names in entries,
 * catalogue.c reads the folder. */
#ifndef CATALOGUE_READER_H
#define CATALOGUE_READER_H
#include "base/lex.h"
#include "catalogue/catalogue.h"

/* What an entry can name. It may be in any file, so it is looked up after all are read. */
enum cited { CITED_SOURCE, CITED_RULE, CITED_SWITCH, CITED_CONTRADICTION, CITED_COUNT };

struct citation {
    enum cited kind;
    const char *id;
    const char *section; /* of a source; "": all of it */
    struct location at;
    void *slot; /* where the pointer goes; `kind` decides its type */
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
    size_t finished;     /* how many of them belong to finished entries */
    struct source *open; /* the source whose parts may follow, or NULL */
    struct part *part;   /* its parts so far */
    size_t part_count, part_room;
    bool partial; /* not all files are read: a cited entry may be in another */
};

/* One line of an entry between braces: a text, ids of other entries, or whatever `read` parses. */
struct field {
    const char *word;
    enum { FIELD_TEXT, FIELD_CITES, FIELD_OWN } kind;
    size_t text;      /* offset in the entry */
    enum cited cites; /* kind of entries that the ids name */
    int (*read)(struct reader *r, void *entry);
};

/* Rows of a table of fields. */
#define TEXT(entry, member) #member, FIELD_TEXT, .text = offsetof(struct entry, member)
#define CITES(kind)         FIELD_CITES, .cites = CITED_##kind
#define OWN(function)       FIELD_OWN, .read = function

/* All functions that return int return -1 with `*r->d` filled in. Parse one text; names of entries
 * stay citations until cite_resolve(). */
int reader_parse(struct reader *r, const struct text *text);

/* Append the rule, which has an id of its own. */
void catalogue_add_rule(struct catalogue *c, const struct rule *rule);

/* ---- words and lines ---- */

int reader_next(struct reader *r);     /* skips comments */
int reader_end_line(struct reader *r); /* to the next line that has a token */
int reader_expected(struct reader *r, const char *what);
/* A word, copied into the catalogue's arena. */
int reader_word(struct reader *r, const char *what, const char **into);
/* A string that `is_good` accepts, copied like a word; any other is an error that calls it
 * `what`. */
int reader_string(struct reader *r, const char *what, const char *hint,
                  bool (*is_good)(const char *text), const char **into);
/* One of `count` words; `name` gives each by its number. */
int reader_choice(struct reader *r, const char *what, int count, const char *(*name)(int),
                  int *into);
/* A string, joined by spaces with those that begin the lines after it: prose is longer than a line.
 * `*into` must be NULL: each text may be given once. */
int reader_text(struct reader *r, const char *what, const char **into);
/* Strings, the first on this line and one on each line after it; they are appended to the list. */
int reader_strings(struct reader *r, const char *const **list, size_t *count);
/* "{", fields, "}" of the entry; messages call it `what` `id`. */
int reader_fields(struct reader *r, const struct field *fields, size_t count, void *entry,
                  const char *what, const char *id, struct location at);

/* ---- ids: GROUP-17, the same for all entries of a kind ---- */

bool reader_is_id(const char *id); /* no leading zero, or one entry could have two ids */
int reader_there_twice(struct reader *r, const char *what, const char *id, struct location at,
                       struct location first);

/* ---- entries, from after their first word; the int is from the table of words ---- */

int reader_rule(struct reader *r, int unused);
int reader_contradiction(struct reader *r, int unused);
int reader_bug(struct reader *r, int unused);
int reader_source(struct reader *r, int is_code);
int reader_switch(struct reader *r, int unused);
int reader_loop(struct reader *r, int unused);
int reader_part(struct reader *r, int kind); /* enum part_kind */
/* No more parts can follow for the current source. */
void reader_close_source(struct reader *r);

/* ---- citations ---- */

/* The entry of that id in the files read so far, or NULL. */
const void *cite_find(const struct catalogue *c, enum cited kind, const char *id);
const char *cite_word(enum cited kind); /* "source" */
/* One id or more, up to the end of the line. After a source's id a string may follow: the
 * section. */
int cite(struct reader *r, enum cited kind);
/* Reserve an array in the entry for what it has cited of one kind; cite_resolve() fills it. Naming
 * something twice is an error; messages call the entry `what` `by`. */
int cite_reserve(struct reader *r, enum cited kind, const char *what, const char *by, void *array,
                 size_t *count);
/* As cite_reserve(), for the sources of the entry and the section of each. */
int cite_reserve_sources(struct reader *r, const char *what, const char *by,
                         const struct source *const **source, const char *const **section,
                         size_t *count);
/* The entry is finished: what is cited from here on belongs to the next. */
void cite_end_entry(struct reader *r);
/* After all files are read: look up all names. If a rule names a source without a section and the
 * source's parts are listed, it gets the part that states the rule. */
int cite_resolve(struct reader *r);
#endif
