/* c_help.c - the parts of the written program around the steps. */
#include "export/c_inside.h"

#include <assert.h>

/* Comment, headers, variables and helpers, in the order in which they are written. */
static const struct helper helpers[] = {
    { "", "// Build: cc FILE.c -luv\n"
          "// It prints its labels one a line, in the order of the logs.\n" },
    { "metrics", "// It needs libuv 1.45 or later.\n" },
    { "uv_udp_try_send2", "// It needs libuv 1.50 or later.\n" },
    { "", "[exact]// That order hangs on exact instants: a busy machine may show another.\n" },

    { "opendir", "#include <dirent.h>\n" },
    { "errno", "#include <errno.h>\n" },
    { "fcntl open O_RDONLY", "#include <fcntl.h>\n" },
    { "addrinfo uv_getaddrinfo uv_getnameinfo", "#include <netdb.h>\n" },
    { "tcp_info TCP_KEEPCNT TCP_KEEPIDLE TCP_KEEPINTVL TCP_NODELAY", "#include <netinet/tcp.h>\n" },
    { "pollfd", "#include <poll.h>\n" },
    { "SIGTERM SIGUSR2 SIGKILL raise sigevent signal sigset_t uv_process_kill uv_signal_start "
      "uv_signal_start_oneshot "
      "UV_LOOP_BLOCK_SIGNAL",
      "#include <signal.h>\n" },
    { "atomic_int", "#include <stdatomic.h>\n" },
    { "", "#include <stdio.h>\n" },
    { "_Exit free malloc realloc", "#include <stdlib.h>\n" },
    { "memcmp strcmp strlen strrchr strstr", "#include <string.h>\n" },
    { "SHUT_WR recv send socket socketpair", "#include <sys/socket.h>\n" },
    { "waitid", "#include <sys/wait.h>\n" },
    { "nanosleep timer_create", "#include <time.h>\n" },
    { "basename", "#include <libgen.h>\n" },
    { "chmod mkdir utimensat", "#include <fcntl.h>\n"
                               "#include <sys/stat.h>\n" },
    { "access close getpid getsid link pipe rmdir unlink", "#include <unistd.h>\n" },
    { "", "#include <uv.h>\n"
          "\n" },
    { "place", "struct place {\n"
               "    int type; // 0 until it is made\n"
               "    int size, time, names;\n"
               "    char path[96];\n"
               "};\n"
               "\n" },
    { "", "$variables\n" },

    { "second", "static uv_thread_t second[$seconds]; // each has a loop of its own\n"
                "static int seconds;\n" },
    { "start", "static uint64_t start;\n" },
    { "budget", "static unsigned budget = $budget;\n" },
    { "own_threads", "static atomic_int own_threads;\n" },
    { "closed", "static int closed;\n" },
    { "", "\n" },

    { "made", "// Nothing can be done to what does not exist yet.\n"
              "static void made(int type, int line, const char *name)\n{\n"
              "if (type != 0)\n"
              "    return;\n"
              "fprintf(stderr, \"error: line %d: '%s' does not exist yet\\n\", line, name);\n"
              "_Exit(1);\n" },
    { "print_value", "// A number, or the name of an error.\n"
                     "static void print_value(const char *label, int value)\n{\n"
                     "if (value < 0)\n"
                     "    printf(\"%s = %s\\n\", label, uv_err_name(value));\n"
                     "else\n"
                     "    printf(\"%s = %d\\n\", label, value);\n" },
    { "spend", "// Every callback costs one; the run is cut when none is left.\n"
               "static void spend(void)\n{\n"
               "if (budget-- == 0)\n"
               "    _Exit(0);\n" },
    { "busy", "// Takes the time of this thread, and of no other.\n"
              "static void busy(double ms)\n{\n"
              "long long ns = (long long)(ms * 1e6 + 0.5);\n"
              "struct timespec left = { ns / 1000000000, ns % 1000000000 };\n"
              "while (nanosleep(&left, &left) != 0)\n"
              "    continue;\n" },
    { "threads",
      "[!counted]// The threads of this process, but for its first.\n"
      "[counted]// The threads of this process, but for its first and those that we have started.\n"
      "static int threads(void)\n{\n"
      "DIR *tasks = opendir(\"/proc/self/task\");\n"
      "int count = -1;\n"
      "for (struct dirent *e = readdir(tasks); e; e = readdir(tasks))\n"
      "    count += e->d_name[0] != '.';\n"
      "closedir(tasks);\n"
      "[!counted]return count;\n"
      "[counted]return count - own_threads;\n" },
    { "metrics", "// What libuv counts from 1.45 on.\n"
                 "static uv_metrics_t metrics(uv_loop_t *of)\n{\n"
                 "uv_metrics_t now;\n"
                 "uv_metrics_info(of, &now);\n"
                 "return now;\n" },
    { "visits", "struct walk {\n"
                "    const void *to; // NULL: to any\n"
                "    int visits;\n"
                "};\n"
                "\n"
                "static void visit(uv_handle_t *handle, void *arg)\n{\n"
                "struct walk *walk = arg;\n"
                "walk->visits += !walk->to || handle == walk->to;\n" },
    { "visits", "// How often a walk over all handles comes to this one.\n"
                "static int visits(uv_loop_t *of, const void *handle)\n{\n"
                "struct walk walk = { handle, 0 };\n"
                "uv_walk(of, visit, &walk);\n"
                "return walk.visits;\n" },
    { "wait_outside", "// As somebody waits who runs the loop from outside.\n"
                      "static int wait_outside(uv_loop_t *of)\n{\n"
                      "struct pollfd descriptor = { uv_backend_fd(of), POLLIN, 0 };\n"
                      "int n = poll(&descriptor, 1, uv_backend_timeout(of));\n"
                      "return n < 0 ? UV_EINTR : n;\n" },
    { "shown", "// As much of it as a trace shows.\n"
               "static unsigned long long shown(uint64_t ms)\n{\n"
               "return ms < INT64_MAX ? ms : INT64_MAX;\n" },
    { "free_handle", "static void free_handle(uv_handle_t *handle)\n{\n"
                     "free(handle);\n" },
    { "stat_now", "// Without a callback it is made at once.\n"
                  "static int stat_now(uv_loop_t *of, const char *path)\n{\n"
                  "uv_fs_t req;\n"
                  "int answer = uv_fs_stat(of, &req, path, NULL);\n"
                  "uv_fs_req_cleanup(&req);\n"
                  "return answer;\n" },
    { "found lookup_now",
      "// libuv calls this on a thread of its pool. The name says how many ms it takes.\n"
      "int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,\n"
      "                struct addrinfo **found)\n{\n"
      "double ms = 0;\n"
      "(void)service, (void)hints;\n"
      "sscanf(name, \"takes-%lf\", &ms);\n"
      "busy(ms);\n"
      "*found = NULL;\n"
      "return 0;\n" },
    { "lookup_now", "// Without a callback it is made at once.\n"
                    "static int lookup_now(uv_loop_t *of, const char *name)\n{\n"
                    "uv_getaddrinfo_t req;\n"
                    "return uv_getaddrinfo(of, &req, NULL, name, NULL, NULL);\n" },
    { "takes_ms", "// An address that says in microseconds how long the lookup of its name takes.\n"
                  "static const struct sockaddr *takes_ms(double ms)\n{\n"
                  "static struct sockaddr_in address;\n"
                  "address.sin_family = AF_INET;\n"
                  "address.sin_addr.s_addr = htonl((uint32_t)(ms * 1000 + 0.5));\n"
                  "return (const struct sockaddr *)&address;\n" },
    { "takes_ms",
      "// libuv calls this on a thread of its pool.\n"
      "int getnameinfo(const struct sockaddr *address, socklen_t length, char *host,\n"
      "                socklen_t host_length, char *service, socklen_t service_length, int flags)\n"
      "{\n"
      "(void)length, (void)host_length, (void)service_length, (void)flags;\n"
      "host[0] = service[0] = '\\0';\n"
      "busy(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) / 1000.0);\n"
      "return 0;\n" },
    { "reverse_lookup_now",
      "// Without a callback it is made at once.\n"
      "static int reverse_lookup_now(uv_loop_t *of, const struct sockaddr *address)\n{\n"
      "uv_getnameinfo_t req;\n"
      "return uv_getnameinfo(of, &req, NULL, address, 0);\n" },
    { "await_end",
      "// Wait until the process has ended, for the loop to find out.\n"
      "static void await_end(int pid)\n{\n"
      "siginfo_t ended;\n"
      "while (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR)\n"
      "    continue;\n" },
    { "spawn_shell",
      "static void spawn_shell(uv_loop_t *of, uv_process_t *child, uv_exit_cb callback,\n"
      "                        char *script)\n{\n"
      "char name[] = \"sh\", option[] = \"-c\", *args[] = { name, option, script, NULL };\n"
      "uv_process_options_t options = { 0 };\n"
      "options.exit_cb = callback;\n"
      "options.file = name;\n"
      "options.args = args;\n"
      "uv_spawn(of, child, &options);\n" },
    { "spawn_nowhere",
      "// What was refused is to be closed all the same.\n"
      "static int spawn_nowhere(uv_loop_t *of, uv_process_t *child, uv_exit_cb callback)\n{\n"
      "char name[] = \"/nowhere\", *args[] = { name, NULL };\n"
      "uv_process_options_t options = { 0 };\n"
      "options.exit_cb = callback;\n"
      "options.file = name;\n"
      "options.args = args;\n"
      "int answer = uv_spawn(of, child, &options);\n"
      "uv_close((uv_handle_t *)child, NULL);\n"
      "return answer;\n" },
    { "spawn_lasting",
      "// A process that lives until the returned descriptor is closed.\n"
      "static int spawn_lasting(uv_loop_t *of, uv_process_t *child, uv_exit_cb callback,\n"
      "                         int status)\n{\n"
      "int ends[2];\n"
      "char script[80];\n"
      "if (pipe(ends) != 0)\n"
      "    return -1;\n"
      "fcntl(ends[1], F_SETFD, FD_CLOEXEC);\n"
      "snprintf(script, sizeof script, \"read x < /proc/%d/fd/%d; exit %d\", (int)getpid(),\n"
      "         ends[0], status);\n"
      "spawn_shell(of, child, callback, script);\n"
      "return ends[1];\n" },
    { "running", "// Threads of this process that do not sleep.\n"
                 "static int running(void)\n{\n"
                 "DIR *tasks = opendir(\"/proc/self/task\");\n"
                 "int count = 0;\n"
                 "for (struct dirent *e = readdir(tasks); e; e = readdir(tasks)) {\n"
                 "    char path[300], text[512] = \"\";\n"
                 "    snprintf(path, sizeof path, \"/proc/self/task/%s/stat\", e->d_name);\n"
                 "    FILE *stat = e->d_name[0] == '.' ? NULL : fopen(path, \"r\");\n"
                 "    if (stat && fgets(text, sizeof text, stat))\n"
                 "        count += strstr(text, \") R \") != NULL;\n"
                 "    if (stat)\n"
                 "        fclose(stat);\n"
                 "}\n"
                 "closedir(tasks);\n"
                 "return count;\n" },
    { "end_child", "// The thread that has started it is told by a signal, and sleeps again when\n"
                   "// its loop knows. This one runs meanwhile.\n"
                   "static void end_child(int fd, int pid)\n{\n"
                   "close(fd);\n"
                   "await_end(pid);\n"
                   "for (int n = 0; n < 1000 && running() > 1; n++)\n"
                   "    continue;\n" },
    { "open_pair", "static void open_pair(int ends[2])\n{\n"
                   "socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends);\n" },
    { "open_tcp_pair", "// Connected over TCP, which has urgent bytes.\n"
                       "static void open_tcp_pair(int ends[2])\n{\n"
                       "struct sockaddr_in address;\n"
                       "socklen_t length = sizeof address;\n"
                       "int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);\n"
                       "uv_ip4_addr(\"127.0.0.1\", 0, &address);\n"
                       "bind(listener, (struct sockaddr *)&address, length);\n"
                       "listen(listener, 1);\n"
                       "getsockname(listener, (struct sockaddr *)&address, &length);\n"
                       "ends[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);\n"
                       "connect(ends[1], (struct sockaddr *)&address, length);\n"
                       "ends[0] = accept(listener, NULL, NULL);\n"
                       "close(listener);\n" },
    { "feed_urgent", "static void feed_urgent(int fd, int count)\n{\n"
                     "while (count-- > 0)\n"
                     "    send(fd, \"\", 1, MSG_OOB | MSG_NOSIGNAL);\n" },
    { "empty_urgent", "static void empty_urgent(int fd)\n{\n"
                      "char byte;\n"
                      "recv(fd, &byte, 1, MSG_OOB);\n" },
    { "end_feed", "static void end_feed(int fd, int how)\n{\n"
                  "shutdown(fd, how);\n" },
    { "break_pair", "// What was sent to it is not read: an error for the other end.\n"
                    "static void break_pair(int fd, int other)\n{\n"
                    "send(other, \"\", 1, MSG_NOSIGNAL);\n"
                    "close(fd);\n" },
    { "limit_buffer", "// A few kilobytes, so that a large write does not fit.\n"
                      "static void limit_buffer(int fd)\n{\n"
                      "int bytes = 4096;\n"
                      "setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);\n" },
    { "feed", "static void feed(int fd, int count)\n{\n"
              "static const char bytes[4096];\n"
              "while (count > 0) {\n"
              "    ssize_t n = send(fd, bytes, count < 4096 ? (size_t)count : 4096,\n"
              "                     MSG_NOSIGNAL);\n"
              "    if (n < 0)\n"
              "        return;\n"
              "    count -= (int)n;\n"
              "}\n" },
    { "fill", "static void fill(int fd)\n{\n"
              "static const char bytes[4096];\n"
              "while (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0)\n"
              "    continue;\n"
              "while (send(fd, bytes, 1, MSG_NOSIGNAL) > 0)\n"
              "    continue;\n" },
    { "empty", "static void empty(int fd, int count)\n{\n"
               "char bytes[65536];\n"
               "recv(fd, bytes, count < 65536 ? (size_t)count : sizeof bytes, 0);\n" },
    { "bind_path", "static void bind_path(uv_pipe_t *listener, char path[32])\n{\n"
                   "static int bound;\n"
                   "snprintf(path, 32, \"%d-%d.sock\", (int)getpid(), bound++);\n"
                   "uv_pipe_bind(listener, path);\n" },
    { "bind_port", "// Any port that is free.\n"
                   "static void bind_port(uv_tcp_t *listener, struct sockaddr_in *address)\n{\n"
                   "int length = sizeof *address;\n"
                   "uv_ip4_addr(\"127.0.0.1\", 0, address);\n"
                   "uv_tcp_bind(listener, (struct sockaddr *)address, 0);\n"
                   "uv_tcp_getsockname(listener, (struct sockaddr *)address, &length);\n" },
    { "connect_pipe",
      "// The callback frees the request. All that fails is told there.\n"
      "static int connect_pipe(uv_pipe_t *client, const char *path, uv_connect_cb callback)\n{\n"
      "uv_connect_t *req = malloc(sizeof *req);\n"
      "uv_pipe_connect(req, client, path, callback);\n"
      "return 0;\n" },
    { "connect_tcp",
      "// The callback frees the request. The kernel has the outcome on return, so that the\n"
      "// order does not hang on its haste.\n"
      "static int connect_tcp(uv_tcp_t *client, const struct sockaddr_in *to,\n"
      "                       uv_connect_cb callback)\n{\n"
      "uv_connect_t *req = malloc(sizeof *req);\n"
      "int answer = uv_tcp_connect(req, client, (const struct sockaddr *)to, callback);\n"
      "struct tcp_info info = { 0 };\n"
      "uv_os_fd_t fd = -1;\n"
      "uv_fileno((const uv_handle_t *)client, &fd);\n"
      "do {\n"
      "    socklen_t length = sizeof info;\n"
      "    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)\n"
      "        break;\n"
      "} while (info.tcpi_state == TCP_SYN_SENT);\n"
      "return answer;\n" },
    { "connect_nowhere", "// A port on which nobody listens.\n"
                         "static int connect_nowhere(uv_tcp_t *client, uv_connect_cb callback)\n{\n"
                         "struct sockaddr_in nowhere;\n"
                         "uv_ip4_addr(\"127.0.0.1\", 1, &nowhere);\n"
                         "return connect_tcp(client, &nowhere, callback);\n" },
    { "bind_datagrams",
      "// Any port that is free; returns a socket that sends to it.\n"
      "static int bind_datagrams(uv_udp_t *receiver)\n{\n"
      "struct sockaddr_in address;\n"
      "int length = sizeof address, sender = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);\n"
      "uv_ip4_addr(\"127.0.0.1\", 0, &address);\n"
      "uv_udp_bind(receiver, (struct sockaddr *)&address, 0);\n"
      "uv_udp_getsockname(receiver, (struct sockaddr *)&address, &length);\n"
      "connect(sender, (struct sockaddr *)&address, sizeof address);\n"
      "return sender;\n" },
    { "feed_each", "static void feed_each(int fd, int count)\n{\n"
                   "while (count-- > 0)\n"
                   "    send(fd, \"\", 1, MSG_NOSIGNAL);\n" },
    { "feed_empty", "static void feed_empty(int fd, int count)\n{\n"
                    "while (count-- > 0)\n"
                    "    send(fd, \"\", 0, MSG_NOSIGNAL);\n" },
    { "feed_double", "static void feed_double(int fd, int count)\n{\n"
                     "while (count-- > 0)\n"
                     "    send(fd, \"xx\", 2, MSG_NOSIGNAL);\n" },
    { "open_datagrams",
      "// A pair, of which the second has a name: so its empty datagrams have a sender.\n"
      "static void open_datagrams(int ends[2])\n{\n"
      "struct sockaddr any = { .sa_family = AF_UNIX };\n"
      "socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends);\n"
      "bind(ends[1], &any, sizeof any.sa_family);\n" },
    { "empty_each", "static void empty_each(int fd, int unused)\n{\n"
                    "char byte;\n"
                    "(void)unused;\n"
                    "while (recv(fd, &byte, 1, 0) >= 0)\n"
                    "    continue;\n" },
    { "name_of", "static struct sockaddr_in name_of(int fd)\n{\n"
                 "struct sockaddr_in name = { 0 };\n"
                 "socklen_t length = sizeof name;\n"
                 "getsockname(fd, (struct sockaddr *)&name, &length);\n"
                 "return name;\n" },
    { "is_addressed",
      "// A connected handle takes no address, any other needs one.\n"
      "static int is_addressed(const uv_udp_t *handle)\n{\n"
      "struct sockaddr_storage peer;\n"
      "int length = sizeof peer;\n"
      "return uv_udp_getpeername(handle, (struct sockaddr *)&peer, &length) != 0;\n" },

    /* A timer in the loop would affect what is tested. */
    { "arm", "static void arm(struct sigevent *event, double ms)\n{\n"
             "long long ns = (long long)(ms * 1e6 + 0.5);\n"
             "struct itimerspec when = { .it_value = { ns / 1000000000, ns % 1000000000 } };\n"
             "timer_t clock;\n"
             "if (ns == 0)\n"
             "    when.it_value.tv_nsec = 1; // nothing would disarm it\n"
             "timer_create(CLOCK_MONOTONIC, event, &clock);\n"
             "timer_settime(clock, 0, &when, NULL);\n" },
    { "deed", "struct deed {\n"
              "    void (*what)(int fd, int count);\n"
              "    int fd, count;\n"
              "};\n"
              "\n" },
    { "do_deed", "static void do_deed(union sigval value)\n{\n"
                 "struct deed *deed = value.sival_ptr;\n"
                 "deed->what(deed->fd, deed->count);\n"
                 "free(deed);\n" },
    { "after",
      "// `what` is done at that instant, whatever the loop does meanwhile.\n"
      "static void after(double ms, void (*what)(int fd, int count), int fd, int count)\n{\n"
      "struct deed *deed = malloc(sizeof *deed);\n"
      "struct sigevent event = { .sigev_notify = SIGEV_THREAD };\n"
      "*deed = (struct deed){ what, fd, count };\n"
      "event.sigev_notify_function = do_deed;\n"
      "event.sigev_value.sival_ptr = deed;\n"
      "arm(&event, ms);\n" },
    { "raise_after", "static void raise_after(double ms, int signum)\n{\n"
                     "struct sigevent event = { .sigev_notify = SIGEV_SIGNAL };\n"
                     "event.sigev_signo = signum;\n"
                     "arm(&event, ms);\n" },
    { "ignore", "static void ignore(int signum)\n{\n"
                "(void)signum;\n" },
    { "interrupt_after",
      "// A wait that a handler interrupts ends with EINTR, without SA_RESTART.\n"
      "static void interrupt_after(double ms, int times)\n{\n"
      "struct sigaction action = { 0 };\n"
      "action.sa_handler = ignore;\n"
      "sigaction(SIGUSR2, &action, NULL);\n"
      "for (int n = 1; n <= times; n++)\n"
      "    raise_after(n * ms, SIGUSR2);\n" },
    { "free_send", "static void free_send(uv_udp_send_t *req, int status)\n{\n"
                   "(void)status;\n"
                   "free(req);\n" },
    { "send_bytes",
      "// The callback frees the request.\n"
      "static int send_bytes(uv_udp_t *handle, int to, unsigned count, int addressed,\n"
      "                      uv_udp_send_cb callback)\n{\n"
      "static char bytes[$written];\n"
      "uv_udp_send_t *req = malloc(sizeof *req);\n"
      "uv_buf_t buf = uv_buf_init(bytes, count);\n"
      "struct sockaddr_in name = name_of(to);\n"
      "int answer = uv_udp_send(req, handle, &buf, 1,\n"
      "                         addressed ? (struct sockaddr *)&name : NULL,\n"
      "                         callback ? callback : free_send);\n"
      "if (answer < 0)\n"
      "    free(req);\n"
      "return answer;\n" },
    { "try_bytes",
      "static int try_bytes(uv_udp_t *handle, int to, unsigned count, int addressed)\n{\n"
      "static char bytes[$written];\n"
      "uv_buf_t buf = uv_buf_init(bytes, count);\n"
      "struct sockaddr_in name = name_of(to);\n"
      "return uv_udp_try_send(handle, &buf, 1, addressed ? (struct sockaddr *)&name : NULL);\n" },
    { "try_batch",
      "static int try_batch(uv_udp_t *handle, int to, unsigned count, int addressed)\n{\n"
      "static char byte;\n"
      "static uv_buf_t *bufs[$written];\n"
      "static unsigned nbufs[$written];\n"
      "static struct sockaddr *addrs[$written];\n"
      "uv_buf_t buf = uv_buf_init(&byte, 1);\n"
      "struct sockaddr_in name = name_of(to);\n"
      "for (unsigned n = 0; n < count; n++) {\n"
      "    bufs[n] = &buf;\n"
      "    nbufs[n] = 1;\n"
      "    addrs[n] = addressed ? (struct sockaddr *)&name : NULL;\n"
      "}\n"
      "return uv_udp_try_send2(handle, count, bufs, nbufs, addrs, 0);\n" },
    { "attach", "static int attach(uv_udp_t *handle, int to)\n{\n"
                "struct sockaddr_in name = name_of(to);\n"
                "return uv_udp_connect(handle, (struct sockaddr *)&name);\n" },
    { "block_signals", "static sigset_t block_signals(void)\n{\n"
                       "sigset_t all, before;\n"
                       "sigfillset(&all);\n"
                       "sigprocmask(SIG_SETMASK, &all, &before);\n"
                       "return before;\n" },
    { "unblock_signals", "static sigset_t *unblock_signals(const sigset_t *before)\n{\n"
                         "sigprocmask(SIG_SETMASK, before, NULL);\n"
                         "return NULL;\n" },
    { "free_write", "static void free_write(uv_write_t *req, int status)\n{\n"
                    "(void)status;\n"
                    "free(req);\n" },
    { "write_bytes",
      "// The callback frees the request.\n"
      "static int write_bytes(uv_stream_t *stream, unsigned count, uv_write_cb callback)\n{\n"
      "static char bytes[$written];\n"
      "uv_write_t *req = malloc(sizeof *req);\n"
      "uv_buf_t buf = uv_buf_init(bytes, count);\n"
      "return uv_write(req, stream, &buf, 1, callback ? callback : free_write);\n" },
    { "pass", "// The callback frees the request.\n"
              "static int pass(uv_stream_t *over, uv_stream_t *passed, uv_write_cb callback)\n{\n"
              "static char byte;\n"
              "uv_write_t *req = malloc(sizeof *req);\n"
              "uv_buf_t buf = uv_buf_init(&byte, 1);\n"
              "return uv_write2(req, over, &buf, 1, passed, callback ? callback : free_write);\n" },
    { "try_write", "static int try_write(uv_stream_t *stream, unsigned count)\n{\n"
                   "static char bytes[$written];\n"
                   "uv_buf_t buf = uv_buf_init(bytes, count);\n"
                   "return uv_try_write(stream, &buf, 1);\n" },
    { "is_blocking", "static int is_blocking(const uv_handle_t *handle)\n{\n"
                     "uv_os_fd_t fd;\n"
                     "int answer = uv_fileno(handle, &fd);\n"
                     "return answer < 0 ? answer : !(fcntl(fd, F_GETFL) & O_NONBLOCK);\n" },
    { "option_of", "static int option_of(const uv_handle_t *handle, int level, int option)\n{\n"
                   "uv_os_fd_t fd;\n"
                   "int value = 0, answer = uv_fileno(handle, &fd);\n"
                   "socklen_t size = sizeof value;\n"
                   "if (answer < 0)\n"
                   "    return answer;\n"
                   "return getsockopt(fd, level, option, &value, &size) < 0 ? -errno : value;\n" },
    { "probes_of", "// Nothing is probed where nothing is kept alive.\n"
                   "static int probes_of(const uv_handle_t *handle, int option)\n{\n"
                   "int is_on = option_of(handle, SOL_SOCKET, SO_KEEPALIVE);\n"
                   "return is_on > 0 ? option_of(handle, IPPROTO_TCP, option) : is_on;\n" },
    { "tells_path",
      "// 1 if it tells that path, and how much room it needs; 0 if not; or the error.\n"
      "static int tells_path(uv_handle_t *handle, const char *path)\n{\n"
      "int (*get_event)(uv_fs_event_t *, char *, size_t *) = uv_fs_event_getpath;\n"
      "int is_event = handle->type == UV_FS_EVENT;\n"
      "char buffer[96];\n"
      "size_t length = strlen(path), size = length;\n"
      "int answer = is_event ? get_event((uv_fs_event_t *)handle, buffer, &size)\n"
      "                      : uv_fs_poll_getpath((uv_fs_poll_t *)handle, buffer, &size);\n"
      "if (answer != UV_ENOBUFS || size != length + 1)\n"
      "    return answer < 0 && answer != UV_ENOBUFS ? answer : 0;\n"
      "answer = is_event ? get_event((uv_fs_event_t *)handle, buffer, &size)\n"
      "                  : uv_fs_poll_getpath((uv_fs_poll_t *)handle, buffer, &size);\n"
      "if (answer < 0)\n"
      "    return answer;\n"
      "return size == length && strcmp(buffer, path) == 0;\n" },
    { "ask_name",
      "static int ask_name(uv_handle_t *handle, int other, char *buffer, size_t *size)\n{\n"
      "struct sockaddr *name = (struct sockaddr *)buffer;\n"
      "int length = (int)*size, answer;\n"
      "if (handle->type == UV_NAMED_PIPE)\n"
      "    return (other ? uv_pipe_getpeername : uv_pipe_getsockname)((uv_pipe_t *)handle, "
      "buffer, size);\n"
      "if (handle->type == UV_TCP)\n"
      "    answer = (other ? uv_tcp_getpeername : uv_tcp_getsockname)((uv_tcp_t *)handle, "
      "name, &length);\n"
      "else\n"
      "    answer = (other ? uv_udp_getpeername : uv_udp_getsockname)((uv_udp_t *)handle, "
      "name, &length);\n"
      "*size = (size_t)length;\n"
      "return answer;\n" },
    { "tells_address",
      "// 1 if it tells what the kernel does; 0 if not; or the error.\n"
      "static int tells_address(uv_handle_t *handle, int other)\n{\n"
      "struct sockaddr_storage name = { 0 };\n"
      "socklen_t known = sizeof name;\n"
      "char buffer[256];\n"
      "const char *expected = (const char *)&name;\n"
      "size_t size = sizeof buffer, length = 0;\n"
      "uv_os_fd_t fd = -1;\n"
      "int answer = ask_name(handle, other, buffer, &size);\n"
      "if (answer < 0)\n"
      "    return answer;\n"
      "if (uv_fileno(handle, &fd) == 0 &&\n"
      "    (other ? getpeername : getsockname)(fd, (struct sockaddr *)&name, &known) == 0)\n"
      "    length = known;\n"
      "if (length > 0 && handle->type == UV_NAMED_PIPE) {\n"
      "    expected += sizeof name.ss_family;\n"
      "    length = strlen(expected);\n"
      "}\n"
      "if (size != length || memcmp(buffer, expected, length) != 0)\n"
      "    return 0;\n"
      "if (handle->type != UV_NAMED_PIPE || length == 0)\n"
      "    return 1;\n"
      "answer = ask_name(handle, other, buffer, &size);\n"
      "return answer == UV_ENOBUFS && size == length + 1;\n" },
    { "is_named", "// Is that the name of the file?\n"
                  "static int is_named(const char *name, const struct place *p)\n{\n"
                  "return name && strcmp(name, strrchr(p->path, '/') + 1) == 0;\n" },
    { "has_fd", "// 1, or the error.\n"
                "static int has_fd(const uv_handle_t *handle)\n{\n"
                "uv_os_fd_t fd;\n"
                "int answer = uv_fileno(handle, &fd);\n"
                "return answer < 0 ? answer : 1;\n" },
    { "tell_other_end", "// The kernel has told the other end on return, if that is ours, so that "
                        "the order does not\n"
                        "// hang on its haste.\n"
                        "static void tell_other_end(int here, int there)\n{\n"
                        "for (int fd = 0; fd < 1024; fd++) {\n"
                        "    struct sockaddr_in own = { 0 }, other = { 0 };\n"
                        "    socklen_t own_size = sizeof own, other_size = sizeof other;\n"
                        "    struct tcp_info info = { 0 };\n"
                        "    getsockname(fd, (struct sockaddr *)&own, &own_size);\n"
                        "    getpeername(fd, (struct sockaddr *)&other, &other_size);\n"
                        "    if (own.sin_port != there || other.sin_port != here)\n"
                        "        continue;\n"
                        "    do {\n"
                        "        socklen_t size = sizeof info;\n"
                        "        getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size);\n"
                        "    } while (info.tcpi_state == TCP_ESTABLISHED);\n"
                        "}\n" },
    { "reset", "static int reset(uv_tcp_t *stream, uv_close_cb callback)\n{\n"
               "struct sockaddr_in here = { 0 }, there = { 0 };\n"
               "int here_size = sizeof here, there_size = sizeof there;\n"
               "uv_tcp_getsockname(stream, (struct sockaddr *)&here, &here_size);\n"
               "uv_tcp_getpeername(stream, (struct sockaddr *)&there, &there_size);\n"
               "int answer = uv_tcp_close_reset(stream, callback);\n"
               "if (answer == 0 && there.sin_port != 0)\n"
               "    tell_other_end(here.sin_port, there.sin_port);\n"
               "return answer;\n" },
    { "free_shutdown", "static void free_shutdown(uv_shutdown_t *req, int status)\n{\n"
                       "(void)status;\n"
                       "free(req);\n" },
    { "shut_down", "// The callback frees the request.\n"
                   "static int shut_down(uv_stream_t *stream, uv_shutdown_cb callback)\n{\n"
                   "uv_shutdown_t *req = malloc(sizeof *req);\n"
                   "return uv_shutdown(req, stream, callback ? callback : free_shutdown);\n" },
    { "make_folder",
      "// In the folder that we are in, and left there.\n"
      "static void make_folder(struct place *p)\n{\n"
      "static int count;\n"
      "snprintf(p->path, sizeof p->path, \"%d-%d.folder\", (int)getpid(), count++);\n"
      "mkdir(p->path, 0700);\n"
      "p->type = 1;\n" },
    { "alter_file", "// Nothing happens to a file that is not there, and none is created where one "
                    "is. Each state\n"
                    "// has a size or a time of its own.\n"
                    "static void alter_file(struct place *p, char how)\n{\n"
                    "char other[112];\n"
                    "struct timespec when[2] = { { 0 } };\n"
                    "FILE *f = NULL;\n"
                    "snprintf(other, sizeof other, \"%d.draft\", (int)getpid());\n"
                    "if (how == 'c' && (f = fopen(other, \"w\"))) {\n"
                    "    for (int i = 0; i <= p->size; i++)\n"
                    "        putc(0, f);\n"
                    "    p->size++;\n"
                    "    fclose(f);\n"
                    "    link(other, p->path);\n"
                    "    unlink(other);\n"
                    "}\n"
                    "if (how == 'w' && (f = fopen(p->path, \"r+\"))) {\n"
                    "    fseek(f, 0, SEEK_END);\n"
                    "    putc(0, f);\n"
                    "    p->size++;\n"
                    "    fclose(f);\n"
                    "}\n"
                    "when[0].tv_sec = when[1].tv_sec = how == 't' ? ++p->time : 0;\n"
                    "if (how == 't')\n"
                    "    utimensat(AT_FDCWD, p->path, when, 0);\n"
                    "if (how == 'l') // a link to itself\n"
                    "    symlink(basename(p->path), p->path);\n"
                    "if (how == 'd')\n"
                    "    unlink(p->path);\n"
                    "snprintf(other, sizeof other, \"%s.%d\", p->path, p->names);\n"
                    "if (how == 'r' && rename(p->path, other) == 0)\n"
                    "    p->names++;\n" },
    { "remove_file", "static void remove_file(struct place *p)\n{\n"
                     "char other[112];\n"
                     "unlink(p->path);\n"
                     "while (p->names-- > 0) {\n"
                     "    snprintf(other, sizeof other, \"%s.%d\", p->path, p->names);\n"
                     "    unlink(other);\n"
                     "}\n" },
    { "make_file",
      "static void make_file(struct place *p, const struct place *folder)\n{\n"
      "static int count;\n"
      "snprintf(p->path, sizeof p->path, \"%.40s%s%d-%d.file\", folder ? folder->path : \"\",\n"
      "         folder ? \"/\" : \"\", (int)getpid(), count++);\n"
      "p->type = 1;\n"
      "alter_file(p, 'c');\n" },
    { "alter", "struct alter {\n"
               "    struct place *file;\n"
               "    char how;\n"
               "};\n"
               "\n" },
    { "alter_now", "static void alter_now(union sigval value)\n{\n"
                   "struct alter *a = value.sival_ptr;\n"
                   "alter_file(a->file, a->how);\n"
                   "free(a);\n" },
    { "alter_after", "static void alter_after(double ms, struct place *p, char how)\n{\n"
                     "struct alter *a = malloc(sizeof *a);\n"
                     "struct sigevent event = { .sigev_notify = SIGEV_THREAD };\n"
                     "*a = (struct alter){ p, how };\n"
                     "event.sigev_notify_function = alter_now;\n"
                     "event.sigev_value.sival_ptr = a;\n"
                     "arm(&event, ms);\n" },
#define L(...)                  #__VA_ARGS__ "\n"
#define H(name, signature, ...) { #name, signature "{\n" __VA_ARGS__ },
#define Q(kind, name, ...) \
    { "ask_" #name,        \
      "static int ask_" #name "(uv_loop_t *loop, union uv_any_handle *h)\n{\n" __VA_ARGS__ },
#include "interface/libuv_questions.h"
    { "close_one", "static void close_one(uv_handle_t *handle, void *arg)\n{\n"
                   "(void)arg;\n"
                   "if (!uv_is_closing(handle))\n"
                   "    uv_close(handle, NULL);\n" },
    { "ask", "// On a loop of its own.\n"
             "static int ask(int (*question)(uv_loop_t *, union uv_any_handle *))\n{\n"
             "union uv_any_handle handles[3] = { 0 };\n"
             "uv_loop_t own;\n"
             "uv_loop_init(&own);\n"
             "int answer = question(&own, handles);\n"
             "uv_walk(&own, close_one, NULL);\n"
             "uv_run(&own, UV_RUN_DEFAULT);\n"
             "uv_loop_close(&own);\n"
             "return answer;\n" },
    { "", "$once\n" },
};
static_assert(ARRAY_SIZE(helpers) <= HELPERS_MAX, "the helpers do not fit into writer.used");

/* No identifier is reserved: all of ours begin with my_, on_my_, run_my_ or reached. */
const struct language c_language = {
    .indent = 4, .helper = helpers, .helper_count = ARRAY_SIZE(helpers), .reserved = ""
};
