/* Programs that share a process of Node are not disturbed by those before them: each has the same
 * trace in a process of its own. COUNT= and SEED= choose others. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/compare.h"
#include "fuzz/generate.h"
#include "runner/server/server.h"
#include "tap/tap.h"

/* Tests use the adapter of the source tree. NODE= chooses another binary. */
static const char node[] = "exec:exec \"${NODE:-node}\" src/runtime/adapter.cjs"
                           " --world \"$(realpath \"${BUILD:-build}/libloopspec-world.so\")\"";

struct tally {
    unsigned compared, differ, failed;
};

static bool run(struct server *s, const struct program *p, const char *text, bool share,
                uint64_t *digest)
{
    struct diag d;
    struct server_outcome out;
    struct labels labels = program_labels(p);
    struct server_job job = { .file = "fuzz.loop",
                              .source = text,
                              .length = strlen(text),
                              .labels = &labels,
                              .profile = profile_newest(),
                              .timeout_ms = 60 * 1000,
                              .share = share };
    if (server_start(s, &job, &d) < 0) {
        diag("%s", d.message);
        return false;
    }
    server_finish(s, &out);
    if (out.end != SERVER_DONE)
        diag("end %d, code %d: %s%s", out.end, out.code, out.trace->message, out.output);
    *digest = fuzz_digest(out.trace, 0);
    return out.end == SERVER_DONE;
}

static void try_program(struct server *alone, struct server *sharing, const struct program *p,
                        struct tally *t)
{
    uint64_t digest[2];
    char *text = program_print(p);
    t->compared++;
    if (!run(alone, p, text, false, &digest[0]) || !run(sharing, p, text, true, &digest[1])) {
        t->failed++;
    } else if (digest[0] != digest[1]) {
        t->differ++;
        diag("it differs among others:\n%s", text);
    }
    free(text);
}

static uint64_t asked_for(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static bool is_fit(const struct program *p)
{
    return p->layer == LAYER_NODE && program_may_share(p) && !fuzz_needs_virtual(p);
}

int main(int argc, char **argv)
{
    struct diag d;
    struct tally t = { 0 };
    uint64_t count = asked_for("COUNT", 60);
    if (argc > 1 && strcmp(argv[1], "--server") == 0)
        return server_main(argc, argv);
    if (system("command -v \"${NODE:-node}\" >/dev/null") != 0) {
        puts("1..0 # SKIP no node on this machine");
        return 0;
    }
    struct server *alone = server_open(node, &d);
    struct server *sharing = server_open(node, &d);
    struct fuzz_generator *g = fuzz_generator_new(asked_for("SEED", 22), NULL);
    ok(alone && sharing, "two servers start");
    for (uint64_t i = 0; alone && sharing && t.compared < count; i++) {
        const struct program *p = fuzz_generate(g, i);
        if (is_fit(p))
            try_program(alone, sharing, p, &t);
    }
    is_int(t.compared, (long)count, "programs run alone and among others");
    is_int(t.failed, 0, "each can");
    is_int(t.differ, 0, "and does the same");
    fuzz_generator_free(g);
    server_close(sharing);
    server_close(alone);
    return done_testing();
}
