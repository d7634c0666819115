/* lifecycle.h - questions about each kind of handle and request at each moment of its life.
 * Handles: not started, started twice, stopped, unreferenced, closed while due. Requests: queued,
 * running, done. */
#ifndef QUESTIONS_LIFECYCLE_H
#define QUESTIONS_LIFECYCLE_H
#include "questions/common.h"
#include "questions/child.h"
#include "questions/all_kinds.h"
#include "questions/file.h"

/* ---- ASK-180 ---- */
/* A handle of one of the kinds of handle_type(), and what happens to it. */
struct one {
    union uv_any_handle h;
    struct test_file *file;
    uv_handle_type type;
    int other;  /* the other end of `own` */
    int own;    /* the descriptor that is polled or read; a stream handle owns it */
    int closes; /* the callback closes the handle */
    int calls, ended;
    char room[64];
};

static void note_ended(uv_handle_t *handle)
{
    struct one *o = handle->data;
    o->ended += uv_is_closing(handle) && !uv_is_active(handle) && !uv_has_ref(handle) &&
                uv_handle_get_type(handle) == o->type;
}

static void tested_called(void *handle)
{
    struct one *o = ((uv_handle_t *)handle)->data;
    o->calls++;
    if (o->closes && !uv_is_closing(handle))
        uv_close(handle, note_ended);
}

static void tested_async(uv_async_t *async)
{
    tested_called(async);
}

static void tested_prepare(uv_prepare_t *prepare)
{
    tested_called(prepare);
}

static void tested_check(uv_check_t *check)
{
    tested_called(check);
}

static void tested_idle(uv_idle_t *idle)
{
    tested_called(idle);
}

static void tested_timer(uv_timer_t *timer)
{
    tested_called(timer);
}

static void tested_signal(uv_signal_t *signal, int number)
{
    (void)number;
    tested_called(signal);
}

static void tested_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct one *o = handle->data;
    (void)size;
    *buffer = uv_buf_init(o->room, 1);
}

static void tested_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    (void)buffer;
    if (size != 0)
        tested_called(stream);
}

static void tested_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                            const struct sockaddr *from, unsigned flags)
{
    (void)size, (void)buffer, (void)flags;
    if (from)
        tested_called(udp);
}

static void tested_fs_event(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)name, (void)events, (void)status;
    tested_called(watch);
}

static void tested_fs_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *old,
                           const uv_stat_t *now)
{
    (void)status, (void)old, (void)now;
    tested_called(poll);
}

static void tested_poll(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    tested_called(poll);
}

/* The memory of the handle stays as it is. */
static void init_handle_of(uv_loop_t *loop, struct one *o)
{
    int ends[2];
    o->h.handle.data = o;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    o->own = ends[0];
    o->other = ends[1];
    switch ((int)o->type) {
    case UV_ASYNC: uv_async_init(loop, &o->h.async, tested_async); break;
    case UV_PREPARE: uv_prepare_init(loop, &o->h.prepare); break;
    case UV_CHECK: uv_check_init(loop, &o->h.check); break;
    case UV_IDLE: uv_idle_init(loop, &o->h.idle); break;
    case UV_TIMER: uv_timer_init(loop, &o->h.timer); break;
    case UV_SIGNAL: uv_signal_init(loop, &o->h.signal); break;
    case UV_TCP: uv_tcp_init(loop, &o->h.tcp); break;
    case UV_UDP: uv_udp_init(loop, &o->h.udp); break;
    case UV_NAMED_PIPE: uv_pipe_init(loop, &o->h.pipe, 0); break;
    case UV_FS_EVENT: uv_fs_event_init(loop, &o->h.fs_event); break;
    case UV_FS_POLL: uv_fs_poll_init(loop, &o->h.fs_poll); break;
    default: uv_poll_init(loop, &o->h.poll, o->own); break;
    }
    if (o->type == UV_TCP)
        uv_tcp_open(&o->h.tcp, o->own);
    if (o->type == UV_NAMED_PIPE)
        uv_pipe_open(&o->h.pipe, o->own);
}

static void init_tested(uv_loop_t *loop, struct one *o, uv_handle_type type, struct test_file *file)
{
    memset(o, 0, sizeof *o);
    o->type = type;
    o->file = file;
    init_handle_of(loop, o);
}

static void close_descriptors_of(struct one *o)
{
    if (o->type != UV_TCP && o->type != UV_NAMED_PIPE)
        close(o->own);
    close(o->other);
}

