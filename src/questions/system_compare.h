/* system_compare.h - questions that compare libuv with what the system answers: texts of addresses,
 * flags of a lookup, priorities, users, resource usage and clocks. */
#ifndef QUESTIONS_SYSTEM_COMPARE_H
#define QUESTIONS_SYSTEM_COMPARE_H
#include "questions/child.h"
#include "questions/common.h"
#include "questions/file.h"
#include "questions/folder.h"
#include "questions/terminal.h"

/* ---- ASK-134 ---- */
/* Set the groups to zero whose bits are set in `zeros`. All patterns are tried, because the text of
 * an address shortens the longest run of zeros. */
static void address_of_zeros(int zeros, struct in6_addr *at)
{
    for (int i = 0; i < 8; i++) {
        at->s6_addr[2 * i] = 0;
        at->s6_addr[2 * i + 1] = zeros & 1 << i ? 0 : (unsigned char)(i + 1);
    }
}

/* Is each room that is too small refused? None at all is, from libuv 1.42 on. */
static int has_no_room(int family, const void *at, size_t room)
{
    char reported[INET6_ADDRSTRLEN];
    size_t least = uv_version() >= 0x012a00 ? 0 : 1;
    for (size_t less = least; less < room; less++)
        if (uv_inet_ntop(family, at, reported, less) != UV_ENOSPC)
            return 0;
    return 1;
}

/* 1 if libuv writes the system's text, needs exactly the room for it, and reads the address
 * back. */
static int is_text_of(int family, const void *at, size_t size)
{
    char usual[INET6_ADDRSTRLEN], reported[INET6_ADDRSTRLEN];
    unsigned char back[16] = { 0 };
    if (!inet_ntop(family, at, usual, sizeof usual))
        return 0;
    size_t room = strlen(usual) + 1;
    return uv_inet_ntop(family, at, reported, room) == 0 && strcmp(reported, usual) == 0 &&
           has_no_room(family, at, room) && uv_inet_pton(family, usual, back) == 0 &&
           memcmp(back, at, size) == 0;
}

static int ask_texts_of_many_addresses(uv_loop_t *loop, union uv_any_handle *h)
{
    struct in6_addr six;
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 256; i++) {
        unsigned char four[4] = { (unsigned char)i, (unsigned char)(255 - i), 0, 10 };
        address_of_zeros(i, &six);
        right += is_text_of(AF_INET6, &six, sizeof six) && is_text_of(AF_INET, four, sizeof four);
    }
    return right;
}

static int ask_texts_of_no_address(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char *const six[] = { "",
                                       ":",
                                       ":::",
                                       "1::2::3",
                                       "12345::",
                                       "1:2:3:4:5:6:7",
                                       "::1.2.3.256",
                                       "1:2:3:4:5:6:7:8:9",
                                       "g::",
                                       "1:2:3:4:5:6:7:" };
    static const char *const four[] = {
        "",       "1.2.3",    "1.2.3.4.5", "256.1.1.1", "1.2.3.256",
        "1..2.3", "1.2.3.4.", "01.2.3.4",  "a.b.c.d",   " 1.2.3.4"
    };
    unsigned char to[16], before[16];
    int refused = 0;
    (void)loop, (void)h;
    memset(to, 0xa5, sizeof to);
    memset(before, 0xa5, sizeof before);
    for (int i = 0; i < 10; i++)
        refused += uv_inet_pton(AF_INET6, six[i], to) == UV_EINVAL &&
                   uv_inet_pton(AF_INET, four[i], to) == UV_EINVAL &&
                   memcmp(to, before, sizeof to) == 0;
    return refused;
}

/* ---- ASK-135 ---- */
/* The first address that a lookup finds, or its error. */
static long first_address(uv_loop_t *loop, const char *name, const char *service, int flags)
{
    struct addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
    uv_getaddrinfo_t req;
    hints.ai_flags = flags;
    int answer = uv_getaddrinfo(loop, &req, NULL, name, service, &hints);
    if (answer < 0)
        return answer;
    const struct sockaddr_in *at = (void *)req.addrinfo->ai_addr;
    long reported = (long)ntohl(at->sin_addr.s_addr) + ((long)ntohs(at->sin_port) << 32);
    uv_freeaddrinfo(req.addrinfo);
    return reported;
}

