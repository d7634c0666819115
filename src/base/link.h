/* link.h - where a document can be read: the address of a page, and a section of it.
 * A section is written "name#anchor", such as "uv__run_timers#L163": the name is for people,
 * the anchor goes behind the address. Either may be missing; "" is the page as a whole. */
#ifndef BASE_LINK_H
#define BASE_LINK_H
#include <stdbool.h>

/* https and a host, without an anchor. Only characters that mean nothing to a shell in quotes,
 * to Markdown or to HTML, so that it can be printed anywhere. */
bool link_is_address(const char *text);

/* Not empty, and an anchor, if there is one, of those characters. */
bool link_is_section(const char *text);
bool link_has_anchor(const char *section);

/* Bytes of the section's name, for "%.*s"; 0 if it has none. */
int link_name_length(const char *section);

/* The address with the section's anchor, or "" if `address` is NULL. Owned by the caller. */
char *link_to(const char *address, const char *section);
#endif
