#include "runner/server_wire.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int wire_write(int fd, const void *data, size_t size)
{
    const char *from = data;
    while (size > 0) {
        ssize_t n = send(fd, from, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        from += n;
        size -= (size_t)n;
    }
    return 0;
}

int wire_read(int fd, void *data, size_t size)
{
    char *to = data;
    while (size > 0) {
        ssize_t n = read(fd, to, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        to += n;
        size -= (size_t)n;
    }
    return 0;
}
