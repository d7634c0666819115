#!/bin/sh
# Exact to the byte: the same traces twice, with one job and with eight, under load.
. runner/t/lib.sh
export SOURCE_DATE_EPOCH=0

traces() {
    run run "$@" --format json
    sed 's/"real_ns":[0-9]*/"real_ns":0/' "$T/out"
}
traces >"$T/first"
traces >"$T/second"
holds "two runs give the same bytes" cmp "$T/first" "$T/second"
traces -j 1 >"$T/second"
holds "one job too" cmp "$T/first" "$T/second"
traces -j 8 >"$T/second"
holds "eight jobs too" cmp "$T/first" "$T/second"

# libuv calls the watchers of one signal in the order of their addresses. Earlier allocations of the
# process must not change that order: addresses must grow in the order of creation.
run trace signals/two-watchers-of-one-signal -b libuv --json
[ "$(sed -n 's/^{"type":"log","label":"\([a-z]*\)".*/\1/p' "$T/out" | tr -d '\n')" = abt ]
point $? "where memory lies does not show"

# Repeat the cases with many threads while two busy processes run on each core.
busy=
for i in 1 2 3 4; do
    sh -c 'while :; do :; done' &
    busy="$busy $!"
done
run run pool/six-jobs-on-four-workers pool/four-jobs-on-two-workers \
    pool/stat-beside-a-timer-of-a-minute --repeat "${REPEAT:-200}" --timeout 60s --format json
kill $busy
exits 0 "thread-heavy cases under load"
holds "have one order each" sh -c "[ \$(grep -c '\"reason\":\"1 order in' '$T/out') -eq 6 ]"
finish
