/* lookup_environment.h - questions about name lookups and random bytes, and about what libuv
 * reports of the machine: folders, environment variables, memory and addresses. */
#ifndef QUESTIONS_LOOKUP_ENVIRONMENT_H
#define QUESTIONS_LOOKUP_ENVIRONMENT_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/loop.h"

/* ---- ASK-45 ---- */
static void note_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found)
{
    int *reported = req->data;
    *reported = status < 0 ? (found || req->addrinfo ? 1 : status)
                : found && found->ai_family == AF_INET &&
                        ((struct sockaddr_in *)found->ai_addr)->sin_addr.s_addr ==
                            htonl(INADDR_LOOPBACK) &&
                        ((struct sockaddr_in *)found->ai_addr)->sin_port == htons(80)
                    ? 10
                    : 2;
    uv_freeaddrinfo(found);
}

static int ask_lookup_that_later(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_family = AF_INET,
                              .ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_NUMERICHOST };
    int reported = 0;
    (void)h;
    req.data = &reported;
    int answer = uv_getaddrinfo(loop, &req, note_address, "127.0.0.1", "80", &hints);
    if (answer < 0 || reported || !uv_loop_alive(loop))
        return answer < 0 ? answer : 3;
    uv_run(loop, UV_RUN_DEFAULT);
    return reported;
}

static int ask_lookup_failed_later(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
    int reported = 0;
    (void)h;
    req.data = &reported;
    int answer = uv_getaddrinfo(loop, &req, note_address, "x", NULL, &hints);
    if (answer < 0 || reported)
        return answer < 0 ? answer : 3;
    uv_run(loop, UV_RUN_DEFAULT);
    return reported == UV_EAI_NONAME;
}

static int ask_lookup_with_hints(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_family = AF_INET,
                              .ai_socktype = SOCK_DGRAM,
                              .ai_flags = AI_NUMERICHOST };
    (void)h;
    int answer = uv_getaddrinfo(loop, &req, NULL, "127.0.0.1", "80", &hints);
    if (answer < 0)
        return answer;
    answer = (req.addrinfo->ai_socktype == SOCK_DGRAM) + (req.addrinfo->ai_next == NULL);
    uv_freeaddrinfo(req.addrinfo);
    return answer;
}

static int ask_lookup_of_a_service_alone(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    (void)h;
    int answer = uv_getaddrinfo(loop, &req, NULL, NULL, "80", NULL);
    if (answer < 0)
        return answer;
    answer = req.addrinfo != NULL;
    uv_freeaddrinfo(req.addrinfo);
    return answer;
}

static void note_host(uv_getnameinfo_t *req, int status, const char *host, const char *service)
{
    int *reported = req->data;
    *reported = status < 0 ? (host || service ? 1 : status)
                : same_text(host, "127.0.0.1") && same_text(service, "80") ? 10
                                                                           : 2;
}

static int ask_name_that_later(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    struct sockaddr_in at = local_port(80);
    int reported = 0;
    (void)h;
    req.data = &reported;
    int answer = uv_getnameinfo(loop, &req, note_host, (struct sockaddr *)&at,
                                NI_NUMERICHOST | NI_NUMERICSERV);
    if (answer < 0 || reported || !uv_loop_alive(loop))
        return answer < 0 ? answer : 3;
    uv_run(loop, UV_RUN_DEFAULT);
    return reported;
}

static int ask_name_failed_later(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    struct sockaddr_in at = local_port(80);
    int reported = 0;
    (void)h;
    at.sin_addr.s_addr = htonl(0xf0000001);
    req.data = &reported;
    int answer = uv_getnameinfo(loop, &req, note_host, (struct sockaddr *)&at, NI_NAMEREQD);
    if (answer < 0 || reported)
        return answer < 0 ? answer : 3;
    uv_run(loop, UV_RUN_DEFAULT);
    return reported < 0;
}

