/* request.h - questions about requests, handles without a callback, and error names. */
#ifndef QUESTIONS_REQUEST_H
#define QUESTIONS_REQUEST_H
#include "questions/common.h"
#include "questions/loop.h"

/* ---- ASK-34 ---- */
static void count_work(uv_work_t *req)
{
    __atomic_add_fetch((int *)req->data, 1, __ATOMIC_SEQ_CST);
}

static void count_after(uv_work_t *req, int status)
{
    *(int *)req->data += 10 + (status < 0);
}

static int ask_request_data(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    int count = 0;
    (void)h;
    uv_req_set_data((uv_req_t *)&req, &count);
    int answer = uv_req_get_data((uv_req_t *)&req) == &count && req.data == &count;
    uv_queue_work(loop, &req, count_work, count_after);
    uv_run(loop, UV_RUN_DEFAULT);
    answer += 2 * (req.data == &count && count == 11);
    uv_req_set_data((uv_req_t *)&req, NULL);
    return answer + 4 * (uv_req_get_data((uv_req_t *)&req) == NULL);
}

static int ask_request_type(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    uv_getaddrinfo_t name;
    int count = 0;
    (void)h;
    req.data = &count;
    uv_queue_work(loop, &req, count_work, count_after);
    uv_getaddrinfo(loop, &name, NULL, "127.0.0.1", NULL, NULL);
    uv_freeaddrinfo(name.addrinfo);
    int answer = (uv_req_get_type((uv_req_t *)&req) == UV_WORK) +
                 2 * (uv_req_get_type((uv_req_t *)&name) == UV_GETADDRINFO);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

static int ask_request_type_names(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uv_req_type types[] = { UV_CONNECT,     UV_WRITE,       UV_SHUTDOWN,
                                         UV_UDP_SEND,    UV_FS,          UV_WORK,
                                         UV_GETADDRINFO, UV_GETNAMEINFO, UV_RANDOM };
    static const char *const names[] = { "connect", "write",       "shutdown",    "udp_send", "fs",
                                         "work",    "getaddrinfo", "getnameinfo", "random" };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 9; i++)
        right += same_text(uv_req_type_name(types[i]), names[i]);
    return uv_req_type_name((uv_req_type)999) == NULL && uv_req_type_name(UV_UNKNOWN_REQ) == NULL &&
                   uv_req_type_name(UV_REQ_TYPE_MAX) == NULL
               ? right
               : 0;
}

static int ask_request_sizes(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uv_req_type types[] = { UV_CONNECT,     UV_WRITE,       UV_SHUTDOWN,
                                         UV_UDP_SEND,    UV_FS,          UV_WORK,
                                         UV_GETADDRINFO, UV_GETNAMEINFO, UV_RANDOM };
    static const size_t sizes[] = { sizeof(uv_connect_t),     sizeof(uv_write_t),
                                    sizeof(uv_shutdown_t),    sizeof(uv_udp_send_t),
                                    sizeof(uv_fs_t),          sizeof(uv_work_t),
                                    sizeof(uv_getaddrinfo_t), sizeof(uv_getnameinfo_t),
                                    sizeof(uv_random_t) };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 9; i++)
        right += uv_req_size(types[i]) == sizes[i];
    return uv_req_size((uv_req_type)999) == (size_t)-1 ? right : 0;
}

static int ask_cancel_of_a_connect(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    struct sockaddr_in at = local_port(9);
    uv_tcp_init(loop, &h->tcp);
    uv_tcp_connect(&req, &h->tcp, (struct sockaddr *)&at, no_connect);
    int answer = uv_cancel((uv_req_t *)&req);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer;
}

static int ask_cancel_of_what_has_ended(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    int count = 0;
    (void)h;
    req.data = &count;
    uv_queue_work(loop, &req, count_work, count_after);
    uv_run(loop, UV_RUN_DEFAULT);
    return uv_cancel((uv_req_t *)&req);
}

static int ask_work_without_a_job(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    int count = 0;
    (void)h;
    req.data = &count;
    int answer = uv_queue_work(loop, &req, NULL, count_after);
    return count || uv_loop_alive(loop) ? UV_EBUSY : answer;
}

static int ask_work_without_an_after(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    int count = 0;
    (void)h;
    req.data = &count;
    int answer = uv_queue_work(loop, &req, count_work, NULL);
    if (answer < 0)
        return answer;
    answer += uv_loop_alive(loop) != 0;
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * count;
}

static int ask_work_begun(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    int count = 0;
    (void)h;
    req.data = &count;
    int answer = uv_queue_work(loop, &req, count_work, count_after);
    uv_run(loop, UV_RUN_DEFAULT);
    return count == 11 ? answer : UV_EILSEQ;
}

static void note_stack(uv_work_t *req)
{
    pthread_attr_t of;
    if (pthread_getattr_np(pthread_self(), &of) != 0)
        return;
    pthread_attr_getstacksize(&of, req->data);
    pthread_attr_destroy(&of);
}

