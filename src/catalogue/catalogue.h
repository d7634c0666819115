/* catalogue.h - the documented rules: id, sentence, level, layer, sources.
 * Read from cases/catalogue/: every .rules file in it, each of which opens with
 * the format. Rules keep the order of the files' names and of the lines. */
#ifndef CATALOGUE_CATALOGUE_H
#define CATALOGUE_CATALOGUE_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "scenario/program.h"

enum rule_level { LEVEL_MUST, LEVEL_SHOULD, LEVEL_MAY, LEVEL_COUNT };

struct source {
    const char *id;    /* "000_1dce63f2944b4a50.txt", "libuv-timer" */
    const char *title; /* "libuv documentation: uv_timer_t" */
};

struct rule {
    const char *id;       /* "TIMER-9" */
    const char *says;     /* one sentence */
    const char *note;     /* where a document is wrong, or NULL */
    const char *profiles; /* how profiles differ, or NULL: prose for `explain` */
    enum rule_level level;
    enum program_layer layer;
    bool on_linux;           /* the kernel matters */
    const char *informative; /* why no run can show it; NULL if one can */
    const struct source *const *source;
    size_t source_count;
    struct place at;
};

struct catalogue;
/* NULL with `*d` filled in, whose file name is good until the next call that
 * fails. `cases_dir` is the folder that holds catalogue/. */
struct catalogue *catalogue_read(const char *cases_dir, struct diag *d);
void catalogue_free(struct catalogue *c); /* NULL is fine */
size_t catalogue_rule_count(const struct catalogue *c);
const struct rule *catalogue_rule(const struct catalogue *c, size_t i);
const struct rule *catalogue_find(const struct catalogue *c, const char *id); /* or NULL */
size_t catalogue_source_count(const struct catalogue *c);
const struct source *catalogue_source(const struct catalogue *c, size_t i);
const char *rule_level_name(enum rule_level level);
#endif
