/* system.h - questions about descriptors, signals, children, names, random bytes and the
 * machine. */
#ifndef QUESTIONS_SYSTEM_H
#define QUESTIONS_SYSTEM_H
#include "questions/common.h"

/* ---- descriptors, terminals and signals ---- */
static int ask_poll_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    int answer = uv_poll_init(loop, &h->poll, fd);
    close(fd);
    return answer;
}

static int ask_poll_of_a_watched_one(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h[0].poll, ends[0]);
    uv_poll_start(&h[0].poll, UV_READABLE, no_event);
    int answer = uv_poll_init(loop, &h[1].poll, ends[0]);
    uv_poll_stop(&h[0].poll);
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int ask_poll_for_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    uv_poll_init(loop, &h->poll, ends[0]);
    uv_poll_start(&h->poll, UV_READABLE, no_event);
    int answer = uv_poll_start(&h->poll, 0, no_event);
    close(ends[0]);
    close(ends[1]);
    return answer < 0 ? answer : uv_is_active(&h->handle);
}

static int ask_terminal_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    int answer = uv_tty_init(loop, &h->tty, fd, 0);
    close(fd);
    return answer;
}

static int ask_signal_zero(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    return uv_signal_start(&h->signal, no_signal, 0);
}

static int ask_signal_number(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);
    return answer < 0 ? answer : h->signal.signum;
}

static int ask_signal_number_after_stop(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_signal_init(loop, &h->signal);
    uv_signal_start(&h->signal, no_signal, SIGUSR2);
    int answer = uv_signal_stop(&h->signal);
    return answer < 0 ? answer : h->signal.signum;
}

static int ask_signal_given_back(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sigaction before, later;
    signal(SIGUSR2, SIG_IGN);
    uv_signal_init(loop, &h->signal);
    int answer = uv_signal_start(&h->signal, no_signal, SIGUSR2);
    sigaction(SIGUSR2, NULL, &before);
    uv_signal_stop(&h->signal);
    sigaction(SIGUSR2, NULL, &later);
    return answer < 0 ? answer
                      : before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN &&
                            later.sa_handler == SIG_DFL;
}

static int ask_kill_with_zero(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_kill((int)getpid(), 0);
}

static int ask_kill_of_nobody(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_kill(0x3fffffff, 0);
}

/* ---- children ---- */
static int ask_child_in_no_folder(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/bin/true", .cwd = "/no/such/folder" };
    char *args[] = { "true", NULL };
    o.args = args;
    return uv_spawn(loop, &h->process, &o);
}

static int ask_child_that_failed(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/no/such/program" };
    char *args[] = { "none", NULL };
    o.args = args;
    int answer = uv_spawn(loop, &h->process, &o);
    return answer != UV_ENOENT ? answer : uv_is_active(&h->handle);
}

static int ask_child_with_no_input(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/bin/true", .stdio_count = 1 };
    uv_stdio_container_t input = { .flags = UV_INHERIT_FD, .data.fd = -1 };
    char *args[] = { "true", NULL };
    o.args = args;
    o.stdio = &input;
    return uv_spawn(loop, &h->process, &o);
}

static int ask_child_with_tcp(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/bin/true", .stdio_count = 1 };
    uv_tcp_init(loop, &h[1].tcp);
    uv_stdio_container_t input = { .flags = UV_CREATE_PIPE, .data.stream = &h[1].stream };
    char *args[] = { "true", NULL };
    o.args = args;
    o.stdio = &input;
    return uv_spawn(loop, &h->process, &o);
}

static int ask_child_status(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    return script_exit_status(loop, &h->process, &o, "exit 7");
}

static int ask_child_folder(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .cwd = "/proc" };
    return script_exit_status(loop, &h->process, &o, "pwd | grep -qx /proc && exit 7");
}

