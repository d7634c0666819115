#include "world/real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/* glibc keeps an old version of the condition variable calls on x86-64, and an
 * unversioned look-up may find that one. A sanitizer that stands before the C
 * library has its own, without a version, and must be asked: else it would not learn
 * that a wait lets go of the mutex. */
static void *look_up(const char *name)
{
    Dl_info info;
    void *found = dlsym(RTLD_NEXT, name);
    bool has_versions = strncmp(name, "pthread_cond_", 13) == 0;
    if (has_versions && found && dladdr(found, &info) && strstr(info.dli_fname, "libc.so")) {
        void *current = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
        return current ? current : found;
    }
    return found;
}

const struct real *real(void)
{
    static struct real table;
    static atomic_bool filled;
    if (!atomic_load_explicit(&filled, memory_order_acquire)) {
        /* Two threads may both get here; they write the same values. A function
         * pointer cannot be cast from void * in ISO C, so it is copied. */
        void *address;
#define X(name, result, parameters) \
    address = look_up(#name);       \
    memcpy(&table.name, &address, sizeof address);
        REAL_FUNCTIONS(X)
#undef X
        atomic_store_explicit(&filled, true, memory_order_release);
    }
    return &table;
}
