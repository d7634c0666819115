/* seldom_used.h - questions that give a call what programs seldom give it, such as the first
 * descriptors or empty parts, or that look at its result in another way than libuv does. */
#ifndef QUESTIONS_SELDOM_USED_H
#define QUESTIONS_SELDOM_USED_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/file.h"
#include "questions/file_stat.h"
#include "questions/folder.h"
#include "questions/fork.h"
#include "questions/loop.h"
#include "questions/machine.h"

/* ---- TIMER-44 ---- */
/* How many of nine timers are due in just their timeout, and, started again by their repeat after a
 * stop, in just that? */
static int ask_timers_due_to_the_millisecond(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint64_t times[9] = { 1, 2, 3, 10, 99, 999, 1000, 1001, 60000 };
    uint64_t (*call)(const uv_timer_t *);
    int right = 0;
    find_call("uv_timer_get_due_in", &call);
    if (!call)
        return UV_ENOSYS;
    uv_timer_init(loop, &h->timer);
    for (int i = 0; i < 9; i++) {
        uv_timer_start(&h->timer, no_timer, times[i], times[8 - i]);
        right += call(&h->timer) == times[i];
        uv_timer_stop(&h->timer);
        right += uv_timer_again(&h->timer) == 0 && uv_is_active(&h->handle) &&
                 call(&h->timer) == times[8 - i];
    }
    return right;
}

/* ---- ASK-33 ---- */
/* Sizes that libuv sets are those that the system reports, and the other way round, for a datagram
 * handle, a TCP handle and a pipe. Linux doubles what is set. */
static int ask_buffers_as_the_system_says(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int names[2] = { SO_SNDBUF, SO_RCVBUF };
    int ends[2], right = 0;
    uv_os_fd_t fd;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -errno;
    close(ends[1]);
    uv_udp_init_ex(loop, &h[0].udp, AF_INET);
    uv_tcp_init_ex(loop, &h[1].tcp, AF_INET);
    uv_pipe_init(loop, &h[2].pipe, 0);
    uv_pipe_open(&h[2].pipe, ends[0]);
    for (int i = 0; i < 6; i++) {
        uv_handle_t *handle = &h[i / 2].handle;
        int (*size_of)(uv_handle_t *, int *) = i % 2 ? uv_recv_buffer_size : uv_send_buffer_size;
        int set = 9000 + 1000 * i, own = 30000 + 1000 * i, reported = 0, read_back = 0;
        socklen_t size = sizeof reported;
        if (uv_fileno(handle, &fd) < 0 || size_of(handle, &set) < 0)
            continue;
        getsockopt(fd, SOL_SOCKET, names[i % 2], &reported, &size);
        setsockopt(fd, SOL_SOCKET, names[i % 2], &own, sizeof own);
        right += reported == 2 * set && size_of(handle, &read_back) == 0 && read_back == 2 * own;
    }
    return right;
}

/* ---- ASK-39 ---- */
/* 1 for a pair of streams, 2 for one of datagrams, 4 for one of packets in sequence. */
static int ask_pairs_of_each_type(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int types[3] = { SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET };
    int (*pair)(int, int, uv_os_sock_t *, int, int);
    int answer = 0;
    (void)loop, (void)h;
    find_call("uv_socketpair", &pair);
    if (!pair)
        return UV_ENOSYS;
    for (int i = 0; i < 3; i++) {
        int ends[2], type[2] = { 0, 0 };
        if (pair(types[i], 0, ends, 0, 0) < 0)
            continue;
        for (int j = 0; j < 2; j++) {
            socklen_t size = sizeof type[j];
            getsockopt(ends[j], SOL_SOCKET, SO_TYPE, &type[j], &size);
            close(ends[j]);
        }
        answer += (type[0] == types[i] && type[1] == types[i]) << i;
    }
    return answer;
}

