#!/bin/sh
# The table of layers in src/ARCHITECTURE.md holds: every include goes to the same folder, to a
# lower layer, or to a folder that the row names and that stands above it in the table, so that
# there is no circle. Inner headers stay in their folder. Every folder has a row and few files.
. runner/t/lib.sh

# violations ROOT: prints a line for each violation of that tree's own table.
violations() {
    (cd "$1" && find src reports runner -name t -prune -o -name '*.[ch]' -print | sort) >"$T/files"
    (cd "$1" && xargs grep -lE '[Ii]nner to this folder|^/\* [a-z_]*inside\.h -' /dev/null <"$T/files") >"$T/inner"
    (cd "$1" && xargs grep -n '^#include "' /dev/null <"$T/files") >"$T/includes"
    awk -v inner="$T/inner" -v files="$T/files" -v most=40 '
    function folder(path) { sub("/[^/]*$", "", path); return path }
    function trim(s) { gsub(/[ `]/, "", s); return s }
    FNR == 1 { part++ }
    part == 1 { # the table
        if (split($0, cell, "|") < 5 || trim(cell[2]) !~ /^[0-9]+$/)
            next
        name = trim(cell[3])
        layer[name] = trim(cell[2]) + 0
        count = split(trim(cell[4]), named, ",")
        for (i = 1; i <= count; i++) {
            if (!(named[i] in layer) || layer[named[i]] != layer[name])
                print "table: " name " names " named[i] ", which no row above it in its layer has"
            neighbour[name, named[i]] = 1
        }
        next
    }
    !listed { # once the table is read
        listed = 1
        while ((getline path < files) > 0) {
            is_file[path] = 1
            if (!(folder(path) in layer))
                print path ": its folder has no row"
            if (path !~ /_test\.[ch]$/ && ++size[folder(path)] == most + 1)
                print folder(path) ": more than " most " files"
        }
        while ((getline path < inner) > 0)
            is_inner[path] = 1
    }
    {
        split($0, word, ":")
        from = folder(word[1])
        split($0, quoted, "\"")
        to = quoted[2]
        if (("src/" to) in is_file)
            to = "src/" to
        if (!(to in is_file)) {
            if (to ~ /\.h$/ && to !~ /^loopspec\//)
                print word[1] ":" word[2] ": " to " is none of our headers"
            next
        }
        target = folder(to)
        if (from == target || (target == "src/tap" && word[1] ~ /_test\.[ch]$/))
            next
        if (to in is_inner)
            print word[1] ":" word[2] ": " to " is inner to its folder"
        if (layer[target] > layer[from])
            print word[1] ":" word[2] ": " to " is in a higher layer"
        else if (layer[target] == layer[from] && !((from, target) in neighbour))
            print word[1] ":" word[2] ": " to " is in the same layer and its folder is not named"
    }' "$1/src/ARCHITECTURE.md" "$T/includes"
}

violations . >"$T/out"
[ ! -s "$T/out" ]
point $? "every include follows the table"
[ "$(wc -l <"$T/includes")" -gt 1000 ]
point $? "and they were looked at"

# A separate tree that contains every violation once.
mkdir -p "$T/tree/src/low" "$T/tree/src/side" "$T/tree/src/high" "$T/tree/reports" "$T/tree/runner/new"
cd "$T/tree" || exit 1
cat >src/ARCHITECTURE.md <<'END_OF_TABLE'
| layer | folder | also includes | what it is |
| 0 | `src/low` | | |
| 0 | `src/side` | `src/low` | |
| 1 | `src/high` | `src/later` | |
| 1 | `src/later` | | |
END_OF_TABLE
echo '#include "high/a.h"' >src/low/a.h
echo '#include "side/a.h"' >src/low/b.h
printf '#include "low/a.h"\n#include "low/inside.h"\n#include "low/gone.h"\n' >src/side/a.h
echo '/* inside.h - for low. */' >src/low/inside.h
echo '#include "side/a.h"' >src/high/a.h
: >runner/new/a.c
cd "$ROOT" || exit 1
violations "$T/tree" >"$T/out"
out_is "an upward include, a circle, an inner header, a header that is gone, folders without rows" <<'END_OF_VIOLATIONS'
table: src/high names src/later, which no row above it in its layer has
runner/new/a.c: its folder has no row
src/low/a.h:1: src/high/a.h is in a higher layer
src/low/b.h:1: src/side/a.h is in the same layer and its folder is not named
src/side/a.h:2: src/low/inside.h is inner to its folder
src/side/a.h:3: low/gone.h is none of our headers
END_OF_VIOLATIONS
finish
