#!/bin/sh
# Rules of one's own: a .rules file beside one's cases declares a loop with its versions, and rules
# that cases prove. The loop here is the plug-in poller; the steps are those of
# src/interface/README.md.
. runner/t/lib.sh

poller=$PLUGINS/poller.so
mkdir "$T/mine"
cat >"$T/mine/poller.rules" <<'END'
loop poller 1.0 1.4 2.0

source poller-manual "The manual of poller"
    at "https://example.org/poller/manual.html"

rule POLLER-1 must core {
    says "Timers that are due together are called in the order in which they were made."
    loops poller
    sources poller-manual "#timers"
}

rule POLLER-2 must core {
    says "From 1.4 on a timer comes before a descriptor of the same instant, before that after it."
    loops poller
    sources poller-manual "#order"
}
END
cat >"$T/mine/ties.loop" <<'END'
title "of three timers that are due together the first made comes first"
rules POLLER-1

timer 5ms { log a }
timer 5ms { log b }
timer 5ms { log c }
END
printf 'a\nb\nc\n' >"$T/mine/ties.trace"
cat >"$T/mine/order.loop" <<'END'
title "a descriptor and a timer of one instant"
rules POLLER-2

p = poll readable after 5ms { log p; stop p }
timer 5ms { log t }
END
printf '[poller < 1.4] { p t }\n[poller >= 1.4] { t p }\n' >"$T/mine/order.trace"
cat >"$T/mine/any.loop" <<'END'
title "and what every loop owes, it owes too"
rules ANY-5

timer 5ms { log t }
END
echo t >"$T/mine/any.trace"
cd "$T" || exit 1

run list profiles --cases mine
exits 0 "the loop's versions are profiles"
out_has '^poller-1\.4' "  by name"
out_has '^libuv-1\.44\.2' "  beside the known ones"
run lint --cases mine
exits 0 "the suite is in order"
out_has '3 cases, .* and 2 rules of their own' "  and has rules of its own"
cp -r mine less
rm less/ties.*
run lint --cases less
exits 1 "a rule of one's own without a case"
out_has "poller.rules:6:6: error: rule 'POLLER-1' has no case" "  is found"
run explain POLLER-1 --cases mine
exits 0 "its rules can be explained"
out_has 'of poller' "  with the loop's name"

run run --cases mine -b "$poller" --profile poller --format json
exits 1 "--profile poller exists, and is judged by"
out_has '"profile":"poller-2"' "  the newest version"
out_has '"case":"ties","[^}]*"verdict":"pass"' "  a rule that it keeps"
out_has '"case":"order","[^}]*"verdict":"fail"' "  a rule that it breaks"
out_has '"case":"any","[^}]*"verdict":"pass"' "  and the rules for every loop"
run run order --cases mine -b "$poller" --profile poller-1.0
exits 0 "an older version has other rules"
run run order --cases mine -b "$poller" --profile poller-1.2
exits 0 "a version in between, those of the versions before it"
run run ties --cases mine -b "$poller" --profile poller-3.0
out_has 'poller 3 is newer than all known versions, so it is judged as 2' "a later one is the newest"
run run ties --cases mine -b "$poller"
exits 0 "a plug-in of that name is judged by them without being asked"
out_has 'profile poller-' "  as its own version"
run run ties --cases mine -b libuv --format json
exits 3 "another loop is not"
out_has 'its rules are about poller' "  and is told so"
run trace order --cases mine -b "$poller" --profile poller-1.4
exits 1 "trace knows the profile"
run run --cases mine -b "$poller" --profile poller --grade
out_has '^  poller-1 .*satisfied' "grades count it"
cp mine/ties.trace ties.kept
rm mine/ties.trace
run bless ties --cases mine -b "$poller"
exits 0 "bless writes a trace for it"
holds "  the same" cmp -s mine/ties.trace ties.kept
cat >"exec.py" <<'END'
import json, sys
print(json.dumps({'type': 'hello', 'protocol': 1, 'name': 'x', 'version': '1', 'layers': ['core'],
                  'profile': 'poller-1.4', 'can': ['timer']}), flush=True)
for line in sys.stdin:
    for label in 'abc':
        print(json.dumps({'type': 'log', 'id': json.loads(line)['id'], 'label': label, 'at_ns': 5000000}))
    print(json.dumps({'type': 'end', 'id': json.loads(line)['id'], 'code': 0}), flush=True)
END
if command -v python3 >/dev/null; then
    run run ties --cases mine -b "exec:python3 exec.py" --format json
    exits 0 "a runtime may ask for such a profile"
    out_has '"profile":"poller-1.4"' "  and gets it"
else
    skipped "no python3 here"
    skipped "no python3 here"
fi

# Mistakes: file, line and column, the line, and a hint.
wrong() { # NAME SED MESSAGE HINT
    rm -rf bad
    cp -r mine bad
    sed -i "$2" bad/poller.rules bad/order.trace
    run run --cases bad -b reference
    exits 2 "$1"
    err_has "^bad/(poller.rules|order.trace):[0-9]+:[0-9]+: error: $3" "  is told with its place"
    err_has "^ +\^" "  and a caret"
    err_has "^hint: .*$4" "  and a hint"
}
wrong "a known loop that is declared again" 's/^loop poller .*/loop libuv 1.0/' \
    "'libuv' cannot be declared again" "another name"
wrong "so with node" 's/^loop poller .*/loop node 30/' "'node' cannot be declared again" "another name"
wrong "and with any" 's/^loop poller .*/loop any 30/' "'any' cannot be declared again" "another name"
wrong "versions that go backwards" 's/1\.4 2\.0/2.0 1.4/' \
    "version 1.4 does not come after the one before it" "from old to new"
wrong "a version that is there twice" 's/1\.4 2\.0/1.4 1.4/' "version 1.4 does not" "each once"
wrong "no version" 's/^loop poller .*/loop poller/' "expected a version, found" "loop my-loop"
wrong "what is none" 's/1\.4 2\.0/1.4 new/' "expected a version, found 'new'" "one to three numbers"
wrong "a loop that is declared twice" 's/^loop poller .*/&\n&/' "loop 'poller' is there twice" "the first is at"
wrong "a name that ends in a version" 's/^loop poller .*/loop poller-2 2.0/' \
    "'poller-2' is no name for a loop" "no number at the end"
wrong "a rule of a loop that nobody declared" 's/^loop poller .*//' "unknown loop 'poller'" "declare a loop"
wrong "a block of one" 's/^\[poller < 1.4\]/[pollux < 1.4]/' "unknown loop 'pollux'" "declares it"
run run --cases mine -b "$poller" --profile pollux
exits 2 "an unknown profile"
err_has "unknown profile 'pollux'" "  is told"
run run any -b reference --profile poller-1.4
exits 2 "without the rules the profile does not exist"
finish
