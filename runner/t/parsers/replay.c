/* replay.c - gives the files that it is named, and those of the folders that it is named, to a
 * target, where there is no libFuzzer. Prints how many there were. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t count; /* nftw() has no argument for it */

static int replay(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)at;
    FILE *in = type == FTW_F ? fopen(path, "rb") : NULL;
    if (!in)
        return 0;
    uint8_t *data = malloc((size_t)st->st_size + 1);
    size_t size = data ? fread(data, 1, (size_t)st->st_size, in) : 0;
    fclose(in);
    if (data)
        LLVMFuzzerTestOneInput(data, size);
    free(data);
    count++;
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (nftw(argv[i], replay, 16, FTW_PHYS) < 0) {
            perror(argv[i]);
            return 1;
        }
    printf("%zu inputs\n", count);
    return count == 0;
}
