#include "world/time_page.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "world/real.h"
#include "world/task_state.h"

enum {
    ROWS = 1000,
    NS = 1000000000,
    NAP_NS = 50000,       /* the first nap of an idle process, */
    NAP_NS_MAX = 2000000, /* and the longest */
    BLOCKED_NS = 5000000, /* a process that has slept for so long is blocked */
    SPINS_MAX = 1000,     /* spins at the lock before checking whether its holder lives */
    SPINS_KEPT = 8,       /* several processes may spin at a time */
    NAPS_BLIND = 5,       /* before the kernel is asked what the others do; about a millisecond */
};

#define NEVER UINT64_MAX
#define MAGIC UINT64_C(0x6c6f6f7073706563) /* "loopspec" */

enum row_state {
    ROW_FREE,
    ROW_FOREIGN, /* the library is not in it, or not yet */
    ROW_RUNS,
    ROW_IDLE,
};

struct row {
    pid_t pid;
    enum row_state state;
    uint64_t next_ns;       /* while idle: its earliest deadline */
    uint64_t checked_round; /* while idle: the round in which it last found nothing */
    uint64_t mark,
        still_since_ns; /* while it should run but sleeps: its last mark, and since when it has that, in real time */
    /* While idle: could something outside of the world end one of its waits? */
    enum { OUTSIDE_HELP_UNKNOWN, OUTSIDE_HELP_NONE, OUTSIDE_HELP_POSSIBLE } outside_help;
};

struct time_page {
    uint64_t magic, size;
    uint64_t date_ns; /* at instant 0 */
    atomic_int lock;  /* the process that holds it, or 0 */
    atomic_uint tick; /* a futex: changes when an idle process has to look */
    atomic_bool joined;
    _Atomic uint64_t now_ns, round;
    _Atomic uint64_t spun_ns[SPINS_KEPT]; /* see time_page_note_spin() */
    atomic_uint spins;                    /* that were noted */
    uint64_t
        real_time_until_ns; /* on the real clock: up to when time was moved because a foreign process slept */
    uint32_t row_count; /* rows after these were never used */
    struct row row[ROWS];
};

/* This process's part. */
static struct {
    struct time_page *page;
    char path[64];
    pid_t pid; /* getpid() is a system call, and the lock needs it often */
    struct row *row;
    bool is_idle;
    uint64_t round; /* the round before the latest look */
    unsigned naps;  /* since it became idle or something happened */
    uint64_t idle_since_ns;
    sigset_t unmasked; /* while it holds the lock: the signals that are blocked otherwise */
} mine;

/* ---- the page ---- */

/* The machine's. A whole second, so that no rounding differs from run to run; not before now, so that
 * no file is younger than the world. */
static uint64_t read_date(void)
{
    struct timespec ts;
    real()->syscall(SYS_clock_gettime, CLOCK_REALTIME, &ts);
    return ((uint64_t)ts.tv_sec + 1) * NS;
}

struct time_page *time_page_create(int *fd)
{
    struct time_page *c = MAP_FAILED;
    *fd = memfd_create("loopspec-world", MFD_CLOEXEC);
    if (*fd >= 0 && ftruncate(*fd, sizeof *c) == 0)
        c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    if (c == MAP_FAILED) {
        int why = errno;
        if (*fd >= 0)
            close(*fd);
        errno = why;
        return NULL;
    }
    c->magic = MAGIC;
    c->size = sizeof *c;
    c->date_ns = read_date();
    return c;
}

void time_page_close(struct time_page *c)
{
    munmap(c, sizeof *c);
}

uint64_t time_page_passed_ns(const struct time_page *c)
{
    return c->now_ns;
}

bool time_page_was_joined(const struct time_page *c)
{
    return c->joined;
}

static uint64_t real_now(void)
{
    struct timespec ts;
    real_clock(&ts);
    return (uint64_t)ts.tv_sec * NS + (uint64_t)ts.tv_nsec;
}

static long futex(atomic_uint *word, int operation, unsigned value, const struct timespec *ts)
{
    return real()->syscall(SYS_futex, word, operation, value, ts, NULL, 0);
}

