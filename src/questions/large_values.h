/* large_values.h - questions about texts, numbers and times beyond the sizes that most programs
 * meet, and about what is given twice or is empty. */
#ifndef QUESTIONS_LARGE_VALUES_H
#define QUESTIONS_LARGE_VALUES_H
#include "questions/common.h"
#include "questions/folder.h"
#include "questions/terminal.h"
#include "questions/thread.h"

/* ---- ASK-245 ---- */
/* Three arguments, of which the first and the last are empty: 32. */
static int ask_child_with_empty_arguments(uv_loop_t *loop, union uv_any_handle *h)
{
    char *args[] = { (char *)"sh",    (char *)"-c", (char *)"exit $((10 * $# + ${#2}))",
                     (char *)"asked", (char *)"",   (char *)"ab",
                     (char *)"",      NULL };
    uv_process_options_t o = { .file = "/bin/sh", .args = args };
    int answer = uv_spawn(loop, &h->process, &o);
    return answer < 0 ? answer : wait_for(h->process.pid);
}

/* ---- ASK-17 ---- */
/* A descriptor that is given under three numbers is open under each. */
static int ask_descriptor_given_three_times(uv_loop_t *loop, union uv_any_handle *h)
{
    char written[16] = "";
    int ends[2];
    uv_stdio_container_t to[6] = { { .flags = UV_IGNORE } };
    uv_process_options_t o = { .stdio = to, .stdio_count = 6 };
    if (pipe(ends) < 0)
        return -errno;
    for (int i = 3; i < 6; i++) {
        to[i].flags = UV_INHERIT_FD;
        to[i].data.fd = ends[1];
    }
    int answer = script_exit_status(loop, &h->process, &o,
                                    (char *)"printf a >&3; printf b >&4; printf c >&5");
    close(ends[1]);
    answer = answer == 0 && read(ends[0], written, sizeof written) == 3 &&
             strcmp(written, "abc") == 0;
    close(ends[0]);
    return answer;
}

/* ---- ASK-14 ---- */
static void note_number(uv_signal_t *signal, int number)
{
    *(int *)signal->data += number == signal->signum ? 1 : 10;
}

/* Signals of the first and the last numbers, and real-time ones. */
static int ask_signals_of_each_number(uv_loop_t *loop, union uv_any_handle *h)
{
    const int numbers[] = { SIGHUP,   SIGUSR2,      SIGWINCH,     SIGURG,
                            SIGRTMIN, SIGRTMIN + 1, SIGRTMIN + 9, SIGRTMAX };
    int calls = 0;
    uv_signal_init(loop, &h->signal);
    h->signal.data = &calls;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (uv_signal_start(&h->signal, note_number, numbers[i]) < 0)
            continue;
        raise(numbers[i]);
        uv_run(loop, UV_RUN_NOWAIT);
        uv_signal_stop(&h->signal);
    }
    h->signal.data = NULL;
    return calls;
}

/* ---- ASK-76 ---- */
/* A wait of more than 2 to the 32nd nanoseconds. */
static int ask_condition_for_five_seconds(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_mutex_t mutex;
    uv_cond_t cond;
    (void)loop, (void)h;
    if (uv_mutex_init(&mutex) < 0 || uv_cond_init(&cond) < 0)
        return UV_EILSEQ;
    uint64_t before = uv_hrtime();
    uv_mutex_lock(&mutex);
    int answer = uv_cond_timedwait(&cond, &mutex, 5000000000);
    uv_mutex_unlock(&mutex);
    uv_cond_destroy(&cond);
    uv_mutex_destroy(&mutex);
    return (answer == UV_ETIMEDOUT) + 2 * (uv_hrtime() - before >= 5000000000);
}