static int ask_lookup_with_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    const long port = 80L << 32;
    (void)h;
    return (first_address(loop, NULL, "80", AI_PASSIVE) == port) +
           2 * (first_address(loop, NULL, "80", 0) == port + INADDR_LOOPBACK) +
           4 * (first_address(loop, "127.0.0.9", "80", AI_NUMERICHOST) == port + 0x7f000009) +
           8 * (first_address(loop, "localhost", "80", AI_NUMERICHOST) == UV_EAI_NONAME) +
           16 * (first_address(loop, "127.0.0.1", "http", AI_NUMERICSERV) == UV_EAI_NONAME);
}

/* No name is known for the address. The call without a callback fails with the error that the
 * callback gets. */
static int ask_name_that_fails_at_once(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    struct sockaddr_in at = local_port(80);
    (void)h;
    at.sin_addr.s_addr = htonl(0xf0000001);
    return uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at, NI_NAMEREQD) < 0 &&
           uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at, 1 << 30) == UV_EAI_BADFLAGS;
}

/* ---- ASK-136 ---- */
/* The priority of a child process: everybody may lower it. */
static int ask_priority_of_a_child(uv_loop_t *loop, union uv_any_handle *h)
{
    int reported = 99, answer = 0;
    (void)loop, (void)h;
    pid_t child = fork();
    if (child < 0)
        return -errno;
    if (child == 0)
        for (;;)
            pause();
    answer += uv_os_setpriority(child, 19) == 0 && getpriority(PRIO_PROCESS, (id_t)child) == 19;
    answer += 2 * (uv_os_getpriority(child, &reported) == 0 && reported == 19);
    setpriority(PRIO_PROCESS, (id_t)child, -1);
    errno = 0;
    int usual = getpriority(PRIO_PROCESS, (id_t)child);
    answer += 4 * (uv_os_getpriority(child, &reported) == 0 && reported == usual);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return answer;
}

/* The effective user changes for this thread only. Only the superuser can do that; for others it
 * counts as right. */
static int ask_user_in_effect(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_passwd_t reported;
    uid_t usual = geteuid();
    (void)loop, (void)h;
    const struct passwd *other = getpwnam("nobody");
    if (!other || syscall(SYS_setresuid, -1, other->pw_uid, -1) < 0)
        return 1;
    uid_t wanted = other->pw_uid;
    int answer = uv_os_get_passwd(&reported);
    if (syscall(SYS_setresuid, -1, usual, -1) < 0)
        return -errno;
    if (answer < 0)
        return answer;
    answer = reported.uid == (long)wanted && strcmp(reported.username, "nobody") == 0;
    uv_os_free_passwd(&reported);
    return answer;
}

/* CPU time in microseconds. */
static long used_by_this_thread(void)
{
    struct rusage r;
    getrusage(RUSAGE_THREAD, &r);
    return 1000000L * (r.ru_utime.tv_sec + r.ru_stime.tv_sec) + r.ru_utime.tv_usec +
           r.ru_stime.tv_usec;
}

static void use_a_processor(void *arg)
{
    (void)arg;
    while (used_by_this_thread() < 4000)
        continue;
}

/* CPU time of another thread does not count. */
static int ask_measures_of_this_thread_alone(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_rusage_t reported;
    uv_thread_t thread;
    (void)loop, (void)h;
    int (*measure)(uv_rusage_t *);
    find_call("uv_getrusage_thread", &measure);
    if (!measure)
        return UV_ENOSYS;
    int answer = uv_thread_create(&thread, use_a_processor, NULL);
    if (answer < 0)
        return answer;
    uv_thread_join(&thread);
    long before = used_by_this_thread();
    answer = measure(&reported);
    long used = 1000000L * (reported.ru_utime.tv_sec + reported.ru_stime.tv_sec) +
                reported.ru_utime.tv_usec + reported.ru_stime.tv_usec;
    return answer < 0 ? answer : (used >= before) + 2 * (used <= used_by_this_thread());
}