/* Held for a moment only. A process that was killed while it held the lock loses it. A signal handler
 * may need the lock, and need not return, so none runs meanwhile. */
static void lock(void)
{
    int free = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (unsigned spins = 0; !atomic_compare_exchange_weak(&mine.page->lock, &free, mine.pid);
         spins++) {
        if (spins > SPINS_MAX && free > 0 && task_is_gone(free))
            atomic_compare_exchange_strong(&mine.page->lock, &free, 0);
        if (spins > SPINS_MAX)
            spins = 0;
        real()->sched_yield();
        free = 0;
    }
    mine.unmasked = before;
}

static void unlock(void)
{
    assert(mine.page->lock == mine.pid);
    sigset_t before = mine.unmasked;
    mine.page->lock = 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static bool is_alone(void)
{
    for (uint32_t i = 0; i < mine.page->row_count; i++)
        if (&mine.page->row[i] != mine.row && mine.page->row[i].state != ROW_FREE)
            return false;
    return true;
}

static void wake_all(void)
{
    mine.page->tick++;
    if (!is_alone())
        futex(&mine.page->tick, FUTEX_WAKE, INT_MAX, NULL);
}

static void begin_round(void)
{
    mine.page->round++;
    wake_all();
}

/* ---- rows; the caller holds the lock ---- */

static struct row *find_row(pid_t pid)
{
    for (uint32_t i = 0; i < mine.page->row_count; i++)
        if (mine.page->row[i].state != ROW_FREE && mine.page->row[i].pid == pid)
            return &mine.page->row[i];
    return NULL;
}

/* NULL if there are too many processes. */
static struct row *take_row(pid_t pid, enum row_state state)
{
    uint32_t i = 0;
    while (i < mine.page->row_count && mine.page->row[i].state != ROW_FREE)
        i++;
    if (i == ROWS)
        return NULL;
    if (i == mine.page->row_count)
        mine.page->row_count++;
    mine.page->row[i] = (struct row){ .pid = pid, .state = state };
    return &mine.page->row[i];
}

/* A row with this number exists if the process has executed another program, or if its parent has
 * entered it. */
static void enter_self(void)
{
    mine.pid = getpid();
    lock();
    mine.row = find_row(mine.pid);
    if (!mine.row)
        mine.row = take_row(mine.pid, ROW_RUNS);
    else
        mine.row->state = ROW_RUNS;
    mine.page->joined = true;
    unlock();
    mine.is_idle = false;
}

void time_page_join(const char *path)
{
    int fd = strlen(path) < sizeof mine.path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    struct time_page *c = fd < 0 ? MAP_FAILED
                                 : mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    if (c == MAP_FAILED)
        return;
    if (c->magic != MAGIC || c->size != sizeof *c) {
        munmap(c, sizeof *c);
        return;
    }
    strcpy(mine.path, path);
    mine.page = c;
    enter_self();
}

void time_page_begin(void)
{
    struct time_page *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                               -1, 0);
    if (c == MAP_FAILED)
        return;
    mine.page = c;
    enter_self();
}

bool time_page_is_on(void)
{
    return mine.row;
}

const char *time_page_path(void)
{
    return mine.path;
}

uint64_t time_page_now(void)
{
    return mine.page ? mine.page->now_ns : 0;
}

uint64_t time_page_date(void)
{
    return mine.page ? mine.page->date_ns : 0;
}

void time_page_report_own_time(uint64_t now_ns)
{
    if (mine.page)
        mine.page->now_ns = now_ns;
}

void time_page_note_spin(uint64_t until_ns)
{
    if (mine.page)
        mine.page->spun_ns[mine.page->spins++ % SPINS_KEPT] = until_ns;
}

bool time_page_has_spun_to(uint64_t now_ns)
{
    for (size_t i = 0; mine.page && i < SPINS_KEPT; i++)
        if (mine.page->spun_ns[i] == now_ns)
            return now_ns > 0;
    return false;
}

/* ---- processes come and go ---- */

