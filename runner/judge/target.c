#include "runner/judge/target.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

#include "interface/can.h"
#include "backend/builtin.h"
#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "host/host.h"
#include "profile/loops.h"

/* Append a sentence. */
static void add_note(char note[TARGET_NOTE_MAX], const char *sentence)
{
    size_t n = strlen(note);
    snprintf(note + n, TARGET_NOTE_MAX - n, "%s%s", n && sentence[0] ? "; " : "", sentence);
}

/* The version that the loop reports, or `otherwise` if it cannot be parsed. */
static struct version own_version(const struct server_info *info, struct version otherwise,
                                  char note[TARGET_NOTE_MAX])
{
    struct version v;
    char printed[24], sentence[TARGET_NOTE_MAX];
    if (version_parse_build(info->version, &v))
        return v;
    snprintf(sentence, sizeof sentence, "its version '%.40s' says nothing, so it is judged as %s",
             info->version, version_print(otherwise, printed));
    add_note(note, sentence);
    return otherwise;
}

/* A profile of a declared loop, or a known one. */
static int parse_profile(const char *text, const struct loops *loops, struct profile *out,
                         struct diag *d)
{
    return loops_parse_profile(loops, text, out) ? 0 : profile_parse(text, out, d);
}

/* The profile of a backend if --profile does not name one:
 * - a runtime: the profile that it reports;
 * - the reference loop, which can follow any version: the newest Node with its libuv, so that the
 *   result is the same on every machine;
 * - a loop whose family has rules of its own, known or declared: the version that it reports;
 * - any other loop: only the rules that hold for every loop. */
static int own_profile(const struct server_info *info, const struct loops *loops,
                       struct profile *out, char note[TARGET_NOTE_MAX], struct diag *d)
{
    enum loop_family family;
    struct version installed;
    if (info->outside && info->profile[0])
        return parse_profile(info->profile, loops, out, d);
    if (info->outside || strcmp(info->name, "reference") == 0) {
        *out = profile_newest();
    } else if (loops_find(loops, info->name) >= 0) {
        const int own = loops_find(loops, info->name);
        const struct own_loop *loop = &loops->item[own - FAMILY_COUNT];
        *out = loops_profile(loops, own,
                             own_version(info, loop->version[loop->version_count - 1], note));
    } else if (!family_find(info->name, &family) || family == FAMILY_ANY) {
        *out = profile_of_family(FAMILY_ANY, (struct version){ { 0 } });
        add_note(note, "it has no rules of its own: judged by what every loop owes");
    } else if (family == FAMILY_LIBUV) {
        if (!version_parse_build(backend_libuv(false)->version(), &installed))
            installed = profile_newest().libuv;
        *out = profile_of_libuv(own_version(info, installed, note));
    } else {
        *out = profile_of_family(family, own_version(info, family_known_version(family), note));
    }
    return 0;
}

static void settle_profile(struct target *t)
{
    char sentence[PROFILE_NOTE_MAX];
    profile_use_nearest_known(&t->profile, t->loops, sentence);
    target_set_profile(t, t->profile);
    add_note(t->note, sentence);
}

/* libuv >= 1.45 can pass file calls to io_uring. As a loop it does so only as backend
 * libuv:io_uring; in Node the virtual clock switches it off. */
static void note_ring(struct target *t)
{
    static const struct version since = { { 1, 45, 0 } };
    bool is_libuv = strcmp(t->info.name, "libuv") == 0;
    bool is_node = t->info.outside && strcmp(t->info.name, "node") == 0 && !t->real_clock;
    if ((is_libuv || is_node) && !t->info.ring && version_compare(t->profile.libuv, since) >= 0)
        add_note(t->note, is_libuv ? "io_uring is off, so file calls use the worker pool; "
                                     "libuv:io_uring has it on"
                                   : "io_uring is off, so file calls use the worker pool");
}

static void note_begin(struct target *t)
{
    char sentence[80];
    snprintf(sentence, sizeof sentence, "each case begins at an uptime of %s", t->begin);
    if (t->begin_ns > 0)
        add_note(t->note, sentence);
}

void target_init(struct target *t, const char *spec, const struct options *o)
{
    *t = (struct target){ .spec = spec,
                          .cases_dir = o->cases_dir,
                          .expected_dir = o->expected_dir,
                          .timeout_ms = o->timeout_ms,
                          .profile = profile_newest(),
                          .profile_name = "unknown",
                          .begin_ns = o->begin_ns,
                          .info.version = RESULT_NOT_STARTED };
    if (o->begin_ns > 0)
        lex_print_duration(o->begin_ns, t->begin);
}