static int ask_worker_stack(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    size_t size = 0;
    (void)h;
    req.data = &size;
    if (uv_version() < 0x012d00)
        return UV_ENOSYS;
    uv_queue_work(loop, &req, note_stack, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return size >= 8u << 20;
}

static void note_name(uv_work_t *req)
{
    pthread_getname_np(pthread_self(), req->data, 16);
}

static int ask_worker_name(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_work_t req;
    char name[16] = "";
    (void)h;
    req.data = name;
    uv_queue_work(loop, &req, note_name, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return strcmp(name, "libuv-worker") == 0;
}

/* ---- ASK-35 ---- */
static int ask_async_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    int calls = 0;
    int answer = uv_async_init(loop, &h[0].async, NULL) == 0;
    uv_timer_init(loop, &h[1].timer);
    h[1].timer.data = &calls;
    uv_timer_start(&h[1].timer, count_timer, 5, 0);
    uv_async_send(&h[0].async);
    uv_run(loop, UV_RUN_ONCE);
    uv_unref(&h[0].handle);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * calls;
}

static int ask_timer_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    return uv_timer_start(&h->timer, NULL, 5, 0);
}

static int ask_timer_again_never_started(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    return uv_timer_again(&h->timer);
}

static int ask_timer_of_a_closing_handle(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    uv_close(&h->handle, NULL);
    return uv_timer_start(&h->timer, no_timer, 5, 0);
}

static int ask_timer_values(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_timer_init(loop, &h->timer);
    int answer = uv_timer_get_repeat(&h->timer) == 0;
    uv_timer_start(&h->timer, no_timer, 30, 7);
    answer += 2 * (uv_timer_get_repeat(&h->timer) == 7);
    uv_timer_set_repeat(&h->timer, 1);
    answer += 4 * (uv_timer_get_repeat(&h->timer) == 1);
    uv_timer_stop(&h->timer);
    answer += 8 * (uv_timer_get_repeat(&h->timer) == 1);
    uv_timer_set_repeat(&h->timer, (uint64_t)1 << 40);
    return answer + 16 * (uv_timer_get_repeat(&h->timer) == (uint64_t)1 << 40);
}

static int ask_idle_started_again_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_idle_init(loop, &h->idle);
    uv_idle_start(&h->idle, no_idle);
    int answer = uv_idle_start(&h->idle, NULL);
    uv_idle_stop(&h->idle);
    return answer;
}

static void no_prepare(uv_prepare_t *prepare)
{
    (void)prepare;
}

static int ask_prepare_started_again_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_prepare_init(loop, &h->prepare);
    uv_prepare_start(&h->prepare, no_prepare);
    int answer = uv_prepare_start(&h->prepare, NULL);
    uv_prepare_stop(&h->prepare);
    return answer;
}

static void no_check(uv_check_t *check)
{
    (void)check;
}

static int ask_check_started_again_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_check_init(loop, &h->check);
    uv_check_start(&h->check, no_check);
    int answer = uv_check_start(&h->check, NULL);
    uv_check_stop(&h->check);
    return answer;
}

static int ask_watchers_without_a_callback(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_idle_init(loop, &h[0].idle);
    uv_prepare_init(loop, &h[1].prepare);
    uv_check_init(loop, &h[2].check);
    return (uv_idle_start(&h[0].idle, NULL) == UV_EINVAL) +
           2 * (uv_prepare_start(&h[1].prepare, NULL) == UV_EINVAL) +
           4 * (uv_check_start(&h[2].check, NULL) == UV_EINVAL);
}

static int ask_watchers_stopped_twice(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_idle_init(loop, &h[0].idle);
    uv_prepare_init(loop, &h[1].prepare);
    uv_check_init(loop, &h[2].check);
    uv_check_start(&h[2].check, no_check);
    int answer = uv_idle_stop(&h[0].idle) + uv_prepare_stop(&h[1].prepare) +
                 uv_check_stop(&h[2].check);
    return answer ? answer : uv_check_stop(&h[2].check);
}

/* ---- ASK-36 ---- */
static int ask_error_names(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return same_text(uv_err_name(UV_ENOENT), "ENOENT") + 2 * same_text(uv_err_name(UV_EOF), "EOF") +
           4 * same_text(uv_err_name(UV_ECANCELED), "ECANCELED") +
           8 * same_text(uv_err_name(UV_EAI_NONAME), "EAI_NONAME");
}

static int ask_error_texts(uv_loop_t *loop, union uv_any_handle *h)
{
    char text[64] = "";
    (void)loop, (void)h;
    return same_text(uv_strerror(UV_ENOENT), "no such file or directory") +
           2 * same_text(uv_strerror(UV_EOF), "end of file") +
           4 * same_text(uv_strerror_r(UV_ECANCELED, text, sizeof text), "operation canceled");
}

static int ask_error_of_no_name(uv_loop_t *loop, union uv_any_handle *h)
{
    char text[64] = "";
    (void)loop, (void)h;
    return same_text(uv_err_name_r(-9999, text, sizeof text), "Unknown system error -9999") +
           2 * same_text(uv_strerror_r(-9999, text, sizeof text), "Unknown system error -9999");
}

static int ask_error_translated(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return (uv_translate_sys_error(ENOENT) == UV_ENOENT) +
           2 * (uv_translate_sys_error(UV_ENOENT) == UV_ENOENT) +
           4 * (uv_translate_sys_error(0) == 0);
}

static int ask_error_numbers(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return (UV_ENOENT == -ENOENT) + 2 * (UV_EAGAIN == -EAGAIN) + 4 * (UV_EOF == -4095);
}

static int ask_version_told(uv_loop_t *loop, union uv_any_handle *h)
{
    int major = 0, minor = 0;
    (void)loop, (void)h;
    unsigned version = uv_version();
    int read = sscanf(uv_version_string(), "%d.%d", &major, &minor) == 2;
    return (read && major == 1 && version >> 16 == 1) +
           2 * (read && (int)(version >> 8 & 255) == minor);
}

#endif
