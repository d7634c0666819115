/* cmd_fuzz.c - random programs on two backends; what they disagree about, shrunk, shown
 * and saved.
 *
 * A difference that the campaign has seen is looked at again, with each backend in a
 * process of its own for each run: what is told is what `loopspec trace` will show. */
#include "runner/commands.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "fuzz/edit.h"
#include "fuzz/shrink.h"
#include "runner/fuzz_campaign.h"
#include "runner/fuzz_show.h"
#include "runner/interrupt.h"

enum {
    PROGRAMS_DEFAULT = 10000,
    TOLD_MAX = 10, /* differences that are shrunk and told */
    HUNG_MAX = 10, /* tries that a difference may cost which do not end in time */
    STALE_MAX = 5, /* so many in a row that were known already, and the rest is counted */
};
static const char save_default[] = "loopspec-fuzz";

struct hunt {
    const struct options *options;
    struct fuzz_pair pair;
    struct fuzz_campaign campaign;
    struct fuzz_generator *generator;
    char **known; /* shrunk programs, behind their heads */
    size_t known_count, known_room;
    unsigned stale;
    unsigned hung;       /* tries of the difference at hand */
    struct fuzz_run run; /* of the program that is being shrunk, whole */
    uint64_t differ;     /* programs that the backends disagree about */
    uint64_t unproven;   /* that they agreed about when it was run again */
    bool failed;         /* while it was being shrunk: see `diag` */
    struct diag diag;
};

/* ---- shrinking ---- */

static bool is_interrupted(const struct hunt *h)
{
    struct pollfd pfd = { h->campaign.signals, POLLIN, 0 };
    return poll(&pfd, 1, 0) > 0;
}

/* A difference is not traded for a lesser one: who died must die, and where events differ
 * it is not enough that one run is cut and the other is not. */
static bool still_differs(void *arg, const struct program *p, const char *text)
{
    struct hunt *h = arg;
    struct fuzz_run run;
    if (h->failed || h->hung == HUNG_MAX || is_interrupted(h))
        return false;
    int answer = fuzz_pair_run(&h->pair, p, text, &run, &h->diag);
    h->failed = answer < 0;
    if (answer == 0 && (run.end[0].end == SERVER_TIMEOUT || run.end[1].end == SERVER_TIMEOUT))
        h->hung++;
    return answer == 0 && run.difference >= h->run.difference && run.died[0] == h->run.died[0] &&
           run.died[1] == h->run.died[1];
}

/* The steps alone: what stands at the head has the program's number in it. */
static const char *behind_head(const char *text)
{
    const char *blank = strstr(text, "\n\n");
    return blank ? blank + 2 : text;
}

/* Adds it if it is new. */
static bool is_known(struct hunt *h, const char *text)
{
    for (size_t i = 0; i < h->known_count; i++)
        if (strcmp(h->known[i], behind_head(text)) == 0)
            return true;
    GROW(h->known, h->known_count, h->known_room);
    h->known[h->known_count++] = xstrdup(behind_head(text));
    return false;
}

/* ---- a difference ---- */

static void note_unproven(struct hunt *h, uint64_t number)
{
    h->unproven++;
    printf("program %llu of seed %llu differs %s\n", (unsigned long long)number,
           (unsigned long long)h->campaign.seed,
           h->pair.one_is_real ? "at times: it hangs on the machine"
                               : "among others, but not alone");
}

/* True if neither run of a text ends like this. */
static bool ends_without(struct hunt *h, const char *text, enum trace_outcome outcome)
{
    struct diag ignored;
    struct fuzz_run run;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    bool fine = p && fuzz_pair_run(&h->pair, p, text, &run, &h->diag) == 0;
    for (int side = 0; fine && side < 2; side++)
        fine = run.died[side] || fuzz_pair_trace(&h->pair, side)->outcome != outcome;
    program_free(p);
    return fine;
}

static bool text_still_differs(struct hunt *h, const char *text)
{
    struct diag ignored;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    bool differs = p && still_differs(h, p, text);
    program_free(p);
    return differs;
}

/* Takes both, and keeps the new one if the backends disagree about it too. */
static char *prefer(struct hunt *h, char *new, char *old)
{
    bool good = text_still_differs(h, new);
    free(good ? old : new);
    return good ? new : old;
}

