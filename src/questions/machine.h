/* machine.h - questions about errors without a name, libraries, the allocator, users, resource
 * usage and priorities; and about more options of children and datagrams. */
#ifndef QUESTIONS_MACHINE_H
#define QUESTIONS_MACHINE_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/loop.h"
#include "questions/thread.h"

/* ---- ASK-79 ---- */
static int ask_errors_without_a_name(uv_loop_t *loop, union uv_any_handle *h)
{
    char text[8] = "xxxxxxx";
    (void)loop, (void)h;
    int answer = same_text(uv_err_name(-98765), "Unknown system error -98765");
    answer += 2 * same_text(uv_strerror(-98765), "Unknown system error -98765");
    uv_err_name_r(UV_ENOENT, text, 4);
    answer += 4 * (strcmp(text, "ENO") == 0 && text[4] == 'x');
    uv_strerror_r(UV_ENOENT, text, 3);
    return answer + 8 * (strlen(text) == 2);
}

static int ask_text_of_any_address(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in four = local_port(80);
    struct sockaddr_in6 six;
    struct sockaddr_un none = { .sun_family = AF_UNIX };
    char text[64] = "";
    int (*call)(const struct sockaddr *, char *, size_t);
    (void)loop, (void)h;
    find_call("uv_ip_name", &call);
    if (!call)
        return UV_ENOSYS;
    uv_ip6_addr("fe80::2", 80, &six);
    int answer = call((struct sockaddr *)&four, text, sizeof text) == 0 &&
                 strcmp(text, "127.0.0.1") == 0;
    answer += 2 * (call((struct sockaddr *)&six, text, sizeof text) == 0 &&
                   strcmp(text, "fe80::2") == 0);
    return answer + 4 * (call((struct sockaddr *)&none, text, sizeof text) == UV_EAFNOSUPPORT);
}

static int ask_address_with_a_zone(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in6 six;
    (void)loop, (void)h;
    if (if_nametoindex("lo") == 0)
        return UV_ENODEV;
    int answer = uv_ip6_addr("fe80::2%lo", 80, &six);
    return answer < 0 ? answer
                      : six.sin6_scope_id == if_nametoindex("lo") && six.sin6_addr.s6_addr[15] == 2;
}

static int count_lines(FILE *from, const char *that)
{
    char line[128];
    int count = 0;
    rewind(from);
    while (fgets(line, sizeof line, from))
        count += strncmp(line, that, strlen(that)) == 0;
    return count;
}

static int ask_handles_printed(uv_loop_t *loop, union uv_any_handle *h)
{
    FILE *all = tmpfile(), *active = tmpfile();
    if (!all || !active)
        return UV_EILSEQ;
    uv_timer_init(loop, &h[0].timer);
    uv_timer_start(&h[0].timer, no_timer, 5, 0);
    uv_unref(&h[0].handle);
    uv_idle_init(loop, &h[1].idle);
    uv_print_all_handles(loop, all);
    uv_print_active_handles(loop, active);
    if (uv_version() >= 0x012f00)
        uv_print_active_handles(loop, NULL);
    int answer = count_lines(all, "[-A-] timer") == 1 && count_lines(active, "[-A-] timer") == 1;
    answer += 2 * (count_lines(all, "[R--] idle") == 1 && count_lines(active, "[R--] idle") == 0);
    answer += 4 * (count_lines(all, "[-AI] async") == 1 && count_lines(active, "[-AI] async") == 1);
    fclose(all);
    fclose(active);
    return answer;
}

static int ask_loop_of_everybody(uv_loop_t *loop, union uv_any_handle *h)
{
    FILE *all = tmpfile();
    (void)loop;
    if (!all)
        return UV_EILSEQ;
    uv_loop_t *own = uv_default_loop();
    int answer = own && own == uv_default_loop();
    uv_check_init(own, &h[0].check);
    uv_print_all_handles(NULL, all);
    answer += 2 * (count_lines(all, "[R--] check") == 1);
    uv_close(&h[0].handle, NULL);
    uv_run(own, UV_RUN_DEFAULT);
    answer += 4 * (uv_loop_close(own) == 0);
    fclose(all);
    return answer;
}

