/* calls.h - every call of the loop, noted.
 *
 * A backend over the one that is tested: each of its functions writes into the trace which
 * call it is, about which handle and for which line of the program, then makes the call.
 * Whoever finds the process dead or hanging reads there where it was. A call that fails is an
 * event of the trace. It adds nothing else: callbacks go past it. Inner to host/. */
#ifndef HOST_CALLS_H
#define HOST_CALLS_H
#include <stdbool.h>
#include "interface/backend.h"

struct host;

/* Make the loop that stands for the host's own; nothing is opened yet. The host must outlive it. */
struct loop *calls_new(struct host *h, const struct loop_backend *tested);
void calls_free(struct loop *loop); /* its memory and that of all handles made in it */
const struct loop_backend *calls_backend(const struct loop *loop);

/* Open the tested loop; false with a sentence in `error`. */
bool calls_open(struct loop *loop, const struct loop_config *config, char *error, size_t size);
/* The tested loop: open already, left by an earlier run; and to be kept for a later one. */
void calls_take(struct loop *loop, struct loop *tested);
struct loop *calls_give(struct loop *loop);

/* A callback begins: if the run never returns, this is what it called last. */
void calls_note_callback(struct host *h, uint32_t label, uint32_t line, unsigned kind);
#endif
