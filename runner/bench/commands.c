/* commands.c - whole commands, as a user starts them: a named case, a case on Node, lists of the
 * suite, and the suite explored. */
#include "runner/bench/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/own_path.h"
#include "runner/suite/folders.h"

enum { STRETCHES = 20 };

/* ---- a program, started and waited for ---- */

struct program_call {
    const char *path;
    const char *const *argv; /* up to NULL */
    int output;              /* descriptor for what it prints; -1: nobody reads it */
};

static int call_program(void *arg)
{
    struct program_call *call = arg;
    posix_spawn_file_actions_t to_output;
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_init(&to_output);
    if (call->output < 0)
        posix_spawn_file_actions_addopen(&to_output, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&to_output, call->output, STDOUT_FILENO);
    int error = posix_spawn(&pid, call->path, &to_output, NULL, (char *const *)call->argv, environ);
    posix_spawn_file_actions_destroy(&to_output);
    return error || waitpid(pid, &status, 0) < 0 || status != 0 ? -1 : 0;
}

/* Nanoseconds of the fastest of several calls. */
static int time_call(struct program_call *call, unsigned times, double *ns, struct diag *d)
{
    *ns = bench_least_ns(times, call_program, call);
    return *ns < 0 ? diag_system(d, NULL, "'%s %s' failed", call->path,
                                 call->argv[1] ? call->argv[1] : "")
                   : 0;
}

/* The program beside this one. */
static int time_loopspec(const char *const *argv, int output, unsigned times, double *ns,
                         struct diag *d)
{
    static const char *const beside[] = { "" };
    char *path = own_find(beside, ARRAY_SIZE(beside), "loopspec", X_OK);
    if (!path)
        return diag_system(d, "'make' builds it", "there is no 'loopspec' beside this program");
    int result = time_call(&(struct program_call){ path, argv, output }, times, ns, d);
    free(path);
    return result;
}

static int turn_named(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    static const char *const ours[] = { "loopspec", "run",       "timers/zero-timers-by-start",
                                        "-b",       "reference", NULL };
    static const char *const peer[] = { "true", NULL }, *const bare[] = { "loopspec", "--version",
                                                                          NULL };
    if (side == BENCH_PEER)
        return time_call(&(struct program_call){ "/bin/true", peer, -1 }, STRETCHES, &figure[0], d);
    return time_loopspec(side == BENCH_OURS ? ours : bare, -1, STRETCHES, &figure[0], d);
}

const struct bench_measure bench_named = { "named", turn_named };

/* ---- a case on Node ---- */

static int turn_node_case(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    enum { RUNS = 20 };
    static const char *const ours[] = { "loopspec", "run",  "documents/001-tick-before-promise",
                                        "-b",       "node", "--repeat",
                                        "20",       NULL };
    if (side != BENCH_OURS)
        return bench_fuzz_node.turn(side, figure, d);
    int result = time_loopspec(ours, -1, 1, &figure[0], d);
    figure[0] /= RUNS;
    return result;
}

const struct bench_measure bench_node_case = { "node-case", turn_node_case };

/* ---- the suite explored ---- */

/* What the last line but notes says. */
struct explored {
    double ns, spent_ns; /* by the clock on the wall, and CPU time */
    unsigned long cases, schedules, orders;
};

static int read_sums(int fd, struct explored *e)
{
    char line[4096];
    FILE *out = fdopen(fd, "r");
    rewind(out);
    while (e->orders == 0 && fgets(line, sizeof line, out))
        if (sscanf(line, "%lu cases in %lu schedules, %lu orders", &e->cases, &e->schedules,
                   &e->orders) != 3)
            e->orders = 0;
    fclose(out);
    return e->orders > 0 ? 0 : -1;
}

static int explore(struct explored *e, struct diag *d)
{
    static const char *const argv[] = { "loopspec", "explore", "--quiet", NULL };
    int fd = memfd_create("explored", MFD_CLOEXEC);
    if (fd < 0)
        return diag_system(d, NULL, "no memory to print to: %s", strerror(errno));
    double spent_ns = bench_spent_ns();
    int result = time_loopspec(argv, fd, 1, &e->ns, d);
    e->spent_ns = bench_spent_ns() - spent_ns;
    if (read_sums(fd, e) < 0 && result == 0)
        return diag_system(d, NULL, "'loopspec explore' printed no sums");
    return result;
}

