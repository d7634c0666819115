/* commands.c - whole commands, as a user starts them: a named case, and lists of the suite. */
#include "runner/bench/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
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
    bool failed;             /* it did not exit with 0 */
};

static int call_program(void *arg)
{
    struct program_call *call = arg;
    posix_spawn_file_actions_t to_null;
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_init(&to_null);
    posix_spawn_file_actions_addopen(&to_null, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&pid, call->path, &to_null, NULL, (char *const *)call->argv, environ);
    posix_spawn_file_actions_destroy(&to_null);
    call->failed = error != 0 || waitpid(pid, &status, 0) < 0 || status != 0;
    return call->failed ? -1 : 0;
}

static int time_program(const char *path, const char *const *argv, double *ns, struct diag *d)
{
    struct program_call call = { .path = path, .argv = argv };
    *ns = bench_least_ns(STRETCHES, call_program, &call);
    return *ns < 0 ? diag_system(d, NULL, "'%s %s' failed", path, argv[1] ? argv[1] : "") : 0;
}

/* The program beside this one. */
static int time_loopspec(const char *const *argv, double *ns, struct diag *d)
{
    static const char *const beside[] = { "" };
    char *path = own_find(beside, ARRAY_SIZE(beside), "loopspec", X_OK);
    if (!path)
        return diag_system(d, "'make' builds it", "there is no 'loopspec' beside this program");
    int result = time_program(path, argv, ns, d);
    free(path);
    return result;
}

static int turn_named(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    static const char *const ours[] = { "loopspec", "run",       "timers/zero-timers-by-start",
                                        "-b",       "reference", NULL };
    static const char *const peer[] = { "true", NULL }, *const bare[] = { "loopspec", "--version",
                                                                          NULL };
    return side == BENCH_PEER ? time_program("/bin/true", peer, &figure[0], d)
                              : time_loopspec(side == BENCH_OURS ? ours : bare, &figure[0], d);
}

const struct bench_measure bench_named = { "named", turn_named };

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
    return side == BENCH_OURS ? time_loopspec(argv, ns, d)
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
