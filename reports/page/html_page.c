/* The style sheet and the script, as they stand in this folder. They are files of their
 * own for the sake of everyone who reads or checks them. */
#include "reports/page/html.h"

#define INCLUDE_TEXT(name, file)            \
    __asm__(".pushsection .rodata\n"        \
            ".global " name "\n" name ":\n" \
            ".incbin \"" file "\"\n"        \
            ".byte 0\n"                     \
            ".popsection\n")

INCLUDE_TEXT("html_style", "reports/page/page.css");
INCLUDE_TEXT("html_script", "reports/page/page.js");

#ifndef HTML_SCRIPT_SHA256
#define HTML_SCRIPT_SHA256 "" /* for checkers, which do not go through the Makefile */
#endif
const char html_script_sha256[] = HTML_SCRIPT_SHA256;
