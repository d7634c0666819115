#!/bin/sh
# Baselines: a known failure does not fail the run. A stale, expired or invalid entry does.
. runner/t/lib.sh
make_whole_suite "$T"
cd "$T" || exit 1
mkdir -p expected/baselines
file=expected/baselines/reference.baseline
entry='case "timers/alone" "TIMER-2: as it is"'
known() { printf '%s\n' "$@" >$file; }

# The reference loop has no fault, so the expected trace is made wrong.
echo 'fired 6ms' >expected/timers/alone.trace
run run -b reference --format json
exits 1 "a failure that is not known"
known '# why' '' "$entry"
run run -b reference --format json
exits 0 "a failure that is known"
out_has '"case":"timers/alone".*"verdict":"xfail","reason":"TIMER-2: as it is"' "is an xfail with its reason"
out_has '"xfail":1' "and counted"
run run -b reference --format tap
out_has '^not ok 1 .*# TODO' "TAP has it as something to do"
run run -b reference --fail-fast
exits 0 "--fail-fast does not stop at it"
run run -b reference --repeat 3
exits 0 "nor does --repeat mind"
run run -b libuv
exits 1 "of another backend nothing is known"
run run -b libuv --baseline $file
exits 0 "unless --baseline says so"
run run -b reference --baseline nowhere
exits 2 "a --baseline that is not there is an error"

known "$entry [libuv < 1.0]"
run run -b reference
exits 1 "an entry of another profile excuses nothing"
known "$entry [libuv >= 1.0]"
run run -b reference
exits 0 "one of this profile does"
known "$entry until 9999-12-31"
run run -b reference
exits 0 "an entry that will expire"
known "$entry until 2000-02-29"
run run -b reference --format json
exits 1 "an entry that has expired"
out_has '"verdict":"fail","reason":"expected .*reference.baseline:1 expired on 2000-02-29"' "is told so"

known "$entry" 'case "timers/order" "TIMER-1: not any more"'
run run -b reference --format json
exits 1 "an unexpected pass"
out_has '"case":"timers/order".*"verdict":"xpass","reason":"known to fail by .*reference.baseline:2' "is an xpass that names the entry"
run run timers/alone -b reference
exits 0 "what was not chosen proves nothing"
run run timers/shown -b reference
exits 0 "nor does any entry then"
known "$entry" 'case "timers/order" "TIMER-1: by chance" sometimes'
run run -b reference --format json
exits 0 "what fails sometimes may pass"
out_has '"case":"timers/order".*"verdict":"pass"' "and is a pass then"
known "$entry sometimes until 9999-12-31"
run run -b reference
exits 0 "or fail"
known "$entry" 'case "timers/alnoe" "it was here"'
run run timers/shown -b reference
exits 2 "a case that is not there, whatever was chosen"
err_has 'reference.baseline:2:6: error: no case .timers/alnoe.' "has a place"
err_has 'did you mean .timers/alone.' "and a hint"

# fault LINE PLACE MESSAGE: this line is a syntax error.
fault() {
    known "$entry" "$1"
    run baseline lint
    exits 1 "lint: $1"
    out_has "reference.baseline:2:$2: error: $3" "  $3"
}
fault 'casse "timers/order" "x"' 1 "expected 'case'"
fault 'case timers "x"' 6 'expected the name of a case in quotes'
fault 'case "timers/order"' 20 'expected the reason in quotes'
fault 'case "timers/order" " "' 21 'the reason in quotes is empty'
fault 'case "timers/order" "x" [nod < 11]' 26 'expected libuv, libev'
fault 'case "timers/order" "x" until tomorrow' 31 'expected a date'
fault 'case "timers/order" "x" until 2027-02-29' 31 'expected a date'
fault 'case "timers/order" "x" until 2027-1-01' 31 'expected a date'
fault 'case "timers/order" "x" for ever' 25 'expected the end of the line'
fault 'case "timers/alone" "y" [node < 11]' 6 "case 'timers/alone' is given twice"
fault 'case "timers/gone" "x"' 6 "no case 'timers/gone'"
fault 'case "timers/order" "x" until 2000-01-01' 6 'the entry of .* expired on 2000-01-01'
fault 'case "timers/order" "unexplained: x"' 6 "'timers/order' fails and nobody says why"
known 'case "timers/alone" "x" [node < 11]' 'case "timers/alone" "y" [node >= 11]  # both'
run baseline lint
exits 0 "one case, one entry for each profile"
out_has '^1 baseline, 2 known failures, 0 findings$' "and a count"