static void start_tested(struct one *o)
{
    switch ((int)o->type) {
    case UV_PREPARE: uv_prepare_start(&o->h.prepare, tested_prepare); break;
    case UV_CHECK: uv_check_start(&o->h.check, tested_check); break;
    case UV_IDLE: uv_idle_start(&o->h.idle, tested_idle); break;
    case UV_TIMER: uv_timer_start(&o->h.timer, tested_timer, 0, 1); break;
    case UV_SIGNAL: uv_signal_start(&o->h.signal, tested_signal, SIGUSR2); break;
    case UV_TCP:
    case UV_NAMED_PIPE: uv_read_start(&o->h.stream, tested_buffer, tested_read); break;
    case UV_UDP: uv_udp_recv_start(&o->h.udp, tested_buffer, tested_datagram); break;
    case UV_FS_EVENT: uv_fs_event_start(&o->h.fs_event, tested_fs_event, o->file->path, 0); break;
    case UV_FS_POLL: uv_fs_poll_start(&o->h.fs_poll, tested_fs_poll, o->file->path, 1); break;
    case UV_POLL: uv_poll_start(&o->h.poll, UV_READABLE, tested_poll); break;
    default: break;
    }
}

static void stop_tested(struct one *o)
{
    switch ((int)o->type) {
    case UV_PREPARE: uv_prepare_stop(&o->h.prepare); break;
    case UV_CHECK: uv_check_stop(&o->h.check); break;
    case UV_IDLE: uv_idle_stop(&o->h.idle); break;
    case UV_TIMER: uv_timer_stop(&o->h.timer); break;
    case UV_SIGNAL: uv_signal_stop(&o->h.signal); break;
    case UV_TCP:
    case UV_NAMED_PIPE: uv_read_stop(&o->h.stream); break;
    case UV_UDP: uv_udp_recv_stop(&o->h.udp); break;
    case UV_FS_EVENT: uv_fs_event_stop(&o->h.fs_event); break;
    case UV_FS_POLL: uv_fs_poll_stop(&o->h.fs_poll); break;
    case UV_POLL: uv_poll_stop(&o->h.poll); break;
    default: break;
    }
}

/* Perform a step and return 1 if the handle then reports the right state. Steps: s start, t stop, r
 * ref, u unref, c close. uv_fs_poll keeps the loop alive by a request, so the loop is not checked
 * for it. */
static int state_is_right_after(struct one *o, char step, int *active, int *refs, int *closing)
{
    uv_handle_t *handle = &o->h.handle;
    switch (step) {
    case 's': start_tested(o); break;
    case 't': stop_tested(o); break;
    case 'r': uv_ref(handle); break;
    case 'u': uv_unref(handle); break;
    default: uv_close(handle, note_ended); break;
    }
    *closing |= step == 'c';
    *refs = step == 'r' || (*refs && step != 'u');
    *active = !*closing && (o->type == UV_ASYNC || step == 's' || (*active && step != 't'));
    int alive = *closing || (*active && *refs);
    return !uv_is_active(handle) == !*active && !uv_has_ref(handle) == !*refs &&
           !uv_is_closing(handle) == !*closing &&
           (o->type == UV_FS_POLL || !uv_loop_alive(handle->loop) == !alive);
}

/* 1 if the state is right after each step and after the close. */
static int passes_lifecycle(uv_loop_t *loop, uv_handle_type type, struct test_file *file,
                            const char *steps)
{
    struct one o;
    int active = type == UV_ASYNC, refs = 1, closing = 0, right = 1;
    init_tested(loop, &o, type, file);
    for (; *steps; steps++)
        right &= state_is_right_after(&o, *steps, &active, &refs, &closing);
    uv_run(loop, UV_RUN_DEFAULT);
    close_descriptors_of(&o);
    return right && o.ended == 1 && !uv_loop_alive(loop) && o.h.handle.data == &o;
}

/* Counts the kinds that pass three lives: started and stopped, also referenced and unreferenced,
 * and closed without a start. */
