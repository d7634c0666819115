/* process.c - programs that a program of the world starts. They share its time if they can: the
 * variables that bring them into the world are added to their environment, whatever it is, and they
 * are entered in the page (world/time_page.h) before the program that starts them goes on. */
#include "preload/preload.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <utmp.h>
#include <unistd.h>

#include "preload/tsc.h"
#include "world/time_page.h"
#include "world/real.h"
#include "world/sched.h"

/* ---- the environment ---- */

enum { OURS = 4 };

/* The variables by which a program joins. Filled once: constant for the whole world. */
static struct {
    bool on;
    char preload[4200], world[64], page[128], begin[64];
} join;

void process_begin(const char *library, const char *world)
{
    join.on = time_page_path()[0];
    snprintf(join.preload, sizeof join.preload, "LD_PRELOAD=%s", library);
    snprintf(join.world, sizeof join.world, "LOOPSPEC_WORLD=%s", world);
    if (getenv("LOOPSPEC_BEGIN"))
        snprintf(join.begin, sizeof join.begin, "LOOPSPEC_BEGIN=%s", getenv("LOOPSPEC_BEGIN"));
    snprintf(join.page, sizeof join.page, "%s=%s", TIME_PAGE_VARIABLE, time_page_path());
}

static bool has_name(const char *entry, const char *ours)
{
    size_t length = strcspn(ours, "=") + 1;
    return strncmp(entry, ours, length) == 0;
}

/* The program may preload libraries of its own. */
static char *preload_with(const char *theirs)
{
    const char *list = theirs + strlen("LD_PRELOAD=");
    size_t size = strlen(join.preload) + strlen(list) + 2;
    char *both = malloc(size);
    if (both)
        snprintf(both, size, "%s:%s", join.preload, list);
    return both;
}

/* To be freed with free_environment(), unless another program takes the place of this one. NULL
 * without memory. */
static char **joined_environment(char *const *theirs)
{
    size_t count = 0, n = 0;
    while (theirs && theirs[count])
        count++;
    char **all = calloc(count + OURS + 1, sizeof *all);
    if (!all)
        return NULL;
    all[n++] = join.preload;
    all[n++] = join.world;
    all[n++] = join.page;
    if (join.begin[0])
        all[n++] = join.begin;
    for (size_t i = 0; i < count; i++) {
        if (has_name(theirs[i], join.preload))
            all[0] = preload_with(theirs[i]);
        else if (!has_name(theirs[i], join.world) && !has_name(theirs[i], join.page))
            all[n++] = theirs[i];
    }
    return all;
}

static void free_environment(char **all)
{
    if (all && all[0] != join.preload)
        free(all[0]);
    free(all);
}

static bool takes_part(void)
{
    return join.on && time_page_is_on() && sched_governs();
}

/* ---- executing a program ---- */

/* `call` is a call of the exec family with the environment `all`, or with `environment` where the
 * program is not to join. It returns only if it fails. */
#define EXECUTE(environment, call)                                          \
    do {                                                                    \
        char **all = takes_part() ? joined_environment(environment) : NULL; \
        char *const *with = all ? all : (char *const *)(environment);       \
        if (all)                                                            \
            time_page_before_exec();                                        \
        tsc_release();                                                      \
        int result = (call), error = errno;                                 \
        tsc_trap_again();                                                   \
        if (all)                                                            \
            time_page_after_failed_exec();                                  \
        free_environment(all);                                              \
        errno = error;                                                      \
        return result;                                                      \
    } while (0)

int execve(const char *path, char *const argv[], char *const environment[])
{
    EXECUTE(environment, real()->execve(path, argv, with));
}

int execvpe(const char *file, char *const argv[], char *const environment[])
{
    EXECUTE(environment, real()->execvpe(file, argv, with));
}

int fexecve(int fd, char *const argv[], char *const environment[])
{
    EXECUTE(environment, real()->fexecve(fd, argv, with));
}

int execveat(int folder, const char *path, char *const argv[], char *const environment[], int flags)
{
    EXECUTE(environment, real()->execveat(folder, path, argv, with, flags));
}

int execv(const char *path, char *const argv[])
{
    return execve(path, argv, environ);
}

int execvp(const char *file, char *const argv[])
{
    return execvpe(file, argv, environ);
}

enum { WORDS_MAX = 4096 };

/* The words of execl() and the like, up to NULL; what follows it is left in `args`. */
static int collect(char *word[WORDS_MAX], const char *first, va_list args)
{
    union {
        const char *const_text;
        char *text;
    } u = { first };
    int n = 0;
    word[n++] = u.text;
    while (word[n - 1] && n < WORDS_MAX)
        word[n++] = va_arg(args, char *);
    if (!word[n - 1])
        return 0;
    errno = E2BIG;
    return -1;
}

#define EXECUTE_LIST(name, call, environment)                \
    int name(const char *path, const char *first, ...)       \
    {                                                        \
        char *word[WORDS_MAX];                               \
        va_list args;                                        \
        va_start(args, first);                               \
        int result = collect(word, first, args);             \
        char *const *with = (environment);                   \
        va_end(args);                                        \
        return result < 0 ? result : call(path, word, with); \
    }