/* A program that waits for ever is no case. */
static char *with_an_end(const char *text)
{
    bool node = strstr(text, "\nlayer node\n");
    const char *body = behind_head(text);
    return xasprintf("%.*s%s\n%s", (int)(body - text), text,
                     node ? "timeout 20ms { exit }" : "timer 20ms { stop loop }", body);
}

static char *with_budget(const char *text, uint32_t budget)
{
    struct diag ignored;
    struct program *p = program_parse("shrunk", text, strlen(text), &ignored);
    char *edited = edit_apply(p, &(struct edit){ .kind = EDIT_BUDGET, .count = budget });
    program_free(p);
    return edited;
}

/* They differ, and neither waits for ever. */
static bool ends_and_differs(void *arg, const struct program *p, const char *text)
{
    const struct hunt *h = arg;
    return still_differs(arg, p, text) && fuzz_pair_trace(&h->pair, 0)->outcome != OUTCOME_STUCK &&
           fuzz_pair_trace(&h->pair, 1)->outcome != OUTCOME_STUCK;
}

/* With an end the rest may well be smaller. Takes the text. */
static char *give_end(struct hunt *h, char *text, uint32_t *tries)
{
    uint32_t more;
    char *ending = with_an_end(text);
    bool good = text_still_differs(h, ending) && ends_without(h, ending, OUTCOME_STUCK);
    char *better = good ? shrink(ending, ends_and_differs, h, &more) : xstrdup(text);
    if (good)
        *tries += more;
    free(ending);
    free(text);
    return better;
}

/* What makes a better case of it: a small budget, or none where it ends without, and an
 * end. Takes the text. */
static char *make_case(struct hunt *h, char *text, uint32_t *tries)
{
    static const uint32_t budgets[] = { 20, 10, 5, 2 };
    if (!ends_without(h, text, OUTCOME_STUCK))
        text = give_end(h, text, tries);
    if (ends_without(h, text, OUTCOME_BUDGET)) /* last of all: without one a try might not end */
        return prefer(h, with_budget(text, 0), text);
    for (size_t i = 0; i < ARRAY_SIZE(budgets); i++)
        text = prefer(h, with_budget(text, budgets[i]), text);
    return text;
}

static int save(const struct hunt *h, const struct program *p, uint64_t number, struct diag *d)
{
    const char *folder = h->options->save ? h->options->save : save_default;
    char *base = xasprintf("%s/seed-%llu-program-%llu", folder,
                           (unsigned long long)h->campaign.seed, (unsigned long long)number);
    int result = fuzz_save(&h->pair, p, base, d);
    free(base);
    return result;
}

/* What was added to the known ones last. On the real clock one more run of it may yet be
 * like the others: then nothing was found. */
static int tell(struct hunt *h, const char *text, uint64_t number, uint32_t steps, uint32_t tries,
                struct diag *d)
{
    struct fuzz_run run;
    struct program *p = program_parse("shrunk", text, strlen(text), d);
    int result = fuzz_pair_run(&h->pair, p, text, &run, d);
    if (result == 0 && run.difference) {
        printf("program %llu of seed %llu, shrunk from %u statements to %u in %u runs:\n\n",
               (unsigned long long)number, (unsigned long long)h->campaign.seed, steps,
               edit_steps(p), tries);
        fuzz_show(&h->pair, p, text, &run);
        result = save(h, p, number, d);
        putchar('\n');
        fflush(stdout);
    } else if (result >= 0) {
        h->differ--;
        free(h->known[--h->known_count]);
        note_unproven(h, number);
        result = 0;
    }
    program_free(p);
    return result;
}

static int shrink_and_tell(struct hunt *h, const char *text, uint64_t number, uint32_t steps,
                           struct diag *d)
{
    uint32_t tries;
    h->hung = 0;
    char *small = shrink(text, still_differs, h, &tries);
    if (!h->failed && !is_interrupted(h))
        small = make_case(h, small, &tries);
    int result = 0;
    if (is_interrupted(h)) { /* so were the backends: nothing that they say now counts */
        printf("program %llu of seed %llu differs, and was being shrunk\n",
               (unsigned long long)number, (unsigned long long)h->campaign.seed);
    } else if (h->failed) {
        *d = h->diag;
        result = -1;
    } else if (is_known(h, small)) {
        h->stale++;
    } else {
        h->stale = 0;
        result = tell(h, small, number, steps, tries, d);
    }
    free(small);
    return result;
}