static int ask_each_at_each_moment(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int started = 0, referenced = 0, unused = 0;
    (void)h;
    make_test_file(&f);
    for (int i = 0; i < 12; i++) {
        uv_handle_type type = handle_type(i);
        int once = type ==
                   UV_FS_POLL; /* libuv cannot restart it while its first stat is under way */
        started += passes_lifecycle(loop, type, &f, once ? "tssttc" : "tsstttsttssc");
        referenced += passes_lifecycle(loop, type, &f,
                                       once ? "uusrrurucur" : "uussttsrrutsrurrcurr");
        unused += passes_lifecycle(loop, type, &f, "c") + passes_lifecycle(loop, type, &f, "ucru");
    }
    remove_test_file(&f);
    return started + 100 * referenced + 10000 * unused;
}

/* ---- ASK-181 ---- */
static void send_to_tested(struct one *o)
{
    struct sockaddr_in at;
    int size = sizeof at, fd = socket(AF_INET, SOCK_DGRAM, 0);
    uv_udp_getsockname(&o->h.udp, (struct sockaddr *)&at, &size);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < 2; i++)
        sendto(fd, "ab", 2, 0, (struct sockaddr *)&at, sizeof at);
    close(fd);
}

/* Give the handle several reasons to be called in the next iteration, if its kind can have
 * several. */
static void make_tested_due(struct one *o)
{
    switch ((int)o->type) {
    case UV_ASYNC: uv_async_send(&o->h.async); break;
    case UV_SIGNAL: raise(SIGUSR2), raise(SIGUSR2); break;
    case UV_TCP:
    case UV_NAMED_PIPE:
    case UV_POLL: send(o->other, "abc", 3, 0); break;
    case UV_UDP: send_to_tested(o); break;
    case UV_FS_EVENT: fchmod(o->file->fd, 0400), fchmod(o->file->fd, 0600); break;
    default: break;
    }
}

/* How often a due handle is called: 1, unless `before` stops or closes it first. 100 if its close
 * callback did not come once. */
