#!/bin/sh
# --shard I/N and Bazel's variables: the parts of a selection are the whole of it, each
# case in one of them; a part that tests nothing is never green, and neither is what was
# put together and lacks one.
. runner/t/lib.sh
make_whole_suite "$T"
cd "$T" || exit 1

cases() { grep -o '"case":"[^"]*"' "$T/out" | sed 's/.*:"\(.*\)"/\1/'; }
# parts N ARGUMENT...: the cases of each, in `each` by the order of parts.
parts() {
    n=$1
    shift
    : >each
    for i in $(seq "$n"); do
        run run -b reference --format json --shard "$i/$n" "$@"
        exits 0 "part $i of $n $*"
        cases >>each
    done
}
run run -b reference --format json
cases >whole
parts 1
holds "one part is the whole, in its order" cmp whole each
parts 2
sort each >sorted
holds "two parts are the whole, without overlap" cmp whole sorted
parts 3
sort each >sorted
holds "so are three" cmp whole sorted
parts 2 -x timers/alone
sort each >sorted
grep -v timers/alone whole >"$T/wanted"
holds "what is chosen is dealt out, not what there is" cmp "$T/wanted" sorted
run run -b reference --shard 4/4
exits 3 "a part without a case"
err_has 'shard 4 of 4 is empty, there are 3 cases' "is told"
run run -b reference --shard 1/2 --min-cases 3
exits 3 "--min-cases is about the part"

# Which part it is stands in its results, and nothing of the kind in the whole's.
run run -b reference --format json --shard 2/3
out_has '^\{"backend":"reference",.*"os":"linux","shard":"2/3",.*"cases":\[$' "a part says which it is"
run run -b reference --shard 2/3
exits 0 "and is green by itself"
out_has '   virtual clock   part 2 of 3$' "which is said, too"
for whole in '' '--shard=1/1'; do
    run run -b reference --format json ${whole:+"$whole"}
    out_lacks '"shard"' "the whole does not${whole:+, nor does the only part}"
done

# The parts, joined again, are the run of the whole.
export SOURCE_DATE_EPOCH=0
run run -b reference -b libuv --format json:whole.json
for i in 1 2; do
    run run -b reference -b libuv --shard $i/2 --format json:part-$i.json
done
run report part-1.json part-2.json --format json:joined.json --min-cases 3
exits 0 "parts are joined by report"
# What a run says of its suite depends on what was chosen, the results do not.
results() { grep '^{"case".*"verdict"\|^{"backend"\|^\],"summary"' "$1.json" | sed 's/"real_ns":[0-9]*//' >"$1.results"; }
results whole
results joined
holds "and are the results of the whole" cmp whole.results joined.results
# So is what they are about, of any selection: in the catalogue's order, which no part has by its own cases.
timeless() { sed 's/"real_ns":[0-9]*/"real_ns":0/' "$1"; }
run run timers -b reference --format json:about.json
for i in 1 2; do
    run run timers -b reference --shard $i/2 --format json:about-$i.json
done
run report about-1.json about-2.json --format json:about-all.json
timeless about.json >whole.timeless
timeless about-all.json >joined.timeless
holds "of a selection, with rules and documents in their order" cmp whole.timeless joined.timeless
run report joined.json
exits 0 "which can be told again"

# A part that is lost, or there twice.
for i in 1 2 3; do
    run run -b reference -b libuv --shard $i/3 --format json:third-$i.json
done
run report third-3.json third-1.json --format json:some.json --format html:some.html \
    --format markdown:some.md --format tap:some.tap --format junit:some.xml --format pretty
exits 3 "a part is missing"
for backend in reference libuv; do
    err_has "^loopspec: error: part 2 of 3 of '$backend' is missing$" "which is said of $backend"
