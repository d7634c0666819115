/* actions.h - what the files of this program share. */
#ifndef ACTIONS_H
#define ACTIONS_H
#include <pthread.h>
#include <stdbool.h>

double now(void);           /* seconds of the monotonic clock */
void put(const char *what); /* print it, and how long after the beginning of the program it was */
int in_thread(void *(*start)(void *), void *arg); /* 0 if it was started */
void say(const char *what, bool is);              /* print it if it is so */
pthread_t start(void *(*function)(void *), void *arg);
void join(pthread_t id);

/* actions_found.c: what programs of others did that the world had not known. */
void do_shared_semaphore(void);
void do_shared_condition(void);
void do_shared_barrier(void);
void do_jump(void);
void do_jump_in_thread(void);
void do_jump_often(void);
void do_small_stack(void);
void do_handler_stack(void);
void do_fault(void);
void do_many_threads(void);
void do_cpu_clock(void);
void do_pwait2(void);
void do_ready(void);
void do_look(void);
void do_ping_pong(void);
void do_wrong_end(void);
void do_ring(void);
void do_ring_polled(void);

/* actions_blocked.c: calls that block in the kernel, each in its own way. */
void do_too_much(void);
void do_queues(void);
void do_busy_listener(void);
void do_file_lock(void);
void do_several_datagrams(void);
void do_popen(void);
void do_direct(void);
void do_pty_by_epoll(void);
void do_slow_connection(void);

/* actions_threads.c: threads that are joined, ended and woken, and locks. */
void do_c11(void);
void do_timed_join(void);
void do_cancel(void);
void do_kill_thread(void);
void do_stop_process(void);
void do_clock_lock(void);
void do_tries(void);

/* Two ends of a TCP connection that do not block, the first with little room; -1 on failure. */
int connected(int ends[2]);

/* actions_net.c: connections, and what the kernel keeps back. */
void do_held_back(void);
void do_held_back_from_child(void);

/* actions_aside.c: calls that block in the C library, or in a way that the world cannot see. */
void do_stream(void);
void do_stream_format(void);
void do_streams(void);
void do_named_pipe(void);
void do_aio(void);
void do_select(void);
void do_last_thread(void);
#endif
