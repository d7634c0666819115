#!/bin/sh
# Script cases: found beside programs, held against their traces before anything
# runs, skipped by name where nothing runs JavaScript.
. runner/t/lib.sh
make_whole_suite "$T"
cd "$T" || exit 1
cat >cases/timers/script.js <<'END'
// title "a tick comes before a timeout"
// rules TIMER-2
// layer node

'use strict';
setTimeout(() => log('timeout'), 0);
process.nextTick(() => log('tick', 3));
END
printf 'tick = 3\ntimeout\n' >expected/timers/script.trace
js=cases/timers/script.js

run list cases
exits 0 "list"
out_has '^timers/script +a tick comes before a timeout$' "names it with its title"
run list cases --json
out_has '"case": "timers/script".*"layer": "node", "rules": \["TIMER-2"\]' "with its head in JSON"
run lint
exits 0 "lint is content"
out_has ', 4 cases, ' "and counts it"
run explain TIMER-2
out_has '^  timers/script$' "explain names it"
run show timers/script
out_has "^  process.nextTick" "show prints it"
out_has '^  tick = 3$' "and its trace"

for backend in reference libuv; do
    run run -b $backend
    exits 0 "$backend"
    out_has "skip +1  it lacks javascript 1$" "skips it by name"
done
run run "$js" -b reference
exits 3 "chosen by its path alone nothing ran"
run trace timers/script
exits 3 "trace"
err_has "needs 'javascript'" "says why not"
run bless timers/script -b libuv
exits 2 "bless"
err_has "needs 'javascript'" "refuses it with a reason"
run run --format "json:$T/r.json" -b reference
holds "the JSON report has it" grep -q '"timers/script"' "$T/r.json"

run show timers/script --as js
exits 0 "--as js"
out_has '^global.log = ' "brings the log that it calls"
cp "$T/out" whole.cjs
if command -v node >/dev/null; then
    node whole.cjs >"$T/out" 2>"$T/err"
    out_is "and runs alone" <expected/timers/script.trace
fi
run show timers/script --as loop
exits 2 "--as loop"
err_has 'a script has no form in the scenario language' "is refused"

# wrong SED REGEX: one fault of the script, wherever it is read.
wrong() {
    cp "$js" kept
    sed -i "$1" "$js"
    run run timers/script
    exits 2 "$2"
    err_has "^$js:$2" "  is told"
    mv kept "$js"
}
wrong '1s/title/titel/' "1:4: error: the line 'title' is missing"
wrong '2s/TIMER-2/TIMER-9/' "2:10: error: unknown rule 'TIMER-9'"
wrong '3s/node/core/' "3:4: error: a script is of layer node or browser"
wrong "7s/'tick'/'a tick'/" '7:28: error: this is no label'
cat >"$T/wanted-head" <<'END'
    // rules TIMER-9
             ^
END
sed -i '2s/TIMER-2/TIMER-9/' $js
run run timers/script
grep -A1 '^    //' "$T/err" | cmp -s - "$T/wanted-head"
point $? "with the line as it is and a caret"
sed -i '2s/TIMER-9/TIMER-2/' $js

echo 'tikc = 3' >expected/timers/script.trace
run lint
exits 1 "a label that nothing logs"
out_has "^expected/timers/script.trace:1:1: error: nothing logs 'tikc'" "is found"
out_has "did you mean 'tick'" "with a suggestion"
echo 'tick' >expected/timers/script.trace
run lint
out_has "'tick' is logged with a value and needs it" "a value must be given"
echo 'drift t == 5ms' >expected/timers/script.trace
run lint
out_has "a script has no handle 't'" "figures are of programs"
printf 'tick = 3\ntimeout\n' >expected/timers/script.trace
cp $js kept
echo "['a', 'b'].forEach((x) => log(x));" >>$js
printf 'a\nb\ntick = 3\ntimeout\n' >expected/timers/script.trace
run lint
exits 0 "a script that computes labels may log any"
mv kept $js
printf 'tick = 3\ntimeout\n' >expected/timers/script.trace

sed -i '1,3{s/^/\/\//;s/^\/\/\/\/ /\/\/   /}' $js
run lint
out_has "^$js:1:[0-9]+: error: not in canonical form" "lint looks at the form of the head"
run fmt $js
exits 0 "fmt"
holds "repairs it" grep -q '^// rules TIMER-2$' $js
holds "and keeps the rest" grep -q "^process.nextTick(() => log('tick', 3));$" $js

sed 's/title ".*"/title "another"/' $js >cases/timers/order.js
run list cases
exits 2 "one name for a program and a script"
err_has "timers/order\.(js|loop)' and '.*timers/order\.(js|loop)' have the same name" "is an error"
rm cases/timers/order.js
sed 's/title ".*"/title "a tick comes before a timeout"/' $js >cases/timers/twin.js
cp expected/timers/script.trace expected/timers/twin.trace
run lint
exits 1 "a title used twice"
out_has "same title as 'timers/script'" "is found"
finish