static int turn_explore(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    static const char *const once[] = { "loopspec", "run", "-b", "reference", "--quiet", NULL };
    struct explored e = { 0 };
    if (side != BENCH_OURS)
        return time_loopspec(once, -1, 1, &figure[0], d);
    int result = explore(&e, d);
    figure[0] = e.ns;
    return result;
}

static int turn_schedule(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct explored e = { 0 };
    if (side == BENCH_PEER)
        return bench_fuzz.turn(BENCH_OURS, figure, d);
    if (side == BENCH_BARE)
        return bench_fuzz.turn(side, figure, d);
    int result = explore(&e, d);
    figure[0] = e.spent_ns / (double)e.schedules;
    return result;
}

static int turn_orders(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct explored e = { 0 };
    int result = explore(&e, d);
    figure[0] = (double)(side == BENCH_OURS   ? e.schedules
                         : side == BENCH_PEER ? e.orders
                                              : e.cases);
    return result;
}

const struct bench_measure bench_explore = { "explore", turn_explore };
const struct bench_measure bench_schedule = { "schedule", turn_schedule };
const struct bench_measure bench_orders = { "orders", turn_orders };

/* ---- lists ---- */

struct files {
    char **path;
    size_t count, room;
    bool only_look; /* at their size */
};

static int add_files(struct files *f, const char *folder, const char *suffix, struct diag *d)
{
    struct file_names names;
    int result = file_names_walk(&names, folder, suffix, d);
    for (size_t i = 0; result == 0 && i < names.count; i++)
        PUSH(f->path, f->count, f->room, xasprintf("%s/%s%s", folder, names.item[i], suffix));
    file_names_release(&names);
    return result;
}

static int read_file(const char *path)
{
    char bytes[64 * 1024];
    struct stat st;
    ssize_t n = 1;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) < 0)
        return -1;
    for (off_t left = st.st_size; left > 0 && n > 0; left -= n)
        n = read(fd, bytes, sizeof bytes);
    close(fd);
    return n < 0 ? -1 : 0;
}

static int read_files(void *arg)
{
    const struct files *f = arg;
    struct stat st;
    for (size_t i = 0; i < f->count; i++)
        if ((f->only_look ? stat(f->path[i], &st) : read_file(f->path[i])) < 0)
            return -1;
    return 0;
}

/* The files that the list is about. */
static int time_files(bool with_rules, bool only_look, double *ns, struct diag *d)
{
    const struct options o = { 0 };
    struct folders folders;
    struct files f = { .only_look = only_look };
    int result = folders_find(&o, &folders, d);
    for (size_t i = 0; result == 0 && i < CASE_SUFFIXES; i++)
        result = add_files(&f, folders.cases, case_suffix[i], d);
    if (result == 0 && with_rules)
        result = add_files(&f, folders.catalogue, ".rules", d);
    folders_release(&folders);
    if (result < 0)
        return -1;
    *ns = bench_least_ns(STRETCHES, read_files, &f);
    return *ns < 0 ? diag_system(d, NULL, "cannot read the suite: %s", strerror(errno)) : 0;
}

static int take_list(enum bench_side side, const char *topic, bool with_rules, double *ns,
                     struct diag *d)
{
    const char *const argv[] = { "loopspec", "list", topic, NULL };
    return side == BENCH_OURS ? time_loopspec(argv, -1, STRETCHES, ns, d)
                              : time_files(with_rules, side == BENCH_BARE, ns, d);
}

static int turn_list_cases(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    return take_list(side, "cases", false, &figure[0], d);
}

static int turn_list_rules(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    return take_list(side, "rules", true, &figure[0], d);
}

const struct bench_measure bench_list_cases = { "list-cases", turn_list_cases };
const struct bench_measure bench_list_rules = { "list-rules", turn_list_rules };
