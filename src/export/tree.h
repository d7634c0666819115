/* tree.h - a scenario program as JSON: for adapters of runtimes that do not run
 * JavaScript, or that want to know what they perform. src/runtime/README.md has
 * the form. */
#ifndef EXPORT_TREE_H
#define EXPORT_TREE_H
#include <jansson.h>
#include "scenario/program.h"

/* Owned by the caller. */
json_t *export_tree(const struct program *p);
#endif