done
out_has '^2 of 2 cases pass; part 2 of 3 is missing' "by the report, too"
headline='all 4 results as expected, but part 2 of 3 is missing'
holds "its page is not green" grep -q '<header class="red">' some.html
holds "and says why" grep -q "<title>loopspec: $headline</title>" some.html
holds "so does Markdown" grep -qx "## loopspec: $headline" some.md
holds "TAP is not green" sh -c '! prove -e cat some.tap'
holds "and says why, in the end" [ "$(tail -n 1 some.tap)" = 'Bail out! part 2 of 3 is missing' ]
holds "JUnit has an error for each run" [ "$(grep -c '<error type="missing" message="part 2 of 3 is missing">' some.xml)" -eq 2 ]
junit_is_sound some.xml "JUnit without a part"
run report third-1.json third-3.json --min-cases 3
exits 3 "with --min-cases, too"
[ "$(wc -l <"$T/err")" -eq 2 ]
point $? "of which nothing else is said"
run report some.json third-2.json --format json:joined.json
exits 0 "the part that was missing can come later"
results joined
holds "and it is the whole" cmp whole.results joined.results
run report third-2.json
exits 3 "a part alone is not the whole"
err_has "parts 1 and 3 of 3 of 'reference' are missing" "which is said"
sed 's/"verdict":"pass"/"verdict":"fail"/' third-1.json >bad.json
run report bad.json third-3.json
exits 1 "a failure counts for more"
err_has "part 2 of 3 of 'libuv' is missing" "but the part is still named"
rm -f none.json
run report third-1.json third-2.json third-3.json third-2.json --format json:none.json
exits 2 "a part that is there twice"
err_has "part 2 of 3 of 'reference' is there twice: in 'third-2.json' and in 'third-2.json'" "is told"
cp third-1.json copy.json
run report third-1.json copy.json third-3.json --min-cases 2 --format json:none.json
exits 2 "under another name, too"
err_has "part 1 of 3 of 'reference' is there twice: in 'third-1.json' and in 'copy.json'" "with both names"
run report part-1.json third-2.json --format json:none.json
exits 2 "parts of two numbers"
err_has "'part-1.json' has part 1 of 2 of 'reference', and 'third-2.json' part 2 of 3" "are told"
run run timers/shown timers/order -b reference --shard 2/2 --format json:same.json
run report part-1.json same.json --format json:none.json
exits 2 "parts of which two have a case"
err_has "part 2 of 2 of 'reference' in 'same.json' has case 'timers/shown', and so has another part" "are told"
holds "nothing is written in any of these" [ ! -e none.json ]
# A backend that was not started has no version.
sed 's/"version":"[^"]*","profile":"[^"]*"/"version":"not started","profile":"unknown"/
    s/"verdict":"pass","reason":""/"verdict":"skip","reason":"not run: interrupted"/' third-2.json >cut.json
run report cut.json third-1.json third-3.json --format tap
exits 130 "a part that was interrupted before its backend was started"
err_has '^loopspec: error: a run was cut: 2 cases not run$' "is there, but was cut"
[ "$(wc -l <"$T/err")" -eq 1 ]
point $? "and not missing"
out_has '^Bail out! 2 of 6 not run$' "in the report, too"
# Files of a program that did not say which part they are.
for i in 1 3; do
    sed 's/"shard":"[^"]*",//' third-$i.json >old-$i.json
done
run report old-1.json old-3.json
exits 0 "parts that do not say so are put together as they are"
run report old-1.json third-3.json
exits 3 "and never with parts that do"
unset SOURCE_DATE_EPOCH

for bad in 0/2 3/2 1/0 1 /2 1/ 1/2/3 -1/2 +1/2 ' 1/2' 1/x 99999999999/99999999999; do
    run run --shard "$bad"
    exits 2 "--shard '$bad'"
done
err_has "'--shard' cannot be '99999999999/99999999999'" "is told what it cannot be"

# bazel INDEX TOTAL: as it runs a test.
bazel() {
    TEST_SHARD_INDEX=$1 TEST_TOTAL_SHARDS=$2 TEST_SHARD_STATUS_FILE=${3-status} "$LOOPSPEC" run -b reference \
        --format json ${4:+"$4"} ${5:+"$5"} >"$T/out" 2>"$T/err"
    status=$?
    ran="run, TEST_SHARD_INDEX=$1 TEST_TOTAL_SHARDS=$2"
}
run run -b reference --format json --shard 1/2
cases >first
rm -f status
bazel 0 2
exits 0 "Bazel's first of two"
cases >"$T/wanted"
holds "is our first of two" cmp first "$T/wanted"
holds "and Bazel can see that it was heeded" [ -e status ]
out_has '"shard":"1/2"' "and so can whoever reads the results"
bazel 1 2 status --shard 1/2
cases >"$T/wanted"
holds "the command line comes first" cmp first "$T/wanted"
rm -f status
bazel 0 0
exits 0 "no shards at all"
[ "$(cases | wc -l)" -eq 3 ] && [ ! -e status ]
point $? "are the whole, and nothing is touched"
bazel '' ''
exits 0 "empty variables are none"
for bad in '2 2' 'x 2' '-1 2' '0 x' ' 2'; do
    bazel "${bad% *}" "${bad#* }"
    exits 2 "TEST_SHARD_INDEX and TEST_TOTAL_SHARDS '$bad'"
done
err_has "TEST_SHARD_INDEX is '' and TEST_TOTAL_SHARDS is '2'" "are told"
bazel 0 2 nowhere/status
exits 4 "a status file that cannot be touched"
err_has "cannot write 'nowhere/status': No such file" "is told"
finish
