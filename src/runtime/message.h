/* message.h - the lines that pass between loopspec and an adapter: one JSON object
 * each. README.md in this folder is for whoever writes an adapter. An adapter may
 * send anything at all; what is no message is told in a sentence, never believed. */
#ifndef RUNTIME_MESSAGE_H
#define RUNTIME_MESSAGE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "scenario/scenario.h"

enum { MESSAGE_PROTOCOL = 1 };

/* What an adapter says of itself and its runtime. */
struct runtime_info {
    char name[64];    /* "node" */
    char version[64]; /* "20.20.2" */
    char profile[64]; /* "node-20.20.2/libuv-1.46.0"; "" for the newest of Node */
    uint64_t can;     /* LOOP_CAN_... and CAN_JAVASCRIPT */
    uint32_t layers;  /* LAYER_BIT() of those that it performs */
    /* Why it has no virtual clock, to follow its name in a sentence; "" if it says nothing. */
    char why_real[120];
};

enum message_kind {
    MESSAGE_HELLO,
    MESSAGE_WAIT, /* it cannot begin yet */
    MESSAGE_LOG,
    MESSAGE_END,         /* the scenario's process ended, by itself or not */
    MESSAGE_UNSUPPORTED, /* it cannot perform this one */
    MESSAGE_ERROR,       /* it failed to */
};

struct message {
    enum message_kind kind;
    int64_t id;                        /* all but MESSAGE_HELLO: of the run */
    struct runtime_info hello;         /* MESSAGE_HELLO */
    char label[PROGRAM_LABEL_MAX + 1]; /* MESSAGE_LOG, and so on */
    bool has_value, has_time;
    int64_t value;
    uint64_t at_ns;
    uint64_t held_ns; /* that it was ready to run and had no processor; 0 if it says nothing */
    int signal;       /* MESSAGE_END: what killed it; 0 for none */
    bool overtime;    /* it was ended when its time was up */
    bool stuck;       /* it was ended since nothing could ever wake it */
    char reason[200];
};

/* -1 with a sentence in `why` that says what is wrong with the line. */
int message_parse(const char *line, size_t length, struct message *m, char why[200]);

/* A request to perform the scenario, a line with its newline; owned by the caller. */
char *message_run(int64_t id, const struct scenario *s, const char *file, bool real_clock,
                  uint32_t timeout_ms);
#endif