void time_page_join_after_fork(void)
{
    if (mine.page)
        enter_self();
}

void time_page_leave_after_fork(void)
{
    mine.page = NULL;
    mine.row = NULL;
}

void time_page_note_child(pid_t child, bool is_foreign)
{
    lock();
    if (!find_row(child))
        take_row(child, is_foreign ? ROW_FOREIGN : ROW_RUNS);
    unlock();
}

void time_page_before_exec(void)
{
    lock();
    struct row *row = find_row(getpid());
    if (row)
        row->state = ROW_FOREIGN;
    else
        take_row(getpid(), ROW_FOREIGN);
    unlock();
}

/* The child of a vfork() has no row of its own. */
void time_page_after_failed_exec(void)
{
    lock();
    struct row *row = find_row(getpid());
    if (row)
        row->state = row == mine.row ? ROW_RUNS : ROW_FREE;
    unlock();
}

/* ---- time; the caller holds the lock ---- */

static void free_row(struct row *row)
{
    row->state = ROW_FREE;
    begin_round();
}

static bool is_known(pid_t pid)
{
    return find_row(pid);
}

bool time_page_is_alone(void)
{
    lock();
    bool is = is_alone();
    unlock();
    return is;
}

bool time_page_has(pid_t pid)
{
    if (!mine.row)
        return false;
    lock();
    bool has = is_known(pid);
    unlock();
    return has;
}

/* Has a process that should run slept for a while? Then it is blocked in a call that the world does
 * not know. No other process runs, so only time can help it. */
static bool is_blocked(struct row *row)
{
    uint64_t mark, now = real_now();
    enum task_state state = task_state_marked(row->pid, &mark);
    if (state == TASK_GONE) {
        free_row(row);
        return false;
    }
    /* An idle process looks again and again, but for one that is stopped. */
    if (row->state == ROW_IDLE && state == TASK_SLEEPS && task_is_stopped(row->pid))
        return true;
    if (state == TASK_RUNS || mark != row->mark || row->state != ROW_RUNS) {
        row->mark = mark;
        row->still_since_ns = now;
        return false;
    }
    return now - row->still_since_ns > BLOCKED_NS;
}

/* Does this row allow time to move? Examining a process costs system calls, so at first the
 * processes of the world are assumed to be alive. */
static bool allows_time(struct row *row, bool *follows_real_time)
{
    enum task_state state;
    switch (row->state) {
    case ROW_FREE: return true;
    case ROW_FOREIGN:
        state = task_state_of_tree(row->pid, is_known);
        if (state == TASK_GONE)
            free_row(row);
        *follows_real_time |= state == TASK_SLEEPS;
        return state == TASK_SLEEPS;
    case ROW_IDLE:
        if (row->checked_round == mine.page->round)
            return true;
        break;
    case ROW_RUNS: break;
    }
    return mine.naps >= NAPS_BLIND && is_blocked(row);
}

static struct row *earliest_row(void)
{
    struct row *first = NULL;
    for (uint32_t i = 0; i < mine.page->row_count; i++) {
        struct row *row = &mine.page->row[i];
        if (row->state == ROW_IDLE && (!first || row->next_ns < first->next_ns))
            first = row;
    }
    return first;
}

static void move_to(uint64_t ns)
{
    mine.page->now_ns = ns;
    for (uint32_t i = 0; i < mine.page->row_count; i++) {
        struct row *row = &mine.page->row[i];
        if (row->state == ROW_IDLE && row->next_ns <= ns)
            row->state = ROW_RUNS;
    }
    wake_all();
}

/* A foreign process sleeps in real time, and all others wait: let time pass as on the real
 * clock. */
static void follow_real_time(uint64_t next_ns)
{
    uint64_t real = real_now(), since = mine.idle_since_ns;
    if (mine.page->real_time_until_ns > since)
        since = mine.page->real_time_until_ns;
    mine.page->real_time_until_ns = real;
    uint64_t then = mine.page->now_ns + (real > since ? real - since : 0);
    if (then < next_ns)
        mine.page->now_ns = then;
    else
        move_to(next_ns);
}

