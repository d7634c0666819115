#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

#include "base/mem.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

/* A shell starts background commands with some of these ignored, and nohup any command. */
static bool is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

int interrupt_catch(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        if (!is_ignored(signals[i]))
            sigaddset(&set, signals[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool has_one(const sigset_t *set)
{
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        if (sigismember(set, signals[i]) == 1)
            return true;
    return false;
}

bool interrupt_is_caught(void)
{
    sigset_t set;
    return sigprocmask(SIG_BLOCK, NULL, &set) == 0 && has_one(&set);
}

bool interrupt_is_pending(void)
{
    sigset_t set;
    return sigpending(&set) == 0 && has_one(&set);
}

bool interrupt_is_one(int number)
{
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        if (signals[i] == number)
            return true;
    return false;
}

static void set_all(void (*handler)(int))
{
    for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
        signal(signals[i], handler);
}

void interrupt_ignore(void)
{
    set_all(SIG_IGN);
}

void interrupt_restore(void)
{
    set_all(SIG_DFL);
}
