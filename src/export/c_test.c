/* A core program becomes C that does the same with libuv's own calls. It contains nothing that it
 * does not use, and no name clashes with the language. runner/t runs it to test that it compiles
 * and prints the right order. */
#include "export/c.h"

#include <stdlib.h>
#include <string.h>

#include "export/c_inside.h"
#include "export/sample_test.h"
#include "scenario/words.h"

static char *export_source(const char *source, struct diag *d)
{
    return export_by(export_c, source, d);
}

static char *export_steps(const char *steps)
{
    return export_steps_by(export_c, "core", steps);
}

/* ---- a whole program, as it is pasted into a report ---- */

static void test_whole(void)
{
    struct diag d = { 0 };
    char *text = export_source("# From the guide.\n"
                               "title \"a timer stops itself in its third call\"\n"
                               "rules TIMER-5 IDLE-1\n"
                               "\n"
                               "t = timer 1ms repeat 1ms {\n"
                               "    log tick\n"
                               "    first 2 { log more } else { stop t }\n"
                               "}\n"
                               "\n"
                               "# It has no name.\n"
                               "idle { log spin; unref t }  # for ever\n"
                               "run once\n",
                               &d);
    is(text,
       "// a timer stops itself in its third call\n"
       "//\n"
       "// From the guide.\n"
       "// Rules: TIMER-5 IDLE-1\n"
       "// Build: cc FILE.c -luv\n"
       "// It prints its labels one a line, in the order of the logs.\n"
       "#include <stdio.h>\n"
       "#include <uv.h>\n"
       "\n"
       "static uv_loop_t *loop;\n"
       "static uv_timer_t my_t;\n"
       "static uv_idle_t my_spin;\n"
       "static unsigned reached;\n"
       "\n"
       "static void on_my_t(uv_timer_t *handle)\n"
       "{\n"
       "    (void)handle;\n"
       "    puts(\"tick\");\n"
       "    if (reached < 2) {\n"
       "        reached++;\n"
       "        puts(\"more\");\n"
       "    } else {\n"
       "        uv_timer_stop(&my_t);\n"
       "    }\n"
       "}\n"
       "\n"
       "static void on_my_spin(uv_idle_t *handle)\n"
       "{\n"
       "    (void)handle;\n"
       "    puts(\"spin\");\n"
       "    uv_unref((uv_handle_t *)&my_t);\n"
       "}\n"
       "\n"
       "int main(void)\n"
       "{\n"
       "    setvbuf(stdout, NULL, _IOLBF, 0); // nothing is lost in a crash\n"
       "    loop = uv_default_loop();\n"
       "\n"
       "    uv_timer_init(loop, &my_t);\n"
       "    uv_timer_start(&my_t, on_my_t, 1, 1);\n"
       "\n"
       "    // It has no name.\n"
       "    // for ever\n"
       "    uv_idle_init(loop, &my_spin);\n"
       "    uv_idle_start(&my_spin, on_my_spin);\n"
       "    uv_run(loop, UV_RUN_ONCE);\n"
       "\n"
       "    return 0;\n"
       "}\n",
       "a program is its head, what it needs, and its steps with their comments");
    free(text);
}

/* ---- every word ---- */

