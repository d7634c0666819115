/* parts.h - the style sheet and the script of the page, and their digests.
 * They are files of their own, for the sake of everyone who reads or checks them; the Makefile
 * puts the script together from script/ and says the digests. */
#ifndef REPORTS_PAGE_PARTS_H
#define REPORTS_PAGE_PARTS_H

extern const char page_style[], page_script[];
extern const char page_style_sha256[], page_script_sha256[]; /* in hexadecimal */
#endif