/* ---- ASK-241 ---- */
/* A value of 20000 bytes, and 400 variables. */
static int ask_variables_in_large_numbers(uv_loop_t *loop, union uv_any_handle *h)
{
    static char value[20001], read_back[20001];
    uv_env_item_t *items = NULL;
    size_t size = sizeof read_back;
    char name[32];
    int count = 0, found = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 20000; i++)
        value[i] = (char)('a' + i % 26);
    int answer = uv_os_setenv("ASKED_LONG", value) == 0 &&
                 uv_os_getenv("ASKED_LONG", read_back, &size) == 0 && size == 20000 &&
                 strcmp(read_back, value) == 0;
    for (int i = 0; i < 400; i++) {
        snprintf(name, sizeof name, "ASKED_MANY_%d", i);
        uv_os_setenv(name, name);
    }
    if (uv_os_environ(&items, &count) == 0)
        for (int i = 0; i < count; i++)
            found += strncmp(items[i].name, "ASKED_MANY_", 11) == 0 &&
                     strcmp(items[i].name, items[i].value) == 0;
    answer += 2 * (found == 400);
    for (int i = 0; i < count; i++)
        answer += 4 *
                  (strcmp(items[i].name, "ASKED_LONG") == 0 && strcmp(items[i].value, value) == 0);
    uv_os_free_environ(items, count);
    for (int i = 0; i < 400; i++) {
        snprintf(name, sizeof name, "ASKED_MANY_%d", i);
        uv_os_unsetenv(name);
    }
    uv_os_unsetenv("ASKED_LONG");
    return answer;
}

/* ---- ASK-46 ---- */
static int ask_ports_of_each_size(uv_loop_t *loop, union uv_any_handle *h)
{
    static const int ports[6] = { 0, 1, 255, 256, 32768, 65535 };
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 6; i++) {
        struct sockaddr_in four;
        struct sockaddr_in6 six;
        right += uv_ip4_addr("127.0.0.1", ports[i], &four) == 0 &&
                 four.sin_port == htons((uint16_t)ports[i]);
        right += uv_ip6_addr("::1", ports[i], &six) == 0 &&
                 six.sin6_port == htons((uint16_t)ports[i]);
    }
    return right;
}

/* ---- ASK-81 ---- */
/* The first and the last characters of each length, and one of each thousand, as bytes: how many of
 * them are wrong, and the same back again. */
static int ask_characters_that_are_wrong(uv_loop_t *loop, union uv_any_handle *h)
{
    int (*to_narrow)(const uint16_t *, ssize_t, char **, size_t *);
    void (*to_wide)(const char *, uint16_t *, size_t);
    ssize_t (*wide_length)(const char *);
    static const int ends[] = { 1,      0x7f,   0x80,   0x7ff,   0x800,
                                0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff };
    int wrong = 0;
    (void)loop, (void)h;
    find_call("uv_utf16_to_wtf8", &to_narrow);
    find_call("uv_wtf8_to_utf16", &to_wide);
    find_call("uv_wtf8_length_as_utf16", &wide_length);
    if (!to_narrow || !to_wide || !wide_length || uv_version() < 0x013200)
        return UV_ENOSYS;
    for (int i = 0; i < 1100; i++) {
        int c = i < 10 ? ends[i] : i * 1000;
        if (c >= 0xd800 && c < 0xe000)
            continue;
        uint16_t wide[3] = { (uint16_t)c, 0, 0 }, back[3] = { 0 };
        unsigned char usual[5] = { 0 };
        char room[8] = "", *narrow = room;
        size_t size = sizeof room - 1;
        int parts = c > 0xffff ? 2 : 1;
        if (parts == 2) {
            wide[0] = (uint16_t)(0xd800 + ((c - 0x10000) >> 10));
            wide[1] = (uint16_t)(0xdc00 + ((c - 0x10000) & 0x3ff));
        }
        int length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (int j = length - 1, rest = c; j > 0; j--, rest >>= 6)
            usual[j] = (unsigned char)(0x80 | (rest & 0x3f));
        usual[0] = (unsigned char)(length == 1
                                       ? c
                                       : (0xf00 >> length & 0xff) | (c >> 6 * (length - 1)));
        wrong += to_narrow(wide, -1, &narrow, &size) != 0 || size != (size_t)length ||
                 memcmp(room, usual, (size_t)length + 1) != 0;
        if (wide_length((const char *)usual) != parts + 1) {
            wrong++;
            continue;
        }
        to_wide((const char *)usual, back, (size_t)parts + 1);
        wrong += memcmp(back, wide, sizeof back) != 0;
    }
    return wrong;
}