static const struct {
    const char *steps, *written;
} words[] = {
    { "timer 5ms { }", "static void on_my_timer(uv_timer_t *handle)\n{\n    (void)handle;\n}\n" },
    { "timer forever repeat 7ms { log a }", "uv_timer_start(&my_a, on_my_a, UINT64_MAX, 7);\n" },
    { "t = timer stopped { log a }; start t 3ms", "uv_timer_start(&my_t, on_my_t, 3, 0);\n" },
    { "t = timer stopped; start t 3ms", "uv_timer_start(&my_t, NULL, 3, 0);\n" },
    { "prepare { log a }",
      "uv_prepare_init(loop, &my_a);\n    uv_prepare_start(&my_a, on_my_a);\n" },
    { "c = check stopped { log a }; start c; stop c", "uv_check_start(&my_c, on_my_c);\n"
                                                      "    uv_check_stop(&my_c);\n" },
    { "p = poll readable after 5ms { drain p }",
      "    open_pair(ends_of_my_p);\n"
      "    uv_poll_init(loop, &my_p, ends_of_my_p[0]);\n"
      "    after(5, feed, ends_of_my_p[1], 1);\n"
      "    uv_poll_start(&my_p, UV_READABLE, on_my_p);\n" },
    { "p = poll readable { drain p }; ready p", "empty(ends_of_my_p[0], 65536);\n" },
    { "p = poll readable { drain p }; ready p", "feed(ends_of_my_p[1], 1);\n" },
    { "p = poll writable stopped { drain p }; ready p after 2.5ms; start p",
      "    limit_buffer(ends_of_my_p[0]);\n"
      "    fill(ends_of_my_p[0]);\n"
      "    uv_poll_init(loop, &my_p, ends_of_my_p[0]);\n"
      "    after(2.5, empty, ends_of_my_p[1], 65536);\n"
      "    uv_poll_start(&my_p, UV_WRITABLE, on_my_p);\n" },
    { "poll readable { observe status }", "print_value(\"status\", status);\n" },
    { "e = async { log a }; send e",
      "uv_async_init(loop, &my_e, on_my_e);\n    uv_async_send(&my_e);\n" },
    { "work 95ms { log a }", "uv_queue_work(loop, &my_a, work_95ms, on_my_a);\n" },
    { "work 95ms { log a }",
      "static void work_95ms(uv_work_t *req)\n{\n    (void)req;\n    busy(95);\n}\n" },
    { "work 1.000001ms", "uv_queue_work(loop, &my_work, work_1_000001ms, NULL);\n" },
    { "w = work 1ms { observe status }; cancel w", "uv_cancel((uv_req_t *)&my_w);\n" },
    { "stat { observe status }", "    uv_fs_req_cleanup(req);\n"
                                 "    print_value(\"status\", (int)req->result);\n" },
    { "stat { log a }", "uv_fs_stat(loop, &my_a, \"/\", on_my_a);\n" },
    { "stat; observe result", "result = stat_now(loop, \"/\");\n" },
    { "lookup 2.5ms { log a }",
      "uv_getaddrinfo(loop, &my_a, on_my_a, \"takes-2.5\", NULL, NULL);\n" },
    { "lookup 5ms { observe status }", "status == UV_EAI_CANCELED ? UV_ECANCELED : status);\n" },
    { "a = stream; write a 1", "    signal(SIGPIPE, SIG_IGN); // a write to nobody is an error\n" },
    { "a = stream; try a 1", "    signal(SIGPIPE, SIG_IGN); // a write to nobody is an error\n" },
    { "a = stream; try a 5; observe result", "result = try_write((uv_stream_t *)&my_a, 5);\n" },
    { "a = stream; write a 0", "static char bytes[1];\n" },
    { "a = stream; read a by 0 { log b }", "*buf = uv_buf_init(NULL, 0);\n" },
    { "a = channel; b = peer a", "uv_pipe_init(loop, &my_b, 1);\n" },
    { "a = stream; b = peer a", "uv_pipe_init(loop, &my_b, 0);\n" },
    { "a = channel; b = stream; pass b over a",
      "pass((uv_stream_t *)&my_a, (uv_stream_t *)&my_b, NULL);\n" },
    { "l = listen tcp { log a }; m = bind l { log b }; start m",
      "uv_tcp_bind(&my_m, (const struct sockaddr *)&address_of_my_l, 0);\n" },
    { "l = listen pipe { log a }; m = bind l { log b }; start m",
      "uv_listen((uv_stream_t *)&my_m, SOMAXCONN, on_my_m);\n" },
    { "a = stream; observe unwritten a",
      "uv_stream_get_write_queue_size((const uv_stream_t *)&my_a));\n" },
    { "t = timer 1ms { log a }; observe descriptor t",
      "print_value(\"descriptor.t\", has_fd((const uv_handle_t *)&my_t));\n" },
    { "s = signal hup { log a }; start s", "uv_signal_start(&my_s, on_my_s, SIGHUP);\n" },
    { "s = signal winch { log a }; stop s", "uv_signal_stop(&my_s);\n" },
    { "raise usr1", "    raise(SIGUSR1);\n" },
    { "raise usr1 after 5ms", "    raise_after(5, SIGUSR1);\n" },
    { "child { observe status }", "print_value(\"status\", (int)exit_status);\n" },
    { "c = child { log a }", "spawn_shell(loop, &my_c, on_my_c, \"exit 0\");\n"
                             "    await_end((&my_c)->pid);\n" },
    { "c = child exits 3 after 5ms { log a }",
      "end_of_my_c = spawn_lasting(loop, &my_c, on_my_c, 3);\n"
      "    after(5, end_child, end_of_my_c, (&my_c)->pid);\n" },
    { "c = child lasts { observe signal }; kill c term; observe result",
      "result = uv_process_kill(&my_c, SIGTERM);\n"
      "    await_end((&my_c)->pid);\n" },
    { "c = child lasts { observe signal }", "printf(\"signal = %d\\n\", term_signal);\n" },
    { "s = signal hup once { log a }; start s usr1",
      "uv_signal_start_oneshot(&my_s, on_my_s, SIGHUP);\n"
      "    uv_signal_start(&my_s, on_my_s, SIGUSR1);\n" },
    { "p = poll readable writable stopped { observe events }; start p writable",
      "uv_poll_start(&my_p, UV_WRITABLE, on_my_p);\n" },
    { "p = poll readable disconnect { log a }",
      "uv_poll_start(&my_p, UV_READABLE | UV_DISCONNECT, on_my_p);\n" },
    { "p = poll disconnect { log a }; break p", "break_pair(ends_of_my_p[1], ends_of_my_p[0]);\n" },
    { "blocked { raise hup }", "at = unblock_signals(at)) {\n"
                               "        raise(SIGHUP);\n"
                               "    }\n" },
    { "a = stream; b = peer a", "    open_pair(ends_of_my_a);\n"
                                "    limit_buffer(ends_of_my_a[0]);\n"
                                "    uv_pipe_init(loop, &my_a, 0);\n"
                                "    uv_pipe_open(&my_a, ends_of_my_a[0]);\n"
                                "    limit_buffer(ends_of_my_a[1]);\n"
                                "    uv_pipe_init(loop, &my_b, 0);\n"
                                "    uv_pipe_open(&my_b, ends_of_my_a[1]);\n" },
    { "a = stream; read a { observe status }; stop a",
      "uv_read_start((uv_stream_t *)&my_a, allocate, on_my_a_read);\n"
      "    uv_read_stop((uv_stream_t *)&my_a);\n" },
    { "a = stream; read a by 3 { log r }", "allocate_3, on_my_a_read);\n" },
    { "a = stream; read a by 3 { log r }", "static char bytes[3];\n" },
    { "a = stream; read a { observe status }", "    if (size == 0)\n"
                                               "        return; // nothing was there\n"
                                               "    print_value(\"status\", (int)size);\n" },
    { "a = stream; write a 200 { log w }",
      "write_bytes((uv_stream_t *)&my_a, 200, on_my_a_written);\n" },
    { "a = stream; write a 1", "write_bytes((uv_stream_t *)&my_a, 1, NULL);\n" },
    { "a = stream; write a 1 { log w }", "    puts(\"w\");\n    free(req);\n}\n" },
    { "a = stream; shutdown a { log w }", "shut_down((uv_stream_t *)&my_a, on_my_a_shutdown);\n" },
    { "a = stream; feed a 5000; feed a 1 after 2ms",
      "feed(ends_of_my_a[1], 5000);\n    after(2, feed, ends_of_my_a[1], 1);\n" },
    { "l = listen pipe { s = accept l }",
      "uv_listen((uv_stream_t *)&my_l, SOMAXCONN, on_my_l);\n" },
    { "l = listen pipe { s = accept l }",
      "uv_pipe_init(loop, my_s, 0);\n    uv_accept((uv_stream_t *)&my_l, (uv_stream_t *)my_s);\n" },
    { "l = listen pipe { log a }", "    unlink(path_of_my_l);\n    return 0;\n" },
    { "l = listen tcp { s = accept l }", "    uv_tcp_init(loop, my_s);\n    uv_accept(" },
    { "l = listen tcp { log a }", "bind_port(&my_l, &address_of_my_l);\n" },
    { "l = listen pipe { log a }; c = connect l { observe status }",
      "connect_pipe(&my_c, path_of_my_l, on_my_c);\n" },
    { "l = listen tcp { log a }; connect l { log b }",
      "connect_tcp(&my_b, &address_of_my_l, on_my_b);\n" },
    { "connect nowhere pipe { log b }", "connect_pipe(&my_b, \"/nowhere\", on_my_b);\n" },
    { "connect nowhere tcp { log b }; observe result",
      "result = connect_nowhere(&my_b, on_my_b);\n" },
    { "u = datagram { observe status }; feed u 3; feed u 2 after 1ms",
      "    sender_of_my_u = bind_datagrams(&my_u);\n"
      "    uv_udp_recv_start(&my_u, allocate, on_my_u);\n"
      "    feed_each(sender_of_my_u, 3);\n"
      "    after(1, feed_each, sender_of_my_u, 2);\n" },
    { "u = datagram by 4 thorough { log a }; feed u 3 empty",
      "    uv_udp_init_ex(loop, &my_u, UV_UDP_RECVMMSG);\n"
      "    sender_of_my_u = bind_datagrams(&my_u);\n"
      "    uv_udp_recv_start(&my_u, allocate_of_4, on_my_u);\n"
      "    feed_empty(sender_of_my_u, 3);\n" },
    { "u = datagram pair stopped { log a }; write u 3 { observe status }; start u; stop u",
      "    uv_udp_open(&my_u, ends_of_my_u[0]);\n"
      "    send_bytes(&my_u, ends_of_my_u[1], 3, is_addressed(&my_u), on_my_u_sent);\n"
      "    uv_udp_recv_start(&my_u, allocate, on_my_u);\n"
      "    uv_udp_recv_stop(&my_u);\n" },
    { "u = datagram { log a }; try u 2 misaddressed; attach u; detach u; try batch u 3",
      "    try_bytes(&my_u, sender_of_my_u, 2, !is_addressed(&my_u));\n"
      "    attach(&my_u, sender_of_my_u);\n"
      "    uv_udp_connect(&my_u, NULL);\n"
      "    try_batch(&my_u, sender_of_my_u, 3, is_addressed(&my_u));\n" },
    { "v = datagram pair { log a }; drain v; ready v; ready v after 2ms",
      "    fill(ends_of_my_v[0]);\n"
      "    empty_each(ends_of_my_v[1], 0);\n"
      "    after(2, empty_each, ends_of_my_v[1], 0);\n" },
    { "lookup 2ms; observe result", "result = lookup_now(loop, \"takes-2\");\n" },
    { "reverse-lookup 2ms; observe result", "result = reverse_lookup_now(loop, takes_ms(2));\n" },
    { "r = reverse-lookup 2ms { log a }",
      "uv_getnameinfo(loop, &my_r, on_my_r, takes_ms(2), 0);\n" },
    { "r = random 16 { observe status }",
      "uv_random(loop, &my_r, random_bytes_16, 16, 0, on_my_r);\n" },
    { "random 8; observe result", "result = uv_random(NULL, NULL, random_bytes_8, 8, 0, NULL);\n" },
    { "t = timer 1ms { log a }; close t", "uv_close((uv_handle_t *)&my_t, NULL);\n" },
    { "t = timer 1ms { log a }; close t { observe status }",
      "static void on_my_t_closed(uv_handle_t *handle)\n"
      "{\n"
      "    (void)handle;\n"
      "    puts(\"status = 0\");\n"
      "}\n" },
    { "t = timer 1ms { log a }; ref t; unref t",
      "uv_ref((uv_handle_t *)&my_t);\n    uv_unref((uv_handle_t *)&my_t);\n" },
    { "t = timer 1ms { log a }; again t; set t repeat 0ms",
      "uv_timer_again(&my_t);\n    uv_timer_set_repeat(&my_t, 0);\n" },
    { "log a b", "    puts(\"a\");\n    puts(\"b\");\n" },
    { "busy 1.5ms", "    busy(1.5);\n" },
    { "observe alive", "printf(\"alive = %d\\n\", uv_loop_alive(loop) != 0);\n" },
    { "observe timeout", "printf(\"timeout = %d\\n\", uv_backend_timeout(loop));\n" },
    { "observe now", "printf(\"now = %llu\\n\", (unsigned long long)(uv_now(loop) - start));\n" },
    { "observe now", "    loop = uv_default_loop();\n    start = uv_now(loop);\n" },
    { "observe threads", "printf(\"threads = %d\\n\", threads());\n" },
    { "observe threads; thread { busy 1ms }", "    return count - own_threads;\n" },
    { "observe threads; thread { busy 1ms }",
      "    own_threads++;\n    uv_thread_create(&my_thread, run_my_thread, NULL);\n" },
    { "observe turns",
      "printf(\"turns = %llu\\n\", (unsigned long long)metrics(loop).loop_count);\n" },
    { "observe waiting", "(unsigned long long)metrics(loop).events_waiting);\n" },
    { "configure idle-time; observe result",
      "result = uv_loop_configure(loop, UV_METRICS_IDLE_TIME);\n" },
    { "hold prof", "uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGPROF);\n" },
    { "hold prof", "#include <signal.h>\n" },
    { "wait; observe result", "result = wait_outside(loop);\n" },
    { "wait", "#include <poll.h>\n" },
    { "renew loop", "uv_loop_fork(loop);\n" },
    { "t = timer 1ms { log a }; observe walked t",
      "printf(\"walked.t = %d\\n\", visits(loop, &my_t));\n" },
    { "observe handles", "printf(\"handles = %d\\n\", visits(loop, NULL));\n" },
    { "observe turns", "// It needs libuv 1.45 or later.\n" },
    { "t = timer 1ms { log a }; observe active t",
      "printf(\"active.t = %d\\n\", uv_is_active((const uv_handle_t *)&my_t) != 0);\n" },
    { "t = timer 1ms { log a }; observe closing t",
      "uv_is_closing((const uv_handle_t *)&my_t) != 0" },
    { "t = timer 1ms { log a }; observe referenced t",
      "uv_has_ref((const uv_handle_t *)&my_t) != 0" },
    { "t = timer 1ms { log a }; give t { log b }; start t 2ms",
      "    callback_of_my_t = on_my_t_again;\n    uv_timer_start(&my_t, callback_of_my_t, 2, "
      "0);\n" },
    { "i = idle stopped { log a }; give nothing i; start i",
      "    callback_of_my_i = NULL;\n    uv_idle_start(&my_i, callback_of_my_i);\n" },
    { "e = async", "uv_async_init(loop, &my_e, NULL);\n" },
    { "t = timer 1ms { log a }; observe repeat t",
      "printf(\"repeat.t = %llu\\n\", shown(uv_timer_get_repeat(&my_t)));\n" },
    { "t = timer 1ms { log a }; observe due t",
      "printf(\"due.t = %llu\\n\", shown(uv_timer_get_due_in(&my_t)));\n" },
    { "repeat 2 { repeat 3 { log a } }", "    for (int i = 0; i < 2; i++) {\n"
                                         "        for (int j = 0; j < 3; j++) {\n"
                                         "            puts(\"a\");\n"
                                         "        }\n"
                                         "    }\n" },
    { "e = async { log a }; thread { busy 5ms; send e }", "static void run_my_thread(void *arg)\n"
                                                          "{\n"
                                                          "    (void)arg;\n"
                                                          "    busy(5);\n"
                                                          "    uv_async_send(&my_e);\n"
                                                          "}\n" },
    { "thread { busy 5ms }", "uv_thread_create(&my_thread, run_my_thread, NULL);\n" },
    { "loop { t = timer 5ms { stop loop } }", "static void run_my_loop(void *arg)\n"
                                              "{\n"
                                              "    (void)arg;\n"
                                              "    uv_loop_init(&my_loop);\n"
                                              "    uv_timer_init(&my_loop, &my_t);\n"
                                              "    uv_timer_start(&my_t, on_my_t, 5, 0);\n"
                                              "    uv_run(&my_loop, UV_RUN_DEFAULT);\n"
                                              "}\n" },
    { "loop { t = timer 5ms { stop loop } }", "    uv_stop(&my_loop);\n" },
    { "loop { timer 5ms { log a } }", "    uv_run(loop, UV_RUN_DEFAULT);\n"
                                      "    while (seconds > 0)\n"
                                      "        uv_thread_join(&second[--seconds]);\n" },
    { "interrupt after 3ms times 10", "    interrupt_after(3, 10);\n" },
    { "run default", "uv_run(loop, UV_RUN_DEFAULT);\n" },
    { "run nowait; observe result",
      "    result = uv_run(loop, UV_RUN_NOWAIT);\n    print_value(\"result\", result);\n" },
    { "timer 1ms { log a }; stop loop", "    uv_stop(loop);\n\n    uv_run(loop, UV_RUN_DEFAULT);" },
    { "run once; close loop; observe result", "    result = uv_loop_close(loop);\n" },
    { "close loop", "    if (!closed)\n        uv_run(loop, UV_RUN_DEFAULT);\n" },
    { "update time", "    uv_update_time(loop);\n" },
    { "workers \"abc\"\nwork 1ms", "uv_os_setenv(\"UV_THREADPOOL_SIZE\", \"abc\");\n" },
    { "budget 5\ntimer 1ms { log a }", "    (void)handle;\n    spend();\n    puts(\"a\");\n" },
    { "budget 5\ntimer 1ms { log a }", "static unsigned budget = 5;\n" },
};

