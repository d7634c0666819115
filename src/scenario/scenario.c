#include "scenario/scenario.h"

#include <string.h>

static const char loop_suffix[] = ".loop", js_suffix[] = ".js";

static bool ends_in(const char *path, const char *suffix)
{
    size_t length = strlen(path), tail = strlen(suffix);
    return length > tail && strcmp(path + length - tail, suffix) == 0;
}

size_t scenario_suffix(const char *path)
{
    return ends_in(path, loop_suffix) ? strlen(loop_suffix)
           : ends_in(path, js_suffix) ? strlen(js_suffix)
                                      : 0;
}

/* Copy what the head says. */
static void init(struct scenario *s, const struct program *p)
{
    *s = (struct scenario){ .title = p->title,
                            .rule = p->rule,
                            .rule_count = p->rule_count,
                            .layer = p->layer,
                            .begin_ns = p->begin_ns,
                            .is_fine = p->is_fine,
                            .exact_time = p->exact_time,
                            .real_clock = p->real_clock,
                            .file_pool = p->file_pool,
                            .families = FAMILY_BIT(FAMILY_LIBUV) };
}

void scenario_init(struct scenario *s, struct program *p)
{
    init(s, p);
    s->program = p;
    s->labels = program_labels(p);
}

static void init_script(struct scenario *s, struct script *script)
{
    init(s, &script->head);
    s->is_fine = true; /* nobody has looked */
    s->script = script;
    s->labels = label_table_view(&script->labels);
}

int scenario_parse(struct scenario *s, const char *file, const char *source, size_t length,
                   struct diag *d)
{
    *s = (struct scenario){ 0 };
    if (ends_in(file, js_suffix)) {
        struct script *script = script_parse(file, source, length, d);
        if (script)
            init_script(s, script);
        return script ? 0 : -1;
    }
    struct program *program = program_parse(file, source, length, d);
    if (program)
        scenario_init(s, program);
    return program ? 0 : -1;
}

int scenario_parse_head(struct scenario *s, const char *file, const char *source, size_t length,
                        struct diag *d)
{
    *s = (struct scenario){ 0 };
    struct script *script = NULL;
    struct program *program = NULL;
    if (ends_in(file, js_suffix))
        script = script_parse_head(file, source, length, d);
    else
        program = program_parse_head(file, source, length, d);
    if (!script && !program)
        return -1;
    init(s, script ? &script->head : program);
    s->script = script;
    s->program = program;
    return 0;
}

void scenario_release(struct scenario *s)
{
    program_free(s->program);
    script_free(s->script);
    *s = (struct scenario){ 0 };
}

uint32_t scenario_budget(const struct scenario *s)
{
    return s->program ? s->program->budget : 0;
}

char *scenario_print(const struct scenario *s)
{
    return s->program ? program_print(s->program) : script_print(s->script);
}
