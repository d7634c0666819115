#!/bin/sh
# Whatever text a result has, in titles, reasons, programs, output and versions, each report is whole
# for a real reader of its format, and nothing in it is obeyed. The texts are made up from pieces of
# the formats' own syntax; SEEDS chooses others.
. runner/t/lib.sh
READERS=$(realpath -m "${BUILD:-build}/readers")
make_suite "$T"
cp runner/t/hostile.cjs "$T"
cd "$T" || exit 1
if ! command -v node >/dev/null; then
    echo "1..0 # SKIP no node on this machine"
    exit 0
fi
sed -i 's/early 1ms/early 3ms/' expected/timers/order.trace
run run timers/order -b reference --format json:broken.json
exits 1 "a result to begin with"
COUNT=40
# reads NAME COMMAND...: a real reader is content with it.
reads() {
    name=$1
    shift
    "$@" >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran=$*
    exits 0 "seed $seed: $name"
}
for seed in ${SEEDS:-1 2 3 4 5}; do
    node hostile.cjs make "$seed" $COUNT <broken.json >hostile.json
    run report hostile.json --format tap:r.tap --format tap14:r.tap14 --format junit:r.xml \
        --format json:r.json --format markdown:r.md --format perfetto:r.perfetto --format html:r.html
    exits 1 "seed $seed: reported in every format"
    run report hostile.json --color never
    cat "$T/out" "$T/err" >r.log
    reads "the terminal obeys nothing" node hostile.cjs log r.log
    reads "JSON" node hostile.cjs json r.json $COUNT
    reads "Perfetto" node hostile.cjs perfetto r.perfetto
    for version in tap tap14; do
        [ "$(grep -Ec '^(not )?ok ' r.$version)" -eq $COUNT ]
        point $? "seed $seed: $version has a line for each result"
        [ -x "$READERS/node_modules/.bin/tap-parser" ] || continue
        "$READERS/node_modules/.bin/tap-parser" --strict --json=0 <r.$version >parsed 2>&1
        holds "seed $seed: tap-parser reads as many from $version, all failures" \
            grep -q "\"count\":$COUNT,\"pass\":0,\"fail\":$COUNT,\"bailout\":false" parsed
    done
    junit_is_sound r.xml "seed $seed: JUnit"
    if [ -d "$READERS/markdown-it" ]; then
        reads "Markdown" node hostile.cjs markdown r.md $COUNT "$READERS"
    else
        skipped "Markdown: 'make readers' installs markdown-it"
    fi
done
finish
