/* catalogue.h - the documented rules: id, sentence, level, layer and sources; where documents are
 * wrong about them; which part of a document states which rule; and which real bugs the cases would
 * have caught. Read from every .rules file in cases/catalogue/ and in the folders below it;
 * cases/README.md documents the language. Everything keeps the order of the files' names and of
 * the lines; the files of a folder come before its folders. */
#ifndef CATALOGUE_CATALOGUE_H
#define CATALOGUE_CATALOGUE_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "base/mem.h"
#include "profile/loops.h"
#include "scenario/program.h"

enum rule_level { LEVEL_MUST, LEVEL_SHOULD, LEVEL_MAY, LEVEL_COUNT };

enum part_kind { PART_SECTION, PART_SNIPPET, PART_SENTENCE, PART_KIND_COUNT };

/* A part of a document, in the order of the document. */
struct part {
    enum part_kind kind;
    const char *title;   /* what it is about, in English */
    const char *section; /* title and anchor, see base/link.h */
    const struct rule *const *rule;
    size_t rule_count;
    const struct contradiction *const *contradiction; /* what it says but loops do not do */
    size_t contradiction_count;
    const char *informative; /* why it contains no rule; NULL if it does */
    struct location at;
};

/* How a part is answered, the strongest first. A part that a contradiction corrects has rules as
 * well: those that hold instead. */
enum part_answer { ANSWER_CONTRADICTION, ANSWER_RULES, ANSWER_REASON, ANSWER_NONE, ANSWER_COUNT };

struct source {
    const char *id;         /* "libuv-timer" */
    const char *title;      /* "libuv documentation: uv_timer_t" */
    const char *address;    /* "https://docs.libuv.org/en/v1.x/timer.html"; NULL if there is none */
    const char *no_address; /* why there is none, or NULL */
    bool is_code;           /* source code or a change of it: evidence, not a promise */
    struct location at;
    const struct part *part;
    size_t part_count;
};

/* A behaviour that differs between versions: a member of a loop's or a host's policy. */
struct rule_switch {
    const char *id;   /* "timers-at-tail" */
    const char *says; /* both behaviours, and the version between them */
};

struct rule {
    const char *id;       /* "TIMER-9" */
    const char *says;     /* one sentence */
    const char *note;     /* where a document is wrong, or NULL */
    const char *profiles; /* how profiles differ, as prose for `explain`; or NULL */
    enum rule_level level;
    enum program_layer layer;
    uint64_t families;       /* whose loops it is about: FAMILY_BIT()s; libuv's by default */
    bool on_linux;           /* depends on the kernel */
    const char *informative; /* why no run can show it; NULL if one can */
    const struct source *const *source;
    const char *const *section; /* of each source, see base/link.h */
    size_t source_count;
    const struct rule_switch *const *depends; /* the version switches that decide it */
    size_t depends_count;
    struct location at;
};

/* A statement of a document that is wrong, or not always right. */
struct contradiction {
    const char *id;    /* "X-12" */
    const char *claim; /* what the document says */
    const char *truth; /* what really happens */
    const char *where; /* in which part of the sources, or who else says it; or NULL */
    const struct source *const *source;
    const char *const *section; /* of each source */
    size_t source_count;
    const struct rule *const *rule;
    size_t rule_count;
    const char *const *proof; /* names of cases; the suite checks that they exist */
    size_t proof_count;
    struct location at;
};

/* A bug that a release of a loop or runtime had, and the cases that catch it. Its proof is a mutant
 * of the reference or a release that has the bug: on either of them one of the cases fails. */
struct bug {
    const char *id;             /* "BUG-17" */
    const char *system;         /* "libuv" */
    const char *says;           /* what went wrong, one sentence */
    const char *const *address; /* where it was reported or mended */
    size_t address_count;
    const char *since;         /* first version that has it; NULL: it was always there */
    const char *fixed;         /* first version without it; NULL: there is none yet */
    const char *const *caught; /* names of cases; the suite checks that they exist */
    size_t caught_count;
    const char *const *mutant; /* names; the suite checks that they exist */
    size_t mutant_count;
    const char *release;  /* a version that has it, on which a case was seen to fail; or NULL */
    const char *unproven; /* why there is neither; or NULL */
    struct location at;
};

/* Only the reader writes to it. */
struct catalogue {
    struct arena arena; /* texts, sources, switches and file names */
    struct rule *rule;
    size_t rule_count, rule_room;
    uint32_t *by_id; /* a hash table of the rules, each by its number from 1 on; 0: a free place */
    size_t by_id_room;
    struct source **source; /* allocated one by one in the arena, since rules point to them */
    size_t source_count, source_room;
    struct rule_switch **choice; /* allocated like sources */
    size_t choice_count, choice_room;
    struct contradiction *contradiction;
    size_t contradiction_count, contradiction_room;
    struct bug *bug;
    size_t bug_count, bug_room;
    struct loops loops;    /* those that it declares */
    const char *cases_dir; /* where the rest is; NULL if all of it was read */
};

/* NULL with `*d` filled in; its file name is valid until the next call that fails. `cases_dir` is
 * the folder that contains catalogue/. The .rules files of `own_dir`, if it is not NULL, are read
 * after those. */
struct catalogue *catalogue_read(const char *cases_dir, const char *own_dir, struct diag *d);
/* Does the folder itself have .rules files? */
bool catalogue_is_beside(const char *own_dir);
/* Read only the files that these rules are in: TIMER-9 is in timer.rules. Of entries in other files
 * that the rules name, only the id is known. NULL if a rule is not found that way or a file has an
 * error; catalogue_read() then reports it. */
struct catalogue *catalogue_read_rules(const char *cases_dir, const char *const *id, size_t count);
/* Read the whole catalogue that `c` is a part of, for callers that need the sources; NULL if `c` is
 * whole already or if it cannot be read. */
struct catalogue *catalogue_read_rest(const struct catalogue *c);
void catalogue_free(struct catalogue *c);                                     /* NULL is fine */
const struct rule *catalogue_find(const struct catalogue *c, const char *id); /* or NULL */
const char *bug_proof(const struct bug *bug); /* what kind: "mutant", "release" or "none" */
bool rule_cites(const struct rule *rule, const struct source *source);
const char *rule_level_name(enum rule_level level);
const char *part_kind_name(enum part_kind kind);
enum part_answer part_answer(const struct part *part);
#endif