static void test_words(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        char *text = export_steps(words[i].steps);
        if (!ok(has(text, words[i].written), "%s", words[i].steps))
            diag("%s", text);
        free(text);
    }
}

/* ---- objects that exist several times ---- */

static const struct {
    const char *steps, *written, *why;
} several[] = {
    { "repeat 2 { t = timer 1ms { stop t } }", "static uv_timer_t *my_t;\n",
      "a name stands for the latest" },
    { "repeat 2 { t = timer 1ms { stop t } }",
      "        my_t = malloc(sizeof *my_t);\n        uv_timer_init(loop, my_t);\n",
      "which has its memory" },
    { "repeat 2 { t = timer 1ms { close t } }", "uv_close((uv_handle_t *)my_t, free_handle);\n",
      "and gives it back" },
    { "repeat 2 { t = timer 1ms { close t { log a } } }", "    puts(\"a\");\n    free(handle);\n",
      "at the end of its last callback" },
    { "repeat 2 { timer 1ms { log a } }", "        uv_timer_t *my_a = malloc(sizeof *my_a);\n",
      "one without a name is the function's own" },
    { "repeat 2 { work 1ms { log a } }", "    puts(\"a\");\n    free(req);\n",
      "a request ends with its callback" },
    { "u = idle stopped { first 2 { log b } }; timer 1ms { first 1 { log a } }",
      "static unsigned reached;\n", "what is in a callback that is never called has no counter" },
    { "t = timer stopped { log a }; t = timer stopped { log b }; start t 1ms",
      "    callback_of_my_t = on_my_t2;\n", "two steps make one name: its callback is kept" },
    { "t = timer stopped { log a }; t = timer stopped { log b }; start t 1ms",
      "uv_timer_start(my_t, callback_of_my_t, 1, 0);\n", "for who starts it" },
    { "t = timer stopped { log a }; t = timer stopped { log b }; start t 1ms",
      "static uv_timer_cb callback_of_my_t;\n", "in a variable of the right type" },
    { "repeat 2 { loop { t = timer 1ms { log a } } }", "static _Thread_local uv_timer_t my_t;\n",
      "a loop that is repeated has variables for each thread" },
    { "repeat 2 { repeat 3 { loop { timer 1ms { log a } } } }", "static uv_thread_t second[6];",
      "and so many threads" },
    { "t = timer 1ms { log a }; loop { t = timer 1ms { stop t } }",
      "static uv_timer_t my_t;\nstatic uv_timer_t my_t2;\n", "each loop has its own names" },
    { "timer 1ms { thread { busy 1ms } }", "static uv_thread_t my_thread;\n",
      "a thread that a callback starts has a variable" },
    { "timer 1ms { listen pipe { log a } }", "    unlink(path_of_my_a);\n",
      "a path that a callback binds is unlinked" },
    { "timer 1ms { listen pipe { log a } }", "static char path_of_my_a[32];\n",
      "so that it is everybody's" },
    { "timer 1ms { t = timer 1ms { log a } }; timer 2ms { stop t }",
      "    made(my_t ? my_t->type : 0, 5, \"t\");\n    uv_timer_stop(my_t);\n",
      "what another callback makes is looked for where it is used" },
    { "timer 1ms { l = listen pipe { log a } }; timer 2ms { connect l { log b } }",
      "    made(my_l ? my_l->type : 0, 5, \"l\");\n", "and what a thing is made from" },
    { "timer 1ms { stop t }; run once; t = timer 1ms { log a }", "    made(my_t.type, 5, \"t\");\n",
      "and what the straight line makes late" },
    { "a = async { log a }; loop { timer 1ms { send a } }", "uv_async_send(&my_a);\n",
      "but a wake-up of the first is everybody's" },
};

