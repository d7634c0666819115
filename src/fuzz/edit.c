#include "fuzz/edit.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "scenario/words.h"

static const uint64_t ms = 1000000;

/* ---- which there are ---- */

struct lister {
    struct edits *edits;
    const struct program *program;
    uint32_t next; /* the number of the next step */
};

static void offer(struct lister *l, struct edit edit)
{
    struct edits *e = l->edits;
    PUSH(e->item, e->count, e->room, edit);
}

static bool is_used(const struct block *b, uint32_t name)
{
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        bool uses = s->from == name || (s->name == name && !word_makes(word_of(s->kind)));
        if (uses || is_used(s->body, name) || is_used(s->otherwise, name))
            return true;
        for (uint32_t k = 0; k < s->then_count; k++)
            if (is_used(&s->then[k], name))
                return true;
    }
    return false;
}

/* Offer shorter times: 0, 1 ms, and half. */
static void offer_times(struct lister *l, uint32_t n, enum edit_kind kind, uint64_t time)
{
    const uint64_t shorter[] = { 0, ms, time == FOR_EVER ? ms : time / 2 / ms * ms };
    if (time == NO_TIME)
        return;
    for (size_t i = 0; i < ARRAY_SIZE(shorter); i++)
        if (shorter[i] < time && (i == 0 || shorter[i] != shorter[i - 1]))
            offer(l, (struct edit){ .kind = kind, .step = n, .time = shorter[i] });
}

static void offer_plain(struct lister *l, const struct step *s, uint32_t n)
{
    const struct word *w = word_of(s->kind);
    if (s->otherwise)
        offer(l, (struct edit){ .kind = EDIT_DROP_ELSE, .step = n });
    for (uint32_t i = 0; i < s->then_count; i++)
        offer(l, (struct edit){ .kind = EDIT_DROP_THEN, .step = n, .count = i });
    if (s->stopped)
        offer(l, (struct edit){ .kind = EDIT_DROP_STOPPED, .step = n });
    if (s->body && word_may_lack(w, PART_BODY) && !word_may_lie_still(w))
        offer(l, (struct edit){ .kind = EDIT_DROP_BODY, .step = n });
    if (s->repeat_ns != NO_TIME && word_may_lack(w, PART_EVERY))
        offer(l, (struct edit){ .kind = EDIT_DROP_REPEAT, .step = n });
    if (s->after_ns != NO_TIME && word_may_lack(w, PART_AFTER))
        offer(l, (struct edit){ .kind = EDIT_DROP_AFTER, .step = n });
    offer_times(l, n, EDIT_AFTER, s->after_ns);
    offer_times(l, n, EDIT_REPEAT, s->repeat_ns);
    bool counts = s->count != NO_COUNT && (word_has(w, PART_COUNT) || word_has(w, PART_BYTES) ||
                                           word_has(w, PART_TIMES) || word_has(w, PART_BY));
    if (counts && s->count > 1)
        offer(l, (struct edit){ .kind = EDIT_COUNT, .step = n, .count = 1 });
    if (counts && s->count > 3)
        offer(l, (struct edit){ .kind = EDIT_COUNT, .step = n, .count = s->count / 2 });
    if (word_may_lack(w, PART_BY) && s->count != NO_COUNT)
        offer(l, (struct edit){ .kind = EDIT_COUNT, .step = n, .count = NO_COUNT });
    if (s->option > 0 && s->option != NO_OPTION && s->kind != STEP_OBSERVE && s->kind != STEP_ON)
        offer(l, (struct edit){ .kind = EDIT_OPTION, .step = n });
    if (s->kind == STEP_LOG && s->label_count > 1)
        offer(l, (struct edit){ .kind = EDIT_FEWER_LABELS, .step = n });
    if (s->name && word_makes(w) && !is_used(&l->program->main, s->name))
        offer(l, (struct edit){ .kind = EDIT_DROP_NAME, .step = n });
}

static void offer_lifts(struct lister *l, const struct step *s, uint32_t n)
{
    if (s->body && s->body->count > 0)
        offer(l, (struct edit){ .kind = EDIT_LIFT, .step = n });
    if (s->otherwise && s->otherwise->count > 0)
        offer(l, (struct edit){ .kind = EDIT_LIFT_ELSE, .step = n });
}

static void list_block(struct lister *l, const struct block *b, enum edit_pass pass);

