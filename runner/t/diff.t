#!/bin/sh
# diff: results that became worse, better or different, are new or gone; exit 1 only for worse.
. runner/t/lib.sh
make_whole_suite "$T"
cd "$T" || exit 1
# results FILE ARGUMENT...: stores the results of a run, whatever its status.
results() {
    file=$1
    shift
    "$LOOPSPEC" run "$@" --format json:"$file" >/dev/null 2>&1
}
results good.json -b reference
cp expected/timers/alone.trace kept
echo 'fired 6ms' >expected/timers/alone.trace
results bad.json -b reference
results two.json -b reference -b libuv -x timers/alone
cp kept expected/timers/alone.trace

run diff good.json good.json
exits 0 "nothing changed"
out_has '^3 cases compared, 3 as before$' "and that is said"
run diff good.json bad.json
exits 1 "a regression"
out_has '^1 regression$' "is counted"
out_has '^  timers/alone  pass -> fail: expected ' "told, with the reason"
out_has '^    loopspec trace timers/alone -b reference' "and with the command that shows it"
out_has '^3 cases compared, 2 as before$' "among all"
run diff bad.json good.json
exits 0 "a fix"
out_has '^  timers/alone  fail -> pass$' "is told"
run diff bad.json bad.json
exits 0 "what was broken and is, is no regression"

results fewer.json -b reference -x timers/order
run diff good.json fewer.json
exits 0 "a case that is gone"
out_has '^  timers/order  pass$' "is named"
run diff fewer.json good.json
exits 0 "a new case"
out_has '^1 new case$' "is counted"
results without.json -b reference -x timers/alone
run diff without.json bad.json
exits 0 "a new case that fails is no regression"
out_has '^  timers/alone  fail: expected ' "but it is told"

sed 's/"case":"timers\/order"\(.*\)"verdict":"pass","reason":""/"case":"timers\/order"\1"verdict":"skip","reason":"needs wings"/' good.json >skip.json
run diff good.json skip.json
exits 0 "a pass that became a skip"
out_has '^1 other change$' "is another change"
out_has '^  timers/order  pass -> skip: needs wings$' "and told"
run diff skip.json bad.json
exits 1 "a skip counts as good"
sed 's/needs wings/not run: interrupted/' skip.json >cut.json
run diff cut.json bad.json
out_has '^2 cases compared, 1 as before; 1 not run$' "what did not run is not compared"

# Two runs of one file.
sed 's/"case":"timers\/order"\(.*\)"verdict":"pass"/"case":"timers\/order"\1"verdict":"crash"/' good.json >crash.json
run report good.json crash.json --format json:both.json
sed -i '0,/"version":"[^"]*","profile"/s//"version":"18.0","profile"/' both.json
run diff both.json -b 'reference 18.0' -b "reference $(sed -n 's/.*"version":"\([^"]*\)","profile".*/\1/p' both.json | tail -n 1)"
exits 1 "two versions of one backend"
out_has '^reference 18.0 \(node-.*\) -> reference ' "are told apart"
run diff both.json -b reference -b reference
exits 2 "which one?"
err_has "has several runs of backend 'reference'" "is asked"
err_has "name the version too: -b 'reference " "with a way out"
run diff two.json -b reference -b libuv
exits 0 "two backends of one file"
out_has '^reference .* -> libuv .*\)$' "are named"
run diff two.json -b reference -b libvu
exits 2 "an unknown one"
err_has "'two.json' has no run of backend 'libvu'" "is told"
err_has "did you mean 'libuv'" "with a hint"
run diff two.json
exits 2 "one file alone"
err_has 'loopspec diff FILE -b OLD -b NEW' "needs two backends"

# Two files with several runs.
run diff good.json two.json
exits 0 "a run that is new"
out_has '^new run: libuv ' "is told"
run diff two.json good.json
out_has '^run gone: libuv ' "so is one that is gone"
run diff two.json two.json -b libuv
out_lacks '^reference' "-b chooses"
results libuv.json -b libuv
run diff good.json libuv.json
exits 3 "no backend in common"
err_has 'nothing to compare' "is nothing"
sed 's/"verdict":"[a-z]*","reason":"[^"]*"/"verdict":"skip","reason":"not run: interrupted"/' good.json >cut.json
run diff good.json cut.json
exits 3 "a run of which nothing ran"
out_has '^0 cases compared, 0 as before; [1-9][0-9]* not run$' "is told"
sed 's/"case":"/"case":"other-/' good.json >other.json
run diff good.json other.json
exits 3 "no case in common"
out_has '^[1-9][0-9]* new cases?$' "with what is new"
out_has '^0 cases compared, 0 as before$' "which is not compared with anything"
run diff nowhere.json good.json
exits 2 "a file that is not there"
echo '{}' >empty.json
run diff empty.json good.json
exits 2 "a file that holds no results"
"$LOOPSPEC" diff good.json bad.json >/dev/full 2>"$T/err"
status=$? ran='diff >/dev/full'
exits 4 "nowhere to write it"
finish
