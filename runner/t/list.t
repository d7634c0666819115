#!/bin/sh
# list names everything, as text and as JSON with the documented fields.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

run list cases
exits 0 "list cases"
out_is "names and titles, sorted by bytes" <<'END'
timers/alone  a timer alone fires when it is due
timers/order  the earlier of two timers fires first
END
run list cases --json
out_is "as JSON, one a line" <<'END'
[
{"case": "timers/alone", "title": "a timer alone fires when it is due", "layer": "core", "rules": ["TIMER-2"]},
{"case": "timers/order", "title": "the earlier of two timers fires first", "layer": "core", "rules": ["TIMER-1", "TIMER-2"]}
]
END

run list rules
exits 0 "list rules"
out_has '^TIMER-1 +must +core +1 case +Timers fire' "a rule with its case"
out_has '^TIMER-2 +should +core +2 cases ' "with its cases"
out_has '^TIMER-3 +may +core +0 cases ' "without any"
out_has '^HOST-1 +must +core +informative ' "and one that no case can prove"
run list rules --json
out_has '^\{"id": "TIMER-1", "says": "Timers [^"]*", "level": "must", "layer": "core", "sources": \["doc", "page"\], "cases": \["timers/order"\]\},$' "as JSON"

run list sources
exits 0 "list sources"
out_has '^doc +3 rules +2 cases +A document$' "a case counts once"
out_has '^page +2 rules +1 cases +A page$' "per source"
run list sources --json
out_has '^\{"id": "doc", "title": "A document", "rules": 3, "cases": 2\},$' "as JSON"

run list backends
exits 0 "list backends"
out_has '^reference ' "the built-in ones"
out_has '\.so ' "and how to name a plug-in"
run list backends --json
out_has '^\{"backend": "libuv", ' "as JSON"
out_lacks '\.so"' "only names that can be used as they are"

run list profiles
exits 0 "list profiles"
out_has '^libuv-1\.45\.0 +node-[0-9]+/libuv-1\.45\.0$' "with the pair that a name stands for"
run list profiles --json
out_has '^\{"name": "node-20", "profile": "node-20/libuv-1\.46\.0"\}' "as JSON"

run list
exits 2 "list needs to know what"
run list caess
exits 2 "and must know it"
err_has "did you mean 'cases'" "with what was meant"
run list cases --cases nowhere
exits 2 "a folder that is not there is bad input"
rm -r cases/timers expected/timers
run list cases --json
exits 0 "no case at all"
out_is "is an empty list" <<'END'
[
]
END
finish
