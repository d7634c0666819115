/* c_words.c - how each word of layer core is written in C: one row per word. */
#include "export/c_inside.h"

/* A handle with a phase of its own. */
#define PHASE(kind, arguments, parameters)                                              \
    .call = "uv_$kind_init($loop, $it);\n[started]= $start;\n",                         \
    .start = "uv_" kind "_start($it, $callback" arguments ")", .type = "uv_" kind "_t", \
    .takes = "uv_" kind "_t *handle" parameters

/* A stream uses a pipe or TCP, as its listener does. */
#define INIT_STREAM "[tcp]uv_tcp_init($loop, $it);\n[!tcp]uv_pipe_init($loop, $it, 0);\n"
#define CONNECT                                                                            \
    .type = "uv_pipe_t", .takes = "uv_connect_t *req, int status", .last = "free(req);\n", \
    .status = "status"
#define CAST "(uv_stream_t *)"

/* A descriptor becomes writable when its other end reads what was sent. */
#define ALL "65536" /* bytes; no buffer here holds more */
#define READY_LATER                                               \
    "[ms][in]after($ms, feed, ends_of_$name[1], 1);\n"            \
    "[ms][out]after($ms, empty, ends_of_$name[1], " ALL ");\n"    \
    "[ms][urgent]after($ms, feed_urgent, ends_of_$name[1], 1);\n" \
    "[ms][ended]after($ms, end_feed, ends_of_$name[1], SHUT_WR);\n"

#define ALLOCATE                                                                      \
    "static void allocate$room(uv_handle_t *handle, size_t size, uv_buf_t *buf)\n{\n" \
    "[!roomless]static char bytes[$bytes];\n"                                         \
    "(void)handle, (void)size;\n"                                                     \
    "[!roomless]*buf = uv_buf_init(bytes, sizeof bytes);\n"                           \
    "[roomless]*buf = uv_buf_init(NULL, 0);\n"

#define DATAGRAM                                                                      \
    .start = "uv_udp_recv_start($it, allocate$room, $callback)", .type = "uv_udp_t",  \
    .once = ALLOCATE,                                                                 \
    .takes = "uv_udp_t *handle, ssize_t size, const uv_buf_t *buf,\n"                 \
             "    const struct sockaddr *from, unsigned flags",                       \
    .first = "[!thorough]if (size == 0 && !from)\n"                                   \
             "[!thorough]    return; // nothing was there\n"                          \
             "[thorough]if (size == 0 && !from)\n"                                    \
             "[thorough]    size = flags & UV_UDP_MMSG_FREE ? UV_EOF : UV_EAGAIN;\n", \
    .status = "(int)size", .reported = "(int)flags"

#define ALTER(how) .call = "[ms]alter_after($ms, $it, " how ");\n[!ms]alter_file($it, " how ");\n"

#define OWN_THREAD .function = "run_$name", .takes = "void *arg"
#define NO_RANKS   "libuv has no priorities, so "
#define NO_SOON    "libuv has no deferred, post and exit calls, so "