static int ask_child_variables(uv_loop_t *loop, union uv_any_handle *h)
{
    char *variables[] = { "ASKED=yes", NULL };
    uv_process_options_t o = { .env = variables };
    uv_os_setenv("ASKING", "yes");
    return script_exit_status(loop, &h->process, &o,
                              "env | grep -qx ASKED=yes && ! env | grep -q ASKING && exit 7");
}

static int ask_child_inherits_variables(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    uv_os_setenv("ASKED", "yes");
    int answer = script_exit_status(loop, &h->process, &o, "env | grep -qx ASKED=yes && exit 7");
    uv_os_unsetenv("ASKED");
    return answer;
}

static int ask_child_without_output(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_stdio_container_t none[3] = { { .flags = UV_IGNORE },
                                     { .flags = UV_IGNORE },
                                     { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = none, .stdio_count = 3 };
    return script_exit_status(loop, &h->process, &o,
                              "cd /dev/fd && [ 0 -ef /dev/null ] && [ 1 -ef /dev/null ] && [ 2 -ef "
                              "/dev/null ] && exit 7");
}

static int ask_child_with_a_fourth(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_stdio_container_t files[4] = { { 0 } };
    uv_process_options_t o = { .stdio = files, .stdio_count = 4 };
    if (pipe(ends) < 0)
        return -errno;
    files[3].flags = UV_INHERIT_FD;
    files[3].data.fd = ends[0];
    write(ends[1], "asked\n", 6);
    int answer = script_exit_status(loop, &h->process, &o, "grep -qx asked <&3 && exit 7");
    close(ends[0]);
    close(ends[1]);
    return answer;
}

static int ask_child_with_a_swap(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    uv_stdio_container_t files[4] = { { 0 } };
    uv_process_options_t o = { .stdio = files, .stdio_count = 4 };
    if (pipe(ends) < 0)
        return -errno;
    files[2].flags = files[3].flags = UV_INHERIT_FD;
    files[2].data.fd = ends[1];
    files[3].data.fd = 2;
    int answer = script_exit_status(loop, &h->process, &o, "cd /dev/fd && [ 2 -ef 3 ] || exit 7");
    close(ends[0]);
    close(ends[1]);
    return answer;
}

/* Both numbers are among those that the child is given, and each goes to the other's place. */
static int ask_child_with_an_exchange(uv_loop_t *loop, union uv_any_handle *h)
{
    char script[120];
    int one = open("/dev/null", O_RDWR | O_CLOEXEC), two = open("/dev/zero", O_RDWR | O_CLOEXEC);
    uv_stdio_container_t files[256] = { { 0 } };
    uv_process_options_t o = { .stdio = files, .stdio_count = (one > two ? one : two) + 1 };
    if (one < 0 || two < 0 || o.stdio_count > 256)
        return UV_EMFILE;
    files[one].flags = files[two].flags = UV_INHERIT_FD;
    files[one].data.fd = two;
    files[two].data.fd = one;
    snprintf(script, sizeof script,
             "cd /dev/fd && [ %d -ef /dev/zero ] && [ %d -ef /dev/null ] && exit 7", one, two);
    int answer = script_exit_status(loop, &h->process, &o, script);
    close(one);
    close(two);
    return answer;
}

static int ask_child_that_writes(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };
    uv_process_options_t o = { .stdio = files, .stdio_count = 1 };
    files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    return answer != 7 ? answer : directions(&h[1].stream);
}

static int ask_child_that_reads(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };
    uv_process_options_t o = { .stdio = files, .stdio_count = 1 };
    files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE);
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    return answer != 7 ? answer : directions(&h[1].stream);
}

static int ask_child_that_does_both(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_stdio_container_t files[1] = { { .data.stream = &h[1].stream } };
    uv_process_options_t o = { .stdio = files, .stdio_count = 1 };
    files[0].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE);
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    return answer != 7 ? answer : directions(&h[1].stream);
}