static int ask_name_without_an_address(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    (void)h;
    return uv_getnameinfo(loop, &req, NULL, NULL, 0);
}

static void note_random(uv_random_t *req, int status, void *bytes, size_t size)
{
    int zeros = 0;
    for (size_t i = 0; status == 0 && i < size; i++)
        zeros += ((char *)bytes)[i] == 0;
    *(int *)req->data = status < 0 ? status : size == 64 && zeros < 16 ? 10 : 2;
}

static int ask_random_later(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_random_t req;
    char bytes[64] = { 0 };
    int reported = 0;
    (void)h;
    req.data = &reported;
    int answer = uv_random(loop, &req, bytes, sizeof bytes, 0, note_random);
    if (answer < 0 || reported || !uv_loop_alive(loop))
        return answer < 0 ? answer : 3;
    uv_run(loop, UV_RUN_DEFAULT);
    return reported;
}

static int ask_random_later_with_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_random_t req;
    char bytes[64] = { 0 };
    int reported = 0;
    (void)h;
    req.data = &reported;
    int answer = uv_random(loop, &req, bytes, sizeof bytes, 1, note_random);
    return reported || uv_loop_alive(loop) ? UV_EALREADY : answer;
}

/* ---- ASK-46 ---- */
static int ask_own_numbers(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return (uv_os_getpid() == getpid()) + 2 * (uv_os_getppid() == getppid());
}

static int ask_folder_changed(uv_loop_t *loop, union uv_any_handle *h)
{
    char before[1024], now[1024] = "";
    size_t size = sizeof before, length = sizeof now;
    (void)loop, (void)h;
    uv_cwd(before, &size);
    int answer = uv_chdir("/proc") == 0 && uv_cwd(now, &length) == 0 && strcmp(now, "/proc") == 0 &&
                 length == 5;
    uv_chdir(before);
    return answer + 2 * (uv_chdir("/no/such/folder") == UV_ENOENT);
}

static int with_variable(const char *name, const char *value, int (*get)(char *, size_t *),
                         const char *expected)
{
    char before[512] = "", text[512] = "";
    size_t size = sizeof text;
    const char *old = getenv(name);
    snprintf(before, sizeof before, "%s", old ? old : "");
    setenv(name, value, 1);
    int answer = get(text, &size);
    if (old)
        setenv(name, before, 1);
    if (!old)
        unsetenv(name);
    return answer < 0 ? answer : strcmp(text, expected) == 0 && size == strlen(expected);
}

static int ask_home_from_its_variable(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return with_variable("HOME", "/asked/home", uv_os_homedir, "/asked/home");
}

static int ask_temporary_from_its_variable(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return with_variable("TMPDIR", "/asked/temporary", uv_os_tmpdir, "/asked/temporary");
}

static int ask_temporary_without_its_slash(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return with_variable("TMPDIR", "/asked/temporary/", uv_os_tmpdir, "/asked/temporary");
}

static int ask_temporary_from_the_first_variable(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    setenv("TMP", "/asked/other", 1);
    int answer = with_variable("TMPDIR", "/asked/temporary", uv_os_tmpdir, "/asked/temporary");
    unsetenv("TMP");
    return answer;
}

static int ask_variables_set_and_unset(uv_loop_t *loop, union uv_any_handle *h)
{
    char value[16] = "";
    size_t size = sizeof value;
    (void)loop, (void)h;
    int answer = uv_os_setenv("ASKED", "first") == 0 && uv_os_setenv("ASKED", "other") == 0 &&
                 uv_os_getenv("ASKED", value, &size) == 0 && strcmp(value, "other") == 0;
    answer += 2 * (uv_os_unsetenv("ASKED") == 0 && getenv("ASKED") == NULL &&
                   uv_os_unsetenv("ASKED") == 0);
    return answer + 4 * (uv_os_setenv(NULL, "x") == UV_EINVAL &&
                         uv_os_setenv("ASKED", NULL) == UV_EINVAL &&
                         uv_os_unsetenv(NULL) == UV_EINVAL &&
                         uv_os_getenv(NULL, value, &size) == UV_EINVAL &&
                         uv_os_getenv("ASKED", value, NULL) == UV_EINVAL);
}