static void list_step(struct lister *l, const struct step *s, enum edit_pass pass)
{
    uint32_t n = l->next++;
    if (pass == PASS_LIFT)
        offer_lifts(l, s, n);
    if (pass == PASS_PLAIN)
        offer_plain(l, s, n);
    list_block(l, s->body, pass);
    list_block(l, s->otherwise, pass);
    for (uint32_t i = 0; i < s->then_count; i++)
        list_block(l, &s->then[i], pass);
}

/* Offer to remove the whole block, each half, each quarter, each step. */
static void offer_removals(struct lister *l, const uint32_t *number, uint32_t count)
{
    for (uint32_t size = count; size > 0; size /= 2)
        for (uint32_t from = 0; from < count; from += size)
            offer(l, (struct edit){ .kind = EDIT_REMOVE,
                                    .step = number[from],
                                    .count = from + size <= count ? size : count - from });
}

static void list_block(struct lister *l, const struct block *b, enum edit_pass pass)
{
    if (!b || b->count == 0)
        return;
    uint32_t *number = xcalloc(b->count, sizeof *number);
    for (uint32_t i = 0; i < b->count; i++) {
        number[i] = l->next;
        list_step(l, &b->step[i], pass);
    }
    if (pass == PASS_REMOVE)
        offer_removals(l, number, b->count);
    free(number);
}

/* Largest first; of equal ones, those earlier in the text. */
static int by_size(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->step < y->step ? -1 : x->step > y->step;
}

void edits_list(struct edits *e, const struct program *p, enum edit_pass pass)
{
    struct lister l = { .edits = e, .program = p };
    *e = (struct edits){ 0 };
    list_block(&l, &p->main, pass);
    if (pass == PASS_PLAIN && p->workers)
        offer(&l, (struct edit){ .kind = EDIT_DROP_WORKERS, .step = UINT32_MAX });
    if (pass == PASS_REMOVE)
        qsort(e->item, e->count, sizeof *e->item, by_size);
}

void edits_release(struct edits *e)
{
    free(e->item);
    *e = (struct edits){ 0 };
}

static uint32_t count_steps(const struct block *b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; b && i < b->count; i++) {
        const struct step *s = &b->step[i];
        count += 1 + count_steps(s->body) + count_steps(s->otherwise);
        for (uint32_t k = 0; k < s->then_count; k++)
            count += count_steps(&s->then[k]);
    }
    return count;
}

uint32_t edit_steps(const struct program *p)
{
    return count_steps(&p->main);
}

/* ---- making one ---- */

/* Copies the tree; its strings remain the program's. */
struct editor {
    struct arena arena;
    const struct edit *edit; /* NULL: only copy */
    uint32_t next;
};

static struct block *copy_block(struct editor *ed, const struct block *b);

static void drop_then(struct step *s, uint32_t link)
{
    struct block *then = (struct block *)s->then; /* it is our own copy, so it may be changed */
    assert(link < s->then_count);
    for (s->then_count--; link < s->then_count; link++)
        then[link] = then[link + 1];
}

static void make_plainer(struct step *s, const struct edit *e)
{
    switch (e->kind) {
    case EDIT_DROP_ELSE: s->otherwise = NULL; break;
    case EDIT_DROP_THEN: drop_then(s, e->count); break;
    case EDIT_DROP_BODY: s->body = NULL; break;
    case EDIT_AFTER: s->after_ns = e->time; break;
    case EDIT_DROP_AFTER: s->after_ns = NO_TIME; break;
    case EDIT_REPEAT: s->repeat_ns = e->time; break;
    case EDIT_DROP_REPEAT: s->repeat_ns = NO_TIME; break;
    case EDIT_COUNT: s->count = e->count; break;
    case EDIT_DROP_STOPPED: s->stopped = false; break;
    case EDIT_DROP_NAME: s->name = 0; break;
    case EDIT_OPTION:
        s->option = s->kind == STEP_START ? NO_OPTION : 0;
        s->events = s->kind == STEP_POLL ? 1 : s->events;
        break;
    case EDIT_FEWER_LABELS: s->label_count = 1; break;
    default: break;
    }
    if (s->kind == STEP_TIMER && e->kind == EDIT_DROP_STOPPED)
        s->after_ns = 0; /* then it needs a duration */
}

static void copy_step(struct editor *ed, const struct step *from, struct step *to)
{
    struct block *then = NULL;
    *to = *from;
    if (from->body)
        to->body = copy_block(ed, from->body);
    if (from->otherwise)
        to->otherwise = copy_block(ed, from->otherwise);
    if (to->then_count > 0)
        then = arena_alloc(&ed->arena, to->then_count * sizeof *then);
    for (uint32_t i = 0; i < to->then_count; i++)
        then[i] = *copy_block(ed, &from->then[i]);
    to->then = then;
}

