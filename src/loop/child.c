/* Child processes. The kernel reports their end by SIGCHLD. The loop has a watcher of its own for
 * that signal while it has children, so their callbacks come where those of signals do
 * (POLL-14). */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include "loop/inside.h"

/* One signal may stand for several children, so check all of them. */
static void ended_collect(struct loop *loop, struct list *ended)
{
    struct list *link = loop->children.next, *next;

    list_init(ended);
    for (; link != &loop->children; link = next) {
        struct child *c = LIST_ENTRY(link, struct child, link);
        next = link->next;
        if (TEMP_FAILURE_RETRY(waitpid(c->pid, &c->status, WNOHANG)) <= 0)
            continue;
        c->has_ended = true;
        list_remove(link);
        list_append(ended, link);
    }
}

/* Callbacks come in the order in which the children were started, not in which they ended. */
static void children_report(void *arg, int status)
{
    struct list ended;

    (void)status;
    ended_collect(arg, &ended);
    while (!list_is_empty(&ended)) {
        struct loop_handle *h = LIST_ENTRY(ended.next, struct loop_handle, child.link);
        list_remove(&h->child.link);
        handle_deactivate(h);
        h->reported = WIFSIGNALED(h->child.status) ? WTERMSIG(h->child.status) : 0;
        if (h->callback)
            h->callback(h->arg, WIFEXITED(h->child.status) ? WEXITSTATUS(h->child.status) : 0);
    }
}

/* The watcher does not keep the loop alive, and the user does not see it. */
void children_init(struct loop *loop)
{
    struct loop_handle *h = &loop->child_watcher;

    list_init(&loop->children);
    *h = (struct loop_handle){ .loop = loop, .kind = LOOP_SIGNAL, .arg = loop };
    h->callback = children_report;
    signal_init(h, -1);
}

/* The child inherits nothing from us: no descriptor, no signal handler, no blocked signal. */
static int process_start(char *const argv[], pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    int error;

    sigfillset(&all);
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    error = posix_spawnp(pid, argv[0], &files, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static void watcher_release(struct loop *loop)
{
    if (list_is_empty(&loop->children))
        signal_stop(&loop->child_watcher);
}

/* Start the watcher first: a child may end before its process id is stored. */
struct loop_handle *loop_spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                               void *arg, int *pid)
{
    int error = -signal_start(&loop->child_watcher, SIGCHLD, false);
    pid_t id;

    if (error == 0)
        error = process_start(argv, &id);
    if (error != 0) {
        watcher_release(loop);
        errno = error;
        return NULL;
    }
    struct loop_handle *h = loop_handle_new(loop, LOOP_CHILD, -1, exited, arg);
    h->child.pid = *pid = id;
    list_append(&loop->children, &h->child.link);
    handle_activate(h);
    return h;
}

int loop_child_kill(struct loop_handle *h, int signal)
{
    assert(h->kind == LOOP_CHILD);
    if (h->child.has_ended)
        return -ESRCH;
    return kill(h->child.pid, signal) == 0 ? 0 : -errno;
}

bool child_close(struct loop_handle *h)
{
    list_remove(&h->child.link);
    handle_deactivate(h);
    watcher_release(h->loop);
    return true;
}
