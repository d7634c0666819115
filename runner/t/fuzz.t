#!/bin/sh
# fuzz: random programs have equal traces on the reference and libuv. A difference is found,
# shrunk, printed and saved. A crash or a hang costs one program, not the run. COUNT and SEED choose
# other programs.
. runner/t/lib.sh
old="--profile libuv-1.44.2"
new="--profile libuv-1.50"

run fuzz -b reference -b libuv -n "${COUNT:-6000}" --seed "${SEED:-1}" --save "$T/found"
exits 0 "the reference and libuv agree"
# What an older libuv does not have is left out, and that is said.
ran=$(sed -n 's/^\([0-9]*\) programs on reference and libuv in .*: no difference$/\1/p' "$T/out")
left=$(sed -n 's/^\([0-9]*\) more w.* left out: a backend lacks what they need$/\1/p' "$T/out")
[ "$((${ran:-0} + ${left:-0}))" -eq "${COUNT:-6000}" ] && [ "${ran:-0}" -gt "$((${COUNT:-6000} * 9 / 10))" ]
point $? "about every program"
holds "and nothing is saved" [ ! -e "$T/found" ]
no_progress "no progress without a terminal"

# Two versions of the rules differ in the position of the timers phase.
versions() {
    run fuzz -b reference $old -b reference $new --seed 7 --save "$T/found" "$@"
}
versions --family modes -n 1500
exits 1 "two versions differ"
out_has '^program [0-9]+ of seed 7, shrunk from [0-9]+ statements to [0-9]+ in [0-9]+ runs:$' \
    "a program is told"
out_has '^> ' "the first difference is marked"
out_has ': [0-9]+ differ, [0-9]+ in kind$' "all are counted"
first=$(sed -n 's/^saved \(.*\.loop\) .*/\1/p' "$T/out" | head -n 1)
cp "$T/out" "$T/modes"
holds "the program is saved" [ -s "$first" ]
holds "with its trace" [ -s "${first%.loop}.trace" ]
lines=$(sed '1,/^$/d' "$first" | wc -l)
holds "it has $lines lines, five at most" [ "$lines" -le 5 ]
run fmt --check "$first" "${first%.loop}.trace"
exits 0 "both are in their canonical form"
run run "$first" -b reference $old
exits 0 "as a case it passes where its trace comes from"
run run "$first" -b reference $new
exits 1 "and fails on the other"
for family in timers handles; do
    versions --family $family -n 3000
    exits 1 "family $family finds it too"
done

# A fault in the loop, and one in the host.
for mutant in ties-in-reverse ticks-at-exit; do
    run fuzz -b reference -b reference:mutant=$mutant -n 2000 --fail-fast --save "$T/$mutant"
    exits 1 "the mutant $mutant is found"
    lines=$(sed '1,/^$/d' "$T/$mutant"/*.loop | wc -l)
    holds "by a program of $lines lines, eight at most" [ "$lines" -le 8 ]
done

# The same programs run, whatever the number of jobs and shards.
numbers() {
    sed -n 's/^program \([0-9]*\) of.*/\1/p' "$T/out" | sort
}
versions --family modes -n 1500 -j 1
sed 's/ in [0-9.]* s, .*:/:/' "$T/out" >"$T/one"
versions --family modes -n 1500 -j 5
sed 's/ in [0-9.]* s, .*:/:/' "$T/out" >"$T/five"
holds "one process or five tell the same" cmp "$T/one" "$T/five"
versions --family modes -n 300
numbers >"$T/whole"
: >"$T/parts"
for shard in 1/3 2/3 3/3; do
    versions --family modes -n 300 --shard $shard
    out_has '^100 programs ' "shard $shard has its part"
    numbers >>"$T/parts"
done
sort "$T/parts" | comm -23 "$T/whole" - >"$T/missed"
holds "what is found in all is found in a part" [ ! -s "$T/missed" ]

versions --family modes -n 1500 --fail-fast
exits 1 "the first difference can be the last"
holds "one is told" [ "$(grep -c '^program ' "$T/out")" -eq 1 ]
versions --family modes --seconds 1 --fail-fast
exits 1 "a time may be given in place of a number"

