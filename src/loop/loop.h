/* loop.h - the reference loop: the documented rules of the core, in C. It follows the catalogue of
 * rules phase by phase; the comment of each phase names the rules that it implements. A policy
 * makes it behave as one version of libuv. The calls below are the members of struct loop_backend;
 * interface/backend.h says what they promise, and this page adds only what that one leaves open.
 * The loop reads the time with clock_gettime() and waits with epoll_wait() and pthread_cond_wait()
 * only, so a world that interposes these calls controls its time. */
#ifndef LOOP_LOOP_H
#define LOOP_LOOP_H
#include "interface/backend.h"
#include "loop/policy.h"

/* `workers` is the size of the pool, as UV_THREADPOOL_SIZE has it, if this loop is the first to use
 * the pool; NULL: four. The string must outlive the loop. Returns NULL with errno. */
struct loop *loop_open(const struct loop_policy *policy, const char *workers);
int loop_close(struct loop *loop); /* 0, or -EBUSY with open handles or requests */
int loop_run(struct loop *loop, enum loop_mode mode);
void loop_stop(struct loop *loop);
int loop_alive(struct loop *loop);
uint64_t loop_now(struct loop *loop);
void loop_update_time(struct loop *loop);
int loop_poll_timeout(struct loop *loop);
uint64_t loop_turns(struct loop *loop);
uint64_t loop_events(struct loop *loop);
uint64_t loop_events_waiting(struct loop *loop);
uint64_t loop_idle_time(struct loop *loop);
int loop_configure(struct loop *loop, enum loop_option option, int signal);
int loop_wait_fd(struct loop *loop);
uint64_t loop_visits(struct loop *loop, const struct loop_handle *h);
int loop_renew(struct loop *loop);

/* NULL with errno if the descriptor cannot be polled. */
struct loop_handle *loop_handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                    loop_callback *callback, void *arg);
int loop_handle_stop(struct loop_handle *h); /* -EINVAL for async, child and listener */
void loop_handle_ref(struct loop_handle *h, int referenced);
unsigned loop_handle_state(struct loop_handle *h);
void loop_handle_close(struct loop_handle *h, loop_callback *closed); /* at most once */

/* Starting fails with -EINVAL on a closing handle and, except for a poll handle, without a
 * callback. */
int loop_timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms);
int loop_timer_again(struct loop_handle *h); /* -EINVAL if it was never started */
void loop_timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms);
/* A stopped timer: the time left when it was stopped. */
uint64_t loop_timer_due_in(struct loop_handle *h);
uint64_t loop_timer_repeat(struct loop_handle *h);
void loop_handle_callback(struct loop_handle *h, loop_callback *callback); /* of later starts */
int loop_watch_start(struct loop_handle *h);
int loop_poll_start(struct loop_handle *h, unsigned events); /* -EEXIST: fd is polled already */
int loop_async_send(struct loop_handle *h);
int loop_signal_start(struct loop_handle *h, int signal);
int loop_signal_start_once(struct loop_handle *h, int signal);
int loop_child_kill(struct loop_handle *h, int signal);
int loop_callback_told(struct loop_handle *h);

/* NULL with errno without a job, or if no thread can be made. */
struct loop_request *loop_work(struct loop *loop, loop_job *job, loop_callback *done, void *arg);
struct loop_request *loop_stat(struct loop *loop, const char *path, loop_callback *done, void *arg);
int loop_cancel(struct loop_request *request); /* 0 or -EBUSY */
int loop_stat_inline(struct loop *loop, const char *path);
struct loop_request *loop_lookup(struct loop *loop, const char *name, loop_callback *done,
                                 void *arg);

/* The child's standard streams are /dev/null. NULL with errno, also if the program cannot be
 * executed. */
struct loop_handle *loop_spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                               void *arg, int *pid);

int loop_read_start(struct loop_handle *h, size_t size); /* -EALREADY: it is already reading */
int loop_write(struct loop_handle *h, const void *bytes, size_t size, loop_callback *done,
               void *arg);
int loop_shutdown(struct loop_handle *h, loop_callback *done, void *arg);
int loop_connect(struct loop_handle *h, const struct sockaddr *to, loop_callback *done, void *arg);
int loop_listen(struct loop_handle *h);
struct loop_handle *loop_accept(struct loop_handle *from, loop_callback *callback, void *arg);

int loop_datagram_start(struct loop_handle *h, int room, int thorough);
struct loop_handle *loop_datagram_new(struct loop *loop, int fd, size_t batch,
                                      loop_callback *callback, void *arg);
int loop_datagram_connect(struct loop_handle *h, const struct sockaddr *to);
int loop_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to,
              loop_callback *done, void *arg);
int loop_try_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to);
int loop_try_send_batch(struct loop_handle *h, const void *bytes, size_t size, size_t count,
                        const struct sockaddr *to);
uint64_t loop_sends_queued(struct loop_handle *h);
uint64_t loop_bytes_queued(struct loop_handle *h);

int loop_lookup_inline(struct loop *loop, const char *name);
struct loop_request *loop_reverse_lookup(struct loop *loop, const struct sockaddr *address,
                                         loop_callback *done, void *arg);
int loop_reverse_lookup_inline(struct loop *loop, const struct sockaddr *address);
struct loop_request *loop_random(struct loop *loop, void *bytes, size_t size, loop_callback *done,
                                 void *arg);
int loop_random_inline(struct loop *loop, void *bytes, size_t size);
int loop_try_write(struct loop_handle *h, const void *bytes, size_t size);
size_t loop_unwritten(struct loop_handle *h);
int loop_close_reset(struct loop_handle *h, loop_callback *closed);
int loop_descriptor(struct loop_handle *h);
int loop_pass(struct loop_handle *h, struct loop_handle *other, loop_callback *done, void *arg);
int loop_passed(struct loop_handle *h);
int loop_set_blocking(struct loop_handle *h, int blocking);
/* -EADDRINUSE for a path; for a port loop_listen() reports it. */
int loop_bind(struct loop_handle *h, const struct sockaddr *at);

int loop_watch_file(struct loop_handle *h, const char *path); /* -EINVAL: it is already watching */
int loop_inspect_file(struct loop_handle *h, const char *path, unsigned every_ms);

int loop_name(struct loop_handle *h, enum loop_name which, void *buffer, size_t *size);
int loop_ask(struct loop *loop, uint32_t question);
int loop_tune(struct loop_handle *h, enum loop_tuning what, int value);
#endif
