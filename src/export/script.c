#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "export/js.h"
#include "export/js_inside.h"

/* In one line, so that the script's own line numbers hardly change. */
static const char *const definition[LAYER_COUNT] = {
    [LAYER_NODE] = "global.log = (label, value) => require('fs').writeSync(1, "
                   "value === undefined ? `${label}\\n` : `${label} = ${value}\\n`);\n",
    [LAYER_BROWSER] = "globalThis.log = (label, value) => console.log("
                      "value === undefined ? label : `${label} = ${value}`);\n",
};

/* A directive is valid only as the first statement of a file. */
static bool is_strict(const char *body)
{
    while (isspace((unsigned char)*body))
        body++;
    return strncmp(body + (*body != '\0'), "use strict", strlen("use strict")) == 0;
}

char *export_script(const struct script *s)
{
    char *text = script_print(s);
    size_t head = strlen(text) - strlen(s->body);
    char *whole = xasprintf("%.*s\n%s%s%s%s%s", (int)head, text,
                            is_strict(s->body) ? "'use strict';\n" : "",
                            s->head.layer == LAYER_NODE ? JS_RESTART : "",
                            definition[s->head.layer], s->body[0] == '\n' ? "" : "\n", s->body);
    free(text);
    return whole;
}
