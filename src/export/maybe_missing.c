#include "export/maybe_missing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "scenario/words.h"

/* A walk through the program in the order of its text, with the names that certainly exist. */
struct walk {
    struct maybe_missing *maybe_missing;
    size_t names;
    uint32_t *exists; /* by name: how many steps that make it have certainly been performed */
    bool *is_made;    /* by name: the main program makes it before any callback can be called */
    uint32_t *made;   /* names in the order in which they are made */
    size_t made_count, made_room;
};

static void walk_block(struct walk *w, const struct block *b, bool later);

uint32_t maybe_missing_name(const struct step *s)
{
    return word_makes(word_of(s->kind)) ? s->from : s->name;
}

static void look(struct walk *w, const struct step *s, bool later)
{
    uint32_t name = maybe_missing_name(s);
    struct maybe_missing *d = w->maybe_missing;
    if (!name || w->exists[name] > 0 || (later && w->is_made[name]))
        return;
    PUSH(d->step, d->count, d->room, s);
}

static void make(struct walk *w, const struct step *s)
{
    if (!word_makes(word_of(s->kind)) || !s->name)
        return;
    w->exists[s->name]++;
    PUSH(w->made, w->made_count, w->made_room, s->name);
}

/* An object that a skippable block makes does not certainly exist after it. */
static void forget(struct walk *w, size_t made_count)
{
    while (w->made_count > made_count)
        w->exists[w->made[--w->made_count]]--;
}

static void walk_skippable(struct walk *w, const struct block *b, bool later)
{
    size_t made_count = w->made_count;
    walk_block(w, b, later);
    forget(w, made_count);
}

/* Do callbacks run before the main program continues after this step, if it continues at all? */
static bool lets_callbacks_run(const struct step *s)
{
    if (s->kind == STEP_RUN || s->kind == STEP_THROW)
        return true;
    const struct block *inner[] = { s->body, s->otherwise };
    for (size_t k = 0; word_of(s->kind)->body == BODY_INLINE && k < 2; k++)
        for (uint32_t i = 0; inner[k] && i < inner[k]->count; i++)
            if (lets_callbacks_run(&inner[k]->step[i]))
                return true;
    return false;
}

static void note_made(struct walk *w, const struct block *b)
{
    for (uint32_t i = 0; i < b->count && !lets_callbacks_run(&b->step[i]); i++) {
        const struct step *s = &b->step[i];
        if (word_makes(word_of(s->kind)))
            w->is_made[s->name] = true;
        if (s->kind == STEP_REPEAT)
            note_made(w, s->body);
    }
}

/* Each loop has names of its own. */
static void walk_loop(struct maybe_missing *d, size_t names, const struct block *b)
{
    struct walk w = { .maybe_missing = d, .names = names };
    w.exists = xcalloc(names, sizeof *w.exists);
    w.is_made = xcalloc(names, sizeof *w.is_made);
    note_made(&w, b);
    walk_block(&w, b, false);
    free(w.exists);
    free(w.is_made);
    free(w.made);
}

static void walk_bodies(struct walk *w, const struct step *s, bool later)
{
    if (s->kind == STEP_REPEAT) { /* only its block is certain to be performed */
        walk_block(w, s->body, later);
        return;
    }
    switch ((enum word_body)word_of(s->kind)->body) {
    case BODY_INLINE:
    case BODY_THREAD:
    case BODY_FLOW:
        walk_skippable(w, s->body, later);
        walk_skippable(w, s->otherwise, later);
        break;
    case BODY_LOOP: walk_loop(w->maybe_missing, w->names, s->body); break;
    case BODY_CALLBACK:
        walk_skippable(w, s->body, true);
        for (uint32_t i = 0; i < s->then_count; i++)
            walk_skippable(w, &s->then[i], true);
    }
}

/* `later`: this runs only after the main program has ended or waits. */
static void walk_block(struct walk *w, const struct block *b, bool later)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        later |= s->kind == STEP_AWAIT;
        look(w, s, later);
        make(w, s);
        walk_bodies(w, s, later);
    }
}

static int compare_steps(const void *a, const void *b)
{
    const struct step *const *x = a, *const *y = b;
    return (*x > *y) - (*x < *y);
}

void maybe_missing_find(struct maybe_missing *d, const struct program *p)
{
    *d = (struct maybe_missing){ 0 };
    walk_loop(d, p->string_count, &p->main);
    if (d->count > 0)
        qsort(d->step, d->count, sizeof *d->step, compare_steps);
}

void maybe_missing_release(struct maybe_missing *d)
{
    free(d->step);
    *d = (struct maybe_missing){ 0 };
}

bool maybe_missing_has(const struct maybe_missing *d, const struct step *s)
{
    return d->count > 0 && bsearch(&s, d->step, d->count, sizeof *d->step, compare_steps);
}
