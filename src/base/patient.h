/* patient.h - waiting for others (a reader, a writer, another process) for as long as they take,
 * but not beyond an interrupt. As the calls of the C library, with these differences:
 * - an interrupt that interrupt_catch() has caught, before or meanwhile, ends a wait with EINTR.
 *   Whoever has begun to read or write is given a moment more, so that what was on its way
 *   arrives;
 * - no other signal does. */
#ifndef BASE_PATIENT_H
#define BASE_PATIENT_H
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* `flags` are O_RDONLY or O_WRONLY and more. A FIFO waits for its other end. */
int patient_open(const char *path, int flags);
ssize_t patient_read(int fd, void *to, size_t size);
/* All of it, or -1. */
int patient_write(int fd, const void *from, size_t size);

/* A stream that writes to `fd` in this way, and closes it in the end if it `owns` it. One whose
 * wait was ended writes no more. */
FILE *patient_stream(int fd, bool owns);
#endif
