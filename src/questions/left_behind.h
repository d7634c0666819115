/* left_behind.h - questions about what calls leave behind: memory and descriptors. Calls fail here
 * at each allocation in turn. */
#ifndef QUESTIONS_LEFT_BEHIND_H
#define QUESTIONS_LEFT_BEHIND_H
#include "questions/common.h"
#include "questions/failed_calls.h"
#include "questions/file.h"
#include "questions/fork.h"
#include "questions/leaks.h"
#include "questions/lifecycle.h"
#include "questions/machine.h"
#include "questions/past_bugs.h"

struct memory {
    int blocks;    /* allocated and not freed */
    int remaining; /* how many more allocations succeed; negative: all */
};

static struct memory *memory(void)
{
    static struct memory only;
    return &only;
}

/* 1 if another block can be had; counts it. */
static int take_block(void)
{
    struct memory *m = memory();
    if (m->remaining == 0)
        return 0;
    m->remaining -= m->remaining > 0;
    __atomic_fetch_add(&m->blocks, 1, __ATOMIC_SEQ_CST);
    return 1;
}

static void *counted_malloc(size_t size)
{
    return take_block() ? malloc(size) : NULL;
}

static void *counted_calloc(size_t count, size_t size)
{
    return take_block() ? calloc(count, size) : NULL;
}

static void *counted_realloc(void *former, size_t size)
{
    return former || take_block() ? realloc(former, size) : NULL;
}

/* An allocator may change errno. */
static void counted_free(void *block)
{
    if (block)
        __atomic_fetch_sub(&memory()->blocks, 1, __ATOMIC_SEQ_CST);
    free(block);
    errno = EXFULL;
}

static void count_memory(void)
{
    *memory() = (struct memory){ .remaining = -1 };
    uv_replace_allocator(counted_malloc, counted_realloc, counted_calloc, counted_free);
}

static void count_no_memory(void)
{
    uv_replace_allocator(malloc, realloc, calloc, free);
}

/* ---- ASK-277 ---- */
static int loop_and_back(void)
{
    uv_loop_t own;
    int answer = uv_loop_init(&own);
    return answer < 0 ? answer : uv_loop_close(&own);
}

static int variables_and_back(void)
{
    uv_env_item_t *items;
    int count, answer = uv_os_environ(&items, &count);
    if (answer == 0)
        uv_os_free_environ(items, count);
    return answer;
}

static int user_and_back(void)
{
    uv_passwd_t user;
    int answer = uv_os_get_passwd(&user);
    if (answer == 0)
        uv_os_free_passwd(&user);
    return answer;
}

static int processors_and_back(void)
{
    uv_cpu_info_t *all;
    int count, answer = uv_cpu_info(&all, &count);
    if (answer == 0)
        uv_free_cpu_info(all, count);
    return answer;
}

static int interfaces_and_back(void)
{
    uv_interface_address_t *all;
    int count, answer = uv_interface_addresses(&all, &count);
    if (answer == 0)
        uv_free_interface_addresses(all, count);
    return answer;
}

static int addresses_and_back(void)
{
    uv_loop_t own;
    uv_getaddrinfo_t req;
    int left = memory()->remaining;
    memory()->remaining = -1;
    int answer = uv_loop_init(&own);
    memory()->remaining = left;
    if (answer < 0)
        return answer;
    answer = uv_getaddrinfo(&own, &req, NULL, "127.0.0.1", "80", NULL);
    if (answer == 0)
        uv_freeaddrinfo(req.addrinfo);
    memory()->remaining = -1;
    uv_run(&own, UV_RUN_DEFAULT);
    int ended = uv_loop_close(&own);
    return ended < 0 ? ended : answer;
}

