#!/bin/sh
# What the fuzzer of each language begins with, and what it once found, is read without a crash; what
# is printed is read again and printed the same. `make fuzz-parsers` makes up more.
. runner/t/lib.sh
for program in "${BUILD:-build}"/parsers/*; do
    target=${program##*/}
    sh runner/t/parsers/seeds.sh "$target" | xargs "$program" >"$T/out" 2>"$T/err"
    status=$?
    ran="$target"
    exits 0 "$target: $(cat "$T/out")"
done
holds "every target was there" [ "$points" -ge 9 ]
finish