static int count_calls_when_due(uv_loop_t *loop, uv_handle_type type, struct test_file *file,
                                char before)
{
    struct one o;
    int active = 1, refs = 1, closing = 0;
    init_tested(loop, &o, type, file);
    start_tested(&o);
    make_tested_due(&o);
    o.closes = 1;
    if (before)
        state_is_right_after(&o, before, &active, &refs, &closing);
    for (int i = 0; i < 4; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    if (!uv_is_closing(&o.h.handle))
        uv_close(&o.h.handle, note_ended);
    uv_run(loop, UV_RUN_DEFAULT);
    close_descriptors_of(&o);
    return o.ended == 1 ? o.calls : 100;
}

/* Every kind but uv_fs_poll. If its callback closes it, it is called once although it is due twice.
 * If it is stopped or closed while due, it is not called. An async handle cannot be stopped. */
static int ask_each_closed_while_it_is_due(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int called = 0, halted = 0, ended = 0;
    (void)h;
    make_test_file(&f);
    for (int i = 0; i < 12; i++) {
        uv_handle_type type = handle_type(i);
        if (type == UV_FS_POLL)
            continue;
        called += count_calls_when_due(loop, type, &f, 0) == 1;
        halted += count_calls_when_due(loop, type, &f, 't') == (type == UV_ASYNC);
        ended += count_calls_when_due(loop, type, &f, 'c') == 0;
    }
    remove_test_file(&f);
    return called + 100 * halted + 10000 * ended;
}

/* ---- ASK-182 ---- */
/* What the callbacks of request_job() report. With `cancels` they also try to cancel. */
struct job_results {
    int cancelled, called, late, cancels;
};

static void count_job(void *req, int ended_early)
{
    struct job_results *t = ((uv_req_t *)req)->data;
    t->called++;
    t->cancelled += ended_early;
    t->late += t->cancels && uv_cancel(req) == UV_EBUSY;
}

static void job_after(uv_work_t *req, int status)
{
    count_job(req, status == UV_ECANCELED);
}

static void job_random(uv_random_t *req, int status, void *bytes, size_t size)
{
    (void)size;
    count_job(req, status == UV_ECANCELED && *(char *)bytes == 0);
}

/* Lookups: the documents say UV_ECANCELED, libuv itself reports UV_EAI_CANCELED. */
static int is_cancelled(int status)
{
    return status == UV_ECANCELED || status == UV_EAI_CANCELED;
}

static void job_name(uv_getnameinfo_t *req, int status, const char *host, const char *service)
{
    count_job(req, is_cancelled(status) && !host && !service);
}

static void job_addresses(uv_getaddrinfo_t *req, int status, struct addrinfo *addresses)
{
    count_job(req, is_cancelled(status) && !addresses);
    uv_freeaddrinfo(addresses);
}

static void job_file(uv_fs_t *req)
{
    count_job(req, req->result == UV_ECANCELED);
    uv_fs_req_cleanup(req);
}

/* Start a file request on a path that does not exist, so that nothing changes. An error if there is
 * no request of this number. */
static int request_file(uv_loop_t *loop, uv_fs_t *r, int kind)
{
    static const char at[] = "/nowhere/a", to[] = "/nowhere/b";
    uv_buf_t part = uv_buf_init((char *)"", 0);
    switch (kind) {
    case 0: return uv_fs_open(loop, r, at, O_RDONLY, 0, job_file);
    case 1: return uv_fs_close(loop, r, 12345, job_file);
    case 2: return uv_fs_read(loop, r, 12345, &part, 1, -1, job_file);
    case 3: return uv_fs_write(loop, r, 12345, &part, 1, 0, job_file);
    case 4: return uv_fs_sendfile(loop, r, 12345, 12346, 0, 1, job_file);
    case 5: return uv_fs_stat(loop, r, at, job_file);
    case 6: return uv_fs_lstat(loop, r, at, job_file);
    case 7: return uv_fs_fstat(loop, r, 12345, job_file);
    case 8: return uv_fs_rename(loop, r, at, to, job_file);
    case 9: return uv_fs_unlink(loop, r, at, job_file);
    case 10: return uv_fs_rmdir(loop, r, at, job_file);
    case 11: return uv_fs_mkdir(loop, r, at, 0700, job_file);
    case 12: return uv_fs_mkdtemp(loop, r, "/nowhere/XXXXXX", job_file);
    case 13: return uv_fs_mkstemp(loop, r, "/nowhere/XXXXXX", job_file);
    case 14: return uv_fs_scandir(loop, r, at, 0, job_file);
    case 15: return uv_fs_opendir(loop, r, at, job_file);
    case 16: return uv_fs_link(loop, r, at, to, job_file);
    case 17: return uv_fs_symlink(loop, r, at, to, 0, job_file);
    case 18: return uv_fs_readlink(loop, r, at, job_file);
    case 19: return uv_fs_realpath(loop, r, at, job_file);
    case 20: return uv_fs_fsync(loop, r, 12345, job_file);
    case 21: return uv_fs_fdatasync(loop, r, 12345, job_file);
    case 22: return uv_fs_ftruncate(loop, r, 12345, 0, job_file);
    case 23: return uv_fs_access(loop, r, at, 0, job_file);
    case 24: return uv_fs_chmod(loop, r, at, 0600, job_file);
    case 25: return uv_fs_fchmod(loop, r, 12345, 0600, job_file);
    case 26: return uv_fs_chown(loop, r, at, 0, 0, job_file);
    case 27: return uv_fs_fchown(loop, r, 12345, 0, 0, job_file);
    case 28: return uv_fs_lchown(loop, r, at, 0, 0, job_file);
    case 29: return uv_fs_utime(loop, r, at, 0, 0, job_file);
    case 30: return uv_fs_futime(loop, r, 12345, 0, 0, job_file);
    case 31: return uv_fs_statfs(loop, r, at, job_file);
    case 32: return uv_fs_copyfile(loop, r, at, to, 0, job_file);
    default: return UV_EINVAL;
    }
}

/* There are 40: every kind of file request and every form of a lookup. */
static int request_job(uv_loop_t *loop, union uv_any_req *r, int which)
{
    static char random;
    struct sockaddr_in at = local_port(80);
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV };
    random = 0;
    switch (which) {
    case 0: return uv_queue_work(loop, &r->work, no_job, job_after);
    case 1: return uv_random(loop, &r->random, &random, 1, 0, job_random);
    case 2: return uv_getnameinfo(loop, &r->getnameinfo, job_name, (struct sockaddr *)&at, 3);
    case 3: return uv_getaddrinfo(loop, &r->getaddrinfo, job_addresses, "127.0.0.1", NULL, NULL);
    case 4: return uv_getaddrinfo(loop, &r->getaddrinfo, job_addresses, NULL, "80", NULL);
    case 5: return uv_getaddrinfo(loop, &r->getaddrinfo, job_addresses, "127.0.0.1", "80", NULL);
    case 6: return uv_getaddrinfo(loop, &r->getaddrinfo, job_addresses, "::1", "80", &hints);
    default: return request_file(loop, &r->fs, which - 7);
    }
}

