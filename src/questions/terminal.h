/* terminal.h - questions about terminals, pipes and socket pairs. */
#ifndef QUESTIONS_TERMINAL_H
#define QUESTIONS_TERMINAL_H
#include "questions/common.h"
#include "questions/folder.h"

/* ---- ASK-37 ---- */
static int ask_terminals_never_set(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return uv_tty_reset_mode();
}

/* Open both ends of a pseudo-terminal; ENODEV if the machine has none. */
static int open_terminal(int ends[2])
{
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ends[0] < 0)
        return UV_ENODEV;
    if (grantpt(ends[0]) < 0 || unlockpt(ends[0]) < 0)
        return UV_ENODEV;
    ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
    return ends[1] < 0 ? UV_ENODEV : 0;
}

/* The modes that are on: 1 whole lines, 2 echo, 4 signals, 8 carriage return becomes new line, 16
 * processed output. */
static int terminal_mode(int fd)
{
    struct termios t = { 0 };
    if (tcgetattr(fd, &t) < 0)
        return -errno;
    return !!(t.c_lflag & ICANON) + 2 * !!(t.c_lflag & ECHO) + 4 * !!(t.c_lflag & ISIG) +
           8 * !!(t.c_iflag & ICRNL) + 16 * !!(t.c_oflag & OPOST);
}

static int mode_after(uv_loop_t *loop, uv_tty_t *tty, uv_tty_mode_t mode, uv_tty_mode_t further,
                      int way)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int answer = uv_tty_init(loop, tty, ends[1], 1);
    answer = answer < 0 ? answer : uv_tty_set_mode(tty, mode);
    answer = answer < 0 || mode == further ? answer : uv_tty_set_mode(tty, further);
    if (way == 1)
        uv_close((uv_handle_t *)tty, NULL);
    if (way == 2)
        answer = uv_tty_reset_mode();
    answer = answer < 0 ? answer : terminal_mode(ends[0]);
    if (way != 1)
        uv_close((uv_handle_t *)tty, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return answer;
}

static int ask_terminal_raw_and_reset(uv_loop_t *loop, union uv_any_handle *h)
{
    return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_RAW, 2);
}

static int ask_terminal_opened(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int kept = dup(ends[1]);
    int answer = uv_tty_init(loop, &h->tty, ends[1], 0);
    uv_os_fd_t fd = -1;
    answer = answer < 0 ? answer : uv_fileno(&h->handle, &fd);
    answer = answer < 0 ? answer
                        : directions(&h->stream) + 4 * (h->handle.type != UV_TTY) +
                              8 * ((fcntl(fd, F_GETFL) & O_NONBLOCK) &&
                                   !(fcntl(kept, F_GETFL) & O_NONBLOCK));
    close(kept);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return answer;
}

static int ask_terminal_to_write_to(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int out = open(ptsname(ends[0]), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    int answer = uv_tty_init(loop, &h->tty, out, 1);
    answer = answer < 0 ? answer : directions(&h->stream);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[1]);
    close(ends[0]);
    return answer;
}

static int ask_terminal_as_it_is(uv_loop_t *loop, union uv_any_handle *h)
{
    return mode_after(loop, &h->tty, UV_TTY_MODE_NORMAL, UV_TTY_MODE_NORMAL, 0);
}

/* Can what was typed before a change of mode still be read? The system delivers it a moment after
 * it was typed, so wait for it first. */
static int keeps_what_was_typed(uv_loop_t *loop, uv_tty_t *tty)
{
    int ends[2], count = 0;
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int answer = uv_tty_init(loop, tty, ends[1], 1);
    if (answer == 0 && write(ends[0], "a\n", 2) == 2)
        poll(&(struct pollfd){ ends[1], POLLIN, 0 }, 1, 10000);
    answer = answer < 0 ? answer : uv_tty_set_mode(tty, UV_TTY_MODE_RAW);
    ioctl(ends[1], FIONREAD, &count);
    uv_close((uv_handle_t *)tty, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return answer < 0 ? answer : count == 2;
}

static int ask_terminal_raw(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_RAW, 0);
    return answer < 0 ? answer : answer + 32 * keeps_what_was_typed(loop, &h->tty);
}

static int ask_terminal_for_bytes(uv_loop_t *loop, union uv_any_handle *h)
{
    return mode_after(loop, &h->tty, UV_TTY_MODE_IO, UV_TTY_MODE_IO, 0);
}

static int ask_terminal_raw_and_back(uv_loop_t *loop, union uv_any_handle *h)
{
    return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_NORMAL, 0);
}

static int ask_terminal_for_bytes_then_raw(uv_loop_t *loop, union uv_any_handle *h)
{
    return mode_after(loop, &h->tty, UV_TTY_MODE_IO, UV_TTY_MODE_RAW, 0);
}

