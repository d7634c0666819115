/* random.h - pseudo-random numbers, the same on every machine: splitmix64, which is small and good
 * enough. A program is determined by its seed and its number. */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H
#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/* The numbers for one program; those of its neighbours are unrelated. */
static inline struct random random_of(uint64_t seed, uint64_t number)
{
    struct random r = { seed };
    r.state = random_next(&r) ^ number;
    r.state = random_next(&r);
    return r;
}

/* From 0 to n - 1. */
static inline uint32_t random_below(struct random *r, uint32_t n)
{
    return (uint32_t)(((random_next(r) >> 32) * n) >> 32);
}

/* True with this probability. */
static inline bool random_percent(struct random *r, uint32_t percent)
{
    return random_below(r, 100) < percent;
}
#endif