static uint32_t append(struct step *to, uint32_t count, const struct block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        to[count++] = b->step[i];
    return count;
}

static uint32_t room_for(const struct block *b)
{
    uint32_t room = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct step *s = &b->step[i];
        uint32_t inner = s->body ? s->body->count : 0;
        if (s->otherwise && s->otherwise->count > inner)
            inner = s->otherwise->count;
        room += inner > 1 ? inner : 1;
    }
    return room;
}

static struct block *copy_block(struct editor *ed, const struct block *b)
{
    const struct edit *e = ed->edit;
    struct block *copy = arena_alloc(&ed->arena, sizeof *copy);
    struct step *to = arena_alloc(&ed->arena, (room_for(b) + 1) * sizeof *to);
    uint32_t count = 0, removed = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t number = ed->next++;
        struct step s;
        copy_step(ed, &b->step[i], &s);
        bool here = e && e->kind != EDIT_BUDGET && e->step == number;
        if (here && e->kind == EDIT_REMOVE)
            removed = e->count;
        if (removed > 0) {
            removed--;
            continue;
        }
        if (here && e->kind == EDIT_LIFT) {
            count = append(to, count, s.body);
        } else if (here && e->kind == EDIT_LIFT_ELSE) {
            count = append(to, count, s.otherwise);
        } else {
            if (here)
                make_plainer(&s, e);
            to[count++] = s;
        }
    }
    *copy = (struct block){ .step = to, .count = count };
    return copy;
}

char *edit_apply(const struct program *p, const struct edit *e)
{
    struct editor ed = { .edit = e };
    struct program edited = *p;
    edited.main = *copy_block(&ed, &p->main);
    if (e->kind == EDIT_BUDGET)
        edited.budget = e->count;
    if (e->kind == EDIT_DROP_WORKERS)
        edited.workers = NULL;
    char *text = program_print(&edited);
    arena_release(&ed.arena);
    return text;
}

/* ---- names ---- */

/* New names: a handle is named by the first letter of its word, with a number if there are several;
 * a log by a letter, in the order of the text. */
struct renaming {
    const char **string; /* by id: the new name */
    uint32_t by_letter[26];
    uint32_t labels;
};

static const char *free_name(struct editor *ed, struct renaming *r, char letter)
{
    uint32_t n = ++r->by_letter[letter - 'a'];
    char text[16];
    int length = n == 1 ? snprintf(text, sizeof text, "%c", letter)
                        : snprintf(text, sizeof text, "%c%u", letter, n);
    return arena_strndup(&ed->arena, text, (size_t)length);
}

static const char *free_label(struct editor *ed, struct renaming *r)
{
    char text[16];
    uint32_t n = r->labels++;
    int length = n < 26 ? snprintf(text, sizeof text, "%c", 'a' + n)
                        : snprintf(text, sizeof text, "%c%u", 'a' + n % 26, n / 26);
    return arena_strndup(&ed->arena, text, (size_t)length);
}

static void name_step(struct editor *ed, struct renaming *r, const struct step *s);

static void name_block(struct editor *ed, struct renaming *r, const struct block *b)
{
    for (uint32_t i = 0; b && i < b->count; i++)
        name_step(ed, r, &b->step[i]);
}

static void name_step(struct editor *ed, struct renaming *r, const struct step *s)
{
    bool makes = word_makes(word_of(s->kind));
    if (makes && s->name && !r->string[s->name])
        r->string[s->name] = free_name(ed, r, step_word(s->kind)[0]);
    for (uint32_t i = 0; s->kind == STEP_LOG && i < s->label_count; i++)
        if (!r->string[s->label[i]])
            r->string[s->label[i]] = free_label(ed, r);
    name_block(ed, r, s->body);
    name_block(ed, r, s->otherwise);
    for (uint32_t i = 0; i < s->then_count; i++)
        name_block(ed, r, &s->then[i]);
}

char *edit_rename(const struct program *p)
{
    struct editor ed = { 0 };
    struct renaming r = { 0 };
    struct program renamed = *p;
    r.string = xcalloc(p->string_count, sizeof *r.string);
    name_block(&ed, &r, &p->main);
    for (uint32_t i = 0; i < p->string_count; i++)
        if (!r.string[i])
            r.string[i] = p->string[i];
    renamed.string = r.string;
    char *text = program_print(&renamed);
    free(r.string);
    arena_release(&ed.arena);
    return text;
}