static int ask_terminal_size(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2], width = 0, height = 0;
    struct winsize size = { .ws_col = 80, .ws_row = 24 };
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    ioctl(ends[0], TIOCSWINSZ, &size);
    int answer = uv_tty_init(loop, &h->tty, ends[1], 0);
    answer = answer < 0 ? answer : uv_tty_get_winsize(&h->tty, &width, &height);
    uv_close(&h->handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    close(ends[0]);
    return answer ? answer : 100 * width + height;
}

static int ask_terminal_guessed(uv_loop_t *loop, union uv_any_handle *h)
{
    int ends[2];
    (void)loop, (void)h;
    if (open_terminal(ends) < 0)
        return UV_ENODEV;
    int answer = uv_guess_handle(ends[1]) == UV_TTY;
    close(ends[1]);
    close(ends[0]);
    return answer;
}

static int ask_terminal_sequences(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_tty_vtermstate_t state = UV_TTY_SUPPORTED;
    (void)loop, (void)h;
    uv_tty_set_vterm_state(UV_TTY_SUPPORTED);
    return uv_tty_get_vterm_state(&state);
}

static int ask_terminal_raw_and_closed(uv_loop_t *loop, union uv_any_handle *h)
{
    return mode_after(loop, &h->tty, UV_TTY_MODE_RAW, UV_TTY_MODE_RAW, 1);
}

/* ---- ASK-38 ---- */
static char *long_path(char path[300])
{
    snprintf(path, 300, "/tmp/asked-%d-", (int)getpid());
    memset(path + strlen(path), 'x', 299 - strlen(path));
    path[299] = 0;
    return path;
}

static int ask_pipe_of_a_long_path(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[300], name[128];
    size_t size = sizeof name;
    uv_pipe_init(loop, &h->pipe, 0);
    int answer = uv_pipe_bind(&h->pipe, long_path(path));
    if (answer < 0)
        return answer;
    answer = uv_pipe_getsockname(&h->pipe, name, &size);
    path[size < 108 ? size : 108] = 0;
    unlink(path);
    return answer < 0 ? answer : size < 100 || memcmp(path, name, 100) != 0;
}

/* libuv 1.46 and later: uv_pipe_bind2() and uv_pipe_connect2(). */
static int bind_by_length(uv_loop_t *loop, uv_pipe_t *pipe, const char *name, size_t size,
                          unsigned flags)
{
    int (*call)(uv_pipe_t *, const char *, size_t, unsigned);
    find_call("uv_pipe_bind2", &call);
    uv_pipe_init(loop, pipe, 0);
    return call ? call(pipe, name, size, flags) : UV_ENOSYS;
}

static int ask_pipe_of_a_long_path_not_cut(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[300];
    int answer = bind_by_length(loop, &h->pipe, long_path(path), 299, 1);
    path[108] = 0;
    unlink(path);
    return answer;
}

static int ask_pipe_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    return bind_by_length(loop, &h->pipe, "/tmp/asked-flags", 16, 2);
}

static int ask_pipe_with_a_zero_within(uv_loop_t *loop, union uv_any_handle *h)
{
    return uv_version() < 0x013000 ? UV_ENOSYS
                                   : bind_by_length(loop, &h->pipe, "/tmp/as\0ked", 11, 0);
}

static int ask_pipe_of_no_path(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h->pipe, 0);
    return uv_pipe_bind(&h->pipe, "/no/such/folder/asked");
}

static int ask_pipe_of_a_taken_path(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[64];
    size_t size = sizeof path;
    int answer = bind_own(loop, &h[0].pipe);
    uv_pipe_getsockname(&h[0].pipe, path, &size);
    path[size < sizeof path ? size : sizeof path - 1] = 0;
    uv_pipe_init(loop, &h[1].pipe, 0);
    return answer < 0 ? answer : uv_pipe_bind(&h[1].pipe, path);
}

static int ask_pipe_bound_while_closing(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_pipe_init(loop, &h->pipe, 0);
    uv_close(&h->handle, NULL);
    return uv_pipe_bind(&h->pipe, "/no/such/folder/asked");
}

static int ask_pipe_for_handles_listens(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/asked-%d.ipc", (int)getpid());
    unlink(path);
    uv_pipe_init(loop, &h->pipe, 1);
    int answer = uv_pipe_bind(&h->pipe, path);
    return answer < 0 ? answer : uv_listen(&h->stream, 1, NULL);
}

static int connect_by_length(uv_loop_t *loop, uv_pipe_t *pipe, const char *name, size_t size,
                             unsigned flags)
{
    uv_connect_t req;
    int status = 1;
    int (*call)(uv_connect_t *, uv_pipe_t *, const char *, size_t, unsigned, uv_connect_cb);
    find_call("uv_pipe_connect2", &call);
    uv_pipe_init(loop, pipe, 0);
    req.data = &status;
    int answer = call ? call(&req, pipe, name, size, flags, note_connect) : UV_ENOSYS;
    uv_run(loop, UV_RUN_NOWAIT);
    uv_run(loop, UV_RUN_NOWAIT);
    return answer < 0 ? answer : status;
}