static void test_several(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(several); i++) {
        char *text = export_steps(several[i].steps);
        if (!ok(has(text, several[i].written), "%s", several[i].why))
            diag("%s", text);
        free(text);
    }
}

/* ---- names ---- */

static const struct {
    const char *steps, *written, *why;
} names[] = {
    { "int = timer 1ms { log a }", "static uv_timer_t my_int;", "a keyword" },
    { "index = timer 1ms { log a }", "static uv_timer_t my_index;", "a function of C's" },
    { "linux = timer 1ms { log a }", "static uv_timer_t my_linux;", "a macro" },
    { "EOF = timer 1ms { log a }", "static uv_timer_t my_EOF;", "a constant" },
    { "timer 1ms { log \"exit\" }", "on_my_exit(uv_timer_t *", "a function beside on_exit()" },
    { "uv-x = timer 1ms { log a }", "static uv_timer_t my_uv_x;", "what may be libuv's" },
    { "handle = timer 1ms { stop handle }", "uv_timer_stop(&my_handle);", "a parameter" },
    { "timer 1ms { log \"busy\"; busy 1ms }", "static uv_timer_t my_busy;", "a helper" },
    { "my-own = timer 1ms { log a }", "static uv_timer_t my_my_own;", "dashes" },
    { "a-b = idle { log x }; a_b = idle { log y }", "my_a_b;\nstatic uv_idle_t my_a_b2;",
      "two that come out alike" },
    { "p = poll readable { drain p }; p-ends = idle { log a }", "static int ends_of_my_p[2];",
      "what stands beside another" },
    { "t-closed = timer 1ms { log a }; t = timer 1ms { log b }; close t { log c }",
      "static void on_my_t_closed2(uv_handle_t *", "a callback's" },
    { "i = timer 1ms { log a }; repeat 2 { again i }", "for (int i = 0; i < 2; i++) {\n",
      "a loop's counter" },
    { "timer 1ms { log read }", "static uv_timer_t my_read;", "a label is a name if it can be" },
    { "timer 1ms { log 5th.x }", "static uv_timer_t my_5th_x;", "whatever it holds" },
    { "timer 1ms { observe alive }", "static uv_timer_t my_timer;", "without one it is the word" },
};

