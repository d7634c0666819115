/* unversioned.c - a plug-in that declares nothing, and does not know its version either. */
#define HOLLOW_VERSION 0
#define HOLLOW_CAN     0
#include "hollow.c" /* NOLINT(bugprone-suspicious-include): but for that it is the same */
