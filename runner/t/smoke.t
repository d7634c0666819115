#!/bin/sh
# loopspec smoke: an adapter's mistake is reported by the check that asks about it, in words that
# name the cause, with the program and the command that repeats it.
. runner/t/lib.sh
sound=$PLUGINS/one_mistake.so

run smoke -b "$sound"
exits 0 "without a mistake the adapter is sound"
out_has '^declared, but no check could ask about: priority$' \
    "a capability whose calls the loop refuses is named"
out_lacks '^BAD' "and nothing is bad"

# mistakes NAME CHECK REASON: one adapter each, of a kind that people have made.
mistakes() {
    run smoke -b "$sound:$1"
    exits 1 "$1: smoke notices"
    out_has "^BAD   $2: .*$3" "$1: $2"
    out_has "^      (hint|cause)    *." "$1: a hint or the cause says where to look"
}
mistakes delay-in-microseconds 'a timer fires once, after its delay' "expected 't' at 5 ms, but it came at 0 ms"
mistakes zero-at-once 'a timer of 0 ms is called by the loop, not at once' 'from inside the call'
mistakes repeat-is-ignored 'a repeating timer fires until it is stopped' "expected 't' at 10 ms"
mistakes again-is-once 'timer_again restarts a repeating timer with its repeat' "expected 't' at 13 ms"
mistakes events-stay 'a started descriptor can be given other events' "expected 'p' at 5 ms, but it came at 3 ms"
mistakes status-is-events 'a readable descriptor is reported when it is readable' 'with the status 1, which is neither 0 nor an error'
mistakes stays-sent 'a wake-up calls its own handle, and once' "'a' came"
mistakes closes-what-it-watched 'a readable descriptor is reported when it is readable' 'which it watched and does not own'
mistakes forgets-a-restart 'a timer that its own callback starts fires again' "expected 't' at 10 ms"
mistakes edge-triggered 'a descriptor that stays readable is reported again' 'nothing can wake it'
mistakes wake-up-on-the-wrong-thread 'a wake-up from another thread ends the wait' 'on another thread'
mistakes wake-up-without-a-wake 'a wake-up from another thread ends the wait' 'nothing can wake it'
mistakes handle-stop-is-lost 'a stopped timer does not fire' "'t' came first"
mistakes unref-is-ignored 'an unreferenced handle does not hold the loop' "'t' came first"
mistakes state-is-a-constant 'handle_state follows starts, stops and calls' "expected 'active.t' = 0, but it was 1"
mistakes priority-is-ignored 'a handle is called by its priority, whichever is older' "'z' came first"
mistakes close-calls-at-once 'closing calls back once, later, and nothing after it' 'from inside the call'
mistakes close-never-calls 'closing calls back once, later, and nothing after it' "expected 'x'"
mistakes nowait-waits 'a nowait run does not wait' "'t' came first \\(5 ms"
mistakes once-goes-on 'a run once returns after one wait' "'never' came first"
mistakes says-something-is-left 'a run tells whether anything is left' "expected 'result' = 0, but it was 1"
mistakes says-nothing-is-left 'a run that is stopped says that something is left' "expected 'result' = 1, but it was 0"
mistakes stop-is-lost 'stop ends the run' "'never' came"
mistakes alive-by-handles 'a loop is not alive by what is stopped' "expected 'alive' = 0, but it was 1"
mistakes clock-in-seconds 'now counts milliseconds' "expected 'now' = 5, but it was 0"
mistakes blocks-a-signal 'a timer fires once, after its delay' "changed the process's signal mask"
mistakes leaves-a-descriptor 'a timer fires once, after its delay' 'left 1 descriptor open'

# What is shown with it.
run smoke -b "$sound:blocks-a-signal"
out_has '^      cause   a loop that blocks the signals which it watches.*unblock them in close' \
    "the cause fits the kind of error: a mask"
run smoke -b "$sound:leaves-a-descriptor"
out_has '^      cause   close\(\) gives back all that the loop has opened' "a descriptor"
[ "$(grep -c '^      cause   close' "$T/out")" -eq 1 ]
point $? "what every check meets alike is explained once"
out_has '^      cause   see above$' "and then only mentioned"
out_lacks '^      hint' "without a hint about something else"
run smoke -b "$sound:edge-triggered"
out_has '^      cause   the loop waits for nothing: what the program has started is not part of its wait' \
    "the cause fits the kind of error: a wait"
run smoke -b "$sound:zero-at-once"
out_has '^      cause   note what was asked for and call back later' "a callback too soon"
run smoke -b "$sound:wake-up-on-the-wrong-thread"
out_has '^      cause   async_send only wakes the loop' "a callback on another thread"
run smoke -b "$sound:delay-in-microseconds" 'a timer fires once*'
exits 1 "a check can be made alone"
out_has '^        timer 5ms \{ log t \}$' "its program is shown"
out_has '^        a timer of 0$' "and what the loop printed"
out_has "^      repeat  loopspec smoke -b .*one_mistake.so:delay-in-microseconds 'a timer fires once, after its delay'" \
    "and the command that repeats it"
out_has '^0 sound, 1 bad, 0 not declared' "which makes no other"
run smoke -b "$sound" 'no such check'
exits 3 "a check that does not exist is nothing"

# Every capability that a loop of ours declares is asked about.
for loop in reference libuv libev libevent glib sd-event tevent libuev; do
    case $loop in
    reference | libuv) ;;
    *) [ -e "$(dirname "$LOOPSPEC")/adapters/$loop.so" ] || continue ;;
    esac
    run smoke -b $loop
    exits 0 "$loop is sound"
    out_lacks 'no check could ask about' "$loop: smoke asks about all that it declares"
done
# A loop that a stop ends for good refuses what follows, and breaks no rule by it.
if [ -e "$(dirname "$LOOPSPEC")/adapters/libuev.so" ]; then
    run smoke -b libuev 'a run after*'
    out_has '^lack  a run after a stop goes on: refused: run returned -EINVAL' "a final loop refuses another run"
    out_has '^ok    a run after the end is refused' "as it says"
fi
finish
