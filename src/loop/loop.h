/* loop.h - the reference loop: the documented rules of the core, in C.
 *
 * It is written from the catalogue of rules, phase by phase; the comment of each
 * phase names the rules that it carries out. It models every libuv by a policy.
 * The calls below are the members of struct loop_backend, see backend/backend.h
 * for what they promise; here stands only what that page leaves open.
 *
 * It tells time by clock_gettime(), waits by epoll_wait() and pthread_cond_wait()
 * and knows no other way, so a world that interposes these rules its time. */
#ifndef LOOP_LOOP_H
#define LOOP_LOOP_H
#include "backend/backend.h"
#include "loop/policy.h"

/* `workers` is the size of the pool if this loop is the first to need it; 0 for
 * four. NULL with errno. */
struct loop *loop_open(const struct loop_policy *policy, uint32_t workers);
int loop_close(struct loop *loop); /* 0, or -EBUSY with open handles or requests */
int loop_run(struct loop *loop, enum loop_mode mode);
void loop_stop(struct loop *loop);
int loop_alive(struct loop *loop);
uint64_t loop_now(struct loop *loop);
void loop_update_time(struct loop *loop);
int loop_poll_timeout(struct loop *loop);

/* NULL with errno where a descriptor cannot be polled. */
struct loop_handle *loop_handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                    loop_callback *callback, void *arg);
int loop_handle_stop(struct loop_handle *h); /* -EINVAL for an async handle */
void loop_handle_ref(struct loop_handle *h, int referenced);
unsigned loop_handle_state(struct loop_handle *h);
void loop_handle_close(struct loop_handle *h, loop_callback *closed); /* at most once */

/* Starting fails with -EINVAL on a closing handle and without a callback. */
int loop_timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms);
int loop_timer_again(struct loop_handle *h); /* -EINVAL if it was never started */
void loop_timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms);
uint64_t loop_timer_due_in(struct loop_handle *h); /* of a stopped one: as it stood */
int loop_watch_start(struct loop_handle *h);
int loop_poll_start(struct loop_handle *h, unsigned events); /* -EEXIST: fd is polled already */
int loop_async_send(struct loop_handle *h);

/* NULL with errno without a job, or if no thread can be made. */
struct loop_request *loop_work(struct loop *loop, loop_job *job, loop_callback *done, void *arg);
struct loop_request *loop_stat(struct loop *loop, const char *path, loop_callback *done, void *arg);
int loop_cancel(struct loop_request *request); /* 0 or -EBUSY */
#endif