static int ask_connect_with_unknown_flags(uv_loop_t *loop, union uv_any_handle *h)
{
    return connect_by_length(loop, &h->pipe, "/tmp/asked-flags", 16, 2);
}

static int ask_connect_to_no_length(uv_loop_t *loop, union uv_any_handle *h)
{
    return connect_by_length(loop, &h->pipe, "/tmp/asked-flags", 0, 0);
}

static int ask_connect_to_a_long_path_not_cut(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[300];
    return connect_by_length(loop, &h->pipe, long_path(path), 299, 1);
}

static int ask_connect_to_a_long_path(uv_loop_t *loop, union uv_any_handle *h)
{
    char path[300];
    return connect_by_length(loop, &h->pipe, long_path(path), 299, 0);
}

static void no_connection(uv_stream_t *listener, int status)
{
    (void)listener, (void)status;
}

static int ask_connect_by_length(uv_loop_t *loop, union uv_any_handle *h)
{
    int answer = bind_by_length(loop, &h[0].pipe, "\0asked-abstract", 15, 1);
    answer = answer < 0 ? answer : uv_listen(&h[0].stream, 1, no_connection);
    return answer < 0 ? answer : connect_by_length(loop, &h[1].pipe, "\0asked-abstract", 15, 1);
}

static int ask_connect_to_no_path(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    int status = 1;
    uv_pipe_init(loop, &h->pipe, 0);
    req.data = &status;
    uv_pipe_connect(&req, &h->pipe, "/no/such/path", note_connect);
    int answer = 10 * (status == 1 && uv_loop_alive(loop) != 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * (status == UV_ENOENT);
}

static int ask_connect_to_an_empty_name(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    int status = 1;
    if (uv_version() < 0x013000)
        return UV_ENOSYS;
    uv_pipe_init(loop, &h->pipe, 0);
    req.data = &status;
    uv_pipe_connect(&req, &h->pipe, "", note_connect);
    int answer = 10 * (status == 1);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * (status == UV_EINVAL);
}

static int ask_connect_to_who_does_not_listen(uv_loop_t *loop, union uv_any_handle *h)
{
    uv_connect_t req;
    char path[64];
    size_t size = sizeof path;
    int status = 1;
    int bound = bind_own(loop, &h[0].pipe);
    uv_pipe_getsockname(&h[0].pipe, path, &size);
    path[size < sizeof path ? size : sizeof path - 1] = 0;
    uv_pipe_init(loop, &h[1].pipe, 0);
    req.data = &status;
    uv_pipe_connect(&req, &h[1].pipe, path, note_connect);
    int answer = 10 * (bound == 0 && status == 1 && uv_loop_alive(loop) != 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return answer + 2 * (status == UV_ECONNREFUSED);
}

/* ---- ASK-39 ---- */
/* Are the ends of a socket pair (libuv 1.41 and later) or a pipe blocking, and are they closed on
 * exec? */
static int ends_of_pair(const char *name, int first, int other)
{
    int (*pair)(int, int, uv_os_sock_t *, int, int);
    int (*pipe_of)(uv_file *, int, int);
    int ends[2], is_pair = name[3] == 's';
    find_call(name, is_pair ? (void *)&pair : (void *)&pipe_of);
    if (is_pair ? !pair : !pipe_of)
        return UV_ENOSYS;
    int answer = is_pair ? pair(SOCK_STREAM, 0, ends, first, other) : pipe_of(ends, first, other);
    if (answer < 0)
        return answer;
    for (int i = 0; i < 2; i++)
        answer = 10 * answer + 1 + !(fcntl(ends[i], F_GETFL) & O_NONBLOCK) +
                 2 * !(fcntl(ends[i], F_GETFD) & FD_CLOEXEC);
    int moved = write(ends[1], "x", 1) == 1 && read(ends[0], (char[1]){ 0 }, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return moved ? answer : UV_EPIPE;
}

static int ask_pair_that_blocks(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_socketpair", 0, 0);
}

static int ask_pair_that_does_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_socketpair", UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);
}

static int ask_pair_that_blocks_on_one_side(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_socketpair", UV_NONBLOCK_PIPE, 0);
}

static int ask_pipe_that_blocks(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_pipe", 0, 0);
}

static int ask_pipe_that_does_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_pipe", UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);
}

static int ask_pipe_whose_end_does_not_block(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_pipe", 0, UV_NONBLOCK_PIPE);
}

static int ask_pair_that_blocks_on_the_other_side(uv_loop_t *loop, union uv_any_handle *h)
{
    (void)loop, (void)h;
    return ends_of_pair("uv_socketpair", 0, UV_NONBLOCK_PIPE);
}

#endif
