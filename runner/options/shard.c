#include "runner/options/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/patient.h"

enum { SHARDS_MAX = 1000000 };

/* Read digits and move `*text` after them. */
static bool read_number(const char **text, uint32_t *number)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(*text, &end, 10);
    bool good = **text >= '0' && **text <= '9' && errno == 0 && n <= SHARDS_MAX;
    *text = end;
    *number = good ? (uint32_t)n : 0;
    return good;
}

int shard_parse(const char *text, struct shard *s, struct diag *d)
{
    const char *at = text;
    bool good = read_number(&at, &s->number) && *at++ == '/' && read_number(&at, &s->count) &&
                *at == '\0' && s->number >= 1 && s->number <= s->count;
    if (good)
        return 0;
    return diag_usage(d, "give the number of the part and how many there are, from 1/N to N/N",
                      "'--shard' cannot be '%s'", text);
}

static int refuse(const char *index, const char *total, struct diag *d)
{
    return diag_usage(d, "the index is from 0 to one less than the total",
                      "TEST_SHARD_INDEX is '%s' and TEST_TOTAL_SHARDS is '%s'", index ? index : "",
                      total);
}

static int read_variables(struct shard *s, struct diag *d)
{
    const char *total = getenv("TEST_TOTAL_SHARDS"), *index = getenv("TEST_SHARD_INDEX");
    if (!total || !*total)
        return 0;
    const char *total_end = total, *index_end = index ? index : "";
    struct shard read;
    if (!read_number(&total_end, &read.count) || *total_end)
        return refuse(index, total, d);
    if (read.count == 0) /* this is the case if tests are not sharded */
        return 0;
    if (!read_number(&index_end, &read.number) || *index_end || read.number >= read.count)
        return refuse(index, total, d);
    read.number++;
    *s = read;
    return 0;
}

static int touch(const char *path, struct diag *d)
{
    int fd = patient_open(path, O_WRONLY | O_CREAT);
    bool good = fd >= 0 && futimens(fd, NULL) == 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (good)
        return 0;
    return diag_system(d, "it is named by TEST_SHARD_STATUS_FILE", "cannot write '%s': %s", path,
                       strerror(error));
}

int shard_adopt(struct shard *s, struct diag *d)
{
    const char *status = getenv("TEST_SHARD_STATUS_FILE");
    if (s->count == 0 && read_variables(s, d) < 0)
        return -1;
    return s->count > 0 && status && *status ? touch(status, d) : 0;
}

const char *shard_print(const struct shard *s, char text[SHARD_TEXT_MAX])
{
    if (s->count <= 1)
        return NULL;
    snprintf(text, SHARD_TEXT_MAX, "%u/%u", s->number, s->count);
    return text;
}

bool shard_has(const struct shard *s, size_t i)
{
    return s->count == 0 || i % s->count == s->number - 1;
}
