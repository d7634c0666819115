/* fuzz.c - compares two backends on random programs; differences are shrunk, shown and saved. A
 * difference that the campaign found is checked again, each backend in a process of its own for
 * each run, so that `loopspec trace` will show the same. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/now.h"
#include "base/text.h"
#include "fuzz/edit.h"
#include "runner/fuzz/campaign.h"
#include "runner/fuzz/reduce.h"
#include "runner/fuzz/show.h"

enum {
    PROGRAMS_DEFAULT = 10000,
    TOLD_MAX = 10, /* differences that are shrunk and shown */
    STALE_MAX = 5, /* after this many known ones in a row, further differences are only counted */
    /* A program that takes this long in a batch is run alone to see whether it hangs. */
    HUNG_MS = 1000,
};
static const char save_default[] = "loopspec-fuzz";

struct fuzzing {
    const struct options *options;
    struct fuzz_pair pair;
    struct fuzz_campaign campaign;
    struct fuzz_generator *generator;
    char **known; /* shrunk programs, without their heads */
    size_t known_count, known_room;
    unsigned stale;
    bool was_late;     /* it checked a difference after the time was up */
    uint64_t differ;   /* programs about which the backends differ */
    uint64_t unproven; /* programs about which they agreed when run again */
};

static bool time_is_up(const struct fuzzing *h)
{
    return h->campaign.until_ns && now_ns() >= h->campaign.until_ns;
}

/* ---- what is known ---- */

/* The text after the head, which contains the program's number. */
static const char *skip_head(const char *text)
{
    const char *blank = strstr(text, "\n\n");
    return blank ? blank + 2 : text;
}

static bool is_known(const struct fuzzing *h, const char *text)
{
    for (size_t i = 0; i < h->known_count; i++)
        if (strcmp(h->known[i], skip_head(text)) == 0)
            return true;
    return false;
}

static void make_known(struct fuzzing *h, const char *text)
{
    GROW(h->known, h->known_count, h->known_room);
    h->known[h->known_count++] = xstrdup(skip_head(text));
}

/* ---- a difference ---- */

static void note_unproven(struct fuzzing *h, uint64_t number)
{
    h->unproven++;
    printf("program %llu of seed %llu differs %s\n", (unsigned long long)number,
           (unsigned long long)h->campaign.seed,
           h->pair.one_is_real ? "at times: it hangs on the machine"
                               : "among others, but not alone");
}

static int save(const struct fuzzing *h, const struct program *p, const struct fuzz_reduction *r,
                struct diag *d)
{
    const char *folder = h->options->save ? h->options->save : save_default;
    char *base = xasprintf("%s/seed-%llu-program-%llu", folder,
                           (unsigned long long)h->campaign.seed, (unsigned long long)r->number);
    int result = fuzz_save(&h->pair, p, base, r->end != REDUCED_WHOLLY, d);
    free(base);
    return result;
}

/* Print "program 3 of seed 1, shrunk from 12 statements to 3 in 24 runs:" and why it was not shrunk
 * further. */
static void print_head(const struct fuzzing *h, const struct fuzz_reduction *r, uint32_t from,
                       uint32_t to)
{
    printf("program %llu of seed %llu, ", (unsigned long long)r->number,
           (unsigned long long)h->campaign.seed);
    if (r->runs == 0)
        printf("not shrunk");
    else
        printf("shrunk from %u statement%s to %u in %u run%s", from, text_plural(from), to, r->runs,
               text_plural(r->runs));
    if (r->end == REDUCED_UNTIL_TIME_UP)
        printf(r->runs ? "; then the time was up" : ": the time was up");
    else if (r->end == REDUCED_UNTIL_TOO_MANY_HUNG)
        printf(",\nof which %u did not end within %u ms, and so no further", r->hung, r->limit_ms);
    else if (r->end == REDUCED_UNTIL_TOO_MANY_TRIED)
        printf(", and no further");
    puts(":\n");
}

/* Run the program once more; show and save it if it still differs. Returns 1 if it does not. */
static int show_and_save(struct fuzzing *h, const char *text, const struct fuzz_reduction *r,
                         uint32_t steps, struct diag *d)
{
    struct fuzz_run run;
    struct program *p = program_parse("shrunk", text, strlen(text), d);
    uint64_t until = h->campaign.until_ns, least = now_ns() + r->limit_ms * 1000000ull;
    fuzz_pair_bound(&h->pair, h->options->timeout_ms, until && until < least ? least : until);
    int result = fuzz_pair_run(&h->pair, p, text, &run, d);
    if (result == 0 && run.difference) {
        progress_clear(&h->campaign.progress);
        print_head(h, r, steps, edit_steps(p));
        fuzz_show(&h->pair, p, text, &run);
        result = save(h, p, r, d);
        putchar('\n');
        fflush(stdout);
        make_known(h, text);
        h->stale = 0;
    } else if (result == 0) {
        result = 1;
    }
    program_free(p);
    return result;
}

/* Show the reduced program or, if that one agrees now, the original: a slow candidate may have been
 * taken for one that hangs. On the real clock even the original may agree now. */
static int show_reduced_or_original(struct fuzzing *h, const char *small, const char *text,
                                    const struct fuzz_reduction *r, uint32_t steps, struct diag *d)
{
    const struct fuzz_reduction none = { .number = r->number, .end = r->end };
    int result = show_and_save(h, small, r, steps, d);
    if (result == 1 && !h->pair.one_is_real)
        result = show_and_save(h, text, &none, steps, d);
    if (result == 1) {
        h->differ--;
        note_unproven(h, r->number);
        result = 0;
    }
    return result;
}