static int ask_library_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_lib_t lib;
    void *that = NULL;
    (void)loop, (void)h;
    int answer = uv_dlopen("libc.so.6", &lib) == 0 && same_text(uv_dlerror(&lib), "no error");
    answer += 2 * (uv_dlsym(&lib, "getpid", &that) == 0 && that != NULL);
    answer += 4 * (uv_dlsym(&lib, "no_such_call", &that) == -1 &&
                   !same_text(uv_dlerror(&lib), "no error") &&
                   strstr(uv_dlerror(&lib), "no_such_call") != NULL);
    uv_dlclose(&lib);
    return answer;
}

static int ask_library_that_is_not_there(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_lib_t lib;
    (void)loop, (void)h;
    int answer = uv_dlopen("/no/such/library.so", &lib) == -1;
    answer += 2 * (strstr(uv_dlerror(&lib), "/no/such/library.so") != NULL);
    uv_dlclose(&lib);
    return answer;
}

/* Mark the memory: only own_free() and own_realloc() can free it, so a mix of allocators aborts. */
static void *past_mark(char *memory)
{
    return memory ? (char *)memset(memory, 0xa5, 16) + 16 : NULL;
}

static void *own_malloc(size_t size)
{
    return past_mark(malloc(size + 16));
}

static void own_free(void *memory)
{
    if (memory && ((unsigned char *)memory)[-16] != 0xa5)
        abort();
    free(memory ? (char *)memory - 16 : NULL);
}

static void *own_calloc(size_t count, size_t size)
{
    void *memory = own_malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

static void *own_realloc(void *memory, size_t size)
{
    return past_mark(realloc(memory ? (char *)memory - 16 : NULL, size + 16));
}

static int ask_allocator_used(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_env_item_t *items;
    int count;
    (void)loop, (void)h;
    uv_replace_allocator(own_malloc, own_realloc, own_calloc, own_free);
    int answer = uv_os_environ(&items, &count);
    int own = answer == 0 && count > 0 && ((unsigned char *)items)[-16] == 0xa5 &&
              ((unsigned char *)items[0].name)[-16] == 0xa5;
    if (answer == 0)
        uv_os_free_environ(items, count);
    uv_replace_allocator(malloc, realloc, calloc, free);
    return answer < 0 ? answer : own;
}

static int same_user(const uv_passwd_t *a, const struct passwd *b)
{
    return strcmp(a->username, b->pw_name) == 0 && strcmp(a->homedir, b->pw_dir) == 0 &&
           strcmp(a->shell ? a->shell : "", b->pw_shell) == 0 && a->uid == (long)b->pw_uid &&
           a->gid == (long)b->pw_gid;
}

static int ask_user_as_he_is(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_passwd_t reported;
    (void)loop, (void)h;
    struct passwd *user = getpwuid(geteuid());
    int answer = uv_os_get_passwd(&reported);
    if (!user)
        return answer == UV_ENOENT;
    if (answer < 0)
        return answer;
    answer = same_user(&reported, user);
    uv_os_free_passwd(&reported);
    return answer;
}

static int ask_user_of_a_number(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_passwd_t reported;
    int (*call)(uv_passwd_t *, uv_uid_t);
    (void)loop, (void)h;
    find_call("uv_os_get_passwd2", &call);
    if (!call)
        return UV_ENOSYS;
    int answer = call(&reported, 1234567) == UV_ENOENT;
    struct passwd *user = getpwuid(1);
    if (!user)
        return answer + 2;
    if (call(&reported, 1) < 0)
        return UV_EILSEQ;
    answer += 2 * same_user(&reported, user);
    uv_os_free_passwd(&reported);
    return answer;
}

struct group_entry {
    char *name;
    unsigned long gid;
    char **members;
};

static int ask_group_of_a_number(uv_loop_t *loop, union uv_any_handle *h)
{
    struct group_entry reported;
    int (*call)(struct group_entry *, uv_uid_t);
    void (*release)(struct group_entry *);
    (void)loop, (void)h;
    find_call("uv_os_get_group", &call);
    find_call("uv_os_free_group", &release);
    if (!call || !release)
        return UV_ENOSYS;
    int answer = call(&reported, 1234567) == UV_ENOENT;
    struct group *group = getgrgid(1);
    if (!group)
        return answer + 2;
    if (call(&reported, 1) < 0)
        return UV_EILSEQ;
    answer += 2 * (strcmp(reported.name, group->gr_name) == 0 && reported.gid == 1 &&
                   (reported.members[0] == NULL) == (group->gr_mem[0] == NULL));
    release(&reported);
    return answer;
}

static int ask_home_without_its_variable(uv_loop_t *loop, union uv_any_handle *h)
{
    char usual[256], text[256], one[1];
    size_t size = sizeof usual, length = sizeof text, room = 1;
    (void)loop, (void)h;
    struct passwd *user = getpwuid(geteuid());
    int had = uv_os_getenv("HOME", usual, &size) == 0;
    uv_os_unsetenv("HOME");
    int answer = uv_os_homedir(text, &length), short_of_room = uv_os_homedir(one, &room);
    if (had)
        uv_os_setenv("HOME", usual);
    if (!user)
        return answer < 0;
    return answer == 0 && strcmp(text, user->pw_dir) == 0 && length == strlen(text) &&
           short_of_room == UV_ENOBUFS && room == length + 1;
}

static int ask_temporary_in_its_order(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const names[] = { "TMPDIR", "TMP", "TEMP", "TEMPDIR" };
    char usual[4][256], text[256];
    int had[4], answer = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 4; i++) {
        size_t size = sizeof usual[i];
        had[i] = uv_os_getenv(names[i], usual[i], &size) == 0;
        uv_os_setenv(names[i], names[i]);
    }
    for (int i = 0; i < 5; i++) {
        size_t size = sizeof text;
        answer += (uv_os_tmpdir(text, &size) == 0 && strcmp(text, i < 4 ? names[i] : "/tmp") == 0)
                  << i;
        if (i < 4)
            uv_os_unsetenv(names[i]);
    }
    for (int i = 0; i < 4; i++)
        if (had[i])
            uv_os_setenv(names[i], usual[i]);
    return answer;
}