/* ---- ASK-37 ---- */
static int ask_window_of_each_size(uv_loop_t *loop, union uv_any_handle *h)
{
    static const struct winsize sizes[3] = { { .ws_row = 1, .ws_col = 300 },
                                             { .ws_row = 300, .ws_col = 1 },
                                             { .ws_row = 65535, .ws_col = 40000 } };
    int ends[2], right = 0;
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    uv_tty_init(loop, &h->tty, ends[1], 1);
    for (int i = 0; i < 3; i++) {
        int width = 0, height = 0;
        ioctl(ends[0], TIOCSWINSZ, &sizes[i]);
        right += uv_tty_get_winsize(&h->tty, &width, &height) == 0 && width == sizes[i].ws_col &&
                 height == sizes[i].ws_row;
    }
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return right;
}

/* ---- TELL-4 ---- */
static void note_long_name(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)events;
    *(int *)watch->data += status == 0 && name && strlen(name) == 250 && name[249] == 'z';
}

/* A file whose name has 250 letters is reported by its whole name. */
static int ask_watched_name_of_250(uv_loop_t *loop, union uv_any_handle *h)
{
    char folder[48], path[320];
    int calls = 0;
    snprintf(folder, sizeof folder, "/tmp/asked-%d-long", (int)getpid());
    mkdir(folder, 0700);
    int length = snprintf(path, sizeof path, "%s/", folder);
    memset(path + length, 'z', 250);
    path[length + 250] = 0;
    uv_fs_event_init(loop, &h->fs_event);
    h->fs_event.data = &calls;
    int answer = uv_fs_event_start(&h->fs_event, note_long_name, folder, 0);
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    uv_run(loop, UV_RUN_NOWAIT);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    unlink(path);
    rmdir(folder);
    return answer < 0 ? answer : calls > 0;
}

/* ---- ASK-137 ---- */
/* The time of the day lies between two readings of the system's, to the microsecond. */
static int ask_time_of_day_between_two_readings(uv_loop_t *loop, union uv_any_handle *h)
{
    const struct timespec a_while = { .tv_nsec = 1234567 };
    struct timeval early, late;
    uv_timeval64_t now;
    (void)loop, (void)h;
    nanosleep(&a_while, NULL);
    gettimeofday(&early, NULL);
    int answer = uv_gettimeofday(&now);
    gettimeofday(&late, NULL);
    int64_t reported = now.tv_sec * 1000000 + now.tv_usec;
    return answer < 0 ? answer
                      : reported >= early.tv_sec * 1000000LL + early.tv_usec &&
                            reported <= late.tv_sec * 1000000LL + late.tv_usec;
}

/* ---- ASK-76 ---- */
static int ask_semaphore_of_5000(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_sem_t sem;
    int count = 0;
    (void)loop, (void)h;
    if (uv_sem_init(&sem, 5000) < 0)
        return UV_EILSEQ;
    while (count < 6000 && uv_sem_trywait(&sem) == 0)
        count++;
    uv_sem_destroy(&sem);
    return count;
}

/* ---- ASK-74 ---- */
/* The stack of the calling thread in MiB. */
static void note_stack_in_mib(void *with)
{
    struct thread_shared *of = with;
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, &of->stack);
    pthread_attr_destroy(&attributes);
    of->stack >>= 20;
}

static int ask_stack_of_100_mib(uv_loop_t *loop, union uv_any_handle *h)
{
    struct thread_shared with = { .stack = 0 };
    uv_thread_options_t o = { .flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = 100 << 20 };
    uv_thread_t thread;
    (void)loop, (void)h;
    int answer = uv_thread_create_ex(&thread, &o, note_stack_in_mib, &with);
    if (answer < 0)
        return answer;
    uv_thread_join(&thread);
    return with.stack >= 100;
}

/* ---- TELL-4 ---- */
static void note_own_folder(uv_fs_event_t *watch, const char *name, int events, int status)
{
    (void)events, (void)status;
    *(int *)watch->data += name && strcmp(name, (const char *)watch->data + sizeof(int)) == 0;
}