static void test_names(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        char *text = export_steps(names[i].steps);
        if (!ok(has(text, names[i].written), "%s", names[i].why))
            diag("%s", text);
        free(text);
    }
}

/* ---- the order of functions ---- */

static size_t position_of(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    return at ? (size_t)(at - text) : SIZE_MAX;
}

static void test_order(void)
{
    char *text = export_steps("timer 1ms { log outer; timer 1ms { log inner } }");
    ok(position_of(text, "on_my_inner(uv_timer_t *handle)\n{") <
           position_of(text, "on_my_outer(uv_timer_t *handle)\n{"),
       "what is named is defined first");
    ok(!has(text, "handle);\n\n"), "and needs no declaration");
    free(text);
    text = export_steps("a = timer 1ms { start b 1ms }; b = timer 1ms { start b 1ms }");
    ok(has(text, "static void on_my_b(uv_timer_t *handle);\n"),
       "what is defined later is declared");
    ok(!has(text, "static void on_my_a(uv_timer_t *handle);\n"), "nothing else is");
    free(text);
}

/* ---- results ---- */

static void test_results(void)
{
    char *text = export_steps("t = timer 1ms { log a }; stop t; observe result");
    ok(has(text, "    uv_timer_start(&my_t,") && has(text, "    result = uv_timer_stop(&my_t);"),
       "only the result that is seen is kept");
    free(text);
    text = export_steps("t = timer 1ms { stop t }\nrun once\nobserve result\n"
                        "loop { u = timer 1ms { stop u; observe result } }");
    ok(has(text, "my_result = uv_timer_stop(&my_u);\n    print_value(\"result\", my_result);"),
       "a second loop has its own");
    free(text);
}

