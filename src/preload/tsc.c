#include "preload/tsc.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include "world/clock.h"
#include "world/real.h"
#include "world/sched.h"

#if defined(__x86_64__) && defined(PR_SET_TSC)
#include <x86intrin.h>

static bool trapped;

enum { VDSO_SIZE = 0x4000 };

/* The C library reads the clock by code of the kernel's in this process, which reads the counter.
 * That code must see the real one: it computes the real time. */
static bool is_kernels(uint64_t at)
{
    uint64_t begin = getauxval(AT_SYSINFO_EHDR);
    return begin && at >= begin && at < begin + VDSO_SIZE;
}

static uint64_t read_real(void)
{
    prctl(PR_SET_TSC, PR_TSC_ENABLE);
    uint64_t value = __rdtsc();
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
    return value;
}

/* A counter of nanoseconds: as good a frequency as any. */
static uint64_t read_virtual(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool tsc_trap(void)
{
    trapped = prctl(PR_SET_TSC, PR_TSC_SIGSEGV) == 0;
    return trapped;
}

bool tsc_is_trapped(void)
{
    return trapped;
}

bool tsc_read(void *context)
{
    static const uint8_t rdtsc[] = { 0x0f, 0x31 }, rdtscp[] = { 0x0f, 0x01, 0xf9 };
    greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *at = (const uint8_t *)reg[REG_RIP];
    /* A jump to an address that is not there also ends here; the error code says so. */
    bool is_fetch = reg[REG_CR2] == reg[REG_RIP] && reg[REG_TRAPNO] == 14;
    if (!trapped || is_fetch || reg[REG_TRAPNO] != 13)
        return false;
    bool is_plain = memcmp(at, rdtsc, sizeof rdtsc) == 0;
    if (!is_plain && memcmp(at, rdtscp, sizeof rdtscp) != 0)
        return false;
    uint64_t value = is_kernels((uint64_t)reg[REG_RIP]) ? read_real() : read_virtual();
    reg[REG_RAX] = (greg_t)(value & UINT32_MAX);
    reg[REG_RDX] = (greg_t)(value >> 32);
    if (!is_plain)
        reg[REG_RCX] = 0; /* the number of the processor */
    reg[REG_RIP] += is_plain ? sizeof rdtsc : sizeof rdtscp;
    return true;
}

void tsc_release(void)
{
    if (trapped)
        prctl(PR_SET_TSC, PR_TSC_ENABLE);
}

void tsc_trap_again(void)
{
    if (trapped)
        prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
}

#else

bool tsc_trap(void)
{
    return false;
}

bool tsc_is_trapped(void)
{
    return false;
}

bool tsc_read(void *context)
{
    (void)context;
    return false;
}

void tsc_release(void)
{
}

void tsc_trap_again(void)
{
}

#endif

/* The instruction fails again when the handler returns, and then nobody handles it. What was sent must
 * be sent again. */
void tsc_give_up(int sig, bool was_sent)
{
    real()->sigaction(sig, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
    if (was_sent)
        raise(sig);
}
