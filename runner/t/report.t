#!/bin/sh
# report: reports from stored results are the same bytes; shards are merged into the whole run; the
# JSON is valid by its schema.
. runner/t/lib.sh
export SOURCE_DATE_EPOCH=1700000000
make_suite "$T"
schema=$PWD/reports/results.schema.json check=$PWD/runner/t/schema.cjs
readers=$(realpath -m "${BUILD:-build}/readers/node_modules")
cd "$T" || exit 1

run run --format json:all.json --format html:all.html --format tap:all.tap
exits 0 "a run is stored"
holds "its date is the one that was given" grep -q '"date":"2023-11-14T22:13:20Z"' all.json
run report all.json --format json:again.json --format html:again.html --format tap:again.tap
exits 0 "and reported again"
err_has '^wrote again\.html$' "which is said"
for f in json html tap; do
    holds "$f: the same bytes" cmp all.$f again.$f
done
run run
sed 's/in [0-9.]* ms/in some ms/' "$T/out" >wanted.txt
run report all.json
sed 's/in [0-9.]* ms/in some ms/' "$T/out" >got.txt
holds "without a format it is the pretty one" cmp wanted.txt got.txt

# A run in shards.
run run timers/alone --format json:1.json
run run timers/order --format json:2.json
run report 2.json 1.json --format json:joined.json
exits 0 "two parts are joined"
plain() { sed 's/"real_ns":[0-9]*/"real_ns":0/; /^{"id"/d' "$1"; }
plain all.json | sed 's/"command":"[^"]*",//' >all.plain
plain joined.json >joined.plain
holds "and are the whole, which no single command has made" cmp all.plain joined.plain
run report 1.json 1.json
out_has '^reference +1 +1 +0$' "the same part twice is two runs"
[ "$(grep -c '^reference  ' "$T/out")" -eq 2 ]
point $? "side by side"

# Exit status.
run report 1.json --min-cases 2
exits 3 "fewer cases than wanted"
err_has "only 1 case ran on 'reference'; 2 are wanted" "which is said"
sed 's/"verdict":"pass"/"verdict":"fail"/' all.json >bad.json
run report bad.json --format tap
exits 1 "what is not as expected stays so"
out_has '^not ok 1 - reference timers/alone' "and is reported"

# Files that are not valid results.
run report none.json
exits 2 "a file that is not there"
err_has "cannot read 'none.json': No such file" "is told"
head -c 300 all.json >cut.json
run report cut.json --format html:out.html
exits 2 "a file that is cut"
err_has "'cut.json' has no results that can be read: line" "is told with its place"
holds "and nothing is written" test ! -e out.html
run report
exits 2 "no file at all"
run report all.json --format html:no/such/folder.html
exits 4 "a report that cannot be written"

# The schema, checked by another program.
cat >hostile.loop <<'END'
title "a \"quoted\" <script> title"
rules TIMER-1

timer 1ms { log a }
END
echo 'b' >hostile.trace
sed -i 's/^b$/a 2ms/' hostile.trace
run run ./hostile.loop --format json:hostile.json
exits 1 "a failure with a hostile title"
if [ -d "$readers/ajv" ] && command -v node >/dev/null; then
    run run --cases "$ROOT/cases" --expected "$ROOT/expected" --format json:real.json
    run run --shard 2/2 --format json:part.json
    for f in all joined bad hostile real part; do
        node "$check" "$readers" "$schema" $f.json >"$T/out" 2>"$T/err"
        point $? "$f.json is valid by the schema"
    done
    sed 's/"verdict":"fail"/"verdict":"failed"/' bad.json >worse.json
    node "$check" "$readers" "$schema" worse.json >"$T/out" 2>"$T/err"
    [ $? -eq 1 ]
    point $? "which can say no"
else
    points=$((points + 1))
    echo "ok $points - the schema # SKIP needs node and ajv; make readers installs it"
fi
finish
