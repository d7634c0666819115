/* libuv_loop_questions.h - questions about loops, handles and requests; a part of libuv_questions.h. */
/* clang-format off */


/* ---- ASK-32 ---- */
Q(LOOP_DATA_KEPT, loop_data_kept, "loop-data-kept",
  L(uv_loop_t other;)
  L((void)h;)
  L(other.data = &other;)
  L(int answer = uv_loop_init(&other);)
  L(if (answer < 0) return answer;)
  L(answer = other.data == &other;)
  L(uv_loop_set_data(&other, loop);)
  L(answer += 2 * (uv_loop_get_data(&other) == loop && other.data == loop);)
  L(uv_run(&other, UV_RUN_DEFAULT);)
  L(answer += 4 * (other.data == loop);)
  L(uv_loop_close(&other);)
  L(return answer;))
Q(LOOP_DATA_TAKEN_BACK, loop_data_taken_back, "loop-data-taken-back",
  L((void)h;)
  L(uv_loop_set_data(loop, loop);)
  L(uv_loop_set_data(loop, NULL);)
  L(return uv_loop_get_data(loop) == NULL;))
Q(LOOP_CLOSED, loop_closed, "loop-closed",
  L(uv_loop_t other;)
  L((void)h, (void)loop;)
  L(int answer = uv_loop_init(&other);)
  L(return answer < 0 ? answer : uv_loop_close(&other);))
Q(LOOP_CLOSED_TOO_EARLY, loop_closed_too_early, "loop-closed-too-early",
  L(uv_timer_init(loop, &h->timer);)
  L(return uv_loop_close(loop);))
Q(DEFAULT_LOOP_TWICE, default_loop_twice, "default-loop-twice",
  L((void)loop, (void)h;)
  L(uv_loop_t *first = uv_default_loop();)
  L(int answer = (first != NULL) + 2 * (uv_default_loop() == first);)
  L(uv_loop_close(first);)
  L(return answer;))
H(count_timer, S(static void count_timer(uv_timer_t *timer)),
  L(++*(int *)timer->data;))
Q(DEFAULT_LOOP_AFTER_CLOSE, default_loop_after_close, "default-loop-after-close",
  L(int calls = 0;)
  L((void)loop;)
  L(int answer = uv_loop_close(uv_default_loop());)
  L(uv_loop_t *again = uv_default_loop();)
  L(if (answer < 0) return answer;)
  L(if (!again) return UV_ENOMEM;)
  L(answer = uv_timer_init(again, &h->timer);)
  L(h->timer.data = &calls;)
  L(uv_timer_start(&h->timer, count_timer, 0, 0);)
  L(answer = answer < 0 ? answer : uv_run(again, UV_RUN_DEFAULT) == 0;)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(again, UV_RUN_DEFAULT);)
  L(answer += 2 * calls + 4 * (uv_loop_close(again) == 0);)
  L(return answer;))
H(stop_loop, S(static void stop_loop(uv_timer_t *timer)),
  L(uv_stop(timer->loop);))