/* Make a file request with a callback on a loop of its own, so that it copies its arguments. */
static int file_and_back(int kind)
{
    uv_loop_t own;
    uv_fs_t req;
    char name[32] = "/nowhere/XXXXXX";
    uv_buf_t parts[9];
    int calls = 0, left = memory()->remaining;
    for (int i = 0; i < 9; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    memory()->remaining = -1;
    int answer = uv_loop_init(&own);
    memory()->remaining = left;
    if (answer < 0)
        return answer;
    req.data = &calls;
    switch (kind) {
    case 0: answer = uv_fs_stat(&own, &req, name, count_call); break;
    case 1: answer = uv_fs_rename(&own, &req, name, name, count_call); break;
    case 2: answer = uv_fs_mkdtemp(&own, &req, name, count_call); break;
    case 3: answer = uv_fs_write(&own, &req, 12345, parts, 9, 0, count_call); break;
    case 4: answer = uv_fs_read(&own, &req, 12345, parts, 9, 0, count_call); break;
    case 5: answer = uv_fs_copyfile(&own, &req, name, name, 0, count_call); break;
    default: answer = uv_fs_scandir(&own, &req, "/", 0, count_call); break;
    }
    memory()->remaining = -1;
    uv_run(&own, UV_RUN_DEFAULT);
    if (answer == 0)
        uv_fs_req_cleanup(&req);
    int ended = uv_loop_close(&own);
    return ended < 0 ? ended : answer;
}

static int stat_and_back(void)
{
    return file_and_back(0);
}

static int rename_and_back(void)
{
    return file_and_back(1);
}

static int folder_and_back(void)
{
    return file_and_back(2);
}

static int write_and_back(void)
{
    return file_and_back(3);
}

static int read_and_back(void)
{
    return file_and_back(4);
}

static int copy_and_back(void)
{
    return file_and_back(5);
}

static int entries_and_back(void)
{
    return file_and_back(6);
}

/* Make a call with memory for no block, for one, and so on, until it is enough. Each failure must
 * be ENOMEM and leave no block. Returns 1 if that is so. */
static int leaves_no_block(int (*call)(void))
{
    struct memory *m = memory();
    for (int room = 0; room < 500; room++) {
        int before = m->blocks;
        m->remaining = room;
        int answer = call();
        m->remaining = -1;
        if (m->blocks != before || (answer < 0 && answer != UV_ENOMEM))
            return 0;
        if (answer == 0)
            return 1;
    }
    return 0;
}

/* A bit for each call that leaves nothing, however early its memory runs out. The first request
 * makes the pool, which keeps its memory. Older releases end the program when a loop cannot be
 * made. */
static int ask_each_call_out_of_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*const calls[])(void) = { loop_and_back,       variables_and_back, user_and_back,
                                   processors_and_back, addresses_and_back, stat_and_back,
                                   rename_and_back,     folder_and_back,    write_and_back,
                                   read_and_back,       copy_and_back,      entries_and_back,
                                   interfaces_and_back };
    int answer = 0;
    (void)h;
    if (uv_version() < 0x013400)
        return UV_ENOSYS;
    job_is_done(loop);
    count_memory();
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        answer += leaves_no_block(calls[i]) << i;
    count_no_memory();
    return answer;
}

/* The handles and what they hold, with all the memory that they want. */
static int ask_each_handle_gives_memory_back(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_loop_t own;
    struct test_file f;
    int ends[2], none = 0;
    (void)h;
    make_test_file(&f);
    job_is_done(loop);
    count_memory();
    int answer = uv_loop_init(&own);
    if (answer == 0) {
        union uv_any_handle each[6];
        bind_own(&own, &each[0].pipe);
        uv_fs_event_init(&own, &each[1].fs_event);
        uv_fs_event_start(&each[1].fs_event, no_file_event, f.folder, 0);
        uv_fs_poll_init(&own, &each[2].fs_poll);
        uv_fs_poll_start(&each[2].fs_poll, NULL, f.path, 10);
        uv_fs_poll_stop(&each[2].fs_poll);
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
        uv_pipe_init(&own, &each[3].pipe, 0);
        uv_pipe_open(&each[3].pipe, ends[0]);
        uv_udp_init_ex(&own, &each[4].udp, AF_INET);
        uv_signal_init(&own, &each[5].signal);
        for (int i = 0; i < 6; i++)
            uv_close(&each[i].handle, NULL);
        uv_run(&own, UV_RUN_DEFAULT);
        none = uv_loop_close(&own) == 0 && memory()->blocks == 0;
        close(ends[1]);
    }
    count_no_memory();
    remove_test_file(&f);
    return answer < 0 ? answer : none;
}

