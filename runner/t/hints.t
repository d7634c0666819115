#!/bin/sh
# What goes wrong at first is told with what to do instead, and that works.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

# hint COMMAND STATUS ERROR HINT
hint() {
    # shellcheck disable=SC2086 # words
    run $1
    exits "$2" "$1: exit $2"
    err_has "^loopspec: error: $3" "  what is wrong"
    err_has "^hint: $4" "  what to do"
}
hint 'show timers' 2 "'timers' is a folder of 2 cases$" "give one of them, as timers/alone;"
hint 'explain timers/order' 2 "'timers/order' is a case, not a rule$" "'loopspec show timers/order'"
hint 'test' 2 "unknown command 'test'$" "did you mean 'run'\?$"
hint 'run --profile Node-20' 2 "unknown profile 'Node-20'$" "did you mean 'node-20'\?$"
hint 'baseline lint' 2 'there is no baseline$' "'loopspec baseline update -b BACKEND' writes one"

run baseline lint --baseline none.baseline
exits 2 "a baseline that is not there"

rm expected/timers/alone.trace
run run timers/alone -b reference
exits 2 "a case without a trace"
err_has "^hint: 'loopspec bless timers/alone -b reference' writes one" "is told the command"
run bless timers/alone -b reference
exits 0 "which works"
run run timers/alone -b reference
exits 0 "and then the case runs"

run run -b node:/bin/false
exits 4 "a runtime that is none"
err_has '^loopspec: error: node:/bin/false: the adapter exited with 1' "is named"
err_has "hint: try the command by itself" "and what to do"

cat >"$T/deaf" <<'END'
#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"deaf","version":"1","layers":["node"],"can":[]}'
cat >/dev/null
END
chmod +x "$T/deaf"
run run timers -b "exec:$T/deaf"
exits 3 "cases of a layer that the backend does not have"
err_has "^hint: cases of layer 'core' are for loops, as -b libuv;" "are told as such"
finish