/* Are all at rest? Then move time. */
static enum time_page_news try_to_move(void)
{
    bool follows_real_time = false;
    for (uint32_t i = 0; i < mine.page->row_count; i++)
        if (!allows_time(&mine.page->row[i], &follows_real_time))
            return TIME_PAGE_LOOK;
    struct row *first = earliest_row();
    assert(first);
    if (follows_real_time) {
        follow_real_time(first->next_ns);
    } else if (first->next_ns == NEVER) {
        return TIME_PAGE_STUCK;
    } else if (first != mine.row && task_is_gone(first->pid)) {
        free_row(first); /* it was killed, and nobody has noticed yet */
    } else {
        move_to(first->next_ns);
    }
    return mine.row->state == ROW_RUNS ? TIME_PAGE_TIME : TIME_PAGE_LOOK;
}

/* ---- being idle ---- */

static void nap(unsigned tick)
{
    uint64_t ns = mine.naps < 6 ? (uint64_t)NAP_NS << mine.naps : NAP_NS_MAX;
    mine.naps++;
    if (futex(&mine.page->tick, FUTEX_WAIT, tick, &(struct timespec){ 0, (long)ns }) == 0)
        mine.naps = 0;
}

/* Returns true if no other process could have done anything since this one looked. */
static bool become_idle(uint64_t next_ns)
{
    mine.is_idle = true;
    mine.naps = 0;
    mine.row->state = ROW_IDLE;
    mine.row->next_ns = next_ns;
    mine.row->outside_help = OUTSIDE_HELP_UNKNOWN;
    mine.idle_since_ns = real_now();
    begin_round();
    mine.round = mine.row->checked_round = mine.page->round;
    if (is_alone())
        return true;
    mine.row->checked_round = 0;
    return false;
}

enum time_page_news time_page_idle(uint64_t next_ns)
{
    enum time_page_news news = TIME_PAGE_LOOK;
    bool has_looked = mine.is_idle;
    lock();
    if (!mine.is_idle) {
        has_looked = become_idle(next_ns);
    } else if (mine.row->state == ROW_RUNS) {
        news = TIME_PAGE_TIME; /* another process has moved the time */
    } else {
        mine.row->checked_round = mine.round;
        mine.row->next_ns = next_ns;
    }
    if (has_looked && news == TIME_PAGE_LOOK)
        news = try_to_move();
    unsigned tick = mine.page->tick;
    bool must_look = mine.row->checked_round != mine.page->round;
    unlock();
    if (news == TIME_PAGE_TIME)
        mine.is_idle = false;
    else if (!must_look)
        nap(tick);
    mine.round = mine.page->round;
    return news;
}

bool time_page_has_no_outside_help(bool no_outside_help)
{
    bool has_no_help = true;
    lock();
    mine.row->outside_help = no_outside_help ? OUTSIDE_HELP_NONE : OUTSIDE_HELP_POSSIBLE;
    for (uint32_t i = 0; i < mine.page->row_count; i++) {
        const struct row *row = &mine.page->row[i];
        has_no_help &= row->state == ROW_FREE ||
                       (row->state == ROW_IDLE && row->outside_help == OUTSIDE_HELP_NONE);
    }
    unlock();
    return has_no_help;
}

uint64_t time_page_resume(void)
{
    if (mine.is_idle) {
        lock();
        mine.row->state = ROW_RUNS;
        unlock();
        mine.is_idle = false;
    }
    return mine.page->now_ns;
}

/* Held until the process has come to a halt, so that it does not halt with the lock. */
int time_page_stop(pid_t pid)
{
    lock();
    int result = real()->kill(pid, SIGSTOP), error = errno;
    for (int i = 0; result == 0 && i < SPINS_MAX && !task_is_stopped(pid); i++)
        real()->sched_yield();
    unlock();
    errno = error;
    return result;
}

void time_page_wake(void)
{
    if (mine.page)
        futex(&mine.page->tick, FUTEX_WAKE, INT_MAX, NULL);
}