/* ---- nothing that is not used ---- */

static void test_spareness(void)
{
    static const char *const unused[] = {
        "stdlib", "socket",      "signal", "time.h", "busy",
        "result", "print_value", "free",   "malloc", "static void after",
        "start ", "reached",     "spend",  "closed",
    };
    char *text = export_steps("idle { log a }");
    for (size_t i = 0; i < ARRAY_SIZE(unused); i++)
        ok(!has(text, unused[i]), "no %s", unused[i]);
    free(text);
    text = export_steps("t = timer stopped { busy 1ms; u = idle { log a } }; observe active t");
    ok(!has(text, "on_my_t(") && !has(text, "busy") && !has(text, "uv_idle_t"),
       "nor a callback that nobody can call");
    free(text);
    text = export_steps("budget 5\nlog a");
    ok(!has(text, "spend") && !has(text, "budget"), "nor a budget that no callback spends");
    free(text);
    text = export_steps("log \"busy\"  # busy(1), after\nlog spend");
    ok(has(text, "puts(\"busy\");") && !has(text, "static void"),
       "nor what is named by a label or a comment only");
    free(text);
}

/* ---- text in comments ---- */

static void test_comments(void)
{
    struct diag d = { 0 };
    char *text = export_source("title \"b\u2028c\u202ed\u2066e\"\nrules A-1\n"
                               "log x  # ends in \\\n",
                               &d);
    ok(has(text, "// b c d e\n"), "a title neither ends its line nor turns it around");
    ok(has(text, "// ends in \\.\n"), "a comment does not go on in the next");
    free(text);
    text = export_source("title \"a\"\nrules A-1\nneeds exact-time\nlog x\n", &d);
    ok(has(text, "exact instants"), "an order that hangs on instants says so");
    free(text);
}

