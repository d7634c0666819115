/* link.h - where a document can be read: the address of a page, and a section of it. A section is
 * written "name#anchor", such as "uv__run_timers#L163": the name is for people, the anchor is
 * appended to the address. Either may be missing; "" is the whole page. */
#ifndef BASE_LINK_H
#define BASE_LINK_H
#include <stdbool.h>

/* Is it https with a host and without an anchor? Only characters without a meaning to a quoted
 * shell word, to Markdown and to HTML are allowed, so that it can be printed anywhere. */
bool link_is_address(const char *text);

/* Is it not empty, with an anchor, if any, of those characters? */
bool link_is_section(const char *text);
bool link_has_anchor(const char *section);

/* The length in bytes of the section's name, for "%.*s"; 0 if it has none. */
int link_name_length(const char *section);

/* The address with the section's anchor; "" if `address` is NULL. Owned by the caller. */
char *link_to(const char *address, const char *section);
#endif
