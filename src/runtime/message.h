/* message.h - the lines between loopspec and an adapter: one JSON object each. README.md in this
 * folder documents them for authors of adapters. An adapter may send anything; a line that is no
 * valid message is reported in a sentence, never used. */
#ifndef RUNTIME_MESSAGE_H
#define RUNTIME_MESSAGE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "scenario/scenario.h"
#include "scenario/word_set.h"

enum { MESSAGE_PROTOCOL = 1 };

/* What an adapter says about itself and its runtime. */
struct runtime_info {
    char name[64];         /* "node" */
    char version[64];      /* "20.20.2" */
    char profile[64];      /* "node-20.20.2/libuv-1.46.0"; "": the newest Node */
    uint64_t can;          /* LOOP_CAN_... and CAN_JAVASCRIPT */
    uint32_t layers;       /* LAYER_BIT()s of those that it can run */
    struct word_set lacks; /* words of these layers that it cannot perform */
    /* Why it has no virtual clock, to follow its name in a sentence; "": it does not say. */
    char why_real[120];
};

enum message_kind {
    MESSAGE_HELLO,
    MESSAGE_WAIT, /* it cannot begin yet */
    MESSAGE_LOG,
    MESSAGE_END,         /* the scenario's process ended, by itself or not */
    MESSAGE_UNSUPPORTED, /* it cannot run this scenario */
    MESSAGE_ERROR,       /* it tried and failed */
};

struct message {
    enum message_kind kind;
    int64_t id;                        /* all but MESSAGE_HELLO: of the run */
    struct runtime_info hello;         /* MESSAGE_HELLO */
    char label[PROGRAM_LABEL_MAX + 1]; /* MESSAGE_LOG, and so on */
    bool has_value, has_time;
    int64_t value;
    uint64_t at_ns;
    uint64_t held_ns; /* time that it was ready to run but had no processor; 0: it does not say */
    int signal;       /* MESSAGE_END: the signal that killed it; 0: none */
    bool overtime;    /* it was ended when its time was up */
    bool stuck;       /* it was ended because nothing could ever wake it */
    char reason[200];
};

/* -1, and `why` is a sentence that says what is wrong with the line. */
int message_parse(const char *line, size_t length, struct message *m, char why[200]);

/* What a run needs besides the scenario. */
struct message_way {
    bool real_clock;
    const char *world; /* the library to preload for virtual time; NULL if there is none */
    uint64_t begin_ns; /* 0: the usual */
    uint32_t timeout_ms;
    bool share; /* others may have run in its process, and may run there later */
};

/* A request to run the scenario: a line with its newline. Owned by the caller. */
char *message_run(int64_t id, const struct scenario *s, const char *file,
                  const struct message_way *way);
#endif