static void wait_at_a_gate(uv_work_t *req)
{
    uv_sem_wait(req->data);
}

static int threads_of_a_pool(void)
{
    const char *size = getenv("UV_THREADPOOL_SIZE");
    int count = size ? atoi(size) : 4;
    return count < 1 ? 1 : count > 128 ? 128 : count;
}

/* Jobs keep all threads of the pool busy while the requests are made and cancelled. */
static int ask_each_cancelled_while_it_waits(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_req held[128], job[40];
    struct job_results reported = { .called = 0 };
    int count = threads_of_a_pool(), cancelled = 0;
    uv_sem_t gate;
    (void)h;
    if (uv_sem_init(&gate, 0) < 0)
        return UV_EILSEQ;
    for (int i = 0; i < count; i++) {
        held[i].work.data = &gate;
        uv_queue_work(loop, &held[i].work, wait_at_a_gate, NULL);
    }
    for (int i = 0; i < 40; i++) {
        job[i].req.data = &reported;
        cancelled += request_job(loop, &job[i], i) == 0 && uv_cancel(&job[i].req) == 0;
    }
    cancelled -= reported.called;
    for (int i = 0; i < count; i++)
        uv_sem_post(&gate);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_sem_destroy(&gate);
    return cancelled + 100 * reported.called + 10000 * reported.cancelled;
}

/* Too late to cancel: the call returns UV_EBUSY, in the callback and after it. */
static int ask_each_cancelled_when_it_is_done(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_req job[40];
    struct job_results reported = { .cancels = 1 };
    int late = 0;
    (void)h;
    for (int i = 0; i < 40; i++) {
        job[i].req.data = &reported;
        request_job(loop, &job[i], i);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 40; i++)
        late += uv_cancel(&job[i].req) == UV_EBUSY;
    return reported.called - reported.cancelled + 100 * reported.late + 10000 * late;
}

/* Connect, write, shutdown and udp_send are no jobs of the pool. */
static int ask_each_that_cannot_be_cancelled(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_req each[9];
    int refused = 0;
    for (int i = 0; i < 9; i++)
        each[i].req.data = h;
    int end = start_each_request(loop, h, each);
    for (int i = 0; i < 4; i++)
        refused += uv_cancel(&each[i].req) == UV_EINVAL;
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 4; i++)
        refused += uv_cancel(&each[i].req) == UV_EINVAL;
    close(end);
    return refused;
}

/* ---- ASK-138 ---- */
static void first_fs_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *old,
                          const uv_stat_t *now)
{
    (void)status, (void)old, (void)now;
    *(int *)poll->data += 10;
}

static void second_fs_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *old,
                           const uv_stat_t *now)
{
    (void)old, (void)now;
    *(int *)poll->data += status < 0;
    uv_fs_poll_stop(poll);
}

/* The first stat of a missing file is still under way when the handle is stopped and started
 * again. */
static int ask_look_started_again_while_it_looks(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    uv_fs_poll_init(loop, &h->fs_poll);
    h->handle.data = &calls;
    uv_fs_poll_start(&h->fs_poll, first_fs_poll, "/nowhere/a", 1);
    uv_fs_poll_stop(&h->fs_poll);
    uv_fs_poll_start(&h->fs_poll, second_fs_poll, "/nowhere/a", 1);
    uv_run(loop, UV_RUN_DEFAULT);
    return calls;
}

/* ---- ASK-244 ---- */
/* How often a handle is called in each of three lives in the same memory, closed while it is due. */
static int lives_again(uv_loop_t *loop, uv_handle_type type, struct test_file *file)
{
    struct one o;
    int right = 1;
    init_tested(loop, &o, type, file);
    for (int life = 0; life < 3; life++) {
        if (life > 0)
            init_handle_of(loop, &o);
        o.calls = 0;
        start_tested(&o);
        make_tested_due(&o);
        for (int i = 0; i < 4; i++)
            uv_run(loop, UV_RUN_NOWAIT);
        right &= o.calls > 0;
        make_tested_due(&o);
        uv_close(&o.h.handle, NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        close_descriptors_of(&o);
    }
    return right;
}

/* Every kind but uv_fs_poll. */
static int ask_each_initialized_again(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int right = 0;
    (void)h;
    make_test_file(&f);
    for (int i = 0; i < 12; i++)
        right += handle_type(i) != UV_FS_POLL && lives_again(loop, handle_type(i), &f);
    remove_test_file(&f);
    return right;
}

#endif