Q(DEFAULT_LOOP_RUNS_ON, default_loop_runs_on, "default-loop-runs-on",
  L(int calls = 0;)
  L(uv_loop_t *first = uv_default_loop();)
  L(uv_timer_init(first, &h[0].timer);)
  L(uv_timer_init(loop, &h[1].timer);)
  L(h[0].timer.data = &calls;)
  L(uv_timer_start(&h[0].timer, count_timer, 0, 0);)
  L(uv_timer_start(&h[1].timer, stop_loop, 0, 0);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(uv_stop(loop);)
  L(int answer = uv_run(first, UV_RUN_NOWAIT) == 0;)
  L(uv_close(&h[0].handle, NULL);)
  L(uv_run(first, UV_RUN_DEFAULT);)
  L(uv_loop_close(first);)
  L(return answer + 2 * calls;))
Q(LOOP_SIZE, loop_size, "loop-size",
  L((void)loop, (void)h;)
  L(return uv_loop_size() == sizeof(uv_loop_t);))
H(no_timer, S(static void no_timer(uv_timer_t *timer)),
  L((void)timer;))
Q(LOOP_STOPPED_WITH_MORE_TO_DO, loop_stopped_with_more_to_do, "loop-stopped-with-more-to-do",
  L(uv_timer_init(loop, &h[0].timer);)
  L(uv_timer_init(loop, &h[1].timer);)
  L(uv_timer_start(&h[0].timer, stop_loop, 0, 0);)
  L(uv_timer_start(&h[1].timer, no_timer, 1000, 0);)
  L(int answer = uv_run(loop, UV_RUN_DEFAULT) != 0;)
  L(uv_timer_stop(&h[1].timer);)
  L(return answer;))
Q(LOOP_ALIVE_AND_NOT, loop_alive_and_not, "loop-alive-and-not",
  L(uv_timer_init(loop, &h->timer);)
  L(int before = uv_loop_alive(loop) != 0;)
  L(uv_timer_start(&h->timer, no_timer, 1000, 0);)
  L(int answer = 10 * (uv_loop_alive(loop) != 0) + before;)
  L(uv_unref(&h->handle);)
  L(answer += 100 * (uv_loop_alive(loop) != 0);)
  L(uv_timer_stop(&h->timer);)
  L(return answer;))
Q(LOOP_OPTION_OF_NOBODY, loop_option_of_nobody, "loop-option-of-nobody",
  L((void)h;)
  L(return uv_loop_configure(loop, (uv_loop_option)99, 1);))
Q(LOOP_BLOCKS_ANOTHER_SIGNAL, loop_blocks_another_signal, "loop-blocks-another-signal",
  L((void)h;)
  L(return uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGUSR2);))
Q(LOOP_BLOCKS_PROFILING, loop_blocks_profiling, "loop-blocks-profiling",
  L((void)h;)
  L(return uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGPROF);))
Q(LOOP_DESCRIPTOR, loop_descriptor, "loop-descriptor",
  L((void)h;)
  L(return fcntl(uv_backend_fd(loop), F_GETFD) >= 0;))
H(no_async, S(static void no_async(uv_async_t *async)),
  L((void)async;))
Q(LOOP_TIMEOUT_WITHOUT_END, loop_timeout_without_end, "loop-timeout-without-end",
  L(uv_timer_init(loop, &h[0].timer);)
  L(uv_async_init(loop, &h[1].async, no_async);)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(return uv_backend_timeout(loop) == -1;))
Q(LOOP_TIMEOUT_OF_7MS, loop_timeout_of_7ms, "loop-timeout-of-7ms",
  L(uv_timer_init(loop, &h->timer);)
  L(uv_timer_start(&h->timer, no_timer, 7, 0);)
  L(uv_run(loop, UV_RUN_NOWAIT);)
  L(int answer = uv_backend_timeout(loop);)
  L(uv_timer_stop(&h->timer);)
  L(return answer;))
H(count_walked, S(static void count_walked(uv_handle_t *handle, void *arg)),
  L(*(int *)arg += handle->type == UV_TIMER ? 1 : handle->type == UV_IDLE ? 10 : 100;))
Q(LOOP_WALKED, loop_walked, "loop-walked",
  L(int seen = 0;)
  L(uv_timer_init(loop, &h[0].timer);)
  L(uv_idle_init(loop, &h[1].idle);)
  L(uv_check_init(loop, &h[2].check);)
  L(uv_walk(loop, count_walked, &seen);)
  L(return seen;))

/* ---- ASK-33 ---- */
H(count_closed, S(static void count_closed(uv_handle_t *handle)),
  L(++*(int *)handle->data;))
Q(HANDLE_DATA_KEPT, handle_data_kept, "handle-data-kept",
  L(int shut = 0;)
  L(h[0].timer.data = &shut;)
  L(h[1].async.data = &shut;)
  L(h[2].tcp.data = &shut;)
  L(uv_timer_init(loop, &h[0].timer);)
  L(uv_async_init(loop, &h[1].async, no_async);)
  L(uv_tcp_init(loop, &h[2].tcp);)
  L(int answer = (h[0].handle.data == &shut) + 2 * (h[1].handle.data == &shut) + 4 * (h[2].handle.data == &shut);)
  L(uv_timer_start(&h[0].timer, no_timer, 0, 0);)
  L(for (int i = 0; i < 3; i++) uv_close(&h[i].handle, i < 2 ? count_closed : NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 8 * (h[0].handle.data == &shut) + 16 * (h[1].handle.data == &shut && h[2].handle.data == &shut) + 32 * (shut == 2);))
Q(HANDLE_DATA_SET, handle_data_set, "handle-data-set",
  L(uv_timer_init(loop, &h->timer);)
  L(uv_handle_set_data(&h->handle, loop);)
  L(int answer = uv_handle_get_data(&h->handle) == loop && h->handle.data == loop;)
  L(uv_handle_set_data(&h->handle, NULL);)
  L(return answer + 2 * (uv_handle_get_data(&h->handle) == NULL);))
Q(HANDLE_LOOP, handle_loop, "handle-loop",
  L(uv_loop_t other;)
  L(uv_loop_init(&other);)
  L(uv_timer_init(&other, &h->timer);)
  L(int answer = uv_handle_get_loop(&h->handle) == &other;)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(&other, UV_RUN_DEFAULT);)
  L(uv_loop_close(&other);)
  L(uv_idle_init(loop, &h->idle);)
  L(return answer + 2 * (uv_handle_get_loop(&h->handle) == loop);))