/* ---- ASK-137 ---- */
/* Times of one processor from /proc/stat, in hundredths of a second: user, nice, system, idle and
 * interrupts. */
struct ticks {
    unsigned long long of[5];
};

static int read_ticks(struct ticks *all, int room)
{
    char line[512];
    unsigned long long skipped;
    int count = 0;
    FILE *file = fopen("/proc/stat", "re");
    while (file && count < room && fgets(line, sizeof line, file)) {
        unsigned long long *of = all[count].of;
        if (sscanf(line, "cpu%*u %llu %llu %llu %llu %llu %llu", &of[0], &of[1], &of[2], &of[3],
                   &skipped, &of[4]) == 6 &&
            line[3] != ' ')
            count++;
    }
    if (file)
        fclose(file);
    return count;
}

/* The kernel may correct the idle time, so it is not compared exactly. */
static int between_ticks(const uv_cpu_info_t *cpu, const struct ticks *before,
                         const struct ticks *later)
{
    const uint64_t reported[5] = { cpu->cpu_times.user, cpu->cpu_times.nice, cpu->cpu_times.sys,
                                   cpu->cpu_times.idle, cpu->cpu_times.irq };
    for (int i = 0; i < 5; i++) {
        uint64_t more = i == 3 ? 1000 : 0;
        if (reported[i] + more < 10 * before->of[i] || reported[i] > 10 * later->of[i] + more)
            return 0;
    }
    return 1;
}

static int ask_times_of_processors(uv_loop_t *loop, union uv_any_handle *h)
{
    struct ticks before[64] = { 0 }, later[64] = { 0 };
    uv_cpu_info_t *cpus;
    int count = 0, right = 0;
    (void)loop, (void)h;
    int known = read_ticks(before, 64);
    if (uv_cpu_info(&cpus, &count) < 0)
        return UV_EILSEQ;
    read_ticks(later, 64);
    for (int i = 0; i < known && i < count; i++)
        right += between_ticks(&cpus[i], &before[i], &later[i]);
    uv_free_cpu_info(cpus, count);
    return (known == 64 || count == known) + 2 * (right == known);
}

static long memory_line(const char *format)
{
    char line[128];
    long kilobytes = -1;
    FILE *file = fopen("/proc/meminfo", "re");
    while (file && kilobytes < 0 && fgets(line, sizeof line, file))
        sscanf(line, format, &kilobytes);
    if (file)
        fclose(file);
    return kilobytes;
}

