/* interpose_name.c - lookups of names that the world has made. All others go to the C library. */
#include "world/world.h"

#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "world/real.h"

enum { NET_127_77 = 0x7f4d0000 }; /* addresses of the loopback that nobody has a name for */

struct world_name {
    char text[40];
    struct sockaddr_in address;
    uint64_t after_ns;
    const void *kind;
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

struct world_name *world_name_open(uint64_t after_ns, const void *kind)
{
    struct world_name *n = xcalloc(1, sizeof *n);
    n->after_ns = after_ns;
    n->kind = kind;
    atomic_init(&n->done_ns, UINT64_MAX);
    pthread_mutex_lock(&names.lock);
    /* ".invalid" (RFC 2606): if a loop bypasses getaddrinfo(), no real resolver finds it. */
    snprintf(n->text, sizeof n->text, "lookup-%u.loopspec.invalid", ++names.made);
    n->address = (struct sockaddr_in){ .sin_family = AF_INET,
                                       .sin_addr = { htonl(NET_127_77 | names.made >> 16) },
                                       .sin_port = htons((uint16_t)names.made) };
    n->next = names.first;
    names.first = n;
    pthread_mutex_unlock(&names.lock);
    return n;
}

const char *world_name_text(const struct world_name *n)
{
    return n->text;
}

const struct sockaddr *world_name_address(const struct world_name *n)
{
    return (const struct sockaddr *)&n->address;
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
    world_busy_alike(n->after_ns, n->kind);
    n->done_ns = world_now_ns();
    return real()->getaddrinfo("127.0.0.1", service, &numeric, out);
}

static struct world_name *find_address(const struct sockaddr *address, socklen_t size)
{
    if (address->sa_family != AF_INET || size < sizeof(struct sockaddr_in))
        return NULL;
    const struct sockaddr_in *in = (const struct sockaddr_in *)address;
    pthread_mutex_lock(&names.lock);
    struct world_name *n = names.first;
    while (n && (n->address.sin_port != in->sin_port ||
                 n->address.sin_addr.s_addr != in->sin_addr.s_addr))
        n = n->next;
    pthread_mutex_unlock(&names.lock);
    return n;
}

/* The answer is the address in digits. */
int getnameinfo(const struct sockaddr *restrict address, socklen_t size, char *restrict host,
                socklen_t host_size, char *restrict service, socklen_t service_size, int flags)
{
    struct world_name *n = find_address(address, size);
    if (!n)
        return real()->getnameinfo(address, size, host, host_size, service, service_size, flags);
    world_busy_alike(n->after_ns, n->kind);
    n->done_ns = world_now_ns();
    return real()->getnameinfo(address, size, host, host_size, service, service_size,
                               NI_NUMERICHOST | NI_NUMERICSERV);
}
