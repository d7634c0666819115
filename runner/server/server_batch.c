/* server_batch.c - the server runs a batch of random programs, many in one child process.
 *
 * The happy path: a child runs the programs one after the other and writes a digest of each trace
 * to the board, which is memory shared with the server. The board also says how far the child has
 * come. If the child dies, only the program under way is lost: the server writes that to the board
 * and starts another child at the next program. If the child hangs, the batch ends there. A
 * program that changes process-wide state runs in a child of its own. */
#include "runner/server/server_inside.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/now.h"
#include "fuzz/compare.h"
#include "fuzz/generate.h"
#include "host/host.h"
#include "runner/server/orphans.h"

enum { LOOK_AT_CHILD_MS = 20 };

struct board {
    atomic_uint next;    /* all programs before this index are done */
    atomic_bool running; /* the program at `next` is under way */
    struct server_batch_result result[SERVER_BATCH_MAX];
};

static bool time_is_up(const struct server_batch *b)
{
    return b->until_ns && now_ns() >= b->until_ns;
}

/* ---- the child ---- */

static void run_program(const struct service *v, const struct server_job *job,
                        const struct program *p, struct loop **loop)
{
    struct profile profile = job->profile;
    struct loop *new = NULL;
    backend_host *play = backend_player_of(&v->spec);
    bool wants_new = fuzz_wants_new_loop(p);
    if (p->layer == LAYER_BROWSER)
        profile.host = HOST_BROWSER;
    play(&(struct host_config){ .program = p,
                                .backend = v->backend,
                                .args = v->spec.args,
                                .profile = profile,
                                .clock = WORLD_VIRTUAL,
                                .foreign = v->spec.class == BACKEND_PLUGIN,
                                .trace = v->trace,
                                .reuse = wants_new ? &new : loop });
    if (new)
        v->backend->close(new);
}

void service_pin_to_processor(void)
{
    int cpu = sched_getcpu();
    cpu_set_t set;
    if (cpu < 0 || cpu >= CPU_SETSIZE)
        return;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    (void)sched_setaffinity(0, sizeof set, &set); /* if it fails, runs are only slower */
}

static void record_result(struct board *board, uint32_t i, enum server_batch_end end,
                          uint64_t digest)
{
    board->result[i] = (struct server_batch_result){ digest, end };
    board->running = false;
    board->next = i + 1;
}

_Noreturn static void run_batch(const struct service *v, const struct server_job *job,
                                struct board *board)
{
    const struct server_batch *b = &job->batch;
    const struct fuzz_family *family = b->family[0] ? fuzz_family_find(b->family) : NULL;
    struct fuzz_generator *g = fuzz_generator_new(b->seed, family);
    struct loop *loop = NULL;
    uint32_t first = board->next;
    service_pin_to_processor();
    for (uint32_t i = first; i < b->count && !time_is_up(b); i++) {
        const struct program *p = fuzz_generate(g, b->from + (uint64_t)i * b->stride);
        bool solitary = fuzz_is_solitary(p);
        if (solitary && i > first)
            break;
        if (host_needs(p) & ~b->can || !(LAYER_BIT(p->layer) & b->layers)) {
            record_result(board, i, BATCH_LEFT_OUT, 0);
            continue;
        }
        trace_reset(v->trace);
        board->running = true;
        run_program(v, job, p, &loop);
        record_result(board, i, BATCH_RAN, fuzz_digest(v->trace, b->aspects));
        if (solitary)
            break;
    }
    _exit(0);
}

/* ---- the server ---- */

/* Wait for the child's end. False if a program took longer than its time-out, or if the time of
 * the whole batch is up. */
static bool await_child(pid_t pid, const struct board *board, const struct server_job *job)
{
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0); /* -1: poll() below is only a pause */
    uint64_t since_ns = now_ns();
    uint32_t at = board->next;
    bool in_time = true;
    while (in_time && !service_has_ended(pid)) {
        struct pollfd pfd = { pidfd, POLLIN, 0 };
        poll(&pfd, 1, LOOK_AT_CHILD_MS);
        uint32_t next = board->next;
        if (next != at)
            since_ns = now_ns();
        at = next;
        in_time = now_ns() - since_ns < job->timeout_ms * 1000000ull && !time_is_up(&job->batch);
    }
    if (pidfd >= 0)
        close(pidfd);
    return in_time;
}

/* A program may have overwritten the board. A position before the child's first program, or after
 * the end, is impossible; then the first program gets the blame. */
static void repair_board(struct board *board, uint32_t first, uint32_t count)
{
    uint32_t next = board->next;
    if (next >= first && (next < count || (next == count && !board->running)))
        return;
    board->next = first;
    board->running = true;
}

/* The child has ended. If it did not end between two programs, record how the one under way ended. */
static void record_last(const struct service *v, const struct server_job *job, struct board *board,
                        bool in_time, int status)
{
    uint32_t i = board->next;
    bool left = in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (left && !board->running)
        return;
    if (!in_time)
        record_result(board, i, BATCH_HUNG, 0);
    else if (left && trace_check(v->trace, UINT32_MAX) &&
             v->trace->outcome != OUTCOME_NONE) /* the host ended the process with the program */
        record_result(board, i, BATCH_RAN, fuzz_digest(v->trace, job->batch.aspects));
    else
        record_result(board, i, BATCH_DIED, WIFSIGNALED(status) ? (uint64_t)WTERMSIG(status) : 0);
}

/* Run one child until it ends; that may be before the end of the batch. False if it could not be
 * started, or if it hung: a hang took long enough, so the runner gets the answer right away. */
static bool run_child(const struct service *v, const struct server_job *job, struct board *board)
{
    int status = 0;
    uint32_t first = board->next;
    pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        return false;
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        setpgid(0, 0);
        run_batch(v, job, board);
    }
    setpgid(pid, pid); /* in the child, too: whichever runs first */
    bool in_time = await_child(pid, board, job);
    if (!in_time)
        kill(pid, SIGKILL);
    orphans_reap(pid, &status);
    repair_board(board, first, job->batch.count);
    if (in_time || !time_is_up(&job->batch))
        record_last(v, job, board, in_time, status);
    kill(-pid, SIGKILL);
    orphans_kill();
    service_take_output(v, &(struct watch){ .out = &(struct server_outcome){ 0 } }, true);
    return in_time;
}

void service_run_batch(const struct service *v, const struct server_job *job,
                       struct server_batch_result *out)
{
    assert(v->backend);
    assert(job->batch.count <= SERVER_BATCH_MAX);
    size_t size = job->batch.count * sizeof *out;
    struct board *board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(out, 0, size);
    if (board == MAP_FAILED)
        return;
    while (board->next < job->batch.count && !time_is_up(&job->batch))
        if (!run_child(v, job, board))
            break;
    memcpy(out, board->result, size);
    munmap(board, sizeof *board);
}
