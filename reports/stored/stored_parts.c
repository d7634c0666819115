/* stored_parts.c - which parts of a run are there, and which are missing. It keeps a list of those
 * that are there, not an array of all: the total comes from a file and may be huge. */
#include "reports/stored/stored_inside.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_MAX = 8 }; /* the most missing parts that a message lists */

/* ---- from text and back ---- */

/* Read a number of at least 1 and move `*text` after it. 0 if there is none. */
static uint32_t read_number(const char **text)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(*text, &end, 10);
    bool good = **text >= '1' && **text <= '9' && errno == 0 && n <= UINT32_MAX;
    *text = end;
    return good ? (uint32_t)n : 0;
}

bool stored_parts_read(struct stored_run *run, const char *text, const char *file)
{
    uint32_t last = 0;
    do {
        uint32_t number = read_number(&text);
        if (number <= last)
            return false;
        GROW(run->part, run->part_count, run->part_room);
        run->part[run->part_count++] = (struct stored_part){ number, file };
        last = number;
    } while (*text++ == ',');
    if (text[-1] != '/')
        return false;
    run->parts = read_number(&text);
    return *text == '\0' && last <= run->parts;
}

static char *print_parts(const struct stored_run *run)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    for (size_t i = 0; i < run->part_count; i++)
        fprintf(out, "%s%u", i > 0 ? "," : "", run->part[i].number);
    fprintf(out, "/%u", run->parts);
    fclose(out);
    return text;
}

/* ---- merging ---- */

static int compare_parts(const void *a, const void *b)
{
    const struct stored_part *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

const struct stored_part *stored_parts_shared(const struct stored_run *a,
                                              const struct stored_run *b)
{
    for (size_t i = 0, k = 0; i < a->part_count && k < b->part_count;) {
        int order = compare_parts(&a->part[i], &b->part[k]);
        if (order == 0)
            return &a->part[i];
        i += order < 0;
        k += order > 0;
    }
    return NULL;
}

void stored_parts_add(struct stored_run *to, const struct stored_run *from)
{
    assert(to->parts == from->parts);
    assert(!stored_parts_shared(to, from));
    for (size_t i = 0; i < from->part_count; i++) {
        GROW(to->part, to->part_count, to->part_room);
        to->part[to->part_count++] = from->part[i];
    }
    if (to->part_count > 0)
        qsort(to->part, to->part_count, sizeof *to->part, compare_parts);
}

/* ---- what is missing ---- */

/* The first number after `number` that is not among the parts. `*at` is the position in the list of
 * parts and advances with it. */
static uint32_t next_missing(const struct stored_run *run, uint32_t number, size_t *at)
{
    for (number++; *at < run->part_count && run->part[*at].number == number; number++)
        ++*at;
    return number;
}

void stored_parts_describe(struct stored_run *run, struct arena *a)
{
    size_t at = 0;
    assert(run->part_count <= run->parts);
    run->run.shard = NULL;
    run->summary.missing = (struct result_missing){ 0 };
    if (run->part_count == run->parts)
        return;
    char *text = print_parts(run);
    run->run.shard = arena_strndup(a, text, strlen(text));
    free(text);
    run->summary.missing = (struct result_missing){ .parts = run->parts - (uint32_t)run->part_count,
                                                    .first = next_missing(run, 0, &at),
                                                    .of = run->parts };
}

/* Print the backend, with its version if another run has the same backend. */
static void print_run(const struct stored *s, const struct stored_run *run, FILE *out)
{
    size_t runs = 0;
    for (size_t i = 0; i < s->run_count; i++)
        runs += strcmp(s->run[i].run.backend, run->run.backend) == 0;
    fprintf(out, "'%s%s%s'", run->run.backend, runs > 1 ? " " : "",
            runs > 1 ? run->run.version : "");
}

static void print_numbers(const struct stored_run *run, FILE *out)
{
    size_t at = 0;
    uint32_t missing = run->summary.missing.parts, number = 0;
    fputs(missing == 1 ? "part" : "parts", out);
    for (uint32_t i = 0; i < missing; i++) {
        number = next_missing(run, number, &at);
        fprintf(out, "%s %u", i == 0 ? "" : i + 1 < missing ? "," : " and", number);
    }
    fprintf(out, " of %u", run->parts);
}

char *stored_missing(const struct stored *s, size_t i)
{
    const struct stored_run *run = &s->run[i];
    const struct result_missing *m = &run->summary.missing;
    char *text = NULL;
    if (m->parts == 0)
        return NULL;
    FILE *out = xopen_memstream(&text, NULL);
    if (m->parts <= NAMED_MAX)
        print_numbers(run, out);
    else
        fprintf(out, "%u of %u parts", m->parts, m->of);
    fputs(" of ", out);
    print_run(s, run, out);
    fputs(m->parts == 1 ? " is missing" : " are missing", out);
    fclose(out);
    return text;
}
