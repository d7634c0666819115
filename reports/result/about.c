#include "reports/result/about.h"

#include <stdlib.h>
#include <string.h>

static const char *keep(struct about *a, const char *text)
{
    return text ? arena_strndup(&a->arena, text, strlen(text)) : NULL;
}

void about_release(struct about *a)
{
    free(a->source);
    free(a->rule);
    free(a->item);
    arena_release(&a->arena);
    *a = (struct about){ 0 };
}

void about_add_source(struct about *a, const struct about_source *s)
{
    if (about_find_source(a, s->id))
        return;
    GROW(a->source, a->source_count, a->source_room);
    a->source[a->source_count++] = (struct about_source){ keep(a, s->id), keep(a, s->title),
                                                          s->is_code, keep(a, s->url) };
}

void about_add_rule(struct about *a, const struct about_rule *r)
{
    if (about_find_rule(a, r->id))
        return;
    const char **source = arena_alloc(&a->arena, (r->source_count + 1) * sizeof *source);
    const char **section = arena_alloc(&a->arena, (r->source_count + 1) * sizeof *section);
    for (size_t i = 0; i < r->source_count; i++) {
        source[i] = keep(a, r->source[i]);
        section[i] = r->section ? keep(a, r->section[i]) : "";
    }
    GROW(a->rule, a->rule_count, a->rule_room);
    a->rule[a->rule_count++] = (struct about_rule){ .id = keep(a, r->id),
                                                    .says = keep(a, r->says),
                                                    .level = keep(a, r->level),
                                                    .layer = keep(a, r->layer),
                                                    .note = keep(a, r->note),
                                                    .profiles = keep(a, r->profiles),
                                                    .informative = keep(a, r->informative),
                                                    .on_linux = r->on_linux,
                                                    .source = source,
                                                    .section = section,
                                                    .source_count = r->source_count };
}

void about_add_case(struct about *a, const struct about_case *c)
{
    GROW(a->item, a->item_count, a->item_room);
    a->item[a->item_count++] = (struct about_case){ .name = keep(a, c->name),
                                                    .layer = keep(a, c->layer),
                                                    .path = keep(a, c->path),
                                                    .scenario = keep(a, c->scenario),
                                                    .expect_path = keep(a, c->expect_path),
                                                    .expected = keep(a, c->expected),
                                                    .js = keep(a, c->js),
                                                    .c = keep(a, c->c) };
}

static int compare_cases(const void *a, const void *b)
{
    const struct about_case *x = a, *y = b;
    return strcmp(x->name, y->name);
}

void about_sort(struct about *a)
{
    if (a->item_count == 0)
        return;
    qsort(a->item, a->item_count, sizeof *a->item, compare_cases);
    size_t kept = 1;
    for (size_t i = 1; i < a->item_count; i++)
        if (strcmp(a->item[i].name, a->item[kept - 1].name) != 0)
            a->item[kept++] = a->item[i];
    a->item_count = kept;
}

const struct about_source *about_find_source(const struct about *a, const char *id)
{
    for (size_t i = 0; a && i < a->source_count; i++)
        if (strcmp(a->source[i].id, id) == 0)
            return &a->source[i];
    return NULL;
}

const struct about_rule *about_find_rule(const struct about *a, const char *id)
{
    for (size_t i = 0; a && i < a->rule_count; i++)
        if (strcmp(a->rule[i].id, id) == 0)
            return &a->rule[i];
    return NULL;
}

const struct about_case *about_find_case(const struct about *a, const char *name)
{
    if (!a || a->item_count == 0)
        return NULL;
    const struct about_case wanted = { .name = name };
    return bsearch(&wanted, a->item, a->item_count, sizeof *a->item, compare_cases);
}
