/* parts.h - the style sheet and the script of the page, and their SHA-256 digests.
 * Both are files of their own, so that editors and checkers can read them. The Makefile
 * concatenates the script from script/ and passes the digests. */
#ifndef REPORTS_PAGE_PARTS_H
#define REPORTS_PAGE_PARTS_H

extern const char page_style[], page_script[];
extern const char page_style_sha256[], page_script_sha256[]; /* in hexadecimal */
#endif
