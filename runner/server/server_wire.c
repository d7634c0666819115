#include "runner/server/server_wire.h"

#include "base/patient.h"

int wire_write(int fd, const void *data, size_t size)
{
    return patient_write(fd, data, size);
}

int wire_read(int fd, void *data, size_t size)
{
    char *to = data;
    while (size > 0) {
        ssize_t n = patient_read(fd, to, size);
        if (n <= 0)
            return -1;
        to += n;
        size -= (size_t)n;
    }
    return 0;
}
