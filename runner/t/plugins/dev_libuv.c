/* dev_libuv.c - a tiny loop that says it is a libuv on the way to a release of the future. */
#define TINY_NAME    "libuv"
#define TINY_VERSION "9.9.9-dev"
#include "tiny.c" /* NOLINT(bugprone-suspicious-include): but for that it is the same */
