#include "world/real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>

/* glibc on x86-64 keeps an old version of the condition variable calls, and a look-up without a
 * version may find that one. A sanitizer that stands before the C library has its own, without a
 * version, and must get the call: else it does not learn that a wait releases the mutex. The newest
 * of these calls has one version only, and a look-up that fails allocates memory; see real(). */
static void *look_up(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    bool has_versions = strncmp(name, "pthread_cond_", 13) == 0 &&
                        strcmp(name, "pthread_cond_clockwait") != 0;
    if (has_versions && found && found == dlvsym(RTLD_NEXT, name, "GLIBC_2.2.5")) {
        void *current = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
        return current ? current : found;
    }
    return found;
}

const struct real *real(void)
{
    static struct real table;
    static atomic_bool filled;
    static _Thread_local bool filling;
    if (!atomic_load_explicit(&filled, memory_order_acquire)) {
        /* A look-up may allocate, and a program's own allocator may ask for the time or lock a mutex:
         * it gets what has been looked up so far. */
        if (filling)
            return &table;
        /* Two threads may both get here; they write the same values. ISO C cannot cast void * to a
         * function pointer, so it is copied. */
        void *address;
        filling = true;
#define X(name, result, parameters) \
    address = look_up(#name);       \
    memcpy(&table.name, &address, sizeof address);
        REAL_FUNCTIONS(X)
#undef X
        filling = false;
        atomic_store_explicit(&filled, true, memory_order_release);
    }
    return &table;
}

/* Before main(): a look-up allocates, and a sanitizer that looks for leaks at the end calls in here
 * while it holds the allocator's locks. */
__attribute__((constructor)) static void fill(void)
{
    real();
}

void real_clock(struct timespec *ts)
{
    real()->syscall(SYS_clock_gettime, CLOCK_MONOTONIC, ts);
}
