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
out_has '^\{"id": "TIMER-1", "says": "Timers [^"]*", "level": "must", "layer": "core", "sources": \["doc", "page"\], "sections": \["By deadline#by-deadline", "Its first line"\], "cases": \["timers/order"\]\},$' "as JSON"

run list sources
exits 0 "list sources"
out_has '^doc +3 rules +2 cases +A document$' "a case counts once"
out_has '^page +2 rules +1 case +A page$' "per source"
out_has '^  https://example.org/doc.html$' "with its address"
out_has '^  section   The order of timers$' "its parts follow"
out_has '^            https://example.org/doc.html#order$' "with their anchors"
out_has '^            2 rules, 2 cases: TIMER-1 TIMER-2$' "with their rules and cases"
out_has '^            no rule: Nothing can be read off it\.$' "or the reason why there is none"
out_has '^  3 parts: 2 by rules, 0 by contradictions, 1 by a reason$' "and how many there are of each"
sed -i 's/^    rules HOST-1$/&\n    contradictions X-1/' cases/catalogue/all.rules
run list sources
out_has '^  3 parts: 1 by rules, 1 by contradictions, 1 by a reason$' "a contradiction counts before the rules"
out_has '^            corrected: X-1$' "and is named"
run list sources --json
out_has '"title": "Elsewhere it is the same", "rules": \["HOST-1"\], "cases": \[\], "contradictions": \["X-1"\]\}' "in JSON, too"
sed -i '/^    contradictions X-1$/d' cases/catalogue/all.rules
run list sources --json
out_has '^\{"id": "doc", "title": "A document", "code": false, "url": "https://example.org/doc.html", "rules": \["TIMER-1", "TIMER-2", "HOST-1"\], "cases": \["timers/alone", "timers/order"\], "parts": \[' "as JSON"
out_has '^\{"id": "page", "title": "A page", "code": false, "rules"' "without an address if there is none"
out_has '\{"kind": "section", "title": "The order of timers", "url": "https://example.org/doc.html#order", "rules": \["TIMER-1", "TIMER-2"\], "cases": \["timers/alone", "timers/order"\]\}' "with the parts"
out_has '\{"kind": "snippet", "title": "A picture", "rules": \[\], "cases": \[\], "informative": "Nothing can be read off it\."\}' "and their reasons"

# Our own catalogue: whoever reads a source's name can read the source.
run list sources --json --cases "$ROOT/cases"
exits 0 "the sources of our own suite"
[ "$(grep '"id"' "$T/out" | grep -vc '"url": "https://')" -eq 5 ]
point $? "all have an address but the five texts that it began with"
out_lacks '^\{"id": "[^"]*[0-9a-f]{12}' "and none is called by a hash"

run list contradictions
exits 0 "list contradictions"
out_is "with what is claimed" <<'END'
X-1   1 case   Timers fire in the order of their starts.
END
run list contradictions --json
out_is "as JSON" <<'END'
[
{"id": "X-1", "claim": "Timers fire in the order of their starts.", "where": "Its last line.", "sources": ["page"], "sections": [""], "truth": "They fire by deadline.", "rules": ["TIMER-1"], "cases": ["timers/order"]}
]
END
run list rules
out_lacks '^X-1' "they are no rules"

here=$PWD
make_whole_suite "$T/whole"
cd "$T/whole" || exit 1
run list bugs
exits 0 "list bugs"
out_is "with the kind of proof" <<'END'
BUG-1     libuv     1 case    mutant    Timers come late.
END
run list bugs --json
out_is "as JSON" <<'END'
[
{"id": "BUG-1", "system": "libuv", "says": "Timers come late.", "urls": ["https://example.org/bugs/1"], "since": "1.2.0", "fixed": "1.3.0", "cases": ["timers/order"], "mutants": ["due-in-reverse"]}
]
END
run explain bug-1
exits 0 "explain a bug"
out_is "what went wrong, when, where it is told, cases, proof" <<'END'
BUG-1  bug of libuv
  Timers come late.

Versions
  since libuv 1.2.0, fixed in libuv 1.3.0

Reported or mended
  https://example.org/bugs/1

Cases
  timers/order
    the earlier of two timers fires first
    loopspec trace timers/order

Proof that they catch it
  mutant due-in-reverse
    of the timers that are due together the latest is called first
    loopspec run timers/order -b reference:mutant=due-in-reverse
END
sed -i 's/^    mutants.*/    unproven "Nobody has it."/; /since/d; /fixed/d' cases/catalogue/bugs.rules
run explain BUG-1
out_has '^  no release without it is known$' "it may be open"
out_has '^  Nobody has it\.$' "and without a proof"
run explain BUG-7
exits 2 "a bug that nobody knows"
err_has "'loopspec list bugs' names them all" "is looked for among those"
cd "$here" || exit 1

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

run list verdicts
out_has '^xfail +expected +it fails, and the baseline says so$' "list verdicts: what each means"
run list verdicts --json
out_has '^\{"verdict": "crash", "expected": false, "means": "' "as JSON"
run list figures
out_has '^starvation +starvation_ns +the trace +the longest' "list figures: word, key, whose, meaning"
run list figures --json
out_has '^\{"word": "drift", "key": "drift_ns", "of": "timers", "means": "' "as JSON"

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