static int between(int64_t low, uint64_t reported, int64_t high)
{
    return (int64_t)reported >= low && (int64_t)reported <= high;
}

static int between_times(const struct timeval *low, const uv_timeval_t *reported,
                         const struct timeval *high)
{
    return between(1000000 * low->tv_sec + low->tv_usec,
                   (uint64_t)(1000000 * reported->tv_sec + reported->tv_usec),
                   1000000 * high->tv_sec + high->tv_usec);
}

static int within(const struct rusage *low, const uv_rusage_t *reported, const struct rusage *high)
{
    return between(low->ru_maxrss, reported->ru_maxrss, high->ru_maxrss) &&
           between(low->ru_minflt, reported->ru_minflt, high->ru_minflt) &&
           between(low->ru_majflt, reported->ru_majflt, high->ru_majflt) &&
           between(low->ru_nvcsw, reported->ru_nvcsw, high->ru_nvcsw) &&
           between(low->ru_nivcsw, reported->ru_nivcsw, high->ru_nivcsw) &&
           between_times(&low->ru_utime, &reported->ru_utime, &high->ru_utime) &&
           between_times(&low->ru_stime, &reported->ru_stime, &high->ru_stime);
}

/* Sleep once, so that this thread has a voluntary context switch to report. It calls the system
 * directly, since the virtual clock does not really sleep. */
static void sleep_once(void)
{
    struct timespec shortly = { .tv_nsec = 1000 };
    syscall(SYS_nanosleep, &shortly, NULL);
}

static int ask_measures_of_this_process(uv_loop_t *loop, union uv_any_handle *h)
{
    struct rusage low, high;
    uv_rusage_t reported;
    (void)loop, (void)h;
    sleep_once();
    getrusage(RUSAGE_SELF, &low);
    int answer = uv_getrusage(&reported);
    getrusage(RUSAGE_SELF, &high);
    return answer < 0 ? answer : within(&low, &reported, &high);
}

static void note_measures(void *with)
{
    struct rusage low, high;
    uv_rusage_t reported;
    int (*call)(uv_rusage_t *);
    find_call("uv_getrusage_thread", &call);
    if (!call)
        return;
    sleep_once();
    getrusage(RUSAGE_THREAD, &low);
    if (call(&reported) < 0)
        return;
    getrusage(RUSAGE_THREAD, &high);
    ((struct thread_shared *)with)->value = within(&low, &reported, &high);
}

static int ask_measures_of_a_thread(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .value = UV_ENOSYS };
    (void)loop, (void)h;
    int answer = run_thread(&with, note_measures);
    return answer < 0 ? answer : with.value;
}

static int ask_priority_of_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 7;
    (void)loop, (void)h;
    return (uv_os_getpriority(0x3fffffff, &reported) == UV_ESRCH) +
           2 * (uv_os_getpriority(0, NULL) == UV_EINVAL) +
           4 * (uv_os_setpriority(0, 21) == UV_EINVAL) +
           8 * (uv_os_setpriority(0, -21) == UV_EINVAL);
}