/* The parts of a request that is cancelled before it begins. */
static int ask_cancelled_parts_give_memory_back(uv_loop_t *loop, union uv_any_handle *h)
{
    union uv_any_req held[128];
    uv_buf_t parts[9];
    uv_fs_t req[2];
    uv_sem_t gate;
    int count = threads_of_a_pool(), calls = 0, cancelled = 0;
    (void)h;
    for (int i = 0; i < 9; i++)
        parts[i] = uv_buf_init((char *)"x", 1);
    job_is_done(loop);
    if (uv_sem_init(&gate, 0) < 0)
        return UV_EILSEQ;
    count_memory();
    for (int i = 0; i < count; i++) {
        held[i].work.data = &gate;
        uv_queue_work(loop, &held[i].work, wait_at_a_gate, NULL);
    }
    req[0].data = req[1].data = &calls;
    uv_fs_read(loop, &req[0], 12345, parts, 9, 0, count_call);
    uv_fs_write(loop, &req[1], 12345, parts, 9, 0, count_call);
    for (int i = 0; i < 2; i++)
        cancelled += uv_cancel((uv_req_t *)&req[i]) == 0;
    for (int i = 0; i < count; i++)
        uv_sem_post(&gate);
    uv_run(loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 2; i++)
        uv_fs_req_cleanup(&req[i]);
    int left = memory()->blocks;
    count_no_memory();
    uv_sem_destroy(&gate);
    return cancelled + 10 * calls + 100 * (left == 0);
}

/* Entries of a folder come from the system's memory, even if libuv's is another. Ask for none, for
 * one, for all but one, for all of them, and for one too many. 1 if that leaks. Before 1.45 it
 * does, which not every program's allocator counts. */
static int ask_entries_give_memory_back(uv_loop_t *loop, union uv_any_handle *h)
{
    struct mallinfo2 was = { .uordblks = 0 }, now;
    uv_dirent_t e;
    uv_fs_t req;
    (void)h;
    if (uv_version() < 0x012d00)
        return UV_ENOSYS;
    uv_replace_allocator(own_malloc, own_realloc, own_calloc, own_free);
    for (int i = -50; i < 500; i++) {
        if (i == 0)
            was = mallinfo2();
        int count = uv_fs_scandir(loop, &req, "/", 0, NULL), way = (i + 50) % 5;
        for (int k = 0; k < (way < 2 ? way : count + way - 3); k++)
            uv_fs_scandir_next(&req, &e);
        uv_fs_req_cleanup(&req);
    }
    now = mallinfo2();
    uv_replace_allocator(malloc, realloc, calloc, free);
    return now.uordblks > was.uordblks + 1600;
}

/* Does a call that is made again and again give back what it has from the system? Without memory it
 * fails at its first allocation. */
static int gives_back(int (*call)(void), int without_memory)
{
    struct mallinfo2 was = { .uordblks = 0 }, now;
    int failed = 0;
    count_memory();
    for (int i = -50; i < 100; i++) {
        if (i == 0)
            was = mallinfo2();
        memory()->remaining = without_memory ? 0 : -1;
        failed += call() < 0;
    }
    now = mallinfo2();
    count_no_memory();
    return now.uordblks < was.uordblks + 1600 && failed == 150 * without_memory;
}

/* A bit for each call, then one for each that fails. */
static int ask_machine_gives_memory_back(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*const calls[])(void) = { variables_and_back, user_and_back, processors_and_back,
                                   interfaces_and_back, addresses_and_back };
    int answer = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 10; i++)
        answer += gives_back(calls[i % 5], i / 5) << i;
    return answer;
}

/* ---- ASK-278 ---- */
/* 1 for each of three descriptors that come in one message, and for which there is no memory to
 * queue them, if none of them is open when the stream is closed. */
