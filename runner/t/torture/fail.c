/* fail.c - preloaded: the allocation of number FAIL_AT fails, and with FAIL_ON all behind it do.
 * How many there were is written to FAIL_COUNT when the process exits. Only the process that
 * is started with it is concerned, none that it starts; with FAIL_SERVER only its servers and
 * their cases. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static struct {
    bool counts, goes_on;
    unsigned long at, seen;
} self;

static bool fails(void)
{
    if (!self.counts)
        return false;
    self.seen++;
    if (self.at == 0 || self.seen < self.at || (self.seen > self.at && !self.goes_on))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

__attribute__((constructor)) static void begin(int argc, char **argv)
{
    bool server = argc > 1 && strcmp(argv[1], "--server") == 0;
    if (!server && getenv("FAIL_SERVER"))
        return;
    const char *at = getenv("FAIL_AT");
    self.at = at ? strtoul(at, NULL, 10) : 0;
    self.goes_on = getenv("FAIL_ON");
    unsetenv("LD_PRELOAD");
    self.counts = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *to = getenv("FAIL_COUNT");
    char text[24];
    if (!self.counts)
        return;
    self.counts = false;
    int fd = to ? open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (fd < 0)
        return;
    int length = snprintf(text, sizeof text, "%lu\n", self.seen);
    if (write(fd, text, (size_t)length) < 0)
        _exit(99);
    close(fd);
}
