#include "reports/result/about.h"

#include <stdlib.h>
#include <string.h>
#include "reports/result/shapes.h"

void about_release(struct about *a)
{
    free(a->source);
    free(a->rule);
    free(a->bug);
    free(a->item);
    arena_release(&a->arena);
    *a = (struct about){ 0 };
}

void about_add_source(struct about *a, const struct about_source *s)
{
    if (about_find_source(a, s->id))
        return;
    GROW(a->source, a->source_count, a->source_room);
    a->source[a->source_count] = *s;
    fields_copy(&a->arena, &shape_source, &a->source[a->source_count++]);
}

void about_add_rule(struct about *a, const struct about_rule *r)
{
    if (about_find_rule(a, r->id))
        return;
    GROW(a->rule, a->rule_count, a->rule_room);
    a->rule[a->rule_count] = *r;
    fields_copy(&a->arena, &shape_rule, &a->rule[a->rule_count++]);
}

void about_add_bug(struct about *a, const struct about_bug *b)
{
    if (about_find_bug(a, b->id))
        return;
    GROW(a->bug, a->bug_count, a->bug_room);
    a->bug[a->bug_count] = *b;
    fields_copy(&a->arena, &shape_bug, &a->bug[a->bug_count++]);
}

void about_add_case(struct about *a, const struct about_case *c)
{
    GROW(a->item, a->item_count, a->item_room);
    a->item[a->item_count] = *c;
    fields_copy(&a->arena, &shape_about_case, &a->item[a->item_count++]);
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

const struct about_bug *about_find_bug(const struct about *a, const char *id)
{
    for (size_t i = 0; a && i < a->bug_count; i++)
        if (strcmp(a->bug[i].id, id) == 0)
            return &a->bug[i];
    return NULL;
}

const struct about_case *about_find_case(const struct about *a, const char *name)
{
    if (!a || a->item_count == 0)
        return NULL;
    const struct about_case wanted = { .name = name };
    return bsearch(&wanted, a->item, a->item_count, sizeof *a->item, compare_cases);
}
