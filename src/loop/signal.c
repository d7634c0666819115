/* Signals. The path of a signal: the handler runs on whichever thread gets the signal, looks
 * through the watchers of the process, and writes a note for each watcher of the signal into the
 * pipe of its loop. The loop reads its pipe in poll, after all other descriptors (POLL-14), and
 * calls back for each note, in the order of the notes (POLL-24).
 *
 * A watcher that was stopped meanwhile is not called, but its notes still count: it can be closed
 * only after the last of them was read (CLOSE-12). Until then it is put back among the closing
 * handles; up to 1.34 it stays active and is not among them. A watcher for one call is stopped by
 * its first note, of whichever signal. If a signal has no other watchers, the process restores its
 * disposition as soon as it is caught (SIGNAL-5).
 *
 * If the pipe is full, notes are lost, as the kernel merges signals that are blocked. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include "loop/inside.h"

enum { NOTES_AT_ONCE = 32 };

struct note {
    struct loop_handle *watcher;
    intptr_t number; /* as wide as the pointer, so that the struct has no padding bytes */
};

struct watchers {
    atomic_flag lock;
    struct list all; /* in the order of their start */
};

/* Signal dispositions belong to the process, and a handler is given only the signal's number. So
 * the watchers of all loops are listed here. A handler cannot wait for a mutex that its own thread
 * holds; so whoever takes this lock blocks all signals first. */
static struct watchers watchers = {
    .lock = ATOMIC_FLAG_INIT,
    .all = { &watchers.all, &watchers.all },
};

static void watchers_lock(void)
{
    while (atomic_flag_test_and_set_explicit(&watchers.lock, memory_order_acquire))
        continue;
}

static void watchers_unlock(void)
{
    atomic_flag_clear_explicit(&watchers.lock, memory_order_release);
}

static void lock_and_block(sigset_t *old)
{
    sigset_t all;

    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, old) != 0)
        abort();
    watchers_lock();
}

static void unlock_and_unblock(const sigset_t *old)
{
    watchers_unlock();
    if (pthread_sigmask(SIG_SETMASK, old, NULL) != 0)
        abort();
}

static struct loop_handle *watcher_of(struct list *link)
{
    return LIST_ENTRY(link, struct loop_handle, signal.link);
}

static void notes_write(int number, bool is_once)
{
    for (struct list *l = watchers.all.next; l != &watchers.all; l = l->next) {
        struct note note = { .watcher = watcher_of(l), .number = number };
        const int fd = note.watcher->loop->signals_in;

        if (note.watcher->signal.number != number || note.watcher->signal.is_once != is_once)
            continue;
        if (TEMP_FAILURE_RETRY(write(fd, &note, sizeof note)) == sizeof note)
            note.watcher->signal.caught++;
    }
}

/* POLL-25: write one note for each watcher of the signal, in the order of their start, but those
 * for one call last. */
static void on_signal(int number)
{
    const int error = errno;

    watchers_lock();
    notes_write(number, false);
    notes_write(number, true);
    watchers_unlock();
    errno = error;
}

static int disposition_set(int number, void (*handler)(int), bool is_once)
{
    struct sigaction action = { .sa_handler = handler };

    action.sa_flags = is_once ? SA_RESTART | SA_RESETHAND : SA_RESTART;
    sigfillset(&action.sa_mask);
    return sigaction(number, &action, NULL) == 0 ? 0 : -errno;
}

static bool is_watched(int number, bool is_once)
{
    for (struct list *l = watchers.all.next; l != &watchers.all; l = l->next) {
        if (watcher_of(l)->signal.number == number && watcher_of(l)->signal.is_once == is_once)
            return true;
    }
    return false;
}

static bool is_held(const struct loop_handle *h)
{
    return h->loop->policy.signal_holds_handle && h->signal.caught != h->signal.delivered;
}

static void note_deliver(const struct note *note)
{
    struct loop_handle *h = note->watcher;
    const bool was_held = is_held(h);

    h->reported = (int)note->number;
    if (h->signal.number == note->number)
        h->callback(h->arg, 0);
    h->signal.delivered++;
    if (h->signal.is_once)
        signal_stop(h);
    if (!was_held || is_held(h) || h->signal.number != 0)
        return;
    handle_deactivate(h);
    if (h->state & LOOP_IS_CLOSING)
        handle_is_closed(h);
}

