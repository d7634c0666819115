/* c_words.c - the words of layer core in C: a row each. */
#include "export/c_inside.h"

/* A handle that is watched in a phase of its own. */
#define PHASE(kind, arguments, parameters)                                              \
    .call = "uv_$kind_init($loop, $it);\n[started]= $start;\n",                         \
    .start = "uv_" kind "_start($it, $callback" arguments ")", .type = "uv_" kind "_t", \
    .takes = "uv_" kind "_t *handle" parameters

/* A stream is over a pipe or over TCP, as its listener is. */
#define INIT_STREAM "[tcp]uv_tcp_init($loop, $it);\n[!tcp]uv_pipe_init($loop, $it, 0);\n"
#define CONNECT                                                                            \
    .type = "uv_pipe_t", .takes = "uv_connect_t *req, int status", .last = "free(req);\n", \
    .status = "status"
#define CAST "(uv_stream_t *)"

/* A writable descriptor is made ready by emptying what its other end was sent. */
#define ALL "65536" /* bytes: more than any buffer here holds */
#define READY_LATER                                           \
    "[ms][!writable]after($ms, feed, ends_of_$name[1], 1);\n" \
    "[ms][writable]after($ms, empty, ends_of_$name[1], " ALL ");\n"

#define ALLOCATE                                                                      \
    "static void allocate$room(uv_handle_t *handle, size_t size, uv_buf_t *buf)\n{\n" \
    "static char bytes[$bytes];\n"                                                    \
    "(void)handle, (void)size;\n"                                                     \
    "*buf = uv_buf_init(bytes, sizeof bytes);\n"

#define OWN_THREAD .function = "run_$name", .takes = "void *arg"
#define NO_RANKS   "libuv has no priorities, so "

