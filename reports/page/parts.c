#include "reports/page/parts.h"

#include "base/include_text.h"

#ifndef PAGE_SCRIPT /* for static checkers, which do not use the Makefile */
#define PAGE_SCRIPT        "/dev/null"
#define PAGE_SCRIPT_SHA256 ""
#define PAGE_STYLE_SHA256  ""
#endif

INCLUDE_TEXT("page_style", TEXT_OF("reports/page/page.css"));
INCLUDE_TEXT("page_script", TEXT_OF(PAGE_SCRIPT));

const char page_style_sha256[] = PAGE_STYLE_SHA256;
const char page_script_sha256[] = PAGE_SCRIPT_SHA256;