static int ask_child_output(uv_loop_t *loop, union uv_any_handle *h)
{
    char bytes[8];
    uv_os_fd_t fd;
    uv_pipe_init(loop, &h[1].pipe, 0);
    uv_stdio_container_t files[2] = { { 0 }, { .data.stream = &h[1].stream } };
    uv_process_options_t o = { .stdio = files, .stdio_count = 2 };
    files[1].flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
    int answer = script_exit_status(loop, &h->process, &o, "echo x; exit 7");
    uv_fileno(&h[1].handle, &fd);
    int first = (int)read(fd, bytes, 8);
    return answer != 7 ? answer : first == 2 && read(fd, bytes, 8) == 0;
}

static int ask_child_detached(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .flags = UV_PROCESS_DETACHED };
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    return answer != 7 ? answer : h->process.data == &h->process;
}

static int ask_child_not_detached(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { 0 };
    int answer = script_exit_status(loop, &h->process, &o, "exit 7");
    return answer != 7 ? answer : h->process.data == &h->process;
}

static int ask_child_asked_and_killed(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/bin/sleep" };
    char *args[] = { "sleep", "100", NULL };
    o.args = args;
    int answer = uv_spawn(loop, &h->process, &o);
    answer = answer < 0 ? answer : uv_process_kill(&h->process, 0);
    answer = answer < 0 ? answer : uv_process_kill(&h->process, SIGTERM);
    return answer < 0 ? answer : wait_for(h->process.pid);
}

static int ask_child_closed_lives(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_process_options_t o = { .file = "/bin/sleep" };
    char *args[] = { "sleep", "100", NULL };
    o.args = args;
    int answer = uv_spawn(loop, &h->process, &o), pid = h->process.pid;
    if (answer < 0)
        return answer;
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_kill(pid, SIGUSR2);
    return wait_for(pid);
}

/* ---- names, random bytes and the machine ---- */
static int ask_lookup_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
    char name[257] = "";
    (void)h;
    int answer = uv_getaddrinfo(loop, &req, NULL, NULL, NULL, NULL);
    if (uv_version() < 0x013000) /* libuv < 1.48: too long a name is not terminated */
        return answer;
    for (int i = 0; i < 2 && answer == UV_EINVAL; i++) {
        answer = uv_getaddrinfo(loop, &req, NULL, name, NULL, &hints);
        memset(name, 'a', 256);
    }
    return answer;
}

static int ask_lookup_that_fails(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
    (void)h;
    int answer = uv_getaddrinfo(loop, &req, NULL, "x", NULL, &hints);
    return answer == UV_EAI_NONAME ? !req.addrinfo : answer;
}

static int ask_lookup_that_finds(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getaddrinfo_t req;
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
    (void)h;
    int answer = uv_getaddrinfo(loop, &req, NULL, "127.0.0.1", NULL, &hints);
    if (answer < 0)
        return answer;
    answer = req.addrinfo != NULL;
    uv_freeaddrinfo(req.addrinfo);
    uv_freeaddrinfo(NULL);
    return answer;
}

static int ask_name_of_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    struct sockaddr path = { .sa_family = AF_UNIX };
    (void)h;
    return uv_getnameinfo(loop, &req, NULL, &path, 0);
}

static int ask_name_that_is_found(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_getnameinfo_t req;
    struct sockaddr_in at = local_port(80);
    (void)h;
    int answer = uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&at,
                                NI_NUMERICHOST | NI_NUMERICSERV);
    return answer < 0 ? answer
                      : strcmp(req.host, "127.0.0.1") == 0 && strcmp(req.service, "80") == 0;
}

static int ask_random_with_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    char byte;
    (void)loop, (void)h;
    return uv_random(NULL, NULL, &byte, 1, 1, NULL);
}

static int ask_random_without_end(uv_loop_t *loop, union uv_any_handle *h)
{
    char byte;
    (void)loop, (void)h;
    return uv_random(NULL, NULL, &byte, (size_t)-1, 0, NULL);
}