/* ---- ASK-81 ---- */
/* The option that asks for errors of the network is that of IPv6. 1, too, on a machine without. */
static int ask_udp_told_of_errors_over_six(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in6 at;
    int on = 0;
    uv_os_fd_t fd;
    socklen_t size = sizeof on;
    if (uv_version() < 0x012a00)
        return UV_ENOSYS;
    uv_ip6_addr("::1", 0, &at);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&at, 32);
    if (answer == UV_EADDRNOTAVAIL || answer == UV_EAFNOSUPPORT)
        return 1;
    if (answer < 0 || (answer = uv_fileno(&h->handle, &fd)) < 0)
        return answer;
    return getsockopt(fd, IPPROTO_IPV6, IPV6_RECVERR, &on, &size) < 0 ? -errno : on;
}

/* The zero belongs to the text if the length is given: 1 for its length, 2 for its bytes. 4 if it
 * ends the text otherwise. */
static int ask_text_with_a_zero_within(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint16_t wide[4] = { 'a', 0, 'b', 0 };
    size_t (*length)(const uint16_t *, ssize_t);
    int (*convert)(const uint16_t *, ssize_t, char **, size_t *);
    char room[8] = "xxxxxxx", *narrow = room;
    size_t size = sizeof room - 1;
    (void)loop, (void)h;
    find_call("uv_utf16_length_as_wtf8", &length);
    find_call("uv_utf16_to_wtf8", &convert);
    if (!length || !convert || uv_version() < 0x013200)
        return UV_ENOSYS;
    int answer = length(wide, 3) == 3;
    answer += 2 *
              (convert(wide, 3, &narrow, &size) == 0 && size == 3 && memcmp(room, "a\0b", 4) == 0);
    size = sizeof room - 1;
    return answer + 4 * (length(wide, -1) == 1 && convert(wide, -1, &narrow, &size) == 0 &&
                         size == 1 && strcmp(room, "a") == 0);
}

/* ---- ASK-205 ---- */
struct given_back {
    char *room;
    size_t size;
    int datagrams, returned;
};

static void room_for_four(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct given_back *batch = handle->data;
    batch->size = 4 * size;
    *buffer = uv_buf_init(batch->room, (unsigned)batch->size);
}

static void note_given_back(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                            const struct sockaddr *from, unsigned flags)
{
    struct given_back *batch = udp->data;
    batch->datagrams += size > 0 && buffer->base >= batch->room &&
                        buffer->base < batch->room + batch->size && flags & 8;
    batch->returned += size == 0 && !from && flags == 16 && buffer->base == batch->room &&
                       buffer->len == batch->size;
}

/* Ten for each datagram within the buffer, one for the whole buffer that is given back. */
static int ask_buffer_of_a_batch(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    struct given_back batch = { .room = malloc(4 * 65536) };
    if (uv_version() < 0x012800 || socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0) {
        free(batch.room);
        return UV_ENOSYS;
    }
    int answer = uv_udp_init_ex(loop, &h->udp, 256);
    h->udp.data = &batch;
    if (answer == 0 && (answer = uv_udp_open(&h->udp, ends[0])) == 0) {
        uv_udp_recv_start(&h->udp, room_for_four, note_given_back);
        for (int i = 1; i <= 3; i++)
            answer += (int)send(ends[1], "abc", (size_t)i, 0);
        uv_run(loop, UV_RUN_NOWAIT);
        uv_udp_recv_stop(&h->udp);
        answer = 10 * batch.datagrams + batch.returned;
    }
    close(ends[1]);
    free(batch.room);
    return answer;
}

/* ---- ASK-29 ---- */
static int nothing_or_all(struct test_file *f)
{
    struct stat copied = { .st_size = -1 };
    stat(f->other, &copied);
    return copied.st_size == (f->req.result == 0 ? 5 : -1);
}

static int ask_copy_that_must_share_leaves_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)h;
    return file_call(loop, share_it, nothing_or_all);
}