static int ask_passed_without_memory(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], result = 0;
    char room[64] = "";
    struct iovec part = { "x", 1 };
    struct msghdr m = { .msg_iov = &part,
                        .msg_iovlen = 1,
                        .msg_control = room,
                        .msg_controllen = CMSG_SPACE(3 * sizeof(int)) };
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -errno;
    CMSG_FIRSTHDR(&m)->cmsg_level = SOL_SOCKET;
    CMSG_FIRSTHDR(&m)->cmsg_type = SCM_RIGHTS;
    CMSG_FIRSTHDR(&m)->cmsg_len = CMSG_LEN(3 * sizeof(int));
    memcpy(CMSG_DATA(CMSG_FIRSTHDR(&m)), (int[3]){ ends[0], ends[0], ends[0] }, 3 * sizeof(int));
    uv_pipe_init(loop, &h->pipe, 1);
    int before = descriptors_open();
    uv_pipe_open(&h->pipe, ends[0]);
    h->handle.data = &result;
    uv_read_start(&h->stream, one_byte, note_bytes);
    uv_run(loop, UV_RUN_NOWAIT);
    if (sendmsg(ends[1], &m, 0) < 0)
        result = -errno;
    uv_replace_allocator(no_memory, no_more_memory, no_cleared_memory, free);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_replace_allocator(malloc, realloc, calloc, free);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[1]);
    return result == UV_ENOMEM ? 1 + before - descriptors_open() : result;
}

/* What the machine is asked leaves no descriptor open. A bit for each call. */
static int ask_machine_leaves_nothing_open(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 12; i++) {
        char text[256];
        size_t size = sizeof text;
        double load[3];
        uv_utsname_t name;
        uv_rusage_t used;
        int before = descriptors_open();
        switch (i) {
        case 0: processors_and_back(); break;
        case 1: interfaces_and_back(); break;
        case 2: user_and_back(); break;
        case 3: uv_resident_set_memory(&size); break;
        case 4: uv_uptime(load); break;
        case 5: uv_loadavg(load); break;
        case 6: uv_get_free_memory(), uv_get_total_memory(); break;
        case 7: uv_get_constrained_memory(); break;
        case 8: uv_exepath(text, &size); break;
        case 9: uv_random(NULL, NULL, text, sizeof text, 0, NULL); break;
        case 10: uv_os_uname(&name), uv_os_gethostname(text, &size); break;
        default: uv_getrusage(&used), uv_os_homedir(text, &size); break;
        }
        answer += (descriptors_open() == before) << i;
    }
    return answer;
}

static int ask_signals_of_a_library_shut_down(uv_loop_t *loop, union uv_any_handle *h)
{
    void (*end_library)(void);
    (void)loop, (void)h;
    find_call("uv_library_shutdown", &end_library);
    if (!end_library)
        return UV_ENOSYS;
    pid_t child = fork();
    if (child == 0) {
        give_up_after(20);
        int before = descriptors_open();
        end_library();
        _exit(before - descriptors_open());
    }
    return wait_for(child);
}

/* ---- ASK-279 ---- */
/* With room for no descriptor, for one, and so on: the answer is that of the system, whatever libuv
 * frees before it, and no memory is left. */
static int ask_machine_without_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    struct rlimit usual, less;
    uv_cpu_info_t *all;
    uv_loop_t own;
    int count, answer = 0, highest = dup(0);
    (void)loop, (void)h;
    close(highest);
    getrlimit(RLIMIT_NOFILE, &usual);
    count_memory();
    for (int room = 0; room < 16; room++) {
        less = usual;
        less.rlim_cur = (rlim_t)highest + (rlim_t)room;
        setrlimit(RLIMIT_NOFILE, &less);
        int processors = uv_cpu_info(&all, &count), built = uv_loop_init(&own);
        setrlimit(RLIMIT_NOFILE, &usual);
        if (processors == 0)
            uv_free_cpu_info(all, count);
        if (built == 0)
            uv_loop_close(&own);
        answer |= (processors == UV_EMFILE) + 2 * (built == UV_EMFILE) +
                  8 * ((processors < 0 && processors != UV_EMFILE) ||
                       (built < 0 && built != UV_EMFILE));
    }
    answer += 4 * (memory()->blocks == 0);
    count_no_memory();
    return answer;
}

#endif
