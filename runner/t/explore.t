#!/bin/sh
# Every order that the rules permit can be had, and no other; a schedule that led to one
# leads to it again.
. runner/t/lib.sh

# ---- both orders from the script, one from within I/O ----
run explore immediates/or-a-timeout-of-the-script
exits 0 "a timeout against an immediate"
out_has '^ok .*: 3 schedules, 2 orders, 2 of 2 alternatives reached$' "has both orders"
out_has '^        usual      immediate timeout$' "the usual one"
out_has '^        1          timeout immediate$' "and the other, with its schedule"
run explore documents/001-immediate-against-timeout-in-a-read
exits 0 "from within an I/O callback"
out_has '^ok .*: [2-9][0-9]* schedules, 1 order$' "there is one order in all schedules"
run explore immediates/or-a-timeout-of-the-script -b libuv
out_has '2 of 2 alternatives reached$' "libuv has both, too"
run explore immediates/or-a-timeout-of-the-script -q
out_lacks '^ok ' "-q leaves out what is as expected"
out_has '^1 case in 3 schedules, [0-9]+ orders?: 1 ok' "but not the sum"

# ---- the whole suite ----
run explore -q
exits 0 "every case holds in every schedule"
out_lacks 'reached the bound' "and each is explored to its end"

# ---- replay ----
run trace immediates/or-a-timeout-of-the-script --schedule 1
exits 0 "a schedule is replayed"
out_has 'chosen: +a millisecond passes' "and tells where it left the usual way"
holds "and has the order that was explored" \
    sh -c "grep -E '[|] (timeout|immediate)' '$T/out' | head -1 | grep -q timeout"
run trace immediates/or-a-timeout-of-the-script --schedule 1:2
exits 2 "a way that does not exist is refused"
err_has 'point 1 has no way 2, the last is 1' "and told"
run trace immediates/or-a-timeout-of-the-script --schedule 99
exits 2 "and so is a point"
err_has 'there is no point 99, the last is 2' "with the last there is"
run trace immediates/or-a-timeout-of-the-script --schedule 2,1
exits 2 "and what is no schedule"
run trace immediates/or-a-timeout-of-the-script --schedule 1 --clock real
exits 2 "on the real clock nobody chooses"

# ---- a program alone shows its orders ----
cat >"$T/alone.loop" <<'END'
title "two descriptors and a timer of one instant"
rules POLL-12

p = poll readable after 5ms { log p; close p }
q = poll readable after 5ms { log q; close q }
timer 5ms { log t }
END
for backend in reference libuv; do
    run explore "$T/alone.loop" -b $backend
    exits 0 "$backend: a program without a trace"
    out_has '^seen .* 6 orders; nothing was judged$' "$backend: in all its orders"
    out_has "no expected trace at '$T/alone.trace'" "$backend: it says why nothing was judged"
    out_has ': 0 ok, 0 not; 0 skipped, 1 not judged$' "$backend: and counts no success"
    for order in 'p q t' 'q p t' 'p t q' 'q t p' 't p q' 't q p'; do
        out_has "^        [a-z0-9,:]+ +$order\$" "$backend: $order"
    done
done

# ---- what is too strict, and what nothing leads to ----
printf 'p\nq\nt\n' >"$T/alone.trace"
run explore "$T/alone.loop"
exits 1 "a trace that wants one of several orders"
out_has '^FAIL ' "is told"
out_has '^      schedule 1$' "with the nearest schedule"
out_has "expected 'p', but 'q' came" "and what was broken"
replay=$(sed -n 's/^ *replay  loopspec //p' "$T/out")
run $replay
exits 1 "whose replay breaks it again"
out_has '^fail: expected .p., but .q. came' "in the same way"
printf 'one of { p q t } or { q p t } or { p t q } or { q t p } or { t p q } or { t q p }\n' \
    >"$T/alone.trace"
run explore "$T/alone.loop"
exits 0 "a trace that permits them all"
out_has '6 of 6 alternatives reached' "has each"
run explore "$T/alone.loop" --bound 2
exits 0 "at the bound"
out_has 'explored 2 of at least 5 schedules, bound reached, 2 orders, 2 of 6 alternatives' "says so"
out_has '^note: 1 case reached the bound of 2 schedules' "and again at the end"
sed 's/5ms { log t/9ms { log t/' "$T/alone.loop" >"$T/far.loop"
printf 'one of { p q t } or { q p t } or { t p q }\n' >"$T/far.trace"
run explore "$T/far.loop"
exits 1 "an alternative that nothing leads to"
out_has 'not reached: the alternative at .*far.trace:1' "is told"
run explore "$T/far.loop" -b libuv
exits 0 "of another loop it is only said"
out_has 'not reached: the alternative at .*far.trace:1' "that it was not reached"

