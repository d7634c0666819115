/* c_help.c - what stands around the steps of the written program. */
#include "export/c_inside.h"

#include <assert.h>

/* The comment, the headers, the variables, the helpers: in the order of the program. */
static const struct helper helpers[] = {
    { "", "// Build: cc FILE.c -luv\n"
          "// It prints its labels one a line, in the order of the logs.\n" },
    { "metrics", "// It needs libuv 1.45 or later.\n" },
    { "", "[exact]// That order hangs on exact instants: a busy machine may show another.\n" },

    { "opendir", "#include <dirent.h>\n" },
    { "uv_getaddrinfo", "#include <netdb.h>\n" },
    { "tcp_info", "#include <netinet/tcp.h>\n" },
    { "pollfd", "#include <poll.h>\n" },
    { "raise sigevent signal uv_signal_start UV_LOOP_BLOCK_SIGNAL", "#include <signal.h>\n" },
    { "atomic_int", "#include <stdatomic.h>\n" },
    { "", "#include <stdio.h>\n" },
    { "_Exit free malloc", "#include <stdlib.h>\n" },
    { "recv send socket socketpair", "#include <sys/socket.h>\n" },
    { "waitid", "#include <sys/wait.h>\n" },
    { "nanosleep timer_create", "#include <time.h>\n" },
    { "getpid", "#include <unistd.h>\n" },
    { "", "#include <uv.h>\n"
          "\n"
          "$variables\n" },

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
    { "due_in", "// As much of it as a trace shows.\n"
                "static unsigned long long due_in(const uv_timer_t *timer)\n{\n"
                "uint64_t ms = uv_timer_get_due_in(timer);\n"
                "return ms < INT64_MAX ? ms : INT64_MAX;\n" },
    { "free_handle", "static void free_handle(uv_handle_t *handle)\n{\n"
                     "free(handle);\n" },
    { "stat_now", "// Without a callback it is made at once.\n"
                  "static int stat_now(uv_loop_t *of)\n{\n"
                  "uv_fs_t req;\n"
                  "int answer = uv_fs_stat(of, &req, \"/\", NULL);\n"
                  "uv_fs_req_cleanup(&req);\n"
                  "return answer;\n" },
    { "uv_getaddrinfo",
      "// libuv calls this on a thread of its pool. The name says how many ms it takes.\n"
      "int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,\n"
      "                struct addrinfo **found)\n{\n"
      "double ms = 0;\n"
      "(void)service, (void)hints;\n"
      "sscanf(name, \"takes-%lf\", &ms);\n"
      "busy(ms);\n"
      "*found = NULL;\n"
      "return 0;\n" },
    { "spawn_true",
      "// A process that has ended on return, for the loop to find out.\n"
      "static void spawn_true(uv_loop_t *of, uv_process_t *child, uv_exit_cb callback)\n{\n"
      "char name[] = \"true\", *args[] = { name, NULL };\n"
      "uv_process_options_t options = { 0 };\n"
      "siginfo_t ended;\n"
      "options.exit_cb = callback;\n"
      "options.file = name;\n"
      "options.args = args;\n"
      "uv_spawn(of, child, &options);\n"
      "while (waitid(P_PID, (id_t)child->pid, &ended, WEXITED | WNOWAIT) != 0)\n"
      "    continue;\n" },
    { "open_pair", "static void open_pair(int ends[2])\n{\n"
                   "socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends);\n" },
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
                   "    send(fd, \"\", 1, 0);\n" },

    /* A timer of the loop's would have a part in what is tested. */
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
    { "free_shutdown", "static void free_shutdown(uv_shutdown_t *req, int status)\n{\n"
                       "(void)status;\n"
                       "free(req);\n" },
    { "shut_down", "// The callback frees the request.\n"
                   "static int shut_down(uv_stream_t *stream, uv_shutdown_cb callback)\n{\n"
                   "uv_shutdown_t *req = malloc(sizeof *req);\n"
                   "return uv_shutdown(req, stream, callback ? callback : free_shutdown);\n" },
    { "", "$once\n" },
};
static_assert(ARRAY_SIZE(helpers) <= 64, "the helpers do not fit into writer.used");

/* Nothing is reserved: what we take begins with my_, on_my_, run_my_ or reached. */
const struct language c_language = {
    .indent = 4, .helper = helpers, .helper_count = ARRAY_SIZE(helpers), .reserved = ""
};
