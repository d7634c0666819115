/* world: run any program in virtual time. The program gets the library src/preload by its
 * environment, and a page of shared memory (world/time_page.h) in which the processes of the world
 * agree on the time. */
#include "runner/command/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/now.h"
#include "base/own_path.h"
#include "base/program_kind.h"
#include "world/time_page.h"

enum { NS = 1000000000, MS = 1000000, SIGNALLED = 128 };

struct run {
    const struct options *o;
    char *program; /* its path */
    char *library;
    struct time_page *page;
    int page_fd;
};

/* ---- what to run ---- */

static char *find_program(const char *name, struct diag *d)
{
    if (strchr(name, '/'))
        return xstrdup(name);
    char *found = path_find(name);
    if (!found)
        diag_usage(d, "a program that is not on PATH is named with its folder, as ./program",
                   "no program '%s' on PATH", name);
    return found;
}

static int prepare(struct run *r, struct diag *d)
{
    static const char *const beside[] = { "", "../lib/loopspec/" };
    r->program = find_program(r->o->operand[0], d);
    if (!r->program || program_can_be_preloaded(r->program, d) < 0)
        return -1;
    r->library = own_find(beside, ARRAY_SIZE(beside), "libloopspec-world.so", R_OK);
    if (!r->library)
        return diag_system(d, "'make' builds it and 'make install' installs it",
                           "there is no libloopspec-world.so beside this program");
    r->page = time_page_create(&r->page_fd);
    if (!r->page)
        return diag_system(d, NULL, "no memory to share with '%s': %s", r->program,
                           strerror(errno));
    return 0;
}

static void release(struct run *r)
{
    if (r->page) {
        time_page_close(r->page);
        close(r->page_fd);
    }
    free(r->library);
    free(r->program);
}

/* ---- running it ---- */

/* Programs find the page through this process's descriptor, which lives as long as the program. So
 * no file is left afterwards, and the program has no more descriptors than without a world. */
static void set_environment(const struct run *r, pid_t self)
{
    const char *before = getenv("LD_PRELOAD");
    char *list = before && before[0] ? xasprintf("%s:%s", r->library, before) : xstrdup(r->library);
    char *page = xasprintf("/proc/%d/fd/%d", (int)self, r->page_fd);
    setenv("LD_PRELOAD", list, 1);
    setenv("LOOPSPEC_WORLD", r->o->ticking ? "virtual,ticking" : "virtual", 1);
    setenv(TIME_PAGE_VARIABLE, page, 1);
    free(list);
    free(page);
}

/* If this process is killed, so is the program: nobody else would end it. */
static _Noreturn void become_program(const struct run *r, pid_t parent)
{
    struct diag d;
    set_environment(r, parent);
    /* This program ignores these two (runner/server/startup.c). */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv(r->program, (char *const *)r->o->operand);
    diag_system(&d, NULL, "cannot run '%s': %s", r->program, strerror(errno));
    _exit(diag_report(&d));
}

static volatile sig_atomic_t program_pid; /* for forward(), which has no other argument */

static void forward(int sig)
{
    if (program_pid > 0)
        kill((pid_t)program_pid, sig);
}

/* A terminal sends its signals to the program, too; the others are passed on. This process ends
 * when the program does. */
static void follow_signals(pid_t pid)
{
    static const int passed_on[] = { SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 };
    struct sigaction act = { .sa_handler = forward, .sa_flags = SA_RESTART };
    program_pid = pid;
    for (size_t i = 0; i < ARRAY_SIZE(passed_on); i++)
        sigaction(passed_on[i], &act, NULL);
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
}

/* As a shell reports it. */
static int exit_status(int status)
{
    return WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}

static void print_span(uint64_t ns)
{
    if (ns >= NS)
        fprintf(stderr, "%" PRIu64 ".%03" PRIu64 " s", ns / NS, ns % NS / MS);
    else
        fprintf(stderr, "%" PRIu64 ".%06" PRIu64 " ms", ns / MS, ns % MS);
}

static void report(const struct run *r, uint64_t real_ns)
{
    if (!time_page_was_joined(r->page)) {
        fprintf(stderr, "loopspec: no program has joined the world: '%s' started none that could\n",
                r->o->operand[0]);
        return;
    }
    fputs("loopspec: ", stderr);
    print_span(time_page_passed_ns(r->page));
    fputs(" of virtual time passed in ", stderr);
    print_span(real_ns);
    fputc('\n', stderr);
}

static int run_program(const struct run *r, struct diag *d)
{
    int status = 0;
    uint64_t before = now_ns();
    pid_t self = getpid(), pid = fork();
    if (pid == 0)
        become_program(r, self);
    if (pid < 0)
        return diag_system(d, NULL, "cannot start a process: %s", strerror(errno));
    follow_signals(pid);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!r->o->quiet)
        report(r, now_ns() - before);
    return exit_status(status);
}

int cmd_world(struct options *o)
{
    struct diag d;
    struct run r = { .o = o, .page_fd = -1 };
    int status = prepare(&r, &d) < 0 ? -1 : run_program(&r, &d);
    release(&r);
    return status < 0 ? diag_report(&d) : status;
}
