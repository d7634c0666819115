/* stored_read.c - from JSON to results. The tables in result/shapes.h say what a file may contain. */
#include "reports/stored/stored_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "reports/result/shapes.h"

static int add_run(struct stored *s, const struct results_run *from, struct fields_reading *r,
                   const char *path, struct diag *d)
{
    struct stored_run run = { .run = from->run,
                              .summary = { .real_ns = from->summary.real_ns,
                                           .grade = from->summary.grade,
                                           .grade_count = from->summary.grade_count },
                              .count = from->count,
                              .room = from->count + 1,
                              .file = s->files };
    if (from->run.shard && !stored_parts_read(&run, from->run.shard, path)) {
        stored_run_release(&run);
        return fields_refuse(r, "a part cannot be '%.40s'", from->run.shard);
    }
    run.result = xcalloc(run.room, sizeof *run.result);
    memcpy(run.result, from->result, run.count * sizeof *run.result);
    return stored_add_run(s, &run, d);
}

/* Add sources, rules, bugs and cases; those that another file had already are left out. */
static void add_about(struct stored *s, const struct about *a)
{
    for (size_t i = 0; i < a->source_count; i++)
        about_add_source(&s->about, &a->source[i]);
    for (size_t i = 0; i < a->rule_count; i++)
        about_add_rule(&s->about, &a->rule[i]);
    for (size_t i = 0; i < a->bug_count; i++)
        about_add_bug(&s->about, &a->bug[i]);
    for (size_t i = 0; i < a->item_count; i++)
        about_add_case(&s->about, &a->item[i]);
    about_sort(&s->about);
    s->tells_about = true;
}

/* Check the schema's number first: in another schema the members mean something else. */
static int read_file(struct fields_reading *r, const json_t *root, struct results_file *file)
{
    const json_t *schema = json_object_get(root, "schema");
    if (json_is_integer(schema) && json_integer_value(schema) != RESULTS_SCHEMA)
        return fields_refuse(r, "it is of schema %lld, and this program reads schema %d",
                             (long long)json_integer_value(schema), RESULTS_SCHEMA);
    return fields_read(r, &shape_file, root, file);
}

static int add_file(struct stored *s, const struct results_file *file, struct fields_reading *r,
                    const char *path, struct diag *d)
{
    if (!s->version)
        s->version = file->version;
    if (file->date && (!s->date || strcmp(file->date, s->date) > 0))
        s->date = file->date;
    if (file->about)
        add_about(s, file->about);
    for (size_t i = 0; i < file->run_count; i++)
        if (add_run(s, &file->run[i], r, path, d) < 0)
            return -1;
    return 0;
}

int stored_read(struct stored *s, const char *path, struct diag *d)
{
    struct fields_reading r = { .arena = &s->arena };
    struct results_file file = { 0 };
    FILE *in = mem_of(fopen(path, "r"));
    if (!in)
        return diag_unreadable(d, DIAG_NOWHERE, NULL, "cannot read '%s': %s", path,
                               strerror(errno));
    json_error_t error;
    json_t *root = json_loadf(in, 0, &error);
    if (!root && ferror(in)) { /* jansson takes it for the end of the text */
        fclose(in);
        return diag_unreadable(d, DIAG_NOWHERE, NULL, "cannot read '%s': %s", path,
                               strerror(errno));
    }
    fclose(in);
    int answer = root ? read_file(&r, root, &file)
                      : fields_refuse(&r, "line %d: %s", error.line, error.text);
    json_decref(root);
    s->files++;
    if (answer == 0)
        answer = add_file(s, &file, &r, arena_strndup(&s->arena, path, strlen(path)), d);
    if (r.why[0])
        diag_usage(d, "loopspec run --format json:FILE writes such a file",
                   "'%s' has no results that can be read: %s", path, r.why);
    return answer;
}