static int ask_variables_listed(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_env_item_t *items;
    int count, that = 0;
    (void)loop, (void)h;
    uv_os_setenv("ASKED", "a=b");
    int answer = uv_os_environ(&items, &count);
    for (int i = 0; answer == 0 && i < count; i++)
        that += strcmp(items[i].name, "ASKED") == 0 && strcmp(items[i].value, "a=b") == 0;
    if (answer == 0)
        uv_os_free_environ(items, count);
    uv_os_unsetenv("ASKED");
    return answer < 0 ? answer : that;
}

static int ask_clock_of_the_machine(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    uint64_t before = uv_hrtime();
    uv_timeval64_t now = { 0 };
    int answer = uv_gettimeofday(&now) == 0 && now.tv_usec >= 0 && now.tv_usec < 1000000;
    return answer + 2 * (uv_hrtime() >= before) + 4 * (uv_gettimeofday(NULL) != UV_EINVAL);
}

static int ask_memory_of_the_machine(uv_loop_t *loop, union uv_any_handle *h)
{
    size_t used = 0;
    double up = 0;
    uv_rusage_t usage;
    (void)loop, (void)h;
    return (uv_get_total_memory() > 0 && uv_get_free_memory() > 0) +
           2 * (uv_resident_set_memory(&used) == 0 && used > 0) +
           4 * (uv_uptime(&up) == 0 && up > 0) +
           8 * (uv_getrusage(&usage) == 0 && usage.ru_maxrss > 0);
}

static int ask_processors_and_addresses(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_cpu_info_t *cpus;
    uv_interface_address_t *addresses;
    int cpu_count = 0, address_count = 0, local = 0;
    (void)loop, (void)h;
    int answer = uv_cpu_info(&cpus, &cpu_count) == 0 && cpu_count > 0;
    uv_free_cpu_info(cpus, cpu_count);
    if (uv_interface_addresses(&addresses, &address_count) < 0)
        return UV_ENODEV;
    for (int i = 0; i < address_count; i++)
        local += addresses[i].is_internal && addresses[i].address.address4.sin_family == AF_INET;
    uv_free_interface_addresses(addresses, address_count);
    return answer + 2 * (local > 0);
}

static int ask_names_of_the_machine(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_utsname_t name;
    uv_passwd_t user;
    char path[1024], own[1024] = "";
    size_t size = sizeof path;
    (void)loop, (void)h;
    int answer = uv_os_uname(&name) == 0 && strcmp(name.sysname, "Linux") == 0;
    int known = uv_os_get_passwd(&user);
    answer += 2 * (known == UV_ENOENT || (known == 0 && user.uid == (unsigned long)getuid()));
    if (known == 0)
        uv_os_free_passwd(&user);
    if (readlink("/proc/self/exe", own, sizeof own - 1) < 0)
        return -errno;
    return answer +
           4 * (uv_exepath(path, &size) == 0 && strcmp(path, own) == 0 && size == strlen(own));
}

static int ask_path_of_the_program_refused(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[8];
    size_t none = 0, room = 8, one = 1;
    (void)loop, (void)h;
    if (uv_exepath(NULL, &room) != UV_EINVAL || uv_exepath(path, NULL) != UV_EINVAL)
        return 1;
    if (uv_exepath(path, &one) != 0 || *path != 0)
        return 2;
    return uv_exepath(path, &none);
}

static int ask_priority_of_this_process(uv_loop_t *loop, union uv_any_handle *h)
{
    int value = 99, own = getpriority(PRIO_PROCESS, 0);
    (void)loop, (void)h;
    return (uv_os_getpriority(0, &value) == 0 && value == own) +
           2 * (uv_os_setpriority(0, own) == 0 && uv_os_getpriority(0, NULL) == UV_EINVAL);
}

