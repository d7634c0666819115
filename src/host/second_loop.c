/* second_loop.c - loops beside the first. Each has a thread of its own that opens it, performs its
 * block, runs it to its end and closes it. All record into one trace, each with its own phases and
 * iterations. */
#include "host/inside.h"

#include <stdlib.h>

#include "base/mem.h"

struct second {
    struct host host;
    const struct block *body;
    pthread_t thread;
    struct second *next;
};

static void *live(void *arg)
{
    struct second *x = arg;
    struct host *h = &x->host;
    h->self = pthread_self();
    host_open(h);
    host_perform(h, x->body);
    host_turn(h, LOOP_DEFAULT);
    host_close(h);
    return NULL;
}

void second_loop_make(struct host *h, const struct step *s)
{
    struct second *x = xcalloc(1, sizeof *x);
    host_init(&x->host, h->config, h->main);
    x->body = s->body;
    h->record.lock = x->host.record.lock = &h->main->recording;
    x->next = h->seconds;
    h->seconds = x;
    if (world_thread_start(&x->thread, live, x) != 0)
        host_fail(h, s, "no thread could be started");
}

void second_loop_join(struct host *h)
{
    while (h->seconds) {
        struct second *x = h->seconds;
        h->seconds = x->next;
        pthread_join(x->thread, NULL);
        host_release(&x->host);
        free(x);
    }
    h->record.lock = NULL;
}