const struct c_word c_words[STEP_KIND_COUNT] = {
    [STEP_TIMER] = { PHASE("timer", ", $delay, $every", "") },
    [STEP_IDLE] = { PHASE("idle", "", "") },
    [STEP_PREPARE] = { PHASE("prepare", "", "") },
    [STEP_CHECK] = { PHASE("check", "", "") },
    [STEP_SIGNAL] = { PHASE("signal", ", SIG$signal", ", int signum") },
    [STEP_POLL] = { .call = "open_pair(ends_of_$name);\n"
                            "[writable]limit_buffer(ends_of_$name[0]);\n"
                            "[writable]fill(ends_of_$name[0]);\n"
                            "uv_poll_init($loop, $it, ends_of_$name[0]);\n" READY_LATER
                            "[started]= $start;\n",
                    .start = "uv_poll_start($it, $events, $callback)",
                    .type = "uv_poll_t",
                    .beside = "$static int ends_of_$name[2];\n",
                    .takes = "uv_poll_t *handle, int status, int events",
                    .status = "status" },
    [STEP_ASYNC] = { .call = "uv_async_init($loop, $it, $callback);\n",
                     .type = "uv_async_t",
                     .takes = "uv_async_t *handle" },
    [STEP_WORK] = { .call = "uv_queue_work($loop, $it, work_$job, $callback);\n",
                    .type = "uv_work_t",
                    .once = "static void work_$job(uv_work_t *req)\n{\n"
                            "(void)req;\n"
                            "busy($ms);\n",
                    .takes = "uv_work_t *req, int status",
                    .last = "[several]free(req);\n",
                    .status = "status" },
    [STEP_STAT] = { .call = "[block]uv_fs_stat($loop, $it, \"/\", $callback);\n"
                            "[!block]= stat_now($loop);\n",
                    .type = "uv_fs_t",
                    .takes = "uv_fs_t *req",
                    .first = "uv_fs_req_cleanup(req);\n",
                    .last = "[several]free(req);\n",
                    .status = "(int)req->result" },
    [STEP_LOOKUP] = { .call = "uv_getaddrinfo($loop, $it, $callback, \"takes-$ms\", NULL, NULL);\n",
                      .type = "uv_getaddrinfo_t",
                      .takes = "uv_getaddrinfo_t *req, int status, struct addrinfo *found",
                      .first = "uv_freeaddrinfo(found);\n",
                      .last = "[several]free(req);\n",
                      .status = "status == UV_EAI_CANCELED ? UV_ECANCELED : status" },
    [STEP_CHILD] = { .call = "spawn_true($loop, $it, $callback);\n",
                     .type = "uv_process_t",
                     .takes = "uv_process_t *handle, int64_t exit_status, int term_signal",
                     .status = "(int)exit_status" },
    [STEP_STREAM] = { .call = "open_pair(ends_of_$name);\n"
                              "limit_buffer(ends_of_$name[0]);\n"
                              "uv_pipe_init($loop, $it, 0);\n"
                              "uv_pipe_open($it, ends_of_$name[0]);\n",
                      .type = "uv_pipe_t",
                      .beside = "$static int ends_of_$name[2];\n" },
    [STEP_PEER] = { .call = "limit_buffer(ends_of_$from[1]);\n"
                            "uv_pipe_init($loop, $it, 0);\n"
                            "uv_pipe_open($it, ends_of_$from[1]);\n",
                    .type = "uv_pipe_t" },
    [STEP_LISTEN] = { .call = INIT_STREAM "[tcp]bind_port($it, &address_of_$name);\n"
                                          "[!tcp]bind_path($it, path_of_$name);\n"
                                          "= uv_listen(" CAST "$it, SOMAXCONN, $callback);\n",
                      .type = "uv_pipe_t",
                      .beside = "[tcp]$static struct sockaddr_in address_of_$name;\n"
                                "[!tcp]$static char path_of_$name[32];\n",
                      .takes = "uv_stream_t *server, int status",
                      .status = "status" },
    [STEP_ACCEPT] = { .call = INIT_STREAM "uv_accept(" CAST "$fromit, " CAST "$it);\n",
                      .type = "uv_pipe_t" },
    [STEP_CONNECT] = { CONNECT, .call = INIT_STREAM
                                "[tcp]= connect_tcp($it, &address_of_$from, $callback);\n"
                                "[!tcp]= connect_pipe($it, path_of_$from, $callback);\n" },
    [STEP_CONNECT_NOWHERE] = { CONNECT, .call = INIT_STREAM
                                        "[tcp]= connect_nowhere($it, $callback);\n"
                                        "[!tcp]= connect_pipe($it, \"/nowhere\", $callback);\n" },
    [STEP_DATAGRAM] = { .call = "uv_udp_init($loop, $it);\n"
                                "sender_of_$name = bind_datagrams($it);\n"
                                "= uv_udp_recv_start($it, allocate$room, $callback);\n",
                        .type = "uv_udp_t",
                        .beside = "$static int sender_of_$name;\n",
                        .once = ALLOCATE,
                        .takes = "uv_udp_t *handle, ssize_t size, const uv_buf_t *buf,\n"
                                 "    const struct sockaddr *from, unsigned flags",
                        .first = "if (size == 0 && !from)\n    return; // nothing was there\n",
                        .status = "(int)size" },

    [STEP_START] = { .call = "= $start;\n" },
    [STEP_STOP] = { .call = "[reads]= uv_read_stop(" CAST "$it);\n"
                            "[!reads]= uv_$kind_stop($it);\n" },
    [STEP_CLOSE] = { .call = "[freed]uv_close((uv_handle_t *)$it, free_handle);\n"
                             "[!freed]uv_close((uv_handle_t *)$it, $callback);\n",
                     .function = "on_$name_closed",
                     .takes = "uv_handle_t *handle",
                     .last = "[several]free(handle);\n" },
    [STEP_REF] = { .call = "uv_ref((uv_handle_t *)$it);\n" },
    [STEP_UNREF] = { .call = "uv_unref((uv_handle_t *)$it);\n" },
    [STEP_AGAIN] = { .call = "= uv_timer_again($it);\n" },
    [STEP_SET_REPEAT] = { .call = "uv_timer_set_repeat($it, $every);\n" },
    [STEP_PREFER] = { .lacks = NO_RANKS },
    [STEP_DEFER] = { .lacks = NO_RANKS },
    [STEP_READY] = { .call = READY_LATER "[!ms][!writable]feed(ends_of_$name[1], 1);\n"
                                         "[!ms][writable]empty(ends_of_$name[1], " ALL ");\n" },
    [STEP_DRAIN] = { .call = "[writable]fill(ends_of_$name[0]);\n"
                             "[!writable]empty(ends_of_$name[0], " ALL ");\n" },
    [STEP_SEND] = { .call = "= uv_async_send($it);\n" },
    [STEP_CANCEL] = { .call = "= uv_cancel((uv_req_t *)$it);\n" },
    [STEP_READ] = { .call = "= uv_read_start(" CAST "$it, allocate$room, $callback);\n",
                    .once = ALLOCATE,
                    .function = "on_$name_read",
                    .takes = "uv_stream_t *stream, ssize_t size, const uv_buf_t *buf",
                    .first = "if (size == 0)\n    return; // nothing was there\n",
                    .status = "(int)size" },
    [STEP_WRITE] = { .call = "= write_bytes(" CAST "$it, $count, $callback);\n",
                     .function = "on_$name_written",
                     .takes = "uv_write_t *req, int status",
                     .last = "free(req);\n",
                     .status = "status" },
    [STEP_SHUTDOWN] = { .call = "= shut_down(" CAST "$it, $callback);\n",
                        .function = "on_$name_shutdown",
                        .takes = "uv_shutdown_t *req, int status",
                        .last = "free(req);\n",
                        .status = "status" },
    [STEP_FEED] = { .call = "[ms][datagram]after($ms, feed_each, sender_of_$name, $count);\n"
                            "[ms][!datagram]after($ms, feed, ends_of_$name[1], $count);\n"
                            "[!ms][datagram]feed_each(sender_of_$name, $count);\n"
                            "[!ms][!datagram]feed(ends_of_$name[1], $count);\n" },

    [STEP_LOG] = { .call = "puts(\"$label\");\n" },
    [STEP_OBSERVE] = { .call = "$observation\n" },
    [STEP_BUSY] = { .call = "busy($ms);\n" },
    [STEP_REPEAT] = { .call = "for (int $i = 0; $i < $count; $i++) {\n$body\n}\n" },
    [STEP_FIRST] = { .call = "if ($reached < $count) {\n"
                             "    $reached++;\n"
                             "$body\n"
                             "[otherwise]} else {\n"
                             "[otherwise]$else\n"
                             "}\n" },
    [STEP_THREAD] = { OWN_THREAD,
                      .call = "[counted]own_threads++;\n"
                              "uv_thread_create($it, $callback, NULL);\n",
                      .type = "uv_thread_t", .last = "[counted]own_threads--;\n" },
    [STEP_LOOP] = { OWN_THREAD,
                    .call = "[counted]own_threads++;\n"
                            "uv_thread_create(&second[seconds++], $callback, NULL);\n",
                    .first = "uv_loop_init($own);\n",
                    .last = "uv_run($own, UV_RUN_DEFAULT);\n[counted]own_threads--;\n" },
    [STEP_RAISE] = { .call = "[ms]raise_after($ms, SIG$signal);\n[!ms]raise(SIG$signal);\n" },
    [STEP_INTERRUPT] = { .call = "interrupt_after($ms, $count);\n" },
    [STEP_RUN] = { .call = "= uv_run($loop, UV_RUN_$mode);\n" },
    [STEP_STOP_LOOP] = { .call = "uv_stop($loop);\n" },
    [STEP_CLOSE_LOOP] = { .call = "[ran]= uv_loop_close($loop);\n"
                                  "[!ran][latest]$latest = uv_loop_close($loop);\n"
                                  "[!ran][latest]closed = $latest == 0;\n"
                                  "[!ran][!latest]closed = uv_loop_close($loop) == 0;\n" },
    [STEP_UPDATE_TIME] = { .call = "uv_update_time($loop);\n" },
    [STEP_CONFIGURE] = { .call = "= uv_loop_configure($loop, $option);\n" },
    [STEP_HOLD] = { .call = "= uv_loop_configure($loop, UV_LOOP_BLOCK_SIGNAL, SIG$signal);\n" },
    [STEP_WAIT] = { .call = "= wait_outside($loop);\n" },
    [STEP_RENEW_LOOP] = { .call = "= uv_loop_fork($loop);\n" },
};