/* Whoever has several backends wants to know which one it is about. */
static void name_backend(const char *spec, struct diag *d)
{
    bool fits = strlen(spec) + strlen(d->message) + 3 <= sizeof d->message;
    if (!fits || strstr(d->message, spec))
        return;
    char *named = xasprintf("%.100s%s: %s", spec, strlen(spec) > 100 ? "..." : "", d->message);
    snprintf(d->message, sizeof d->message, "%s", named);
    free(named);
}

int target_open(struct target *t, const char *spec, const struct options *o,
                const struct loops *loops, struct diag *d)
{
    return target_open_begun(t, NULL, spec, o, loops, d);
}

int target_open_begun(struct target *t, struct server *begun, const char *spec,
                      const struct options *o, const struct loops *loops, struct diag *d)
{
    target_init(t, spec, o);
    t->loops = loops;
    t->server = begun;
    if (o->profile && parse_profile(o->profile, loops, &t->profile, d) < 0) {
        target_close(t);
        return -1;
    }
    if (!t->server)
        t->server = server_begin(spec, d);
    if (!t->server || server_greet(t->server, d) < 0) {
        target_close(t);
        name_backend(spec, d);
        return -1;
    }
    t->info = *server_info(t->server);
    if (!o->profile && own_profile(&t->info, loops, &t->profile, t->note, d) < 0) {
        target_close(t);
        return -1;
    }
    settle_profile(t);
    t->real_clock = o->real_clock || !(t->info.can & LOOP_CAN_VIRTUAL_CLOCK);
    if (o->begin_ns > 0 && t->real_clock) {
        target_close(t);
        return diag_usage(d, "leave out --begin, or the backend",
                          "--begin is for the virtual clock, and %.100s runs on the real one",
                          spec);
    }
    note_begin(t);
    note_ring(t);
    if (o->virtual_clock && t->real_clock)
        text_line(stderr, "loopspec: %s runs on the real clock: it %s", spec,
                  t->info.why_real[0] ? t->info.why_real : "has no virtual one");
    return 0;
}

void target_close(struct target *t)
{
    server_close(t->server);
    t->server = NULL;
}

void target_set_profile(struct target *t, struct profile profile)
{
    t->profile = profile;
    profile_print(&profile, t->profile_name);
}

struct result_run target_describe(const struct target *t)
{
    return (struct result_run){ .backend = t->spec,
                                .version = t->info.version,
                                .profile = t->profile_name,
                                .clock = t->real_clock ? "real" : "virtual",
                                .os = "linux",
                                .begin = t->begin[0] ? t->begin : NULL,
                                .note = t->note[0] ? t->note : NULL };
}

void target_tell_note(const struct target *t)
{
    if (t->note[0])
        fprintf(stderr, "loopspec: %s: %s\n", t->spec, t->note);
}

/* A program of the browser layer is judged as a browser's, whatever host the profile has. */
struct profile target_profile(const struct target *t, const struct scenario *s)
{
    struct profile profile = t->profile;
    if (s->layer == LAYER_BROWSER)
        profile.host = HOST_BROWSER;
    return profile;
}

uint64_t target_begin_ns(const struct target *t, const struct scenario *s)
{
    return t->begin_ns > 0 ? t->begin_ns : s->begin_ns;
}

/* The clock of a runtime outside moves by parts of a millisecond whatever the program asks for, and
 * that of a plug-in ticks. Seconds in a double are too coarse for that after some months: libev then
 * wakes a hair before a deadline and waits once more. */
bool target_begins_apart(const struct target *t, const struct scenario *s)
{
    bool counts_in_parts = t->info.outside || t->info.plugin;
    return t->begin_ns % 1000000 != 0 && (s->is_fine || counts_in_parts);
}

bool target_real_clock(const struct target *t, const struct scenario *s)
{
    return t->real_clock || s->real_clock;
}

uint64_t target_needs(const struct target *t, const struct scenario *s)
{
    if (s->program)
        return t->info.outside ? host_needs_of_words(s->program) : host_needs(s->program);
    uint64_t needs = CAN_JAVASCRIPT;
    for (uint32_t i = 0; i < s->script->head.need_count; i++)
        needs |= loop_can_find(s->script->head.need[i]);
    return needs;
}

char *target_other_loop(const struct target *t, const struct scenario *s)
{
    char set[FAMILIES_TEXT_SIZE];
    if (profile_concerns(&t->profile, s->families))
        return NULL;
    return xasprintf("its rules are about %s, and the profile is %s",
                     families_print(s->families, t->loops, set), t->profile_name);
}

