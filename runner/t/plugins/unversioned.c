/* unversioned.c - a plug-in that declares nothing, and does not know its version either. */
#define MISSING_FUNCTION_VERSION 0
#define MISSING_FUNCTION_CAN     0
#include "missing_function.c" /* NOLINT(bugprone-suspicious-include): but for that it is the same */