#define OF_HANDLE(call) "printf(\"$label = %d\\n\", " call "((const uv_handle_t *)$it) != 0);\n"

#define OF_METRICS(member) \
    "printf(\"$label = %llu\\n\", (unsigned long long)metrics($loop)." member ");\n"

const char *const c_observes[OBSERVE_COUNT] = {
    [OBSERVE_ALIVE] = "printf(\"$label = %d\\n\", uv_loop_alive($loop) != 0);\n",
    [OBSERVE_TIMEOUT] = "printf(\"$label = %d\\n\", uv_backend_timeout($loop));\n",
    [OBSERVE_NOW] = "printf(\"$label = %llu\\n\", (unsigned long long)(uv_now($loop) - start));\n",
    [OBSERVE_RESULT] = "print_value(\"$label\", $latest);\n",
    [OBSERVE_STATUS] = "[status]print_value(\"$label\", $status);\n"
                       "[!status]puts(\"$label = 0\");\n",
    [OBSERVE_THREADS] = "printf(\"$label = %d\\n\", threads());\n",
    [OBSERVE_TURNS] = OF_METRICS("loop_count"),
    [OBSERVE_ACTIVE] = OF_HANDLE("uv_is_active"),
    [OBSERVE_CLOSING] = OF_HANDLE("uv_is_closing"),
    [OBSERVE_REFERENCED] = OF_HANDLE("uv_has_ref"),
    [OBSERVE_DUE] = "printf(\"$label = %llu\\n\", due_in($it));\n",
    [OBSERVE_RECEIVED] = OF_METRICS("events"),
    [OBSERVE_WAITING] = OF_METRICS("events_waiting"),
    [OBSERVE_IDLED] = "printf(\"$label = %llu\\n\", "
                          "(unsigned long long)uv_metrics_idle_time($loop));\n",
    [OBSERVE_HANDLES] = "printf(\"$label = %d\\n\", visits($loop, NULL));\n",
    [OBSERVE_WALKED] = "printf(\"$label = %d\\n\", visits($loop, $it));\n",
};
