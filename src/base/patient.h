/* patient.h - wait for others (a reader, a writer, another process) as long as they take, but not
 * after an interrupt. Like the C library's calls, except:
 *
 * - An interrupt that interrupt_catch() has caught, before or during the wait, ends it with EINTR.
 *   A read or write gets a moment more, so that data on its way arrives.
 * - No other signal ends a wait. */
#ifndef BASE_PATIENT_H
#define BASE_PATIENT_H
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* `flags` as for open(). A FIFO waits until its other end is open. */
int patient_open(const char *path, int flags);
ssize_t patient_read(int fd, void *to, size_t size);
/* Writes all of it, or returns -1. */
int patient_write(int fd, const void *from, size_t size);

/* A stream that writes to `fd` with patient_write(), and closes it in the end if it `owns` it.
 * After an interrupt it writes nothing more. */
FILE *patient_stream(int fd, bool owns);
#endif