static uint64_t resident_pages(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file && fscanf(file, "%*u %llu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

static int ask_memory_as_the_system_says(uv_loop_t *loop, union uv_any_handle *h)
{
    size_t used = 0;
    uint64_t total = uv_get_total_memory();
    uint64_t pages = resident_pages(), page = (uint64_t)sysconf(_SC_PAGESIZE);
    (void)loop, (void)h;
    uv_resident_set_memory(&used);
    return (total == 1024 * (uint64_t)memory_line("MemTotal: %ld") ||
            total == (uint64_t)sysconf(_SC_PHYS_PAGES) * page) +
           2 * (used > pages * page / 2 && used < pages * page * 2) +
           4 * (uv_get_free_memory() <= total);
}

/* Wait a moment first: the virtual clock starts at a whole second, where a wrong unit would not
 * show. */
static int ask_clocks_as_the_system_says(uv_loop_t *loop, union uv_any_handle *h)
{
    struct timeval before, later;
    struct timespec early, late;
    uv_timeval64_t reported = { 0 };
    (void)loop, (void)h;
    uv_sleep(3);
    gettimeofday(&before, NULL);
    int answer = uv_gettimeofday(&reported) == 0;
    gettimeofday(&later, NULL);
    int64_t now = reported.tv_sec * 1000000 + reported.tv_usec;
    answer += 2 * (now >= before.tv_sec * 1000000L + before.tv_usec &&
                   now <= later.tv_sec * 1000000L + later.tv_usec);
    clock_gettime(CLOCK_MONOTONIC, &early);
    uint64_t high = uv_hrtime();
    clock_gettime(CLOCK_MONOTONIC, &late);
    return answer + 4 * (high >= early.tv_sec * 1000000000UL + (uint64_t)early.tv_nsec &&
                         high <= late.tv_sec * 1000000000UL + (uint64_t)late.tv_nsec);
}

static int is_near(double one, double other)
{
    return one - other < 0.05 && other - one < 0.05;
}

static int ask_load_as_the_system_says(uv_loop_t *loop, union uv_any_handle *h)
{
    double before[3], reported[3], later[3];
    int right = 0;
    (void)loop, (void)h;
    if (getloadavg(before, 3) != 3)
        return 3;
    uv_loadavg(reported);
    getloadavg(later, 3);
    for (int i = 0; i < 3; i++)
        right += is_near(reported[i], before[i]) || is_near(reported[i], later[i]);
    return right;
}

/* ---- ASK-79 ---- */
/* uv_dlerror() reports the latest call that failed. */
static int ask_library_without_two_symbols(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_lib_t lib;
    void *symbol = NULL;
    (void)loop, (void)h;
    if (uv_dlopen(NULL, &lib) < 0)
        return UV_EILSEQ;
    int answer = uv_dlsym(&lib, "no_such_symbol", &symbol) == -1;
    answer += 2 * (strstr(uv_dlerror(&lib), "no_such_symbol") != NULL);
    answer += 4 * (uv_dlsym(&lib, "nor_such_a_one", &symbol) == -1);
    answer += 8 * (strstr(uv_dlerror(&lib), "nor_such_a_one") != NULL);
    answer += 16 * (uv_dlsym(&lib, "getpid", &symbol) == 0 && symbol != NULL);
    uv_dlclose(&lib);
    return answer;
}

/* ---- ASK-37 ---- */
/* Two handles share a terminal. A reset restores the mode from before the first of them. */
static int ask_terminal_raw_twice_and_reset(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int usual = terminal_mode(ends[0]), other = dup(ends[1]);
    int answer = uv_tty_init(loop, &h[0].tty, ends[1], 1);
    answer = answer < 0 ? answer : uv_tty_init(loop, &h[1].tty, other, 1);
    answer = answer < 0 ? answer : uv_tty_set_mode(&h[0].tty, UV_TTY_MODE_RAW);
    answer = answer < 0 ? answer : uv_tty_set_mode(&h[1].tty, UV_TTY_MODE_RAW);
    int raw = terminal_mode(ends[0]);
    answer = answer < 0 ? answer : uv_tty_reset_mode();
    answer = answer < 0 ? answer : (raw != usual) + 2 * (terminal_mode(ends[0]) == usual);
    uv_close(&h[0].handle, NULL);
    uv_close(&h[1].handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return answer;
}

/* ---- ASK-42 ---- */
/* A machine without IPv6 or without source-specific groups counts as right. */
/* Can the system itself join it, without libuv? */
static int system_joins_source(const char *group, const char *source, const char *interface)
{
    struct group_source_req req = { .gsr_interface = if_nametoindex(interface) };
    struct sockaddr_in6 at;
    uv_ip6_addr(group, 0, &at);
    memcpy(&req.gsr_group, &at, sizeof at);
    uv_ip6_addr(source, 0, &at);
    memcpy(&req.gsr_source, &at, sizeof at);
    int fd = socket(AF_INET6, SOCK_DGRAM, 0);
    int joins = setsockopt(fd, IPPROTO_IPV6, MCAST_JOIN_SOURCE_GROUP, &req, sizeof req) == 0;
    close(fd);
    return joins;
}

static int ask_udp_joins_one_source_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char group[] = "ff02::7:7", near[] = "fe80::1%lo";
    uv_udp_init(loop, &h->udp);
    if (uv_udp_set_source_membership(&h->udp, group, near, "fe80::7", UV_JOIN_GROUP) < 0)
        return system_joins_source(group, "fe80::7", "lo") ? 0 : 7;
    int other = uv_udp_set_source_membership(&h->udp, group, near, "fe80::8", UV_LEAVE_GROUP);
    int own = uv_udp_set_source_membership(&h->udp, group, near, "fe80::7", UV_LEAVE_GROUP);
    int again = uv_udp_set_source_membership(&h->udp, group, near, "fe80::7", UV_LEAVE_GROUP);
    return (other < 0) + 2 * (own == 0) + 4 * (again < 0);
}

/* ---- ASK-43 ---- */
static void note_end(uv_process_t *process, int64_t status, int signal)
{
    *(int *)process->data += (int)status + 100 * signal;
}

/* Both children have ended before the loop runs, and the first has no callback. */
static int ask_children_that_end_together(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { "sh", "-c", "exit 7", NULL };
    uv_process_options_t o = { .file = "/bin/sh", .args = args };
    siginfo_t end;
    int reported = 0;
    for (int i = 0; i < 3; i++) {
        o.exit_cb = i == 0 ? NULL : note_end;
        int answer = uv_spawn(loop, &h[i].process, &o);
        if (answer < 0)
            return answer;
        h[i].handle.data = &reported;
    }
    for (int i = 0; i < 3; i++)
        waitid(P_PID, (id_t)h[i].process.pid, &end, WEXITED | WNOWAIT);
    for (int i = 0; i < 3; i++)
        uv_run(loop, UV_RUN_NOWAIT);
    return reported + 100 * (uv_is_active(&h[0].handle) || uv_is_active(&h[1].handle));
}

/* ---- ASK-17 ---- */
/* Descriptors from 30 on are given in no order. A number that is open in the parent is given
 * nothing. */
static int ask_child_with_seventy_descriptors(uv_loop_t *loop, union uv_any_handle *h)
{
    static const unsigned long order = 0x9e3779b97f;
    struct test_file f;
    uv_stdio_container_t of[70] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = of, .stdio_count = 70 };
    char script[800], numbers[2][200] = { "", "" };
    make_test_file(&f);
    int other = open(f.other, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (int i = 30; i < 70; i++) {
        int which = order >> (i - 30) & 1;
        size_t length = strlen(numbers[which]);
        of[i].flags = UV_INHERIT_FD;
        of[i].data.fd = which ? other : f.fd;
        snprintf(numbers[which] + length, sizeof numbers[which] - length, " %d", i);
    }
    snprintf(script, sizeof script,
             "for fd in%s; do [ /proc/self/fd/$fd -ef %s ] || exit 1; done; "
             "for fd in%s; do [ /proc/self/fd/$fd -ef %s ] || exit 2; done; exit 7",
             numbers[0], f.path, numbers[1], f.other);
    int answer = script_exit_status(loop, &h->process, &o, script);
    close(other);
    remove_test_file(&f);
    return answer;
}

/* A library that nobody else has opened is unloaded when it is closed. */
static int ask_library_closed(uv_loop_t *loop, union uv_any_handle *h)
{
    static const char name[] = "libanl.so.1";
    uv_lib_t lib;
    (void)loop, (void)h;
    if (dlopen(name, RTLD_LAZY | RTLD_NOLOAD) || uv_dlopen(name, &lib) < 0)
        return 3;
    void *again = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    int answer = again != NULL;
    if (again)
        dlclose(again);
    uv_dlclose(&lib);
    return answer + 2 * (dlopen(name, RTLD_LAZY | RTLD_NOLOAD) == NULL);
}

/* ---- ASK-81 ---- */
/* In UTF-16 only a high surrogate followed by a low one is a character. */
static int ask_text_of_half_characters(uv_loop_t *loop, union uv_any_handle *h)
{
    static const uint16_t pairs[5][2] = { { 0xd800, 0xdc00 },
                                          { 0xdbff, 0xdfff },
                                          { 0xd800, 0xdbff },
                                          { 0xd800, 0xe000 },
                                          { 0xdc00, 0xd800 } };
    size_t (*size)(const uint16_t *, ssize_t);
    int reported = 0;
    (void)loop, (void)h;
    find_call("uv_utf16_length_as_wtf8", &size);
    if (!size || uv_version() < 0x013200)
        return UV_ENOSYS;
    for (int i = 0; i < 5; i++)
        reported = 10 * reported + (int)size(pairs[i], 2);
    return reported;
}

#endif
