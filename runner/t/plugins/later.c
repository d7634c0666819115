/* later.c - a plug-in as if compiled against a later backend.h: the struct says that it has one
 * more function, and declares a capability that this program does not know. */
#define TINY_ABI (LOOP_BACKEND_ABI + sizeof(void (*)(void)))
#define TINY_CAN (UINT64_C(1) << 58)
#include "tiny.c" /* NOLINT(bugprone-suspicious-include): but for that it is the same */