char *target_why_skipped(const struct target *t, const struct scenario *s)
{
    char *unconcerned = target_other_loop(t, s);
    return unconcerned ? unconcerned : target_missing_capability(t, s);
}

bool target_takes(const struct target *t, const struct scenario *s)
{
    char *misfit = target_why_skipped(t, s);
    free(misfit);
    return !misfit;
}

/* Some loops never return from run() by themselves. Is there nothing else that can end the program?
 * - browser: the host knows when the page is done;
 * - node: the host runs Node's queues between iterations, so the loop must be able to stop;
 * - core: on the virtual clock the world notices that nothing is left to do; on the real clock the
 *   host needs a timer. */
static bool has_no_end(const struct target *t, const struct scenario *s)
{
    if (s->layer == LAYER_NODE)
        return !(t->info.can & LOOP_CAN_STOP);
    return s->layer == LAYER_CORE && target_real_clock(t, s) && !(t->info.can & LOOP_CAN_TIMER);
}

char *target_missing_capability(const struct target *t, const struct scenario *s)
{
    if (s->layer == LAYER_NODE && t->profile.host != HOST_NODE)
        return xasprintf("needs a node host, and the profile is %s", t->profile_name);
    if (t->info.outside && !(t->info.layers & LAYER_BIT(s->layer)))
        return xasprintf("needs layer %s, which the backend does not have",
                         program_layer_name(s->layer));
    char word[WORD_SET_TEXT_SIZE];
    if (s->program && word_set_first(&t->info.lacks, s->program, word))
        return xasprintf("needs '%s', which the backend does not have", word);
    uint64_t missing = target_needs(t, s) & ~t->info.can;
    if (missing & CAN_JAVASCRIPT) /* without it no other need of a script matters */
        missing = CAN_JAVASCRIPT;
    if (missing)
        return xasprintf("needs '%s', which the backend does not have", loop_can_first(missing));
    if (!t->info.outside && !(t->info.can & LOOP_CAN_ENDS) && has_no_end(t, s))
        return xasprintf("needs '%s' of a loop that has no end",
                         s->layer == LAYER_NODE ? "stop" : "timer");
    if (s->file_pool && t->info.ring)
        return xstrdup("needs file calls on the worker pool, and io_uring is on");
    if (s->exact_time && target_real_clock(t, s))
        return xstrdup("needs exact time, which the real clock does not have");
    if (s->begin_ns > 0 && target_real_clock(t, s))
        return xstrdup("needs another uptime, which the real clock does not have");
    if (s->exact_time && target_begins_apart(t, s))
        return xstrdup("needs exact time, and --begin is within a millisecond");
    return NULL;
}

enum {
    LEAST_MS = 250, /* the time that every case gets, however little is left of the whole run's */
    LOOK_MS = 1000, /* how often to check whether a server is overdue */
};

/* The time-out of a case, or the time left for the whole run if that is less. */
static uint32_t time_for_case(const struct target *t)
{
    if (t->until_ns == 0)
        return t->timeout_ms;
    uint64_t now = now_ns();
    uint64_t left_ms = t->until_ns > now ? (t->until_ns - now) / 1000000 : 0;
    left_ms = left_ms < LEAST_MS ? LEAST_MS : left_ms;
    return left_ms < t->timeout_ms ? (uint32_t)left_ms : t->timeout_ms;
}

int target_start(const struct target *t, const struct suite_case *c, struct server **on,
                 struct diag *d)
{
    assert(t->server);
    struct server_job job = { .file = c->path,
                              .source = c->source,
                              .length = c->length,
                              .labels = &c->scenario.labels,
                              .profile = target_profile(t, &c->scenario),
                              .real_clock = target_real_clock(t, &c->scenario),
                              .begin_ns = target_begin_ns(t, &c->scenario),
                              .timeout_ms = time_for_case(t),
                              .processor_ms = t->processor_ms,
                              .schedule = t->schedule,
                              .share = t->share,
                              .mutant = t->mutant,
                              .explore = t->explore };
    *on = server_idle(t->server, d);
    return *on && server_start(*on, &job, d) == 0 ? 1 : -1;
}

int target_run(const struct target *t, const struct suite_case *c, struct server_outcome *out,
               struct diag *d)
{
    struct server *server;
    if (target_start(t, c, &server, d) < 0)
        return -1;
    struct pollfd pfd = { server_fd(server), POLLIN, 0 };
    int n;
    while ((n = poll(&pfd, 1, LOOK_MS)) == 0 || (n < 0 && errno == EINTR)) {
        if (interrupt_is_pending())
            return diag_system(d, NULL, "interrupted");
        server_watch(server);
    }
    server_finish(server, out);
    return 0;
}