/* Of twelve folders, each with a handle, each is told of the file that was made in it. */
static int ask_twelve_folders_watched(uv_loop_t *loop, union uv_any_handle *h)
{
    struct {
        int calls;
        char name[12];
    } of[12] = { 0 };
    uv_fs_event_t watches[12];
    char folder[64], path[96];
    int right = 0;
    (void)h;
    for (int change = 0; change < 2; change++)
        for (int i = 0; i < 12; i++) {
            snprintf(folder, sizeof folder, "/tmp/asked-%d-watch-%d", (int)getpid(), i);
            if (!change) {
                snprintf(of[i].name, sizeof of[i].name, "file%d", i);
                mkdir(folder, 0700);
                uv_fs_event_init(loop, &watches[i]);
                watches[i].data = &of[i];
                uv_fs_event_start(&watches[i], note_own_folder, folder, 0);
                continue;
            }
            snprintf(path, sizeof path, "%s/%s", folder, of[i].name);
            close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        }
    uv_run(loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 12; i++) {
        right += of[i].calls > 0;
        uv_close((uv_handle_t *)&watches[i], NULL);
        snprintf(folder, sizeof folder, "/tmp/asked-%d-watch-%d", (int)getpid(), i);
        snprintf(path, sizeof path, "%s/%s", folder, of[i].name);
        unlink(path);
        rmdir(folder);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    return right;
}

/* ---- ASK-210 ---- */
struct large_room {
    char *room;
    ssize_t first;
};

static void room_of_300000(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    *buffer = uv_buf_init(((struct large_room *)handle->data)->room, 300000);
}

static void note_first_size(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct large_room *l = stream->data;
    (void)buffer;
    if (l->first == 0)
        l->first = size;
}

/* All that is there is read at once if there is room for it: 150000 bytes. */
static int ask_read_of_150000_at_once(uv_loop_t *loop, union uv_any_handle *h)
{
    static char room[300000], bytes[150000];
    struct large_room l = { .room = room };
    int ends[2], large = 400000;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        return -errno;
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = uv_pipe_open(&h->pipe, ends[0]);
    ssize_t sent = send(ends[1], bytes, sizeof bytes, MSG_DONTWAIT);
    h->handle.data = &l;
    uv_read_start(&h->stream, room_of_300000, note_first_size);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_read_stop(&h->stream);
    h->handle.data = NULL;
    close(ends[1]);
    return answer < 0 ? answer : sent > 65536 && l.first == sent;
}

/* ---- ASK-46 ---- */
/* 1: a name that no variable can have. 2 and 4: folders that are none. 8: the folder with a path of
 * 200 letters, for which there is no room, and then just enough. */
static int ask_names_that_cannot_be(uv_loop_t *loop, union uv_any_handle *h)
{
    char part[101], path[300], room[300];
    size_t size = 8;
    (void)loop, (void)h;
    int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int answer = uv_os_setenv("ASKED=IT", "x") == UV_EINVAL && uv_os_unsetenv("") == UV_EINVAL;
    answer += 2 * (uv_chdir("/proc/self/exe") == UV_ENOTDIR);
    answer += 4 * (uv_chdir("/no/such/folder") == UV_ENOENT);
    memset(part, 'p', sizeof part - 1);
    part[sizeof part - 1] = 0;
    snprintf(path, sizeof path, "/tmp/asked-%d-%s", (int)getpid(), part);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "/tmp/asked-%d-%s/%s", (int)getpid(), part, part);
    mkdir(path, 0700);
    if (uv_chdir(path) == 0 && uv_cwd(room, &size) == UV_ENOBUFS && size == strlen(path) + 1)
        answer += 8 * (uv_cwd(room, &size) == 0 && size == strlen(path) && strcmp(room, path) == 0);
    if (fchdir(home) < 0)
        answer = -errno;
    close(home);
    rmdir(path);
    snprintf(path, sizeof path, "/tmp/asked-%d-%s", (int)getpid(), part);
    rmdir(path);
    return answer;
}

/* ---- ASK-242 ---- */
/* Flags that mean nothing yet, of which none is in the lowest bits, are EINVAL. */
static int ask_random_bytes_with_high_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    char byte = 0;
    int right = 0;
    (void)loop, (void)h;
    for (int i = 0; i < 32; i++)
        right += uv_random(NULL, NULL, &byte, 1, 1u << i, NULL) == UV_EINVAL;
    return right;
}

/* ---- ASK-137 ---- */
static int ask_system_in_each_field(uv_loop_t *loop, union uv_any_handle *h)
{
    struct utsname usual;
    uv_utsname_t reported;
    (void)loop, (void)h;
    int answer = uv_os_uname(&reported);
    if (answer < 0 || uname(&usual) < 0)
        return UV_EILSEQ;
    return (strcmp(reported.sysname, usual.sysname) == 0) +
           2 * (strcmp(reported.release, usual.release) == 0) +
           4 * (strcmp(reported.version, usual.version) == 0) +
           8 * (strcmp(reported.machine, usual.machine) == 0);
}

#endif
