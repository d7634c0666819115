#!/bin/sh
# Loading backends says clearly what is wrong, and a loop that misbehaves costs its
# case a verdict that names what happened, never the run.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

run run -b "$PLUGINS/tiny.so"
exits 0 "a plug-in is tested like any loop"
out_has '2 cases: 2 pass' "and passes what it can do"

run run -b ./not-there.so
exits 2 "a path that does not exist is bad input"
echo "not a library" >not-a-plugin.so
run run -b ./not-a-plugin.so
exits 4 "a file that does not load"
err_has "cannot load './not-a-plugin.so'" "is named"
run run -b "$PLUGINS/no_symbol.so"
exits 4 "a library that is no plug-in"
err_has "no symbol 'loopspec_backend'" "lacks the symbol"
run run -b "$PLUGINS/other_abi.so"
exits 4 "a plug-in of another ABI"
err_has 'has backend ABI 4, this program has 3' "tells both"
run run -b "$PLUGINS/hollow.so"
exits 4 "a capability without its function"
err_has "declares 'stop' but has no function 'stop'" "is named"
run run -b libvu
exits 2 "an unknown backend"
err_has "did you mean 'libuv'" "gets a suggestion"

# misdeed, verdict, what the reason says
verdict() {
    run run timers/alone -b "$PLUGINS/tiny.so:$1" --timeout "${4:-10s}" --format json
    exits 1 "$1: the gate is red"
    out_has "\"verdict\":\"$2\"" "$1: verdict $2"
    out_has "$3" "$1: the reason says '$3'"
}
verdict crash crash 'killed by SIGSEGV'
verdict abort crash 'killed by SIGABRT'
verdict exit crash 'exited with 0'
verdict exit3 crash 'exited with 3'
verdict hang timeout 'still running after 300 ms of real time' 300ms
verdict stuck timeout 'waits for ever from 5ms on: nothing can wake it'
verdict memory crash 'more than 2 GiB of memory' 60s
verdict flood crash 'printed more than 1 MiB'
verdict refuse error 'could not be opened: it was asked to refuse'
verdict overwrite crash 'it wrote over the trace'
verdict kill-parent crash "took the backend's own process with it"

run run -b "$PLUGINS/tiny.so:kill-parent" --format json
holds "a lost server is replaced for the next case" \
    sh -c "[ \$(grep -c '\"verdict\":\"crash\"' '$T/out') -eq 2 ]"

run run timers/alone -b "$PLUGINS/tiny.so:print" --format json
exits 0 "printing is no crime"
out_has '"output":"a word on \\u001B\[31mstdout\\n"' "what was printed is kept, escaped"

run run timers/alone -b "$PLUGINS/tiny.so:children"
exits 0 "a case may leave processes behind"
holds "but none survives it" sh -c "! pgrep -f 'tiny.so:[c]hildren'"

run smoke -b "$PLUGINS/tiny.so"
exits 0 "smoke passes what is declared"
out_has '^lack .*which the backend does not have' "and names what is not"
run smoke -b "$PLUGINS/tiny.so:crash"
exits 1 "smoke fails a broken adapter"
out_has '^BAD   a timer fires once.*SIGSEGV' "and says at what"
finish