/* ---- ASK-80 ---- */
/* Only the superuser can do this, and only where these users exist. For others it counts as
 * right. */
static int ask_child_without_groups(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .flags = UV_PROCESS_SETUID | UV_PROCESS_SETGID,
                               .uid = 12345,
                               .gid = 23456 };
    gid_t former[64], other = 34567;
    int count = getgroups(64, former);
    /* The parent needs a supplementary group that the child could inherit. */
    if (geteuid() != 0 || count < 0 || setgroups(1, &other) < 0)
        return 7;
    int answer = script_exit_status(
        loop, &h->process, &o,
        (char *)"test \"`id -u` `id -g` `id -G` `id -ru`\" = '12345 23456 23456 12345' && exit 7");
    if (setgroups((size_t)count, former) < 0)
        return UV_EPERM;
    return answer == UV_EINVAL ? 7 : answer;
}

static int ask_child_without_streams(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .stdio_count = 0 };
    return script_exit_status(
        loop, &h->process, &o,
        (char *)"test /dev/fd/0 -ef /dev/null && test /dev/fd/1 -ef /dev/null && "
                "test /dev/fd/2 -ef /dev/null && exit 7");
}

static int ask_child_with_a_seventh(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    char byte = 0;
    uv_stdio_container_t stdio[7] = { { .flags = UV_IGNORE } };
    if (pipe(ends) < 0)
        return -errno;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    stdio[6].flags = UV_INHERIT_FD;
    stdio[6].data.fd = ends[1];
    uv_process_options_t o = { .stdio_count = 7, .stdio = stdio };
    int answer = script_exit_status(loop, &h->process, &o, (char *)"echo x >&6 && exit 7");
    if (read(ends[0], &byte, 1) != 1)
        answer = UV_EPIPE;
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int udp_option(uv_udp_t *udp, int level, int option)
{
    int value = -1, fd = -1;
    socklen_t size = sizeof value;
    uv_fileno((uv_handle_t *)udp, &fd);
    return getsockopt(fd, level, option, &value, &size) < 0 ? -errno : value;
}

static int ask_udp_for_six_alone(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in6 any;
    uv_ip6_addr("::", 0, &any);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&any, UV_UDP_IPV6ONLY);
    if (answer == UV_EAFNOSUPPORT || answer == UV_EADDRNOTAVAIL)
        return 1;
    return answer < 0 ? answer : udp_option(&h->udp, IPPROTO_IPV6, IPV6_V6ONLY);
}

static void note_error(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                       const struct sockaddr *from, unsigned flags)
{
    (void)buffer, (void)from;
    if (size == UV_ECONNREFUSED)
        *(int *)udp->data |= flags & 32 ? 2 : 1;
}

static void some_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    *buffer = uv_buf_init((char *)handle->data + 16, 64);
}

static void count_calls(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                        const struct sockaddr *from, unsigned flags)
{
    (void)size, (void)buffer, (void)from, (void)flags;
    ++*(int *)udp->data;
}

/* Is one error reported a few times only, and not in every iteration? */
static int is_quiet_after_error(uv_loop_t *loop, uv_udp_t *udp)
{
    int calls[32] = { 0 };
    struct sockaddr_in gone = local_port(0);
    socklen_t size = sizeof gone;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(fd, (struct sockaddr *)&gone, sizeof gone) < 0 ||
        getsockname(fd, (struct sockaddr *)&gone, &size) < 0)
        return 0;
    close(fd);
    udp->data = calls;
    uv_udp_recv_start(udp, some_room, count_calls);
    uv_udp_try_send(udp, &byte, 1, (struct sockaddr *)&gone);
    for (int i = 0; i < 30; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    uv_udp_recv_stop(udp);
    return calls[0] > 0 && calls[0] < 10;
}

/* libuv < 1.52: the error is not read, so it is reported in every iteration. */
static int ask_udp_told_of_errors(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at = local_port(0);
    if (uv_version() < 0x012a00)
        return UV_ENOSYS;
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_bind(&h->udp, (struct sockaddr *)&at, 32);
    answer = answer < 0 ? answer : udp_option(&h->udp, IPPROTO_IP, IP_RECVERR);
    return uv_version() < 0x013400 || answer != 1 ? answer : is_quiet_after_error(loop, &h->udp);
}