# Backends that die or hang, and one that has almost no capabilities.
run fuzz -b reference -b "$PLUGINS/tiny.so:crash" -n 300 --family timers --save "$T/found"
exits 1 "a crash is a difference"
out_has 'tiny\.so:crash: SIGSEGV' "that is told"
out_has '^    timer 0ms \{ \}$' "with the least that it takes"
out_has '^[0-9]+ more were left out: a backend lacks what they need$' "what a backend cannot do is left out"
run fuzz -b reference -b "$PLUGINS/tiny.so:hang" -n 40 --family timers --timeout 200ms --fail-fast \
    --save "$T/found"
exits 1 "so is a program that does not end"
out_has 'tiny\.so:hang: it did not end in time' "that is told too"

# The time limit of the whole campaign also ends shrinking.
run fuzz -b reference -b "$PLUGINS/tiny.so:hang" --seconds 1 --family timers --timeout 200ms \
    --save "$T/late"
exits 1 "what was found when the time is up"
out_has '^program [0-9]+ of seed 1, .* the time was up:$' "is told as far as it was shrunk"
holds "and saved so" grep -q '^# It was not shrunk to the end' "$T"/late/*.loop
run fmt --check "$T"/late/*.loop
exits 0 "in its canonical form"
run fuzz -b reference -b "$PLUGINS/tiny.so" -n 200 --family ticks
exits 3 "nothing that both could do is no result"

# A plug-in is on the same terms among others as alone. To libev that is a clock that ticks:
# one that stands still is one in which it calls no timer.
if [ -e "$(dirname "$LOOPSPEC")/adapters/libev.so" ]; then
    run fuzz -b libev -b libuv --family timers --seed 8 -n 1
    exits 0 "libev and libuv agree about a timer"
    out_has '^1 program on libev' "which is one program, not one programs"
    run fuzz -b libev -b reference --family timers -n 6 --save "$T/found"
    exits 1 "they count iterations in two ways"
    out_lacks 'among others' "which each program shows alone too"
else
    skipped "no adapter for libev: its development files are not installed"
fi
run fuzz -b reference --profile libev -b reference:mutant=ties-in-reverse --profile glib \
    --family timers -n 100 --fail-fast --save "$T/found"
out_has ': 1 differs, 1 in kind$' "nor does it matter whose rules a profile is about"
run fuzz -b reference --profile browser -b reference --profile node-20 --family ticks -n 100
exits 3 "but not for a profile without a host for them"
out_has '^no program ran on reference and reference$' "that one is left out"

# With a runtime, a trace counts as a difference only if no schedule of the reference produces it.
# This runtime never logs anything.
cat >"$T/adapter" <<'END'
echo '{"type":"hello","protocol":1,"name":"mute","version":"1","profile":"node-20","layers":["node"],"can":["poll"]}'
while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id": *\([0-9]*\).*/\1/')
    echo "{\"type\":\"end\",\"id\":$id,\"code\":0}"
done
END
run fuzz -b reference -b "exec:sh $T/adapter" -n 12 --family ticks --save "$T/mute"
exits 1 "a runtime that says nothing differs"
out_has '^    log a$' "from what every order has"
out_has ': [0-9]+ differ, 1 in kind$' "which is one difference"
out_has '^[0-9]+ more were left out$' "programs without an end are left out"
saved=$(find "$T/mute" -name '*.loop')
run run "$saved" -b reference --profile node-20
exits 0 "what is saved is the reference's"
run fuzz -b "exec:sh $T/adapter" -b "exec:sh $T/adapter"
exits 2 "two runtimes cannot be compared"
if command -v node >/dev/null; then
    run fuzz -b node -b reference -n 25 --family immediates --save "$T/node"
    exits 0 "Node does what the reference may do"
fi

run fuzz -b reference
exits 2 "one backend is too few"
err_has 'two backends' "and that is said"
run fuzz -b reference -b libuv --family tick
exits 2 "an unknown family"
err_has "did you mean 'ticks'" "gets a suggestion"
run fuzz -b reference -b libuv --shard 3/2
exits 2 "a shard that does not exist"
run fuzz -b reference -b libuv -n 0
exits 2 "no programs at all"
run fuzz -b reference -b libvu
exits 2 "an unknown backend"
run help fuzz
for family in ticks immediates timers intervals ends pool handles modes streams signals pages \
    everything; do
    out_has "(^|[ ,])$family[,.]" "the help names the family $family"
done
finish