# Update keeps what people wrote.
echo 'early 3ms' >expected/timers/order.trace
known '# a comment' "$entry until 9999-12-31 # why not" 'case "timers/shown" "it was"' \
    'case "timers/gone" "it was"' 'case "timers/order" "elsewhere" [node < 11]'
run baseline update -b reference
exits 0 "update"
err_has 'reference.baseline: 2 kept, 1 new, 2 removed' "tells what it did"
sed -e 's/\(unexplained\):[^"]*/\1/' -e '/unex/s/== [0-9.]*/== N/g' $file >"$T/out"
out_is "and keeps reasons, dates, comments and what is not of this profile" <<END
# a comment
$entry until 9999-12-31 # why not
case "timers/order" "elsewhere" [node < 11]
case "timers/order" "unexplained" [node == N and libuv == N]
END
run run -b reference
exits 0 "the gate is green with it"
run baseline lint
exits 1 "lint is not, until somebody explains it"
cp $file before
run baseline update -b reference timers/shown
cmp -s before $file
point $? "what was not chosen stays as it is"
rm $file
run baseline update -b libuv
grep -q '"unexplained: .*" \[libuv == [0-9.]*\]$' expected/baselines/libuv.baseline
point $? "a new entry of libuv is one of its version"
run baseline update -b reference --baseline other
exits 0 "--baseline is the file to write"
holds "and it is written" grep -q timers/alone other
run baseline update
exits 2 "update needs a backend"
run baseline updaet -b reference
exits 2 "and there are two words"
run baseline lint timers
exits 2 "lint takes no cases"

# On the real clock a busy machine may change a verdict. This adapter answers each run of a case by
# the next letter: p passes, f fails, e is an error; P, F and E as well, but report a delayed
# processor. The last letter holds for all further runs.
echo 'fired' >expected/timers/alone.trace
cat >adapter <<'END'
#!/bin/sh
rest=$1
echo '{"type":"hello","protocol":1,"name":"fake","version":"1","layers":["core"],"can":["timer"]}'
while read -r line; do
    id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    now=${rest%"${rest#?}"}
    [ "${#rest}" -eq 1 ] || rest=${rest#?}
    case $now in [pP]) label=fired ;; *) label=other ;; esac
    case $now in [PFE]) held=2000000 ;; *) held=1999999 ;; esac
    echo x >>runs
    echo "{\"type\":\"log\",\"id\":$id,\"label\":\"$label\",\"at_ns\":5000000,\"held_ns\":$held}"
    case $now in
    [eE]) echo "{\"type\":\"error\",\"id\":$id,\"reason\":\"nobody watches it\"}" ;;
    *) echo "{\"type\":\"end\",\"id\":$id}" ;;
    esac
done
END
chmod +x adapter

# chance ANSWERS VERDICT RUNS NAME
chance() {
    : >runs
    run run timers/alone -b "exec:./adapter $1" -j1 --format json
    out_has "\"case\":\"timers/alone\".*\"verdict\":\"$2\"" "$4: $2"
    [ "$(wc -l <runs)" -eq "$3" ]
    point $? "  after $3 runs"
}
echo "$entry" >expected/baselines/fake.baseline
chance f xfail 1 "a known failure that fails"
chance F xfail 1 "so it is if it was held up"
chance p xpass 5 "a known failure that passes again and again"
chance pf xfail 2 "one that passed by chance"
chance ppppf xfail 5 "even four times"
chance PPpPpppp xpass 8 "a pass that was held up does not count"
chance PPf xfail 3 "and a failure after it does"
chance P inconclusive 21 "if it is always held up nobody can tell"
out_has 'too busy to tell, 21 times in a row; it passed, and is known to fail' "and it says why"
echo "$entry sometimes" >expected/baselines/fake.baseline
chance P pass 1 "what passes sometimes needs no second look"
rm expected/baselines/fake.baseline
chance f fail 3 "a failure that is not known and happens again and again"
chance ffp pass 3 "one that does not"
chance FFp pass 3 "one that was held up proves nothing"
chance F inconclusive 21 "nor if it always is"
chance e error 1 "an error of the adapter is one at once"
chance E error 1 "also if it was held up"

cd "$ROOT" || exit 1
run baseline lint
exits 0 "our own baselines are in order"
finish
