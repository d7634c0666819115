/* interpose_name.c - lookups of names that the world has made. All others go to the C library. */
#include "world/world.h"

#include <assert.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "world/real.h"

struct world_name {
    char text[40];
    uint64_t after_ns;
    atomic_uint_fast64_t done_ns;
    struct world_name *next;
};

/* getaddrinfo() has no context argument, so the list is global. The lock is for the real clock,
 * where pool threads look names up while the loop's thread makes new ones. */
static struct {
    pthread_mutex_t lock;
    struct world_name *first;
    unsigned made;
} names = { .lock = PTHREAD_MUTEX_INITIALIZER };

struct world_name *world_name_open(uint64_t after_ns)
{
    struct world_name *n = xcalloc(1, sizeof *n);
    n->after_ns = after_ns;
    atomic_init(&n->done_ns, UINT64_MAX);
    pthread_mutex_lock(&names.lock);
    /* ".invalid" (RFC 2606): if a loop bypasses getaddrinfo(), no real resolver finds it. */
    snprintf(n->text, sizeof n->text, "lookup-%u.loopspec.invalid", ++names.made);
    n->next = names.first;
    names.first = n;
    pthread_mutex_unlock(&names.lock);
    return n;
}

const char *world_name_text(const struct world_name *n)
{
    return n->text;
}

uint64_t world_name_done_ns(const struct world_name *n)
{
    return n->done_ns;
}

void world_name_close(struct world_name *n)
{
    pthread_mutex_lock(&names.lock);
    struct world_name **at = &names.first;
    while (*at != n) {
        assert(*at); /* closed twice? */
        at = &(*at)->next;
    }
    *at = n->next;
    pthread_mutex_unlock(&names.lock);
    free(n);
}

static struct world_name *find(const char *text)
{
    pthread_mutex_lock(&names.lock);
    struct world_name *n = names.first;
    while (n && strcmp(n->text, text) != 0)
        n = n->next;
    pthread_mutex_unlock(&names.lock);
    return n;
}

/* The C library makes the answer, from a numeric address, so that freeaddrinfo() can free it. */
int getaddrinfo(const char *restrict name, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict out)
{
    struct world_name *n = name ? find(name) : NULL;
    if (!n)
        return real()->getaddrinfo(name, service, hints, out);
    struct addrinfo numeric = { .ai_family = AF_UNSPEC };
    if (hints)
        numeric = *hints;
    numeric.ai_flags |= AI_NUMERICHOST;
    world_busy(n->after_ns);
    n->done_ns = world_now_ns();
    return real()->getaddrinfo("127.0.0.1", service, &numeric, out);
}