static int shrink_and_tell(struct fuzzing *h, const char *text, struct fuzz_reduction *r,
                           struct diag *d)
{
    uint32_t steps = r->statements;
    int result = 0;
    char *small = fuzz_reduce(r, text);
    progress_clear(&h->campaign.progress);
    if (r->end == REDUCED_UNTIL_INTERRUPTED) {
        printf("program %llu of seed %llu differs, and was being shrunk\n",
               (unsigned long long)r->number, (unsigned long long)h->campaign.seed);
    } else if (r->end == REDUCED_FAILED) {
        *d = r->diag;
        result = -1;
    } else if (is_known(h, small)) {
        h->stale++;
    } else {
        result = show_reduced_or_original(h, small, text, r, steps, d);
    }
    free(small);
    return result;
}

/* If it hangs, leave half of the time for shrinking. */
static uint64_t until_half_time(const struct fuzzing *h)
{
    uint64_t until = h->campaign.until_ns, now = now_ns();
    return until > now ? now + (until - now) / 2 : until;
}

static int look_again(struct fuzzing *h, uint64_t number, bool hung, struct diag *d)
{
    struct fuzz_reduction r = { .pair = &h->pair,
                                .number = number,
                                .timeout_ms = h->options->timeout_ms,
                                .until_ns = h->campaign.until_ns,
                                .progress = &h->campaign.progress };
    char *text = program_print(fuzz_generate(h->generator, number));
    struct program *p = program_parse("fuzz", text, strlen(text), d);
    fuzz_pair_bound(&h->pair, r.timeout_ms, until_half_time(h));
    int result = p ? fuzz_pair_run(&h->pair, p, text, &r.whole, d) : -1;
    if (result == 0 && r.whole.difference) {
        h->differ++;
        r.statements = edit_steps(p);
        result = shrink_and_tell(h, text, &r, d);
    } else if (result >= 0 && !hung) { /* it ends when it runs alone: it was only slow */
        note_unproven(h, number);
    }
    fuzz_pair_bound(&h->pair, h->options->timeout_ms, h->campaign.until_ns);
    program_free(p);
    free(text);
    return result < 0 ? -1 : 0;
}

/* When the time is up, one more difference is checked if none was shown yet. */
static int on_found(void *arg, uint64_t number, bool hung, bool *stop, struct diag *d)
{
    struct fuzzing *h = arg;
    bool late = time_is_up(h);
    if (h->known_count == TOLD_MAX || h->stale == STALE_MAX ||
        (late && (h->known_count > 0 || h->was_late))) {
        h->differ++; /* most likely a known one */
        return 0;
    }
    h->was_late = late;
    progress_show(&h->campaign.progress, "program %llu differs: running it alone",
                  (unsigned long long)number);
    int result = look_again(h, number, hung, d);
    *stop = h->options->fail_fast && h->differ > 0;
    return result;
}

/* ---- the command ---- */

/* Programs that were left out have a line of their own: one line for both would be too wide for
 * most terminals. */
static void print_summary(const struct fuzzing *h)
{
    const struct fuzz_campaign *c = &h->campaign;
    if (c->ran == 0)
        printf("no program ran on %s and %s", h->pair.target[0].spec, h->pair.target[1].spec);
    else
        printf("%llu program%s on %s and %s in %.1f s, %.0f a second: ", (unsigned long long)c->ran,
               text_plural(c->ran), h->pair.target[0].spec, h->pair.target[1].spec, c->took_s,
               c->took_s > 0 ? (double)c->ran / c->took_s : 0);
    if (c->ran > 0 && h->differ == 0 && h->unproven == 0)
        printf("no difference");
    else if (c->ran > 0)
        printf("%llu differ%s, %zu in kind", (unsigned long long)h->differ,
               h->differ == 1 ? "s" : "", h->known_count);
    if (h->unproven)
        printf(", %llu only %s", (unsigned long long)h->unproven,
               h->pair.one_is_real ? "at times" : "among others");
    putchar('\n');
    if (c->left_out)
        printf("%llu more %s left out%s\n", (unsigned long long)c->left_out,
               c->left_out == 1 ? "was" : "were",
               h->pair.one_is_real ? "" : ": a backend lacks what they need");
}

static void plan(struct fuzzing *h, const struct options *o)
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
        .timeout_ms = o->timeout_ms < HUNG_MS ? o->timeout_ms : HUNG_MS,
        .progress = options_progress(o),
        .signals = interrupt_catch(),
        .found = on_found,
        .arg = h,
    };
    h->generator = fuzz_generator_new(o->seed, h->campaign.family);
}

static void fuzzing_release(struct fuzzing *h)
{
    for (size_t i = 0; i < h->known_count; i++)
        free(h->known[i]);
    free(h->known);
    fuzz_generator_free(h->generator);
    close(h->campaign.signals);
}

static int conclude(const struct fuzzing *h)
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
    struct fuzzing h = { 0 };
    if (fuzz_pair_open(&h.pair, o, &d) < 0)
        return diag_report(&d);
    plan(&h, o);
    bool failed = fuzz_campaign_run(&h.campaign, &d) < 0;
    h.campaign.interrupted |= interrupt_is_pending();
    int status = failed && !h.campaign.interrupted ? diag_report(&d) : conclude(&h);
    fuzzing_release(&h);
    fuzz_pair_close(&h.pair);
    return status;
}