Q(HANDLE_TYPES, handle_types, "handle-types",
  L(uv_timer_init(loop, &h[0].timer);)
  L(uv_pipe_init(loop, &h[1].pipe, 0);)
  L(uv_signal_init(loop, &h[2].signal);)
  L(return (uv_handle_get_type(&h[0].handle) == UV_TIMER) + 2 * (uv_handle_get_type(&h[1].handle) == UV_NAMED_PIPE) + 4 * (uv_handle_get_type(&h[2].handle) == UV_SIGNAL);))
H(same_text, S(static int same_text(const char *text, const char *other)),
  L(return text && strcmp(text, other) == 0;))
Q(HANDLE_TYPE_NAMES, handle_type_names, "handle-type-names",
  L((void)loop, (void)h;)
  L(return same_text(uv_handle_type_name(UV_NAMED_PIPE), "pipe") + 2 * same_text(uv_handle_type_name(UV_TIMER), "timer") + 4 * same_text(uv_handle_type_name(UV_FS_EVENT), "fs_event") + 8 * same_text(uv_handle_type_name(UV_FILE), "file");))
Q(HANDLE_TYPE_OF_NO_NAME, handle_type_of_no_name, "handle-type-of-no-name",
  L((void)loop, (void)h;)
  L(return (uv_handle_type_name(UV_UNKNOWN_HANDLE) == NULL) + 2 * (uv_handle_type_name(UV_HANDLE_TYPE_MAX) == NULL) + 4 * (uv_handle_type_name((uv_handle_type)999) == NULL);))
Q(HANDLE_SIZES, handle_sizes, "handle-sizes",
  L((void)loop, (void)h;)
  L(return (uv_handle_size(UV_TIMER) == sizeof(uv_timer_t)) + 2 * (uv_handle_size(UV_TCP) == sizeof(uv_tcp_t)) + 4 * (uv_handle_size(UV_SIGNAL) == sizeof(uv_signal_t)) + 8 * (uv_handle_size((uv_handle_type)999) == (size_t)-1);))
Q(HANDLE_REFERENCED_TWICE, handle_referenced_twice, "handle-referenced-twice",
  L(uv_timer_init(loop, &h->timer);)
  L(uv_timer_start(&h->timer, no_timer, 1000, 0);)
  L(uv_ref(&h->handle);)
  L(uv_unref(&h->handle);)
  L(int answer = uv_has_ref(&h->handle) + uv_loop_alive(loop);)
  L(uv_unref(&h->handle);)
  L(uv_ref(&h->handle);)
  L(answer += 2 * (uv_has_ref(&h->handle) && uv_loop_alive(loop));)
  L(uv_timer_stop(&h->timer);)
  L(return answer;))
Q(HANDLE_STATES_OF_A_TIMER, handle_states_of_a_timer, "handle-states-of-a-timer",
  L(uv_timer_init(loop, &h->timer);)
  L(int fresh = !uv_is_active(&h->handle) && !uv_is_closing(&h->handle) && uv_has_ref(&h->handle);)
  L(uv_timer_start(&h->timer, no_timer, 1000, 0);)
  L(int started = uv_is_active(&h->handle) && !uv_is_closing(&h->handle);)
  L(uv_close(&h->handle, NULL);)
  L(int closing = 2 * (!uv_is_active(&h->handle) && uv_is_closing(&h->handle));)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return 1000 * fresh + 100 * started + 10 * closing + (uv_is_closing(&h->handle) && !uv_is_active(&h->handle));))
