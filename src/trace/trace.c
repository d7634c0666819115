#include "trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"

static const size_t trace_bytes = sizeof(struct trace) +
                                  (size_t)TRACE_EVENTS_MAX * sizeof(struct trace_event);

/* Pages of a short trace are kept: the next case writes them again at once, and freeing them would
 * cost more than it saves. */
enum { KEPT_BYTES = 64 << 20 };

static const struct trace_kind_row kinds[] = {
#define KIND(id, role, ...) [TRACE_##id] = { __VA_ARGS__ },
#include "trace/kind_table.h"
};

static const char *const phase_names[] = {
    [PHASE_MAIN] = "main",   [PHASE_TIMERS] = "timers",   [PHASE_PENDING] = "pending",
    [PHASE_IDLE] = "idle",   [PHASE_PREPARE] = "prepare", [PHASE_POLL] = "poll",
    [PHASE_CHECK] = "check", [PHASE_CLOSING] = "closing",
};
static_assert(ARRAY_SIZE(phase_names) == PHASE_COUNT, "a phase has no name");
static_assert(PHASE_COUNT <= 1 << 3, "a phase fits its bit field");
static_assert(TRACE_KIND_COUNT <= 1 << 8, "a kind fits its bit field");
static_assert(TRACE_EVENTS_MAX < 1 << 29, "a cause fits its bit field");

static const char *const choice_names[] = {
    [CHOICE_TURN] = "something else goes first",
    [CHOICE_TIME] = "a millisecond passes",
    [CHOICE_TASK] = "another task goes first",
    [CHOICE_FRAME] = "the page is drawn at once",
    [CHOICE_ENGINE] = "the engine calls back first",
    [CHOICE_PART] = "part of a millisecond has passed",
};
static_assert(ARRAY_SIZE(choice_names) == CHOICE_KIND_COUNT, "a kind of choice has no name");

/* 1 where the choice changes the times of what follows. */
static const uint8_t is_of_time[CHOICE_KIND_COUNT] = {
    [CHOICE_TIME] = 1, [CHOICE_FRAME] = 1, [CHOICE_PART] = 1
};

