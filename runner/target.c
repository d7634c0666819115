#include "runner/target.h"

#include <poll.h>
#include <string.h>
#include <errno.h>

#include "backend/can.h"
#include "backend/load.h"
#include "base/now.h"
#include "host/host.h"

/* libuv is judged as the version that it says it is, and so is another loop that has rules
 * of its own; a runtime as the profile that it claims. Any other loop has no version of libuv's, and the reference has them all:
 * they take that of the libuv which is installed. */
static int own_profile(const struct server_info *info, struct profile *out, struct diag *d)
{
    struct version v;
    if (info->outside && info->profile[0])
        return profile_parse(info->profile, out, d);
    if (info->outside) {
        *out = profile_newest();
        return 0;
    }
    enum loop_family family;
    if (family_find(info->name, &family) && family != FAMILY_LIBUV &&
        version_parse(info->version, &v)) {
        *out = profile_of_family(family, v);
        return 0;
    }
    bool is_libuv = strcmp(info->name, "libuv") == 0;
    if (!is_libuv || !version_parse(info->version, &v))
        version_parse(backend_libuv_version(), &v);
    *out = profile_of_libuv(v);
    return 0;
}

int target_open(struct target *t, const char *spec, const struct options *o, struct diag *d)
{
    *t = (struct target){ .spec = spec, .timeout_ms = o->timeout_ms };
    if (o->profile && profile_parse(o->profile, &t->profile, d) < 0)
        return -1;
    t->server = server_open(spec, d);
    if (!t->server)
        return -1;
    t->info = *server_info(t->server);
    if (!o->profile && own_profile(&t->info, &t->profile, d) < 0) {
        target_close(t);
        return -1;
    }
    profile_print(&t->profile, t->profile_name);
    t->real_clock = o->real_clock || !(t->info.can & LOOP_CAN_VIRTUAL_CLOCK);
    if (o->virtual_clock && t->real_clock)
        fprintf(stderr, "loopspec: %s runs on the real clock: it %s\n", spec,
                t->info.why_real[0] ? t->info.why_real : "has no virtual one");
    return 0;
}

void target_close(struct target *t)
{
    server_close(t->server);
    t->server = NULL;
}

void target_leave(struct target *t, const char *spec)
{
    *t = (struct target){ .spec = spec, .profile = profile_newest() };
    snprintf(t->info.version, sizeof t->info.version, RESULT_NOT_STARTED);
    snprintf(t->profile_name, sizeof t->profile_name, "unknown");
}

struct result_run target_describe(const struct target *t)
{
    return (struct result_run){ .backend = t->spec,
                                .version = t->info.version,
                                .profile = t->profile_name,
                                .clock = t->real_clock ? "real" : "virtual",
                                .os = "linux" };
}

/* Whatever host the profile has, a page is judged as a page. */
struct profile target_profile(const struct target *t, const struct scenario *s)
{
    struct profile profile = t->profile;
    if (s->layer == LAYER_BROWSER)
        profile.host = HOST_BROWSER;
    return profile;
}

bool target_real_clock(const struct target *t, const struct scenario *s)
{
    return t->real_clock || s->real_clock;
}

static uint32_t needs_of(const struct target *t, const struct scenario *s)
{
    if (s->program)
        return t->info.outside ? host_needs_of_words(s->program) : host_needs(s->program);
    uint32_t needs = CAN_JAVASCRIPT;
    for (uint32_t i = 0; i < s->script->need_count; i++)
        needs |= loop_can_find(s->script->need[i]);
    return needs;
}

char *target_unconcerned(const struct target *t, const struct scenario *s)
{
    char set[64];
    if (profile_concerns(&t->profile, s->families))
        return NULL;
    return xasprintf("its rules are about %s, and the profile is %s",
                     families_print(s->families, set), t->profile_name);
}

char *target_misfit(const struct target *t, const struct scenario *s)
{
    char *unconcerned = target_unconcerned(t, s);
    return unconcerned ? unconcerned : target_lack(t, s);
}

char *target_lack(const struct target *t, const struct scenario *s)
{
    if (s->layer == LAYER_NODE && t->profile.host != HOST_NODE)
        return xasprintf("needs a node host, and the profile is %s", t->profile_name);
    if (t->info.outside && !(t->info.layers & LAYER_BIT(s->layer)))
        return xasprintf("needs layer %s, which the backend does not have",
                         program_layer_name(s->layer));
    uint32_t missing = needs_of(t, s) & ~t->info.can;
    if (missing & CAN_JAVASCRIPT) /* what else a script needs does not matter then */
        missing = CAN_JAVASCRIPT;
    if (missing)
        return xasprintf("needs '%s', which the backend does not have", loop_can_first(missing));
    if (target_real_clock(t, s) && !t->info.outside && !(t->info.can & LOOP_CAN_ENDS))
        return xstrdup("needs 'ends' on the real clock, where nobody else can tell the end");
    if (s->exact_time && target_real_clock(t, s))
        return xstrdup("needs exact time, which the real clock does not have");
    return NULL;
}

/* A case that is begun is given so long, however little is left. */
enum { LEAST_MS = 250 };

/* What a case may take, or what is left for all, if that is less. */
static uint32_t time_for_case(const struct target *t)
{
    if (t->until_ns == 0)
        return t->timeout_ms;
    uint64_t now = now_ns();
    uint64_t left_ms = t->until_ns > now ? (t->until_ns - now) / 1000000 : 0;
    left_ms = left_ms < LEAST_MS ? LEAST_MS : left_ms;
    return left_ms < t->timeout_ms ? (uint32_t)left_ms : t->timeout_ms;
}

int target_start(const struct target *t, struct server *server, const struct suite_case *c,
                 struct diag *d)
{
    struct server_job job = { .file = c->path,
                              .source = c->source,
                              .length = c->length,
                              .labels = c->scenario.labels,
                              .profile = target_profile(t, &c->scenario),
                              .real_clock = target_real_clock(t, &c->scenario),
                              .timeout_ms = time_for_case(t),
                              .schedule = t->schedule };
    return server_start(server, &job, d);
}

int target_run(const struct target *t, const struct suite_case *c, struct server_outcome *out,
               struct diag *d)
{
    if (target_start(t, t->server, c, d) < 0)
        return -1;
    struct pollfd pfd = { server_fd(t->server), POLLIN, 0 };
    int n;
    while ((n = poll(&pfd, 1, TARGET_LOOK_MS)) == 0 || (n < 0 && errno == EINTR))
        server_watch(t->server);
    server_finish(t->server, out);
    return 0;
}
