/* socket.c - the world's own socket() is for judging and not in this library; see Makefile. */
#include <sys/socket.h>

#include "world/real.h"
#include "world/sched.h"

int socket(int domain, int type, int protocol)
{
    int fd = real()->socket(domain, type, protocol);
    if (domain == AF_INET || domain == AF_INET6)
        transit_note(fd);
    return fd;
}
