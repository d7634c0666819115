/* odd_libev.c - a tiny loop that says it is libev, and has no number for its version. */
#define TINY_NAME    "libev"
#define TINY_VERSION "trunk"
#include "tiny.c" /* NOLINT(bugprone-suspicious-include): but for that it is the same */
