/* calls.h - a backend around the tested one, which notes every call. Each of its functions writes
 * into the trace which call it is, for which handle and for which line of the program, and then
 * makes the call. If the process dies or hangs, this note says where it was. A call that fails is
 * recorded as an event. Callbacks do not pass through here. Inner to host/. */
#ifndef HOST_CALLS_H
#define HOST_CALLS_H
#include <stdbool.h>
#include "interface/backend.h"

struct host;

/* Make the wrapper of a loop; nothing is opened yet. The host must outlive it. */
struct loop *calls_new(struct host *h, const struct loop_backend *tested);
void calls_free(struct loop *loop); /* frees the wrapper and those of all its handles */
const struct loop_backend *calls_backend(const struct loop *loop);

/* Open the tested loop. False with a sentence in `error`. */
bool calls_open(struct loop *loop, const struct loop_config *config, char *error, size_t size);
/* Use a tested loop that an earlier run left open; and get it back, to keep it for a later run. */
void calls_set_tested(struct loop *loop, struct loop *tested);
struct loop *calls_tested(struct loop *loop);

/* Note that a callback begins: if the run never returns, this is the last one it called. */
void calls_note_callback(struct host *h, uint32_t label, uint32_t line, unsigned kind);
#endif