static int ask_udp_told_what_failed(uv_loop_t *loop, union uv_any_handle *h)
{
    int counts[32] = { 0 };
    struct sockaddr_in at = local_port(0), gone = local_port(0);
    socklen_t size = sizeof gone;
    uv_buf_t byte = uv_buf_init((char *)"x", 1);
    if (uv_version() < 0x013400)
        return UV_ENOSYS;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(fd, (struct sockaddr *)&gone, sizeof gone) < 0 ||
        getsockname(fd, (struct sockaddr *)&gone, &size) < 0)
        return -errno;
    close(fd);
    uv_udp_init(loop, &h->udp);
    h->udp.data = counts;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 32);
    uv_udp_recv_start(&h->udp, some_room, note_error);
    uv_udp_try_send(&h->udp, &byte, 1, (struct sockaddr *)&gone);
    for (int i = 0; i < 5; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    return counts[0];
}

struct received_batch {
    struct sockaddr_in from[2];
    int sum;
    char room[3 * 65536];
};

static void batch_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct received_batch *b = handle->data;
    (void)size;
    *buffer = uv_buf_init(b->room, sizeof b->room);
}

static void note_batch(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer,
                       const struct sockaddr *from, unsigned flags)
{
    struct received_batch *b = udp->data;
    (void)flags;
    for (int i = 0; from && size == 1 && i < 2; i++)
        b->sum += ((const struct sockaddr_in *)from)->sin_port == b->from[i].sin_port &&
                          buffer->base[0] == 'a' + i
                      ? 1 << i
                      : 0;
}

static int ask_udp_batch_of_two_senders(uv_loop_t *loop, union uv_any_handle *h)
{
    struct received_batch *b = calloc(1, sizeof *b);
    struct sockaddr_in at = local_port(0);
    int size = sizeof at;
    if (!b || uv_udp_init_ex(loop, &h->udp, uv_version() < 0x012500 ? 0 : 256) < 0)
        return UV_EILSEQ;
    h->udp.data = b;
    uv_udp_bind(&h->udp, (struct sockaddr *)&at, 0);
    uv_udp_getsockname(&h->udp, (struct sockaddr *)&at, &size);
    uv_udp_recv_start(&h->udp, batch_room, note_batch);
    for (int i = 0; i < 2; i++) {
        int fd = socket(AF_INET, SOCK_DGRAM, 0);
        socklen_t length = sizeof b->from[i];
        char byte = 'a' + i;
        if (sendto(fd, &byte, 1, 0, (struct sockaddr *)&at, sizeof at) == 1)
            getsockname(fd, (struct sockaddr *)&b->from[i], &length);
        close(fd);
    }
    for (int i = 0; i < 5; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    int answer = b->sum;
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    free(b);
    return answer;
}

static int ask_udp_group_of_an_interface(uv_loop_t *loop, union uv_any_handle *h)
{
    struct ip_mreq group = { 0 };
    int fd = -1;
    uv_inet_pton(AF_INET, "239.255.7.7", &group.imr_multiaddr);
    uv_inet_pton(AF_INET, "127.0.0.1", &group.imr_interface);
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_set_membership(&h->udp, "239.255.7.7", "127.0.0.1", UV_JOIN_GROUP);
    if (answer < 0)
        return answer;
    uv_fileno(&h->handle, &fd);
    return setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group) < 0 &&
           errno == EADDRINUSE;
}

static int ask_udp_source_left(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_udp_init(loop, &h->udp);
    int answer = uv_udp_set_source_membership(&h->udp, "239.255.7.7", "127.0.0.1", "127.0.0.1",
                                              UV_JOIN_GROUP);
    if (answer < 0)
        return answer;
    answer = uv_udp_set_source_membership(&h->udp, "239.255.7.7", "127.0.0.1", "127.0.0.1",
                                          UV_LEAVE_GROUP) == 0;
    return answer + 2 * (uv_udp_set_source_membership(&h->udp, "239.255.7.7", "127.0.0.1",
                                                      "127.0.0.1", UV_LEAVE_GROUP) < 0);
}

static int ask_udp_that_takes_batches(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*call)(const uv_udp_t *);
    find_call("uv_udp_using_recvmmsg", &call);
    if (!call)
        return UV_ENOSYS;
    uv_udp_init_ex(loop, &h[0].udp, 256);
    uv_udp_init(loop, &h[1].udp);
    return call(&h[0].udp) + 2 * (call(&h[1].udp) == 0);
}

#endif