Q(UNREFERENCED_IS_NOT_CLOSING, unreferenced_is_not_closing, "unreferenced-is-not-closing",
  L(uv_timer_init(loop, &h->timer);)
  L(uv_unref(&h->handle);)
  L(return !uv_is_closing(&h->handle) + 2 * uv_is_active(&h->handle) + 4 * !uv_has_ref(&h->handle);))
Q(CLOSED_AND_UNREFERENCED, closed_and_unreferenced, "closed-and-unreferenced",
  L(int calls = 0;)
  L(uv_timer_init(loop, &h->timer);)
  L(h->timer.data = &calls;)
  L(uv_unref(&h->handle);)
  L(uv_close(&h->handle, count_closed);)
  L(int answer = uv_loop_alive(loop) != 0;)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * calls;))
Q(CLOSED_WITHOUT_A_CALLBACK, closed_without_a_callback, "closed-without-a-callback",
  L(uv_timer_init(loop, &h[0].timer);)
  L(uv_async_init(loop, &h[1].async, no_async);)
  L(uv_tcp_init(loop, &h[2].tcp);)
  L(for (int i = 0; i < 3; i++) uv_close(&h[i].handle, NULL);)
  L(int answer = uv_loop_alive(loop) != 0;)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * !uv_loop_alive(loop);))
Q(BUFFER_OF_A_SOCKET, buffer_of_a_socket, "buffer-of-a-socket",
  L(int value = 0, doubled = 8192, later = 0;)
  L(uv_udp_init_ex(loop, &h->udp, AF_INET);)
  L(int answer = uv_send_buffer_size(&h->handle, &value) == 0 && value > 0;)
  L(answer += 2 * (uv_send_buffer_size(&h->handle, &doubled) == 0 && uv_send_buffer_size(&h->handle, &later) == 0 && later == 16384);)
  L(value = later = 0;)
  L(doubled = 12288;)
  L(answer += 4 * (uv_recv_buffer_size(&h->handle, &value) == 0 && value > 0);)
  L(return answer + 8 * (uv_recv_buffer_size(&h->handle, &doubled) == 0 && uv_recv_buffer_size(&h->handle, &later) == 0 && later == 24576);))
Q(BUFFER_OF_A_TCP_SOCKET, buffer_of_a_tcp_socket, "buffer-of-a-tcp-socket",
  L(int sent = 9000, received = 10000, value = 0;)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(int answer = uv_send_buffer_size(&h->handle, &sent) == 0 && uv_send_buffer_size(&h->handle, &value) == 0 && value == 18000;)
  L(value = 0;)
  L(return answer + 2 * (uv_recv_buffer_size(&h->handle, &received) == 0 && uv_recv_buffer_size(&h->handle, &value) == 0 && value == 20000);))
Q(BUFFER_OF_A_TIMER, buffer_of_a_timer, "buffer-of-a-timer",
  L(int value = 0;)
  L(uv_timer_init(loop, &h->timer);)
  L(return (uv_send_buffer_size(&h->handle, &value) == UV_ENOTSUP) + 2 * (uv_recv_buffer_size(&h->handle, &value) == UV_ENOTSUP);))
Q(BUFFER_WITHOUT_A_SOCKET, buffer_without_a_socket, "buffer-without-a-socket",
  L(int value = 0;)
  L(uv_tcp_init(loop, &h->tcp);)
  L(return (uv_send_buffer_size(&h->handle, &value) < 0) + 2 * (uv_recv_buffer_size(&h->handle, NULL) == UV_EINVAL);))
Q(DESCRIPTOR_OF_A_TIMER, descriptor_of_a_timer, "descriptor-of-a-timer",
  L(uv_os_fd_t fd;)
  L(uv_timer_init(loop, &h->timer);)
  L(return uv_fileno(&h->handle, &fd);))
Q(DESCRIPTOR_AFTER_CLOSE, descriptor_after_close, "descriptor-after-close",
  L(uv_os_fd_t fd;)
  L(uv_tcp_init_ex(loop, &h->tcp, AF_INET);)
  L(uv_close(&h->handle, NULL);)
  L(return uv_fileno(&h->handle, &fd);))

