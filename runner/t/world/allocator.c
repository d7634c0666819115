/* allocator.c - a program with an allocator of its own, as jemalloc has it: it takes a lock and asks
 * for the time when it is first called, which is while the program is being loaded; and it has a
 * thread that the world does not know, which blocks all signals and asks for the time. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(16) char memory[1 << 26];
static size_t used;

void *malloc(size_t size)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &ts);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    pthread_mutex_lock(&lock);
    size = (size + 31) / 16 * 16;
    char *block = used + size > sizeof memory ? NULL : memory + used;
    used += block ? size : 0;
    pthread_mutex_unlock(&lock);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    return block + 16;
}

void free(void *block)
{
    (void)block;
}

void *calloc(size_t count, size_t size)
{
    return malloc(count * size); /* never used before, so it is zero */
}

void *realloc(void *block, size_t size)
{
    void *other = malloc(size);
    size_t before = 0;
    if (block)
        memcpy(&before, (char *)block - 16, sizeof before);
    if (block && other)
        memcpy(other, block, before < size ? before : size);
    return other;
}

static atomic_bool has_read;

static void *read_time(void *arg)
{
    struct timeval tv;
    for (int i = 0; i < 1000; i++)
        gettimeofday(&tv, NULL);
    has_read = true;
    return arg;
}

int main(void)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *library = dlopen("libc.so.6", RTLD_LAZY), *address = dlsym(library, "pthread_create");
    pthread_t id;
    sigset_t all, before;
    memcpy(&create, &address, sizeof create);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = create(&id, NULL, read_time, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sleep(7);
    printf("%d %s\n", error, error || pthread_join(id, NULL) || !has_read ? "not read" : "read");
    return 0;
}