EXECUTE_LIST(execl, execve, environ)
EXECUTE_LIST(execlp, execvpe, environ)
EXECUTE_LIST(execle, execve, va_arg(args, char *const *))

/* ---- starting a process ---- */

pid_t fork(void)
{
    pid_t pid = real()->fork();
    if (pid > 0 && time_page_is_on())
        time_page_note_child(pid, !takes_part());
    return pid;
}

/* The child is a copy of its own: it needs a row in the page, and must not touch the turn of its
 * parent. POSIX allows that. */
pid_t vfork(void)
{
    return fork();
}

/* The C library's own does not call our fork(). */
int forkpty(int *master, char *name, const struct termios *termios, const struct winsize *size)
{
    int slave;
    if (openpty(master, &slave, name, termios, size) < 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        close(*master);
        if (login_tty(slave) < 0)
            _exit(1);
        return 0;
    }
    close(slave);
    if (pid < 0)
        close(*master);
    return pid;
}

static int spawn(bool searches, pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 char *const argv[], char *const environment[])
{
    pid_t child = 0;
    char **all = takes_part() ? joined_environment(environment) : NULL;
    char *const *with = all ? all : environment;
    tsc_release();
    int error = searches ? real()->posix_spawnp(&child, file, actions, attributes, argv, with)
                         : real()->posix_spawn(&child, file, actions, attributes, argv, with);
    tsc_trap_again();
    if (error == 0 && time_page_is_on() && sched_governs())
        time_page_note_child(child, true);
    if (error == 0 && pid)
        *pid = child;
    free_environment(all);
    return error;
}

int posix_spawn(pid_t *restrict pid, const char *restrict path,
                const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                char *const environment[restrict])
{
    return spawn(false, pid, path, actions, attributes, argv, environment);
}

int posix_spawnp(pid_t *restrict pid, const char *restrict file,
                 const posix_spawn_file_actions_t *restrict actions,
                 const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                 char *const environment[restrict])
{
    return spawn(true, pid, file, actions, attributes, argv, environment);
}

/* ---- the shell ---- */

static pid_t start_shell(const char *command, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes)
{
    pid_t pid;
    char *copy = strdup(command);
    static char sh[] = "sh", option[] = "-c";
    char *const argv[] = { sh, option, copy, NULL };
    int error = copy ? posix_spawn(&pid, "/bin/sh", actions, attributes, argv, environ) : ENOMEM;
    free(copy);
    errno = error;
    return error ? -1 : pid;
}

static int await_shell(pid_t pid)
{
    int status;
    pid_t found;
    do
        found = waitpid(pid, &status, 0);
    while (found < 0 && errno == EINTR);
    return found < 0 ? -1 : status;
}

/* As the C library's, which would wait for the shell without giving up the turn. */
int system(const char *command)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit;
    sigset_t child, before, defaults;
    posix_spawnattr_t attributes;
    if (!command)
        return access("/bin/sh", X_OK) == 0;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigemptyset(&defaults);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    if (interrupt.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGINT);
    if (quit.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGQUIT);
    pthread_sigmask(SIG_BLOCK, &child, &before);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &before);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    pid_t pid = start_shell(command, NULL, &attributes);
    posix_spawnattr_destroy(&attributes);
    int status = pid < 0 ? 127 << 8 : await_shell(pid);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* ---- popen ---- */

/* A stream of popen() and the shell at its other end. */
struct shell {
    FILE *stream;
    pid_t pid;
    struct shell *next;
};

static struct shell *shells; /* the thread that has the turn owns this */

/* The shell has its end as standard output or input, and no other stream of this kind. */
static pid_t start_piped(const char *command, int end, int number)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, end, number);
    pid_t pid = start_shell(command, &actions, NULL);
    int error = errno;
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return pid;
}

static FILE *remember(int fd, const char *mode, pid_t pid)
{
    struct shell *s = malloc(sizeof *s);
    FILE *stream = s ? fdopen(fd, mode) : NULL;
    if (!stream) {
        free(s);
        return NULL;
    }
    *s = (struct shell){ stream, pid, shells };
    shells = s;
    return stream;
}

/* As the C library's, which would start the shell outside of the world. */
FILE *popen(const char *command, const char *mode)
{
    int end[2];
    const bool reads = strchr(mode, 'r');
    if (reads == !!strchr(mode, 'w')) {
        errno = EINVAL;
        return NULL;
    }
    if (pipe2(end, O_CLOEXEC) < 0)
        return NULL;
    const int ours = end[!reads], theirs = end[reads];
    pid_t pid = start_piped(command, theirs, reads ? STDOUT_FILENO : STDIN_FILENO);
    FILE *stream = pid < 0 ? NULL : remember(ours, reads ? "r" : "w", pid);
    int error = errno;
    close(theirs);
    if (stream && !strchr(mode, 'e'))
        fcntl(ours, F_SETFD, 0);
    if (!stream)
        close(ours);
    errno = error;
    return stream;
}

int pclose(FILE *stream)
{
    struct shell **s = &shells;
    while (*s && (*s)->stream != stream)
        s = &(*s)->next;
    if (!*s) {
        errno = ECHILD;
        return -1;
    }
    struct shell *found = *s;
    const pid_t pid = found->pid;
    *s = found->next;
    free(found);
    fclose(stream);
    return await_shell(pid);
}
