#include "base/link.h"

#include <string.h>

#include "base/mem.h"

#define SCHEME "https://"
#define ALNUM  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static bool is_harmless(const char *text)
{
    return text[strspn(text, ALNUM "-._~/:?&=%+,;@")] == '\0';
}

bool link_is_address(const char *text)
{
    if (strncmp(text, SCHEME, sizeof SCHEME - 1) != 0)
        return false;
    const char *host = text + sizeof SCHEME - 1;
    const char *path = host + strspn(host, ALNUM "-.");
    return path > host && (*path == '/' || *path == '\0') && is_harmless(path);
}

bool link_is_section(const char *text)
{
    const char *anchor = strchr(text, '#');
    return *text && (!anchor || (anchor[1] && is_harmless(anchor + 1)));
}

bool link_has_anchor(const char *section)
{
    return strchr(section, '#') != NULL;
}

int link_name_length(const char *section)
{
    return (int)strcspn(section, "#");
}

char *link_to(const char *address, const char *section)
{
    return address ? xasprintf("%s%s", address, section + link_name_length(section)) : xstrdup("");
}
