#!/bin/sh
# show and explain tell what the files say; a case may be named or be a file.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

run show timers/order
exits 0 "show"
out_is "program, rules, expected trace" <<'END'
Case timers/order (cases/timers/order.loop)
  title "the earlier of two timers fires first"
  rules TIMER-1 TIMER-2

  timer 2ms { log late }
  timer 1ms { log early }

Rules
  TIMER-1 (must)
    Timers fire in the order of their deadlines.
  TIMER-2 (should)
    A timer is never early.

Expected trace (expected/timers/order.trace)
  early 1ms
  late 2ms
END
run show --as loop cases/timers/order.loop
exits 0 "show by path"
holds "--as loop is the file itself" cmp cases/timers/order.loop "$T/out"

mkdir own
cp cases/timers/order.loop own/mine.loop
run show own/mine.loop
exits 0 "a file elsewhere needs no trace"
out_has '^Expected trace: none yet$' "which is said"
echo 'erly 1ms' >own/mine.trace
run show own/mine.loop
exits 2 "but a wrong one is an error"
err_has "^own/mine\.trace:1:1: error: .*'erly'" "with its place"
err_has '^    \^$' "a caret"
err_has "did you mean 'early'" "and what was meant"

run show timers/ordre
exits 2 "an unknown case"
err_has "did you mean 'timers/order'" "with what was meant"
run show nowhere/x.loop
exits 2 "a file that is not there"
err_has "no file 'nowhere/x.loop'" "is named"
run show timers/order --as d
exits 2 "a form that is not known"

cat >own/queues.loop <<'END'
title "ticks, then promise reactions, then timers and immediates"
rules TIMER-1
layer node

t = timeout 1ms { log timeout; tick { log inner } }
immediate { log immediate; clear t }
promise { log promise } then { log then }
tick { log tick }
log end
observe now
busy 20ms
END
cat >own/queues.expected <<'END'
end
now = 0
tick
promise
then
timeout
inner
immediate
END
cat >own/streams.loop <<'END'
title "jobs, descriptors and sockets"
rules TIMER-1
layer node
workers 1

s = socket
p = poll readable {
    log io
    drain p
    first 1 { ready p } else {
        close p {
            log closed
            work 5ms { log first-job; observe status }
            work 5ms { log second-job; close s { log socket; ready q after 5ms } }
        }
    }
}
ready p
q = poll readable { log readable; observe status; close q }
immediate { log immediate }
on exit { log exit; observe code }
END
cat >own/streams.expected <<'END'
io
immediate
io
closed
first-job
status = 0
second-job
socket
readable
status = 0
exit
code = 0
END
run show timers/order --as js
exits 2 "a core program has no JavaScript form"
err_has "^cases/timers/order\.loop: error: a core program has no JavaScript form$" "which is said"
no_out "and nothing else"
run show own/queues.loop --as c
exits 2 "a node program has no C form"
err_has "^own/queues\.loop: error: a node program has no C form$" "which is said"
run show timers/order --as c
exits 0 "a core program has"
out_has '^    uv_timer_start\(&my_late, on_my_late, 2, 0\);$' "with libuv's own calls"
# runs NAME: the exported program prints what is expected.
runs() {
    run show "own/$1.loop" --as js
    exits 0 "$1 as JavaScript"
    if ! command -v node >/dev/null; then
        echo "# no node here: not run"
        return
    fi
    cp "$T/out" "own/$1.cjs"
    node "own/$1.cjs" 2>"$T/err" | sed 's/^now = .*/now = 0/' >"$T/out"
    out_is "$1: its order" <"own/$1.expected"
    no_err "$1: nothing else is said"
    node - <"own/$1.cjs" 2>"$T/err" | sed 's/^now = .*/now = 0/' >"$T/out"
    out_is "$1: the same through standard input" <"own/$1.expected"
}
runs queues
runs streams
sed 's/TIMER-1/TIMER-11/' cases/timers/order.loop >own/mine.loop
run show own/mine.loop
exits 2 "an unknown rule"
err_has "^own/mine\.loop:2:7: error: unknown rule 'TIMER-11'" "has its place"

run explain TIMER-1
exits 0 "explain"
out_is "sentence, differences, note, sources, cases" <<'END'
TIMER-1  must, core
  Timers fire in the order of their deadlines.

Where profiles differ
  The same everywhere.

It depends on
  reversed
    Whether the last is first: before version 2.

Note
  The page forgets to say so.

Sources
  doc
    A document, By deadline
    https://example.org/doc.html#by-deadline
  page
    A page, Its first line

Where documents say otherwise
  X-1
    Timers fire in the order of their starts.

Cases
  timers/order
    the earlier of two timers fires first
    loopspec trace timers/order

Run it
  loopspec run TIMER-1
END
run explain x-1
exits 0 "explain a contradiction"
out_is "what is said and where, what is so, rules, cases" <<'END'
X-1  contradiction
  Timers fire in the order of their starts.

Where it stands
  page
    A page
  Its last line.

What really happens
  They fire by deadline.

Rules
  TIMER-1 (must)
    Timers fire in the order of their deadlines.

Cases
  timers/order
    the earlier of two timers fires first
    loopspec trace timers/order

Run it
  loopspec run timers/order
END
run explain timer-3
out_has '^TIMER-3  may, core, as Linux has it$' "small letters will do"
out_has '^  none yet$' "a rule without a case"
run explain HOST-1
out_has '^No run can show it$' "a rule that no case can prove"
run explain TIMRE-1
exits 2 "an unknown rule"
err_has "did you mean 'TIMER-1'" "with what was meant"
finish