static int look_again(struct hunt *h, uint64_t number, struct diag *d)
{
    char *text = program_print(fuzz_generate(h->generator, number));
    struct program *p = program_parse("fuzz", text, strlen(text), d);
    int result = p ? fuzz_pair_run(&h->pair, p, text, &h->run, d) : -1;
    if (result == 0 && h->run.difference) {
        h->differ++;
        if (h->known_count < TOLD_MAX && h->stale < STALE_MAX)
            result = shrink_and_tell(h, text, number, edit_steps(p), d);
    } else if (result >= 0) {
        note_unproven(h, number);
        result = 0;
    }
    program_free(p);
    free(text);
    return result;
}

static int on_found(void *arg, uint64_t number, bool *stop, struct diag *d)
{
    struct hunt *h = arg;
    bool enough = h->known_count == TOLD_MAX || h->stale == STALE_MAX;
    if (h->campaign.progress)
        fputs("\r\033[K", stderr);
    if (enough) {
        h->differ++; /* most likely one of those that are known */
        return 0;
    }
    int result = look_again(h, number, d);
    *stop = h->options->fail_fast && h->differ > 0;
    return result;
}

/* ---- the command ---- */

static void print_summary(const struct hunt *h)
{
    const struct fuzz_campaign *c = &h->campaign;
    printf("%llu programs on %s and %s in %.1f s, %.0f a second", (unsigned long long)c->ran,
           h->pair.target[0].spec, h->pair.target[1].spec, c->took_s,
           c->took_s > 0 ? (double)c->ran / c->took_s : 0);
    if (c->left_out)
        printf(", %llu left out%s", (unsigned long long)c->left_out,
               h->pair.one_is_real ? "" : " for what a backend lacks");
    if (h->differ == 0 && h->unproven == 0) {
        puts(": no difference");
        return;
    }
    printf(": %llu differ%s, %zu in kind", (unsigned long long)h->differ, h->differ == 1 ? "s" : "",
           h->known_count);
    if (h->unproven)
        printf(", %llu only %s", (unsigned long long)h->unproven,
               h->pair.one_is_real ? "at times" : "among others");
    putchar('\n');
}

static void plan(struct hunt *h, const struct options *o)
{
    h->options = o;
    h->campaign = (struct fuzz_campaign){
        .pair = &h->pair,
        .seed = o->seed,
        .family = o->family ? fuzz_family_find(o->family) : NULL,
        .programs = o->programs  ? o->programs
                    : o->seconds ? UINT64_MAX / 2
                                 : PROGRAMS_DEFAULT,
        .seconds = o->seconds,
        .shard = o->shard.count ? o->shard.number : 1,
        .shards = o->shard.count ? o->shard.count : 1,
        .jobs = o->jobs,
        .timeout_ms = o->timeout_ms,
        .progress = isatty(STDERR_FILENO),
        .signals = interrupt_catch(),
        .found = on_found,
        .arg = h,
    };
    h->generator = fuzz_generator_new(o->seed, h->campaign.family);
}

static void hunt_release(struct hunt *h)
{
    for (size_t i = 0; i < h->known_count; i++)
        free(h->known[i]);
    free(h->known);
    fuzz_generator_free(h->generator);
    close(h->campaign.signals);
}

static int conclude(const struct hunt *h)
{
    print_summary(h);
    if (h->campaign.interrupted)
        return STATUS_INTERRUPTED;
    bool among_others = h->unproven && !h->pair.one_is_real;
    if (h->differ || among_others)
        return STATUS_UNEXPECTED;
    return h->campaign.ran ? STATUS_EXPECTED : STATUS_NOTHING;
}

int cmd_fuzz(struct options *o)
{
    struct diag d;
    struct hunt h = { 0 };
    if (fuzz_pair_open(&h.pair, o, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    plan(&h, o);
    int status;
    if (fuzz_campaign_run(&h.campaign, &d) < 0) {
        diag_print(&d, stderr);
        status = diag_exit_status(&d);
    } else {
        status = conclude(&h);
    }
    hunt_release(&h);
    fuzz_pair_close(&h.pair);
    return status;
}