const struct c_word c_words[STEP_KIND_COUNT] = {
    [STEP_TIMER] = { PHASE("timer", ", $delay, $every", "") },
    [STEP_IDLE] = { PHASE("idle", "", "") },
    [STEP_PREPARE] = { PHASE("prepare", "", "") },
    [STEP_CHECK] = { PHASE("check", "", "") },
    [STEP_SIGNAL] = { .call = "uv_signal_init($loop, $it);\n[started]= $start;\n",
                      .start = "uv_signal_start$oneshot($it, $callback, SIG$signal)",
                      .type = "uv_signal_t",
                      .takes = "uv_signal_t *handle, int signum",
                      .reported = "signum" },
    [STEP_POLL] = { .call = "[urgently]open_tcp_pair(ends_of_$name);\n"
                            "[!urgently]open_pair(ends_of_$name);\n"
                            "[writable]limit_buffer(ends_of_$name[0]);\n"
                            "[writable]fill(ends_of_$name[0]);\n"
                            "uv_poll_init($loop, $it, ends_of_$name[0]);\n" READY_LATER
                            "[started]= $start;\n",
                    .start = "uv_poll_start($it, $events, $callback)",
                    .type = "uv_poll_t",
                    .more_declarations = "$static int ends_of_$name[2];\n",
                    .takes = "uv_poll_t *handle, int status, int events",
                    .status = "status",
                    .reported = "events" },
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
    [STEP_STAT] = { .call = "[block][!from]uv_fs_stat($loop, $it, \"/\", $callback);\n"
                            "[block][from]uv_fs_stat($loop, $it, $path, $callback);\n"
                            "[!block][!from]= stat_now($loop, \"/\");\n"
                            "[!block][from]= stat_now($loop, $path);\n",
                    .type = "uv_fs_t",
                    .takes = "uv_fs_t *req",
                    .first = "uv_fs_req_cleanup(req);\n",
                    .last = "[several]free(req);\n",
                    .status = "(int)req->result" },
    [STEP_LOOKUP] = { .call = "[block]uv_getaddrinfo($loop, $it, $callback, \"takes-$ms\", NULL, "
                              "NULL);\n"
                              "[!block]= lookup_now($loop, \"takes-$ms\");\n",
                      .type = "uv_getaddrinfo_t",
                      .takes =
                          "uv_getaddrinfo_t *req, int status, struct addrinfo *found_addresses",
                      .first = "uv_freeaddrinfo(found_addresses);\n",
                      .last = "[several]free(req);\n",
                      .status = "status == UV_EAI_CANCELED ? UV_ECANCELED : status" },
    [STEP_CHILD] = { .call = "[lives]end_of_$name = spawn_lasting($loop, $it, $callback, $exits);\n"
                             "[lives][ms]after($ms, end_child, end_of_$name, ($it)->pid);\n"
                             "[!lives]spawn_shell($loop, $it, $callback, \"exit $exits\");\n"
                             "[!lives]await_end(($it)->pid);\n",
                     .type = "uv_process_t",
                     .more_declarations = "[lives]$static int end_of_$name;\n",
                     .takes = "uv_process_t *handle, int64_t exit_status, int term_signal",
                     .status = "(int)exit_status",
                     .reported = "term_signal" },
    [STEP_CHILD_NOWHERE] = { .call = "= spawn_nowhere($loop, $it, $callback);\n",
                             .type = "uv_process_t",
                             .takes = "uv_process_t *handle, int64_t exit_status, int term_signal",
                             .status = "(int)exit_status",
                             .reported = "term_signal" },
    [STEP_STREAM] = { .call = "open_pair(ends_of_$name);\n"
                              "limit_buffer(ends_of_$name[0]);\n"
                              "uv_pipe_init($loop, $it, 0);\n"
                              "uv_pipe_open($it, ends_of_$name[0]);\n",
                      .type = "uv_pipe_t",
                      .more_declarations = "$static int ends_of_$name[2];\n" },
    [STEP_PEER] = { .call = "limit_buffer(ends_of_$from[1]);\n"
                            "[passes]uv_pipe_init($loop, $it, 1);\n"
                            "[!passes]uv_pipe_init($loop, $it, 0);\n"
                            "uv_pipe_open($it, ends_of_$from[1]);\n",
                    .type = "uv_pipe_t" },
    [STEP_LISTEN] = { .call = INIT_STREAM "[tcp]bind_port($it, &address_of_$name);\n"
                                          "[!tcp]bind_path($it, path_of_$name);\n"
                                          "= uv_listen(" CAST "$it, SOMAXCONN, $callback);\n",
                      .type = "uv_pipe_t",
                      .more_declarations = "[tcp]$static struct sockaddr_in address_of_$name;\n"
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
    [STEP_DATAGRAM] = { DATAGRAM,
                        .call = "[!batched]uv_udp_init($loop, $it);\n"
                                "[batched]uv_udp_init_ex($loop, $it, UV_UDP_RECVMMSG);\n"
                                "sender_of_$name = bind_datagrams($it);\n"
                                "[started]= $start;\n",
                        .more_declarations = "$static int sender_of_$name;\n" },
    [STEP_DATAGRAM_PAIR] = { DATAGRAM,
                             .call = "open_datagrams(ends_of_$name);\n"
                                     "uv_udp_init($loop, $it);\n"
                                     "uv_udp_open($it, ends_of_$name[0]);\n"
                                     "[started]= $start;\n",
                             .more_declarations = "$static int ends_of_$name[2];\n" },
    [STEP_REVERSE_LOOKUP] = { .call = "[block]uv_getnameinfo($loop, $it, $callback, takes_ms($ms), "
                                      "0);\n"
                                      "[!block]= reverse_lookup_now($loop, takes_ms($ms));\n",
                              .type = "uv_getnameinfo_t",
                              .takes = "uv_getnameinfo_t *req, int status, const char *host,\n"
                                       "    const char *service",
                              .last = "[several]free(req);\n",
                              .status = "status == UV_EAI_CANCELED ? UV_ECANCELED : status" },
    [STEP_RANDOM] = { .call = "[block]uv_random($loop, $it, random_bytes_$count, $count, 0, "
                              "$callback);\n"
                              "[!block]= uv_random(NULL, NULL, random_bytes_$count, $count, 0, "
                              "NULL);\n",
                      .type = "uv_random_t",
                      .once = "static char random_bytes_$count[$count];\n",
                      .takes = "uv_random_t *req, int status, void *bytes, size_t size",
                      .last = "[several]free(req);\n",
                      .status = "status" },

    [STEP_CHANNEL] = { .call = "open_pair(ends_of_$name);\n"
                               "limit_buffer(ends_of_$name[0]);\n"
                               "uv_pipe_init($loop, $it, 1);\n"
                               "uv_pipe_open($it, ends_of_$name[0]);\n",
                       .type = "uv_pipe_t",
                       .more_declarations = "$static int ends_of_$name[2];\n" },
    [STEP_BIND] = { .call = INIT_STREAM
                    "[tcp]= uv_tcp_bind($it, (const struct sockaddr *)&address_of_$from, 0);\n"
                    "[!tcp]= uv_pipe_bind($it, path_of_$from);\n"
                    "[!switched](void)$callback; // it never listens\n",
                    .start = "uv_listen(" CAST "$it, SOMAXCONN, $callback)",
                    .type = "uv_pipe_t",
                    .takes = "uv_stream_t *server, int status",
                    .status = "status" },
    [STEP_FOLDER] = { .call = "make_folder($it);\n", .type = "struct place" },
    [STEP_FILE] = { .call = "[from]make_file($it, $fromit);\n[!from]make_file($it, NULL);\n",
                    .type = "struct place" },
    [STEP_WATCH] = { .call = "uv_fs_event_init($loop, $it);\n[started]= $start;\n",
                     .start = "uv_fs_event_start($it, $callback, $path, 0)",
                     .type = "uv_fs_event_t",
                     .takes = "uv_fs_event_t *handle, const char *file, int events, int status",
                     .status = "status < 0 ? status : events",
                     .named = "file" },
    [STEP_INSPECT] = { .call = "uv_fs_poll_init($loop, $it);\n[started]= $start;\n",
                       .start = "uv_fs_poll_start($it, $callback, $path, $interval)",
                       .type = "uv_fs_poll_t",
                       .takes = "uv_fs_poll_t *handle, int status, const uv_stat_t *before,\n"
                                "    const uv_stat_t *now",
                       .status = "status" },

    [STEP_SOON] = { .lacks = NO_SOON },
    [STEP_POST] = { .lacks = NO_SOON },
    [STEP_AT_EXIT] = { .lacks = NO_SOON },
    [STEP_START] = { .call = "= $start;\n" },
    [STEP_GIVE] = { .call = "callback_of_$name = $callback;\n", .function = "on_$name_again" },
    [STEP_GIVE_NOTHING] = { .call = "callback_of_$name = NULL;\n" },
    [STEP_STOP] = { .call = "[reads]= uv_read_stop(" CAST "$it);\n"
                            "[!reads][!datagram]= uv_$kind_stop($it);\n"
                            "[datagram]= uv_udp_recv_stop($it);\n" },
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
    [STEP_READY] = { .call = READY_LATER
                     "[!ms][in]feed(ends_of_$name[1], 1);\n"
                     "[!ms][out]empty(ends_of_$name[1], " ALL ");\n"
                     "[!ms][urgent]feed_urgent(ends_of_$name[1], 1);\n"
                     "[!ms][ended]end_feed(ends_of_$name[1], SHUT_WR);\n"
                     "[ms][datagram]after($ms, empty_each, ends_of_$name[1], 0);\n"
                     "[!ms][datagram]empty_each(ends_of_$name[1], 0);\n" },
    [STEP_DRAIN] = { .call = "[out]fill(ends_of_$name[0]);\n"
                             "[in]empty(ends_of_$name[0], " ALL ");\n"
                             "[urgent]empty_urgent(ends_of_$name[0]);\n"
                             "[datagram]fill(ends_of_$name[0]);\n" },
    [STEP_BREAK] = { .call = "[ms]after($ms, break_pair, ends_of_$name[1], ends_of_$name[0]);\n"
                             "[!ms]break_pair(ends_of_$name[1], ends_of_$name[0]);\n" },
    [STEP_FREE] = { .call = "close(ends_of_$name[0]);\n" },
    [STEP_KILL] = { .call = "= uv_process_kill($it, SIG$signal);\n"
                            "[deadly]await_end(($it)->pid);\n" },
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
    [STEP_FEED] = { .call =
                        "[ms][datagram][!empty][!double]after($ms, feed_each, $sender, $count);\n"
                        "[ms][datagram][empty]after($ms, feed_empty, $sender, $count);\n"
                        "[ms][datagram][double]after($ms, feed_double, $sender, $count);\n"
                        "[ms][!datagram]after($ms, feed, ends_of_$name[1], $count);\n"
                        "[!ms][datagram][!empty][!double]feed_each($sender, $count);\n"
                        "[!ms][datagram][empty]feed_empty($sender, $count);\n"
                        "[!ms][datagram][double]feed_double($sender, $count);\n"
                        "[!ms][!datagram]feed(ends_of_$name[1], $count);\n" },
    [STEP_TRY] = { .call =
                       "[datagram][!astray]= try_bytes($it, $sender, $count, is_addressed($it));\n"
                       "[datagram][astray]= try_bytes($it, $sender, $count, !is_addressed($it));\n"
                       "[!datagram]= try_write(" CAST "$it, $count);\n" },
    [STEP_TRY_BATCH] = { .call = "= try_batch($it, $sender, $count, is_addressed($it));\n" },
    [STEP_ATTACH] = { .call = "= attach($it, $sender);\n" },
    [STEP_DETACH] = { .call = "= uv_udp_connect($it, NULL);\n" },

    [STEP_BLOCK] = { .call = "= uv_stream_set_blocking(" CAST "$it, 1);\n" },
    [STEP_UNBLOCK] = { .call = "= uv_stream_set_blocking(" CAST "$it, 0);\n" },
    [STEP_PASS] = { .call = "= pass(" CAST "$fromit, " CAST "$it, $callback);\n",
                    .function = "on_$name_passed",
                    .takes = "uv_write_t *req, int status",
                    .last = "free(req);\n",
                    .status = "status" },
    [STEP_RESET] = { .call = "[tcp][freed]= reset($it, free_handle);\n"
                             "[tcp][!freed]= reset($it, $callback);\n"
                             "[!tcp]= UV_EINVAL; // which only TCP has\n",
                     .function = "on_$name_reset",
                     .takes = "uv_handle_t *handle",
                     .last = "[several]free(handle);\n" },
    [STEP_ASK] = { .call = "= ask($question);\n" },
    [STEP_TUNE] = { .call = "= $tuning;\n" },
    [STEP_CHANGE] = { ALTER("'w'") },
    [STEP_TOUCH] = { ALTER("'t'") },
    [STEP_CREATE] = { ALTER("'c'") },
    [STEP_REMOVE] = { ALTER("'d'") },
    [STEP_RENAME] = { ALTER("'r'") },
    [STEP_TANGLE] = { ALTER("'l'") },

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
    [STEP_BLOCKED] = { .call = "for (sigset_t before = block_signals(), *at = &before; at;\n"
                               "     at = unblock_signals(at)) {\n$body\n}\n" },
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

const struct c_word c_send = {
    .call = "[!astray]= send_bytes($it, $sender, $count, is_addressed($it), $callback);\n"
            "[astray]= send_bytes($it, $sender, $count, !is_addressed($it), $callback);\n",
    .function = "on_$name_sent",
    .takes = "uv_udp_send_t *req, int status",
    .last = "free(req);\n",
    .status = "status"
};

#define OF_STREAM(call) "printf(\"$label = %d\\n\", " call "((const uv_stream_t *)$it) != 0);\n"
#define OF_HANDLE(call) "printf(\"$label = %d\\n\", " call "((const uv_handle_t *)$it) != 0);\n"

#define OF_SOCKET(option) \
    "print_value(\"$label\", option_of((const uv_handle_t *)$it, " option "));\n"
#define OF_PROBES(option) \
    "print_value(\"$label\", probes_of((const uv_handle_t *)$it, " option "));\n"

#define TOLD "[reported]printf(\"$label = %d\\n\", $reported);\n[!reported]puts(\"$label = 0\");\n"
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
    [OBSERVE_READABLE] = OF_STREAM("uv_is_readable"),
    [OBSERVE_WRITABLE] = OF_STREAM("uv_is_writable"),
    [OBSERVE_UNWRITTEN] = "printf(\"$label = %zu\\n\", "
                          "uv_stream_get_write_queue_size((const uv_stream_t *)$it));\n",
    [OBSERVE_BLOCKING] = "print_value(\"$label\", is_blocking((const uv_handle_t *)$it));\n",
    [OBSERVE_PASSED] = "[tcp]puts(\"$label = 0\");\n"
                       "[!tcp]printf(\"$label = %d\\n\", uv_pipe_pending_count($it));\n",
    [OBSERVE_DESCRIPTOR] = "print_value(\"$label\", has_fd((const uv_handle_t *)$it));\n",
    [OBSERVE_SIGNAL] = TOLD,
    [OBSERVE_FLAGS] = TOLD,
    [OBSERVE_PATH] = "print_value(\"$label\", tells_path((uv_handle_t *)$it, $path));\n",
    [OBSERVE_ADDRESS] = "print_value(\"$label\", tells_address((uv_handle_t *)$it, 0));\n",
    [OBSERVE_PARTNER] = "print_value(\"$label\", tells_address((uv_handle_t *)$it, 1));\n",
    [OBSERVE_NAMED] = "[named]printf(\"$label = %d\\n\", is_named($named, $it));\n"
                      "[!named]puts(\"$label = 0\");\n",
    [OBSERVE_NODELAY] = OF_SOCKET("IPPROTO_TCP, TCP_NODELAY"),
    [OBSERVE_KEEP_ALIVE] = OF_PROBES("TCP_KEEPIDLE"),
    [OBSERVE_PROBES] = OF_PROBES("TCP_KEEPCNT"),
    [OBSERVE_SPACING] = OF_PROBES("TCP_KEEPINTVL"),
    [OBSERVE_TTL] = OF_SOCKET("IPPROTO_IP, IP_TTL"),
    [OBSERVE_BROADCAST] = OF_SOCKET("SOL_SOCKET, SO_BROADCAST"),
    [OBSERVE_EVENTS] = TOLD,
    [OBSERVE_DUE] = "printf(\"$label = %llu\\n\", shown(uv_timer_get_due_in($it)));\n",
    [OBSERVE_REPEAT] = "printf(\"$label = %llu\\n\", shown(uv_timer_get_repeat($it)));\n",
    [OBSERVE_QUEUED] = "printf(\"$label = %zu\\n\", uv_udp_get_send_queue_count($it));\n",
    [OBSERVE_UNSENT] = "printf(\"$label = %zu\\n\", uv_udp_get_send_queue_size($it));\n",
    [OBSERVE_RECEIVED] = OF_METRICS("events"),
    [OBSERVE_WAITING] = OF_METRICS("events_waiting"),
    [OBSERVE_IDLED] = "printf(\"$label = %llu\\n\", "
                      "(unsigned long long)uv_metrics_idle_time($loop));\n",
    [OBSERVE_HANDLES] = "printf(\"$label = %d\\n\", visits($loop, NULL));\n",
    [OBSERVE_WALKED] = "printf(\"$label = %d\\n\", visits($loop, $it));\n",
};