# ---- where a millisecond passes, instants are not judged; exact ones do not let it ----
cat >"$T/pinned.loop" <<'END'
title "a pinned instant"
rules TIMER-1

timer 1ms { log t }
timer 5ms { log u }
END
printf 't 1ms\nu 5ms\n' >"$T/pinned.trace"
run explore "$T/pinned.loop"
exits 0 "a pinned instant is that of the usual run"
out_has ': 2 schedules' "and there are others"
printf 't 1ms\nu 6ms\n' >"$T/pinned.trace"
run explore "$T/pinned.loop"
exits 1 "in the usual run it is judged"
out_has '^      schedule usual$' "there"
sed 's/^rules.*/&\nneeds exact-time/' "$T/pinned.loop" >"$T/exact.loop"
printf 't 1ms\nu 5ms\n' >"$T/exact.trace"
run explore "$T/exact.loop"
out_has ': 1 schedule, 1 order$' "a program that needs exact time has it"

# ---- usage ----
run explore no/such-case
exits 2 "an unknown case"
run explore --bound 0
exits 2 "a bound of nothing"
run explore immediates/or-a-timeout-of-the-script -b "sh -c 'exit 1'"
[ "$status" -ne 0 ]
point $? "a backend that does not load"
run explore browser/events-are-tasks
exits 3 "skips alone are nothing"

# ---- several at a time ----
run explore -j 1 pool immediates 'browser*' --bound 20
exits 0 "one case at a time"
cp "$T/out" "$T/one"
run explore -j 5 pool immediates 'browser*' --bound 20
exits 0 "or five"
holds "say the same" cmp "$T/one" "$T/out"

# ---- schedules that are left out ----
# What is left out leads to no order of its own: the orders of each case whose full search ends.
orders() { # orders FILE: of the cases in $T/whole, with what they consist of, sorted
    awk -v list="$T/whole" '
        BEGIN { while ((getline name <list) > 0) whole[name] = 1 }
        /^(ok  |FAIL|seen)  / {
            name = substr($2, 1, length($2) - 1)
            sub(/.*schedules?, /, "")
            if (name in whole) print name ": " $0
            next
        }
        /^        / && name in whole { $1 = ""; print name ">" $0; next }
        { name = "" }' "$1" | sort
}
for backend in reference libuv; do
    run explore -b $backend --full --bound "${FULL:-60}" -x 'pool/*1024*'
    cp "$T/out" "$T/full"
    sed -n '/bound reached/d; s/^\(ok  \|FAIL\|seen\)  \([^ ]*\): .*/\2/p' "$T/out" >"$T/whole"
    run explore -b $backend --bound "${FULL:-60}" -x 'pool/*1024*'
    orders "$T/full" >"$T/all"
    orders "$T/out" >"$T/some"
    holds "$backend: no order is lost" cmp "$T/all" "$T/some"
    [ "$(wc -l <"$T/whole")" -gt 1500 ]
    point $? "$backend: of nearly all cases"
    all=$(sed -n 's/.* cases in \([0-9]*\) schedules.*/\1/p' "$T/full")
    some=$(sed -n 's/.* cases in \([0-9]*\) schedules.*/\1/p' "$T/out")
    [ "$some" -lt "$all" ]
    point $? "$backend: though schedules are left out"
done

# ---- the suite ----
# Each alternative of each `one of`, and no more than that.
cases=$(grep -l 'one of' expected/*/*.trace | sed 's,^expected/,,; s,\.trace$,,')
for profile in node-26/libuv-1.44.2 node-10; do
    run explore --profile $profile $cases
    exits 0 "$profile: every 'one of' is explored"
    out_lacks 'not reached' "$profile: and each alternative reached"
done
run explore -b libuv $cases
exits 0 "libuv: nothing else comes out of any 'one of'"
out_lacks 'not reached' "libuv: and each alternative does"

# A legal shuffle never makes a case fail; the largest pools have too many threads for this.
run explore --bound "${BOUND:-25}" -x 'pool/*1024*'
exits 0 "no case is too strict"
# What libuv is known to break it breaks in every schedule.
known=$(awk -F '"' '/^case/ { print "-x", $2 }' expected/baselines/libuv.baseline)
run explore --bound "${BOUND:-25}" -x 'pool/*1024*' $known -b libuv
exits 0 "on libuv neither"
finish