int trace_create(void)
{
    int fd = memfd_create("loopspec-trace", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -1;
    /* Sealed, since a plug-in finds the file even if it is hidden. Without the seals it could
     * shrink the file, and whoever reads the memory past its end dies of SIGBUS; or it could
     * prevent a new mapping. */
    if (ftruncate(fd, (off_t)trace_bytes) < 0 ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

struct trace *trace_map(int fd)
{
    void *p = mmap(NULL, trace_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    return p == MAP_FAILED ? NULL : p;
}

void trace_unmap(struct trace *t)
{
    if (t)
        munmap(t, trace_bytes);
}

/* A dying process had write access to the count, so never trust it beyond the size of the
 * mapping. */
static size_t bytes_used(const struct trace *t)
{
    uint64_t count = t->count < TRACE_EVENTS_MAX ? t->count : TRACE_EVENTS_MAX;
    return sizeof *t + (size_t)count * sizeof t->event[0];
}

/* All but the choice points and the events, which count only as far as the head says. */
static void clear_head(struct trace *t)
{
    memset(&t->count, 0, offsetof(struct trace, event) - offsetof(struct trace, count));
}

void trace_reset(struct trace *t)
{
    size_t used = bytes_used(t);
    if (used > KEPT_BYTES) {
        /* If the kernel cannot punch holes, the pages stay, which only costs memory. */
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        size_t end = (used + page - 1) / page * page;
        (void)madvise((char *)t + KEPT_BYTES, end - KEPT_BYTES, MADV_REMOVE);
    }
    clear_head(t);
}

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const char *at = data;
    for (uint64_t word; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    for (; size > 0; size--)
        hash = (hash ^ (unsigned char)*at++) * 0x9e3779b97f4a7c15ull;
    return hash;
}

uint64_t trace_digest(const struct trace *t)
{
    const size_t events_at = offsetof(struct trace, event), head_at = offsetof(struct trace, count);
    uint64_t shifts = trace_shifts_time(t);
    uint64_t hash = mix(0, &t->count, offsetof(struct trace, site) - head_at);
    hash = mix(hash, t->message, strnlen(t->message, sizeof t->message));
    hash = mix(hash, t->shortage, strnlen(t->shortage, sizeof t->shortage));
    hash = mix(hash, &shifts, sizeof shifts);
    return mix(hash, t->event, bytes_used(t) - events_at);
}

uint32_t trace_open_choices(const struct trace *t)
{
    return t->choices < TRACE_CHOICES_MAX ? t->choices : TRACE_CHOICES_MAX;
}

bool trace_shifts_time(const struct trace *t)
{
    for (uint32_t i = 0; i < trace_open_choices(t); i++)
        if (is_of_time[t->choice[i].kind] && t->choice[i].way > 0)
            return true;
    return false;
}

static bool check_choices(const struct trace *t)
{
    for (uint32_t i = 0; i < trace_open_choices(t); i++) {
        const struct trace_choice *c = &t->choice[i];
        if (c->kind >= CHOICE_KIND_COUNT || c->way >= c->ways || c->event > t->count)
            return false;
    }
    return true;
}

bool trace_check(struct trace *t, uint32_t labels)
{
    bool sound = t->count <= TRACE_EVENTS_MAX && t->callbacks <= t->count &&
                 t->outcome <= OUTCOME_HINDERED && memchr(t->message, 0, sizeof t->message) &&
                 memchr(t->shortage, 0, sizeof t->shortage) && check_choices(t) &&
                 t->site.label < labels && t->site.phase < PHASE_COUNT &&
                 t->site.kind < TRACE_KIND_COUNT;
    for (uint64_t i = 0; sound && i < t->count; i++) {
        const struct trace_event *ev = &t->event[i];
        sound = ev->kind < TRACE_KIND_COUNT && ev->label < labels && ev->cause <= i;
    }
    if (!sound)
        clear_head(t);
    return sound;
}

bool trace_is_callback(enum trace_kind kind)
{
    return kind >= TRACE_TIMER;
}

bool trace_is_log(enum trace_kind kind)
{
    return kind == TRACE_LOG || kind == TRACE_OBSERVE;
}

const char *trace_choice_name(enum trace_choice_kind kind)
{
    assert(kind < CHOICE_KIND_COUNT);
    return choice_names[kind];
}

const struct trace_kind_row *trace_kind_row(enum trace_kind kind)
{
    assert(kind < TRACE_KIND_COUNT);
    return &kinds[kind];
}

const char *trace_kind_name(enum trace_kind kind)
{
    return trace_kind_row(kind)->name;
}

const char *trace_phase_name(enum trace_phase phase)
{
    assert(phase < PHASE_COUNT);
    return phase_names[phase];
}

int trace_phase_find(const char *name)
{
    for (int i = 0; i < PHASE_COUNT; i++)
        if (strcmp(phase_names[i], name) == 0)
            return i;
    return -1;
}

char *trace_value_print(int64_t value, bool names_errors, char buffer[32])
{
    bool small = value < 0 && value >= -4095;
    const char *name = names_errors && small ? strerrorname_np((int)-value) : NULL;
    if (names_errors && value == TRACE_END_OF_FILE)
        name = "EOF";
    if (names_errors && value == -ENOTSUP)
        name = "ENOTSUP"; /* as libuv says; the C library prefers the other name of the number */
    if (name)
        snprintf(buffer, 32, "%s", name);
    else
        snprintf(buffer, 32, "%" PRId64, value);
    return buffer;
}

bool trace_errno_find(const char *name, int64_t *value)
{
    /* Second names of an error number, of which the C library knows only the first; and EOF, which
     * is no errno but is used like one. */
    static const struct {
        const char *name;
        int number;
    } aliases[] = {
        { "EWOULDBLOCK", EWOULDBLOCK }, { "EOPNOTSUPP", EOPNOTSUPP },  { "ENOTSUP", ENOTSUP },
        { "EDEADLOCK", EDEADLOCK },     { "EOF", -TRACE_END_OF_FILE },
    };
    enum { ERRNO_MAX = 133 };
    for (int i = 1; i <= ERRNO_MAX; i++) {
        const char *known = strerrorname_np(i);
        if (known && strcmp(known, name) == 0) {
            *value = -i;
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_SIZE(aliases); i++) {
        if (strcmp(aliases[i].name, name) == 0) {
            *value = -aliases[i].number;
            return true;
        }
    }
    return false;
}