/* ---- ASK-34 ---- */
H(count_work, S(static void count_work(uv_work_t *req)),
  L(__atomic_add_fetch((int *)req->data, 1, __ATOMIC_SEQ_CST);))
H(count_after, S(static void count_after(uv_work_t *req, int status)),
  L(*(int *)req->data += 10 + (status < 0);))
Q(REQUEST_DATA, request_data, "request-data",
  L(uv_work_t req;)
  L(int count = 0;)
  L((void)h;)
  L(uv_req_set_data((uv_req_t *)&req, &count);)
  L(int answer = uv_req_get_data((uv_req_t *)&req) == &count && req.data == &count;)
  L(uv_queue_work(loop, &req, count_work, count_after);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(answer += 2 * (req.data == &count && count == 11);)
  L(uv_req_set_data((uv_req_t *)&req, NULL);)
  L(return answer + 4 * (uv_req_get_data((uv_req_t *)&req) == NULL);))
Q(REQUEST_TYPE, request_type, "request-type",
  L(uv_work_t req;)
  L(uv_getaddrinfo_t name;)
  L(int count = 0;)
  L((void)h;)
  L(req.data = &count;)
  L(uv_queue_work(loop, &req, count_work, count_after);)
  L(uv_getaddrinfo(loop, &name, NULL, "127.0.0.1", NULL, NULL);)
  L(uv_freeaddrinfo(name.addrinfo);)
  L(int answer = (uv_req_get_type((uv_req_t *)&req) == UV_WORK) + 2 * (uv_req_get_type((uv_req_t *)&name) == UV_GETADDRINFO);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer;))
Q(REQUEST_TYPE_NAMES, request_type_names, "request-type-names",
  L((void)loop, (void)h;)
  L(return same_text(uv_req_type_name(UV_CONNECT), "connect") + 2 * same_text(uv_req_type_name(UV_FS), "fs") + 4 * same_text(uv_req_type_name(UV_UDP_SEND), "udp_send") + 8 * (uv_req_type_name((uv_req_type)999) == NULL && uv_req_type_name(UV_UNKNOWN_REQ) == NULL && uv_req_type_name(UV_REQ_TYPE_MAX) == NULL);))
Q(REQUEST_SIZES, request_sizes, "request-sizes",
  L((void)loop, (void)h;)
  L(return (uv_req_size(UV_WORK) == sizeof(uv_work_t)) + 2 * (uv_req_size(UV_FS) == sizeof(uv_fs_t)) + 4 * (uv_req_size(UV_CONNECT) == sizeof(uv_connect_t)) + 8 * (uv_req_size((uv_req_type)999) == (size_t)-1);))
Q(CANCEL_OF_A_CONNECT, cancel_of_a_connect, "cancel-of-a-connect",
  L(uv_connect_t req;)
  L(struct sockaddr_in at = local_port(9);)
  L(uv_tcp_init(loop, &h->tcp);)
  L(uv_tcp_connect(&req, &h->tcp, (struct sockaddr *)&at, no_connect);)
  L(int answer = uv_cancel((uv_req_t *)&req);)
  L(uv_close(&h->handle, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer;))
Q(CANCEL_OF_WHAT_HAS_ENDED, cancel_of_what_has_ended, "cancel-of-what-has-ended",
  L(uv_work_t req;)
  L(int count = 0;)
  L((void)h;)
  L(req.data = &count;)
  L(uv_queue_work(loop, &req, count_work, count_after);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return uv_cancel((uv_req_t *)&req);))
Q(WORK_WITHOUT_A_JOB, work_without_a_job, "work-without-a-job",
  L(uv_work_t req;)
  L(int count = 0;)
  L((void)h;)
  L(req.data = &count;)
  L(int answer = uv_queue_work(loop, &req, NULL, count_after);)
  L(return count || uv_loop_alive(loop) ? UV_EBUSY : answer;))
Q(WORK_WITHOUT_AN_AFTER, work_without_an_after, "work-without-an-after",
  L(uv_work_t req;)
  L(int count = 0;)
  L((void)h;)
  L(req.data = &count;)
  L(int answer = uv_queue_work(loop, &req, count_work, NULL);)
  L(if (answer < 0) return answer;)
  L(answer += uv_loop_alive(loop) != 0;)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * count;))
Q(WORK_BEGUN, work_begun, "work-begun",
  L(uv_work_t req;)
  L(int count = 0;)
  L((void)h;)
  L(req.data = &count;)
  L(int answer = uv_queue_work(loop, &req, count_work, count_after);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return count == 11 ? answer : UV_EILSEQ;))
H(note_stack, S(static void note_stack(uv_work_t *req)),
  L(pthread_attr_t of;)
  L(if (pthread_getattr_np(pthread_self(), &of) != 0) return;)
  L(pthread_attr_getstacksize(&of, req->data);)
  L(pthread_attr_destroy(&of);))
Q(WORKER_STACK, worker_stack, "worker-stack",
  L(uv_work_t req;)
  L(size_t size = 0;)
  L((void)h;)
  L(req.data = &size;)
  L(if (uv_version() < 0x012d00) return UV_ENOSYS;)
  L(uv_queue_work(loop, &req, note_stack, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return size >= 8u << 20;))
H(note_name, S(static void note_name(uv_work_t *req)),
  L(pthread_getname_np(pthread_self(), req->data, 16);))
Q(WORKER_NAME, worker_name, "worker-name",
  L(uv_work_t req;)
  L(char name[16] = "";)
  L((void)h;)
  L(req.data = name;)
  L(uv_queue_work(loop, &req, note_name, NULL);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return strcmp(name, "libuv-worker") == 0;))

/* ---- ASK-35 ---- */
Q(ASYNC_WITHOUT_A_CALLBACK, async_without_a_callback, "async-without-a-callback",
  L(int calls = 0;)
  L(int answer = uv_async_init(loop, &h[0].async, NULL) == 0;)
  L(uv_timer_init(loop, &h[1].timer);)
  L(h[1].timer.data = &calls;)
  L(uv_timer_start(&h[1].timer, count_timer, 5, 0);)
  L(uv_async_send(&h[0].async);)
  L(uv_run(loop, UV_RUN_ONCE);)
  L(uv_unref(&h[0].handle);)
  L(uv_run(loop, UV_RUN_DEFAULT);)
  L(return answer + 2 * calls;))
Q(TIMER_WITHOUT_A_CALLBACK, timer_without_a_callback, "timer-without-a-callback",
  L(uv_timer_init(loop, &h->timer);)
  L(return uv_timer_start(&h->timer, NULL, 5, 0);))
Q(TIMER_AGAIN_NEVER_STARTED, timer_again_never_started, "timer-again-never-started",
  L(uv_timer_init(loop, &h->timer);)
  L(return uv_timer_again(&h->timer);))
Q(TIMER_OF_A_CLOSING_HANDLE, timer_of_a_closing_handle, "timer-of-a-closing-handle",
  L(uv_timer_init(loop, &h->timer);)
  L(uv_close(&h->handle, NULL);)
  L(return uv_timer_start(&h->timer, no_timer, 5, 0);))
Q(TIMER_VALUES, timer_values, "timer-values",
  L(uv_timer_init(loop, &h->timer);)
  L(int answer = uv_timer_get_repeat(&h->timer) == 0;)
  L(uv_timer_start(&h->timer, no_timer, 30, 7);)
  L(answer += 2 * (uv_timer_get_repeat(&h->timer) == 7);)
  L(uv_timer_set_repeat(&h->timer, 1);)
  L(answer += 4 * (uv_timer_get_repeat(&h->timer) == 1);)
  L(uv_timer_stop(&h->timer);)
  L(answer += 8 * (uv_timer_get_repeat(&h->timer) == 1);)
  L(uv_timer_set_repeat(&h->timer, (uint64_t)1 << 40);)
  L(return answer + 16 * (uv_timer_get_repeat(&h->timer) == (uint64_t)1 << 40);))
H(no_idle, S(static void no_idle(uv_idle_t *idle)),
  L((void)idle;))
Q(IDLE_STARTED_AGAIN_WITHOUT_A_CALLBACK, idle_started_again_without_a_callback, "idle-started-again-without-a-callback",
  L(uv_idle_init(loop, &h->idle);)
  L(uv_idle_start(&h->idle, no_idle);)
  L(int answer = uv_idle_start(&h->idle, NULL);)
  L(uv_idle_stop(&h->idle);)
  L(return answer;))
H(no_prepare, S(static void no_prepare(uv_prepare_t *prepare)),
  L((void)prepare;))
Q(PREPARE_STARTED_AGAIN_WITHOUT_A_CALLBACK, prepare_started_again_without_a_callback, "prepare-started-again-without-a-callback",
  L(uv_prepare_init(loop, &h->prepare);)
  L(uv_prepare_start(&h->prepare, no_prepare);)
  L(int answer = uv_prepare_start(&h->prepare, NULL);)
  L(uv_prepare_stop(&h->prepare);)
  L(return answer;))
H(no_check, S(static void no_check(uv_check_t *check)),
  L((void)check;))
Q(CHECK_STARTED_AGAIN_WITHOUT_A_CALLBACK, check_started_again_without_a_callback, "check-started-again-without-a-callback",
  L(uv_check_init(loop, &h->check);)
  L(uv_check_start(&h->check, no_check);)
  L(int answer = uv_check_start(&h->check, NULL);)
  L(uv_check_stop(&h->check);)
  L(return answer;))
Q(WATCHERS_WITHOUT_A_CALLBACK, watchers_without_a_callback, "watchers-without-a-callback",
  L(uv_idle_init(loop, &h[0].idle);)
  L(uv_prepare_init(loop, &h[1].prepare);)
  L(uv_check_init(loop, &h[2].check);)
  L(return (uv_idle_start(&h[0].idle, NULL) == UV_EINVAL) + 2 * (uv_prepare_start(&h[1].prepare, NULL) == UV_EINVAL) + 4 * (uv_check_start(&h[2].check, NULL) == UV_EINVAL);))
Q(WATCHERS_STOPPED_TWICE, watchers_stopped_twice, "watchers-stopped-twice",
  L(uv_idle_init(loop, &h[0].idle);)
  L(uv_prepare_init(loop, &h[1].prepare);)
  L(uv_check_init(loop, &h[2].check);)
  L(uv_check_start(&h[2].check, no_check);)
  L(int answer = uv_idle_stop(&h[0].idle) + uv_prepare_stop(&h[1].prepare) + uv_check_stop(&h[2].check);)
  L(return answer ? answer : uv_check_stop(&h[2].check);))

/* ---- ASK-36 ---- */
Q(ERROR_NAMES, error_names, "error-names",
  L((void)loop, (void)h;)
  L(return same_text(uv_err_name(UV_ENOENT), "ENOENT") + 2 * same_text(uv_err_name(UV_EOF), "EOF") + 4 * same_text(uv_err_name(UV_ECANCELED), "ECANCELED") + 8 * same_text(uv_err_name(UV_EAI_NONAME), "EAI_NONAME");))
Q(ERROR_TEXTS, error_texts, "error-texts",
  L(char text[64] = "";)
  L((void)loop, (void)h;)
  L(return same_text(uv_strerror(UV_ENOENT), "no such file or directory") + 2 * same_text(uv_strerror(UV_EOF), "end of file") + 4 * same_text(uv_strerror_r(UV_ECANCELED, text, sizeof text), "operation canceled");))
Q(ERROR_OF_NO_NAME, error_of_no_name, "error-of-no-name",
  L(char text[64] = "";)
  L((void)loop, (void)h;)
  L(return same_text(uv_err_name_r(-9999, text, sizeof text), "Unknown system error -9999") + 2 * same_text(uv_strerror_r(-9999, text, sizeof text), "Unknown system error -9999");))
Q(ERROR_TRANSLATED, error_translated, "error-translated",
  L((void)loop, (void)h;)
  L(return (uv_translate_sys_error(ENOENT) == UV_ENOENT) + 2 * (uv_translate_sys_error(UV_ENOENT) == UV_ENOENT) + 4 * (uv_translate_sys_error(0) == 0);))
Q(ERROR_NUMBERS, error_numbers, "error-numbers",
  L((void)loop, (void)h;)
  L(return (UV_ENOENT == -ENOENT) + 2 * (UV_EAGAIN == -EAGAIN) + 4 * (UV_EOF == -4095);))
Q(VERSION_TOLD, version_told, "version-told",
  L(int major = 0, minor = 0;)
  L((void)loop, (void)h;)
  L(unsigned version = uv_version();)
  L(int read = sscanf(uv_version_string(), "%d.%d", &major, &minor) == 2;)
  L(return (read && major == 1 && version >> 16 == 1) + 2 * (read && (int)(version >> 8 & 255) == minor);))
/* clang-format on */
