#include "world/real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/* glibc keeps an old version of the condition variable calls on x86-64, and an
 * unversioned look-up may find that one. */
static void *look_up(const char *name)
{
    void *found = NULL;
    if (strncmp(name, "pthread_cond_", 13) == 0)
        found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
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