static int ask_addresses_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in6 at;
    char text[64], short_text[2];
    (void)loop, (void)h;
    int answer = uv_ip6_addr("fe80::1", 8080, &at) == 0 && at.sin6_port == htons(8080) &&
                 at.sin6_family == AF_INET6;
    answer += 2 * (uv_ip6_name(&at, text, sizeof text) == 0 && strcmp(text, "fe80::1") == 0);
    return answer + 4 * (uv_ip6_name(&at, short_text, sizeof short_text) == UV_ENOSPC);
}

static int ask_texts_of_addresses(uv_loop_t *loop, union uv_any_handle *h)
{
    unsigned char four[4] = { 0 }, six[16] = { 0 };
    char text[64];
    (void)loop, (void)h;
    int answer = uv_inet_pton(AF_INET, "1.2.3.4", four) == 0 && four[0] == 1 && four[3] == 4;
    answer += 2 * (uv_inet_pton(AF_INET6, "fe80::7%lo", six) == 0 && six[0] == 0xfe &&
                   six[15] == 7 && uv_inet_pton(AF_INET6, "::ffff:1.2.3.4", six) == 0 &&
                   six[15] == 4 && six[10] == 255);
    return answer + 4 * (uv_inet_ntop(AF_INET6, six, text, sizeof text) == 0 &&
                         strcmp(text, "::ffff:1.2.3.4") == 0);
}

static int ask_name_of_an_interface(uv_loop_t *loop, union uv_any_handle *h)
{
    char name[32];
    size_t size = sizeof name, none = 0;
    (void)loop, (void)h;
    if (if_nametoindex("lo") == 0)
        return UV_ENODEV;
    return (uv_if_indextoname(if_nametoindex("lo"), name, &size) == 0 && strcmp(name, "lo") == 0 &&
            size == 2) +
           2 * (uv_if_indextoname(1, name, &none) == UV_EINVAL);
}

static int ask_buffer_made(uv_loop_t *loop, union uv_any_handle *h)
{
    char bytes[4];
    (void)loop, (void)h;
    uv_buf_t b = uv_buf_init(bytes, 4);
    return (b.base == bytes) + 2 * (b.len == 4);
}

static int ask_allocator_replaced(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    int answer = uv_replace_allocator(malloc, realloc, calloc, free) == 0;
    return answer + 2 * (uv_replace_allocator(NULL, realloc, calloc, free) == UV_EINVAL &&
                         uv_replace_allocator(malloc, NULL, calloc, free) == UV_EINVAL &&
                         uv_replace_allocator(malloc, realloc, calloc, NULL) == UV_EINVAL);
}

static int ask_clock_by_its_kind(uv_loop_t *loop, union uv_any_handle *h)
{
    int64_t now[2] = { 0, 0 };
    int (*get)(int, void *);
    (void)loop, (void)h;
    find_call("uv_clock_gettime", &get);
    if (!get)
        return UV_ENOSYS;
    struct timespec before[2];
    clock_gettime(CLOCK_MONOTONIC, &before[0]);
    clock_gettime(CLOCK_REALTIME, &before[1]);
    int answer = get(0, now) == 0 && now[0] - before[0].tv_sec <= 1;
    answer = answer && now[0] >= before[0].tv_sec;
    return answer + 2 * (get(1, now) == 0 && now[0] >= before[1].tv_sec) +
           4 * (get(9, now) == UV_EINVAL && get(0, NULL) == UV_EFAULT);
}

static int ask_parallelism(uv_loop_t *loop, union uv_any_handle *h)
{
    unsigned (*get)(void);
    (void)loop, (void)h;
    find_call("uv_available_parallelism", &get);
    return get ? get() >= 1 : UV_ENOSYS;
}

#endif
