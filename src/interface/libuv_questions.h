/* libuv_questions.h - what libuv's documents answer, asked in its words.
 *
 * Each is the body of a function that gets a `loop` of its own and `h`, room for three handles,
 * which whoever asks closes. The backend for libuv compiles them; the export to C writes them into
 * programs, line by line. The includer defines Q(kind, name, word, lines) for a
 * question, H(name, signature, lines) for what several of them call, S(signature) and L(line), and
 * T(name, members) for a struct of theirs with M(member). Only what libuv 1.34 has is called
 * directly. No line has a dollar, which the export would fill in. */
/* clang-format off */

H(local_port, S(static struct sockaddr_in local_port(int port)),
  L(struct sockaddr_in at;)
  L(uv_ip4_addr("127.0.0.1", port, &at);)
  L(return at;))
/* 2 for one that can be read, 1 for one that can be written. */
H(directions, S(static int directions(uv_stream_t *stream)),
  L(return 2 * uv_is_readable(stream) + uv_is_writable(stream);))
H(has_port, S(static int has_port(uv_udp_t *udp)),
  L(struct sockaddr_in at = { 0 };)
  L(int size = sizeof at;)
  L(int answer = uv_udp_getsockname(udp, (struct sockaddr *)&at, &size);)
  L(return answer < 0 ? answer : at.sin_port != 0;))
H(no_room, S(static void no_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)),
  L((void)handle, (void)size;)
  L(*buffer = uv_buf_init(NULL, 0);))
H(note_room, S(static void note_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)),
  L(*(size_t *)handle->data = size;)
  L(*buffer = uv_buf_init(NULL, 0);))
H(no_datagram, S(static void no_datagram(uv_udp_t *udp, ssize_t size, const uv_buf_t *buffer, const struct sockaddr *from, unsigned flags)),
  L((void)udp, (void)size, (void)buffer, (void)from, (void)flags;))
H(no_bytes, S(static void no_bytes(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)),
  L((void)stream, (void)size, (void)buffer;))
H(no_connect, S(static void no_connect(uv_connect_t *req, int status)),
  L((void)req, (void)status;))
H(note_connect, S(static void note_connect(uv_connect_t *req, int status)),
  L(*(int *)req->data = status;))
H(no_event, S(static void no_event(uv_poll_t *poll, int status, int events)),
  L((void)poll, (void)status, (void)events;))
H(no_signal, S(static void no_signal(uv_signal_t *signal, int number)),
  L((void)signal, (void)number;))
H(bind_own, S(static int bind_own(uv_loop_t *loop, uv_pipe_t *pipe)),
  L(char path[64];)
  L(snprintf(path, sizeof path, "/tmp/asked-%d.sock", (int)getpid());)
  L(unlink(path);)
  L(uv_pipe_init(loop, pipe, 0);)
  L(return uv_pipe_bind(pipe, path);))
/* Its status, or the signal that ended it. */
H(wait_for, S(static int wait_for(int pid)),
  L(siginfo_t end = { 0 };)
  L(waitid(P_PID, (id_t)pid, &end, WEXITED);)
  L(return end.si_status;))
/* How the script ends. `data` is the process itself if it leads a session. */
H(child_says, S(static int child_says(uv_loop_t *loop, uv_process_t *child, uv_process_options_t *o, char *script)),
  L(char *args[] = { "sh", "-c", script, "asked", NULL };)
  L(o->file = "/bin/sh";)
  L(o->args = args;)
  L(int answer = uv_spawn(loop, child, o);)
  L(if (answer < 0) return answer;)
  L(child->data = getsid(child->pid) == child->pid ? child : NULL;)
  L(return wait_for(child->pid);))
/* 1 if a text fits into its length and a zero, which is not counted, and not into less. */
H(fits, S(static int fits(int (*get)(char *, size_t *))),
  L(char text[1024];)
  L(size_t length = sizeof text, less, enough;)
  L(int answer = get(text, &length);)
  L(if (answer < 0) return answer;)
  L(less = length;)
  L(enough = length + 1;)
  L(return strlen(text) == length && get(text, &less) == UV_ENOBUFS && less == length + 1 && get(text, &enough) == 0 && enough == length;))
H(get_asked, S(static int get_asked(char *text, size_t *size)),
  L(return uv_os_getenv("ASKED", text, size);))
/* clang-format on */

#include "interface/libuv_socket_questions.h"
#include "interface/libuv_system_questions.h"
#include "interface/libuv_file_questions.h"
#include "interface/libuv_folder_questions.h"
#include "interface/libuv_loop_questions.h"
#include "interface/libuv_net_questions.h"
#include "interface/libuv_child_questions.h"
#include "interface/libuv_other_questions.h"
#include "interface/libuv_thread_questions.h"
#include "interface/libuv_detail_questions.h"
#include "interface/libuv_machine_questions.h"
#include "interface/libuv_corner_questions.h"
#include "interface/libuv_past_questions.h"
#undef H
#undef L
#undef M
#undef S
#undef Q
#undef T