/* ---- ASK-240 ---- */
/* A file of five GiB and three bytes, most of which is a hole: cut to that length, written and
 * read at its end, and sent from there. A bit for each, without and with a callback. */
static int ask_places_beyond_four_gib(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int64_t end = (5LL << 30) + 3;
    int answer = 0;
    (void)h;
    for (int later = 0; later < 2; later++) {
        struct test_file f;
        struct stat s = { 0 };
        char byte = 0;
        uv_fs_cb cb = later ? count_call : NULL;
        uv_buf_t part = uv_buf_init((char *)"z", 1), room = uv_buf_init(&byte, 1);
        make_test_file(&f);
        int to = open(f.other, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        uv_fs_ftruncate(loop, &f.req, f.fd, end, cb);
        uv_run(loop, UV_RUN_DEFAULT);
        answer += (fstat(f.fd, &s) == 0 && s.st_size == end) << (4 * later);
        uv_fs_req_cleanup(&f.req);
        uv_fs_write(loop, &f.req, f.fd, &part, 1, end, cb);
        uv_run(loop, UV_RUN_DEFAULT);
        answer += (fstat(f.fd, &s) == 0 && s.st_size == end + 1) << (4 * later + 1);
        uv_fs_req_cleanup(&f.req);
        uv_fs_read(loop, &f.req, f.fd, &room, 1, end, cb);
        uv_run(loop, UV_RUN_DEFAULT);
        answer += (f.req.result == 1 && byte == 'z') << (4 * later + 2);
        uv_fs_req_cleanup(&f.req);
        uv_fs_sendfile(loop, &f.req, to, f.fd, end, 1, cb);
        uv_run(loop, UV_RUN_DEFAULT);
        byte = 0;
        answer += (f.req.result == 1 && pread(to, &byte, 1, 0) == 1 && byte == 'z')
                  << (4 * later + 3);
        close(to);
        remove_test_file(&f);
    }
    return answer;
}

/* ---- ASK-206 ---- */
/* A lookup, and the error that is documented for the system's own. */
struct hinted {
    const char *host, *service;
    struct addrinfo hints;
};

static int as_uv(int error)
{
    return error == 0                ? 0
           : error == EAI_ADDRFAMILY ? UV_EAI_ADDRFAMILY
           : error == EAI_BADFLAGS   ? UV_EAI_BADFLAGS
           : error == EAI_FAMILY     ? UV_EAI_FAMILY
           : error == EAI_NONAME     ? UV_EAI_NONAME
           : error == EAI_SERVICE    ? UV_EAI_SERVICE
           : error == EAI_SOCKTYPE   ? UV_EAI_SOCKTYPE
                                     : 1;
}

static int same_addresses(const struct addrinfo *a, const struct addrinfo *b)
{
    for (; a && b; a = a->ai_next, b = b->ai_next)
        if (a->ai_family != b->ai_family || a->ai_socktype != b->ai_socktype ||
            a->ai_protocol != b->ai_protocol || a->ai_addrlen != b->ai_addrlen ||
            memcmp(a->ai_addr, b->ai_addr, a->ai_addrlen) != 0)
            return 0;
    return !a && !b;
}

/* Does each combination of a host, a service and hints have the result of getaddrinfo(3)? */
static int ask_lookups_with_each_hint(uv_loop_t *loop, union uv_any_handle *h)
{
    static const struct hinted lookups[] = {
        { "127.0.0.1", NULL, { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", NULL, { .ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", "80", { .ai_protocol = IPPROTO_TCP, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", "80", { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV } },
        { "::1", NULL, { .ai_family = AF_INET6, .ai_flags = AI_NUMERICHOST } },
        { "::1", NULL, { .ai_family = AF_INET, .ai_flags = AI_NUMERICHOST } },
        { NULL, "80", { .ai_family = AF_INET, .ai_flags = AI_PASSIVE } },
        { NULL, "80", { .ai_family = AF_INET } },
        { "127.0.0.1", "no-service", { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", "no-service", { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV } },
        { "127.0.0.1", "80", { .ai_socktype = SOCK_RAW, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", "80", { .ai_socktype = 99, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", "80", { .ai_family = 99, .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", "80", { .ai_flags = 1 << 30 } },
        { "one.two", "80", { .ai_flags = AI_NUMERICHOST } },
        { "127.0.0.1", NULL, { .ai_flags = AI_NUMERICHOST | AI_CANONNAME } },
        { "127.0.0.1", "80", { .ai_protocol = IPPROTO_UDP } },
        { "127.0.0.1", "80", { .ai_protocol = IPPROTO_TCP } },
        { "127.0.0.1", "80", { .ai_socktype = SOCK_DGRAM } },
        { "127.0.0.1", "80", { .ai_family = AF_INET } },
        { "127.0.0.1", "80", { .ai_flags = 0 } },
    };
    int right = 0;
    (void)h;
    for (size_t i = 0; i < sizeof lookups / sizeof *lookups; i++) {
        const struct hinted *l = &lookups[i];
        struct addrinfo *usual = NULL;
        uv_getaddrinfo_t req;
        int error = as_uv(getaddrinfo(l->host, l->service, &l->hints, &usual));
        int reported = uv_getaddrinfo(loop, &req, NULL, l->host, l->service, &l->hints);
        right += reported == error && same_addresses(reported == 0 ? req.addrinfo : NULL, usual) &&
                 (error || !usual->ai_canonname ||
                  same_text(req.addrinfo->ai_canonname, usual->ai_canonname));
        if (error == 0)
            freeaddrinfo(usual);
        if (reported == 0)
            uv_freeaddrinfo(req.addrinfo);
    }
    return right;
}

/* ---- ASK-23 ---- */
/* How many of these have the documented type? What no stream and no datagram handle can use has
 * none. */
static int ask_kinds_that_are_no_stream(uv_loop_t *loop, union uv_any_handle *h)
{
    const int descriptors[] = {
        socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0),
        open("/dev/null", O_RDONLY | O_CLOEXEC),
        socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0),
        socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0),
        eventfd(0, EFD_CLOEXEC),
        epoll_create1(EPOLL_CLOEXEC),
        open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC),
    };
    static const uv_handle_type types[] = {
        UV_NAMED_PIPE,     UV_FILE,           UV_UNKNOWN_HANDLE, UV_UNKNOWN_HANDLE,
        UV_UNKNOWN_HANDLE, UV_UNKNOWN_HANDLE, UV_UNKNOWN_HANDLE,
    };
    int right = 0;
    (void)loop, (void)h;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        right += descriptors[i] >= 0 && uv_guess_handle(descriptors[i]) == types[i];
        close(descriptors[i]);
    }
    return right + (uv_guess_handle(descriptors[0]) == UV_UNKNOWN_HANDLE);
}

/* ---- ASK-79 ---- */
/* A loop of its own has two internal handles: 1 and 2. 4 if the watcher of children is active once
 * there is one. */
static int ask_internal_handles_printed(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { "true", NULL };
    uv_process_options_t o = { .file = "/bin/true", .args = args };
    FILE *alone = tmpfile(), *with_child = tmpfile();
    if (!alone || !with_child)
        return UV_EILSEQ;
    uv_print_all_handles(loop, alone);
    int child = uv_spawn(loop, &h->process, &o);
    uv_print_all_handles(loop, with_child);
    if (child == 0)
        wait_for(h->process.pid);
    int answer = (count_lines(alone, "[-AI] async") == 1) +
                 2 * (count_lines(alone, "[--I] signal") == 1) +
                 4 * (count_lines(with_child, "[-AI] signal") == 1 &&
                      count_lines(with_child, "[RA-] process") == 1);
    fclose(alone);
    fclose(with_child);
    return child < 0 ? child : answer;
}

/* The version of a library is a symbol whose value is 0. */
static int ask_symbol_whose_value_is_null(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const versions[] = { "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27",
                                            "GLIBC_2.4",   "GLIBC_2.2",  "GLIBC_2.0" };
    uv_lib_t lib;
    (void)loop, (void)h;
    int answer = uv_dlopen("libc.so.6", &lib);
    if (answer < 0)
        return answer;
    answer = 1;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        void *that = &lib;
        dlerror();
        if (dlsym(lib.handle, versions[i]) == NULL && dlerror() == NULL)
            answer = answer && uv_dlsym(&lib, versions[i], &that) == 0 && that == NULL;
    }
    uv_dlclose(&lib);
    return answer;
}

/* ---- ASK-30 ---- */
/* The entries of folders with none to five files, scanned at once and later, and read in parts of
 * two. A digit for each way: the number of folders all of whose entries came. */
static int ask_folders_of_each_size(uv_loop_t *loop, union uv_any_handle *h)
{
    int right[3] = { 0, 0, 0 };
    (void)h;
    for (int files = 0; files < 6; files++) {
        char folder[64], path[80];
        uv_dirent_t e, part[2];
        uv_fs_t req;
        snprintf(folder, sizeof folder, "/tmp/asked-%d-%d", (int)getpid(), files);
        mkdir(folder, 0700);
        for (int i = 0; i < files; i++) {
            snprintf(path, sizeof path, "%s/%d", folder, i);
            close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        }
        for (int later = 0; later < 2; later++) {
            int seen = 0, calls = 0;
            req.data = &calls;
            uv_fs_scandir(loop, &req, folder, 0, later ? (uv_fs_cb)count_call : NULL);
            uv_run(loop, UV_RUN_DEFAULT);
            for (int found = (int)req.result; seen < 9 && uv_fs_scandir_next(&req, &e) == 0;
                 found--)
                seen += found > 0;
            right[later] += seen == files;
            uv_fs_req_cleanup(&req);
        }
        if (uv_fs_opendir(loop, &req, folder, NULL) == 0) {
            uv_dir_t *opened = req.ptr;
            int seen = 0, came;
            uv_fs_req_cleanup(&req);
            opened->dirents = part;
            opened->nentries = 2;
            while ((came = uv_fs_readdir(loop, &req, opened, NULL)) > 0) {
                seen += came;
                uv_fs_req_cleanup(&req);
            }
            right[2] += seen == files;
            uv_fs_closedir(loop, &req, opened, NULL);
            uv_fs_req_cleanup(&req);
        }
        for (int i = 0; i < files; i++) {
            snprintf(path, sizeof path, "%s/%d", folder, i);
            unlink(path);
        }
        rmdir(folder);
    }
    return 100 * right[0] + 10 * right[1] + right[2];
}

/* ---- ASK-240 ---- */
/* A file of three bytes is read into three parts of which any may be empty, from its beginning and
 * from its position: how many of the 14 reads fill just the parts? */
static int ask_reads_with_each_part_empty(uv_loop_t *loop, union uv_any_handle *h)
{
    struct test_file f;
    int right = 0;
    (void)h;
    make_test_file(&f);
    for (int i = 2; i < 16; i++) {
        char bytes[4] = "";
        uv_buf_t parts[3];
        int length = 0;
        for (int k = 0; k < 3; k++) {
            parts[k] = uv_buf_init(bytes + length, i >> (k + 1) & 1);
            length += i >> (k + 1) & 1;
        }
        lseek(f.fd, 0, SEEK_SET);
        right += uv_fs_read(loop, &f.req, f.fd, parts, 3, i % 2 ? 0 : -1, NULL) == length &&
                 memcmp(bytes, "hel", (size_t)length) == 0 && bytes[length] == 0;
        uv_fs_req_cleanup(&f.req);
    }
    remove_test_file(&f);
    return right;
}

/* ---- ASK-2 ---- */
/* Runs in a forked child. 1, 2 and 4 if pipes that have the numbers 0 to 2 tell them, 8 if they do
 * not block, 16 if a file that has the number 1 then is closed by a call for files. */
static int first_descriptors(void)
{
    union uv_any_handle h[3];
    uv_loop_t loop;
    uv_fs_t req;
    int answer = 0, blocking = 0;
    if (uv_loop_init(&loop) < 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        int ends[2];
        uv_os_fd_t fd = -1;
        if (pipe(ends) < 0 || dup2(ends[0], i) < 0)
            return 0;
        uv_pipe_init(&loop, &h[i].pipe, 0);
        uv_pipe_open(&h[i].pipe, i);
        answer += (uv_fileno(&h[i].handle, &fd) == 0 && fd == i) << i;
        blocking += !(fcntl(i, F_GETFL) & O_NONBLOCK);
        uv_close(&h[i].handle, NULL);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    answer += 8 * (blocking == 0);
    answer += 16 * (dup2(null, 1) == 1 && uv_fs_close(&loop, &req, 1, NULL) == 0 &&
                    fcntl(1, F_GETFD) < 0);
    return answer;
}

static int ask_descriptors_0_to_2(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return in_forked_child(first_descriptors);
}

/* ---- ASK-17 ---- */
/* A child that is given nothing as its descriptors 3 and 4 has none there: 7. */
static int ask_child_with_nothing_as_its_fourth(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_stdio_container_t to[5] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = to, .stdio_count = 5 };
    for (int fd = 3; fd < 5; fd++) /* what this process was given is not meant */
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    return script_exit_status(loop, &h->process, &o,
                              (char *)"[ -e /proc/self/fd/2 ] && ! [ -e /proc/self/fd/3 ] && "
                                      "! [ -e /proc/self/fd/4 ] && exit 7");
}

/* Started in a folder and without streams, a child is told to have ended all the same. */
static int ask_child_in_a_folder_without_streams(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 0;
    uv_process_options_t o = { .exit_cb = count_exit, .cwd = "/" };
    h->process.data = &reported;
    int answer = spawn_script(loop, &h->process, &o, "exit 3");
    run_after(loop, h->process.pid);
    return answer < 0 ? answer : reported;
}

/* ---- ASK-3 ---- */
static void accept_unreferenced(uv_stream_t *server, int status)
{
    uv_stream_t *client = server->data;
    uv_unref((uv_handle_t *)client);
    client->data = status == 0 && uv_accept(server, client) == 0 ? client : NULL;
}

/* 1 if a connection that is accepted into an unreferenced handle is readable and writable, 2 if the
 * path of the listener is gone once that is closed, 4 if that of a pipe that was bound and then
 * connected is. */
static int ask_pipes_unreferenced_and_bound(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_un at;
    socklen_t size = sizeof at;
    uv_connect_t req;
    uv_os_fd_t fd;
    char own[64];
    memset(&at, 0, sizeof at);
    if (bind_own(loop, &h[0].pipe) < 0)
        return UV_EILSEQ;
    uv_fileno(&h[0].handle, &fd);
    getsockname(fd, (struct sockaddr *)&at, &size);
    snprintf(own, sizeof own, "/tmp/asked-%d-own.sock", (int)getpid());
    unlink(own);
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_pipe_init(loop, &h[2].pipe, 0);
    h[0].handle.data = &h[1].handle;
    uv_listen(&h[0].stream, 5, accept_unreferenced);
    int bound = uv_pipe_bind(&h[2].pipe, own);
    uv_pipe_connect(&req, &h[2].pipe, at.sun_path, no_connect);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    int answer = h[1].handle.data == &h[1] && directions(&h[1].stream) == 3;
    for (int i = 0; i < 3; i++)
        uv_close(&h[i].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * (access(at.sun_path, F_OK) < 0) + 4 * (bound == 0 && access(own, F_OK) < 0);
}
#endif