/* A signal that is raised meanwhile is reported in the next poll, unless there were so many notes
 * that the pipe is read again now. */
static void notes_read(struct loop *loop, struct descriptor *d, uint32_t events)
{
    struct note note[NOTES_AT_ONCE];
    ssize_t n;

    (void)loop;
    (void)events;
    do {
        n = TEMP_FAILURE_RETRY(read(d->fd, note, sizeof note));
        assert(n < 0 || n % (ssize_t)sizeof note[0] == 0); /* notes are written whole */
        for (ssize_t i = 0; i < n / (ssize_t)sizeof note[0]; i++)
            note_deliver(&note[i]);
    } while (n == sizeof note);
}

int signals_init(struct loop *loop)
{
    int end[2];

    loop->signals = (struct descriptor){ .fd = -1, .ready = notes_read };
    list_init(&loop->signals.link);
    if (pipe2(end, O_CLOEXEC | O_NONBLOCK) != 0)
        return -1;
    loop->signals.fd = end[0];
    loop->signals_in = end[1];
    descriptor_start(loop, &loop->signals, EPOLLIN);
    return 0;
}

static void forget_caught(struct loop_handle *h)
{
    h->signal.caught = 0;
    h->signal.delivered = 0;
}

int signals_renew(struct loop *loop)
{
    descriptor_close(loop, &loop->signals);
    close(loop->signals_in);
    forget_caught(&loop->child_watcher);
    for (struct list *l = loop->handles.next; l != &loop->handles; l = l->next) {
        struct loop_handle *h = LIST_ENTRY(l, struct loop_handle, in_loop);
        if (h->kind == LOOP_SIGNAL)
            forget_caught(h);
    }
    return signals_init(loop);
}

void signals_release(struct loop *loop)
{
    if (loop->signals.fd < 0)
        return;
    close(loop->signals.fd);
    close(loop->signals_in);
}

int signal_init(struct loop_handle *h, int unused)
{
    (void)unused;
    list_init(&h->signal.link);
    atomic_init(&h->signal.caught, 0);
    return 0;
}

/* The first watcher of a signal installs the handler; it is removed after one signal unless a
 * watcher is there to stay. */
int signal_start(struct loop_handle *h, int number, bool is_once)
{
    sigset_t old;
    int status = 0;

    if (h->signal.number == number)
        return 0;
    signal_stop(h);
    lock_and_block(&old);
    if (!is_watched(number, false) && (!is_once || !is_watched(number, true)))
        status = disposition_set(number, on_signal, is_once);
    if (status == 0) {
        h->signal.number = number;
        h->signal.is_once |= is_once;
        list_append(&watchers.all, &h->signal.link);
    }
    unlock_and_unblock(&old);
    if (status == 0)
        handle_activate(h);
    return status;
}

static int start(struct loop_handle *h, int signal, bool is_once)
{
    assert(h->kind == LOOP_SIGNAL);
    if ((h->state & LOOP_IS_CLOSING) || !h->given || signal == 0)
        return -EINVAL;
    const int status = signal_start(h, signal, is_once);
    if (status == 0)
        h->callback = h->given;
    return status;
}

int loop_signal_start(struct loop_handle *h, int signal)
{
    return start(h, signal, false);
}

int loop_signal_start_once(struct loop_handle *h, int signal)
{
    return start(h, signal, true);
}

/* The last watcher of a signal restores its disposition. */
int signal_stop(struct loop_handle *h)
{
    sigset_t old;
    const int number = h->signal.number;

    if (number == 0)
        return 0;
    lock_and_block(&old);
    list_remove(&h->signal.link);
    h->signal.number = 0;
    if (!is_watched(number, false) && !is_watched(number, true))
        disposition_set(number, SIG_DFL, false);
    else if (!is_watched(number, false) && !h->signal.is_once)
        disposition_set(number, on_signal, true);
    unlock_and_unblock(&old);
    if (!is_held(h))
        handle_deactivate(h);
    return 0;
}

bool signal_close(struct loop_handle *h)
{
    signal_stop(h);
    return !is_held(h);
}

bool signal_finish(struct loop_handle *h)
{
    return h->signal.caught == h->signal.delivered;
}
