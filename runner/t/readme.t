#!/bin/sh
# A document that shows a file shows its actual contents. The reports folder that README.md mentions
# contains only reports.
. runner/t/lib.sh
run --version

# A block that begins with "# PATH" shows that file.
for document in README.md */README.md src/*.md src/*/README.md; do
    rm -f "$T"/block-*
    awk -v to="$T/block-" '
        /^```/ { open = !open; first = open; shown = 0; next }
        open && first && /^# (cases|expected|src|runner|reports)\/[^ ]+$/ { name = to (++n); print $2 >name; shown = 1 }
        open && shown && !first { print >name }
        { first = 0 }' "$document"
    for block in "$T"/block-*; do
        [ -e "$block" ] || continue
        path=$(head -n 1 "$block")
        tail -n +2 "$block" >"$T/shown"
        shown="$shown $path"
        holds "$document shows $path as it is" cmp "$T/shown" "$path"
    done
done
holds "README.md shows a first case" sh -c "echo '$shown' | grep -q '\.loop'"
holds "and its trace" sh -c "echo '$shown' | grep -q '\.trace'"

# Files that a build and its tests could write there.
MAKEFLAGS='' make -n V=1 BUILD="$T/b" all test >"$T/recipe" 2>&1
holds "a build can be asked for what it writes" grep -q -e "-o $T/b/obj/reports/format/json.o" "$T/recipe"
holds "and writes nothing into the folder of reports" sh -c "! grep -q -e '$T/b/reports' '$T/recipe'"
finish
