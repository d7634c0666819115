#include "reports/page/parts.h"

#ifndef PAGE_SCRIPT /* for static checkers, which do not use the Makefile */
#define PAGE_SCRIPT        "/dev/null"
#define PAGE_SCRIPT_SHA256 ""
#define PAGE_STYLE_SHA256  ""
#endif

#define INCLUDE_TEXT(name, file)            \
    __asm__(".pushsection .rodata\n"        \
            ".global " name "\n" name ":\n" \
            ".incbin \"" file "\"\n"        \
            ".byte 0\n"                     \
            ".popsection\n")

INCLUDE_TEXT("page_style", "reports/page/page.css");
INCLUDE_TEXT("page_script", PAGE_SCRIPT);

const char page_style_sha256[] = PAGE_STYLE_SHA256;
const char page_script_sha256[] = PAGE_SCRIPT_SHA256;