static int ask_random_to_the_last_byte(uv_loop_t *loop, union uv_any_handle *h)
{
    char bytes[512] = { 0 };
    int zeros = 0;
    (void)loop, (void)h;
    int answer = uv_random(NULL, NULL, bytes, sizeof bytes, 0, NULL);
    for (size_t i = 448; i < sizeof bytes; i++)
        zeros += bytes[i] == 0;
    return answer < 0 ? answer : zeros < 16;
}

static int ask_room_for_folder(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return fits_exactly(uv_cwd);
}

static int ask_room_for_home(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return fits_exactly(uv_os_homedir);
}

static int ask_room_for_temporary(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return fits_exactly(uv_os_tmpdir);
}

static int ask_room_for_host(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return fits_exactly(uv_os_gethostname);
}

static int ask_room_for_variable(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    uv_os_setenv("ASKED", "some-value");
    int answer = fits_exactly(get_test_variable);
    uv_os_unsetenv("ASKED");
    return answer;
}

static int ask_room_for_title(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_get_process_title(NULL, 0);
}

static int ask_variable_that_is_not_set(uv_loop_t *loop, union uv_any_handle *h)
{
    char value[8];
    size_t size = sizeof value;
    (void)loop, (void)h;
    int answer = uv_os_unsetenv("ASKED");
    return answer < 0 ? answer : uv_os_getenv("ASKED", value, &size);
}

static int ask_allocator_in_part(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_replace_allocator(malloc, realloc, NULL, free);
}

static int ask_address_of_four(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at;
    (void)loop, (void)h;
    return uv_ip4_addr("127.0.0.256", 80, &at);
}

static int ask_address_of_six(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in6 at;
    (void)loop, (void)h;
    return uv_ip6_addr("::g", 80, &at);
}

static int ask_address_and_back(uv_loop_t *loop, union uv_any_handle *h)
{
    struct sockaddr_in at;
    char name[16];
    (void)loop, (void)h;
    int answer = uv_ip4_addr("127.0.0.255", 80, &at);
    answer = answer < 0 ? answer : uv_ip4_name(&at, name, sizeof name);
    return answer < 0 ? answer : strcmp(name, "127.0.0.255") == 0 && ntohs(at.sin_port) == 80;
}

static int ask_address_without_room(uv_loop_t *loop, union uv_any_handle *h)
{
    unsigned char at[4] = { 127, 0, 0, 255 };
    char name[11];
    (void)loop, (void)h;
    return uv_inet_ntop(AF_INET, at, name, sizeof name);
}

static int ask_address_of_no_family(uv_loop_t *loop, union uv_any_handle *h)
{
    char at[16];
    (void)loop, (void)h;
    return uv_inet_pton(AF_UNIX, "127.0.0.1", at);
}

static int ask_priority_beyond(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_os_setpriority(0, 20);
}

static int ask_kind_of_a_file(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    (void)loop, (void)h;
    uv_handle_type kind = uv_guess_handle(fd);
    close(fd);
    return kind == UV_FILE;
}

static int ask_kind_of_a_socket(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    (void)loop, (void)h;
    uv_handle_type kind = uv_guess_handle(fd);
    close(fd);
    return kind == UV_TCP;
}

static int ask_kind_of_datagrams(uv_loop_t *loop, union uv_any_handle *h)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    (void)loop, (void)h;
    uv_handle_type kind = uv_guess_handle(fd);
    close(fd);
    return kind == UV_UDP;
}

static int ask_kind_of_a_pipe(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    (void)loop, (void)h;
    if (pipe(ends) < 0)
        return -errno;
    uv_handle_type kind = uv_guess_handle(ends[0]);
    close(ends[0]);
    close(ends[1]);
    return kind == UV_NAMED_PIPE;
}

static int ask_kind_of_nothing(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return (int)uv_guess_handle(-1);
}

static int ask_sleep_of_3ms(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    uint64_t before = uv_hrtime();
    uv_sleep(3);
    return uv_hrtime() - before >= 3000000;
}

#endif