/* ---- what cannot be written in C ---- */

static const struct {
    const char *source, *message;
    uint32_t line;
} refusals[] = {
    { "layer node\nlog a\n", "a node program has no C form", 0 },
    { "layer browser\nlog a\n", "a browser program has no C form", 0 },
    { "l = listen tcp { log a }\nm = listen pipe { log b }\n"
      "c = connect l { log c }\nc = connect m { log d }\n",
      "'c' is over a pipe and over TCP, which has no C form", 6 },
    { "p = poll readable { log a }\np = poll writable { log b }\n",
      "'p' watches different things, which has no C form", 4 },
    { "repeat 2 { loop {\na = async { log a }\nthread { send a } } }\n",
      "a thread of a loop that is repeated has no C form", 5 },
    { "t = timer stopped { }\nprefer t\n", "libuv has no priorities, so 'prefer' has no C form",
      4 },
};

static void test_refusals(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
        struct diag d = { 0 };
        char *source = xasprintf("title \"x\"\nrules A-1\n%s", refusals[i].source);
        char *text = export_source(source, &d);
        ok(!text, "%s", refusals[i].message);
        is(d.message, refusals[i].message, "which is said");
        is_int(d.at.line, refusals[i].line, "with its place");
        free(text);
        free(source);
    }
}

/* ---- a row for every word ---- */

static void test_rows(void)
{
    for (int i = 0; i < STEP_KIND_COUNT; i++) {
        const struct c_word *row = &c_words[i];
        const struct word *w = word_of((enum step_kind)i);
        if (!word_in_layer(w, LAYER_CORE))
            continue;
        ok(row->call || row->lacks, "'%s' has a row in C, or one that says why not", w->text);
        ok(!word_has(w, PART_BODY) || w->body == BODY_INLINE || row->takes || row->lacks ||
               i == STEP_GIVE, /* those of the handle that it is given to */
           "and its callback has parameters, if it has one");
    }
    for (size_t i = 0; i < OBSERVE_COUNT; i++)
        ok(c_observes[i] || !(word_choice(GROUP_OBSERVE, i)->layers & LAYER_BIT(LAYER_CORE)),
           "and 'observe %s'", word_name(GROUP_OBSERVE, i));
}

int main(void)
{
    test_rows();
    test_whole();
    test_words();
    test_several();
    test_names();
    test_order();
    test_results();
    test_spareness();
    test_comments();
    test_refusals();
    return done_testing();
}
