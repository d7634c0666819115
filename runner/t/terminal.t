#!/bin/sh
# At a terminal: a progress line that fits it and is gone at the end, nothing wider than it, colour
# unless NO_COLOR forbids it; through a pipe plain text and no progress; --color has the last word.
. runner/t/lib.sh
if ! command -v script >/dev/null; then
    echo "1..0 # SKIP no script(1) on this machine"
    exit 0
fi
make_whole_suite "$T"
cd "$T" || exit 1
mv cases/timers/alone.loop "cases/timers/alone-$(printf 'x%.0s' $(seq 80)).loop"
mv expected/timers/alone.trace "expected/timers/alone-$(printf 'x%.0s' $(seq 80)).trace"
sed -i 's/early 1ms/early 3ms/' expected/timers/order.trace

# at_terminal COMMAND: its output on a terminal of 40 columns.
at_terminal() {
    script -qec "stty cols 40 -onlcr; $1" /dev/null >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="$1, at a terminal"
}
escape=$(printf '\033')
at_terminal "TERM=xterm $LOOPSPEC run -b reference"
exits 1 "a run at a terminal"
out_has "$escape\[1;31mfail$escape\[m" "has colour"
out_has "$escape\[1;31m *> early" "also where the traces differ"
out_has "\[1/3\] reference timers/alone-x" "and shows how far it is"
tr '\r' '\n' <"$T/out" | sed "s/$escape\[K//" | grep '^\[[1-3]/3\]' | awk 'length > 39' >"$T/err"
no_err "within the width of the terminal"
tr -d '\n' <"$T/out" | grep -q "$(printf '\r')$escape\[K$escape\[1mreference"
point $? "and is taken back at the end"
at_terminal "TERM=xterm NO_COLOR=1 $LOOPSPEC run -b reference"
out_lacks "$escape\[[0-9;]*m" "NO_COLOR is heeded"
out_has '^> |> +' "the differences are marked all the same"
at_terminal "TERM=xterm $LOOPSPEC run -b reference --color never"
out_lacks "$escape\[[0-9;]*m" "so is --color never"
at_terminal "TERM=xterm NO_COLOR=1 FORCE_COLOR=1 $LOOPSPEC run -b reference | cat"
out_has "$escape\[1;31mfail$escape\[m" "FORCE_COLOR is stronger, through a pipe as well"
at_terminal "TERM=xterm FORCE_COLOR=1 $LOOPSPEC run -b reference --color never 2>/dev/null | cat"
out_lacks "$escape" "--color is the strongest"
at_terminal "TERM=xterm NO_COLOR=1 $LOOPSPEC trace timers/order --color always | cat"
out_has "$escape\[1;31m> +$escape\[m" "trace has colour, too, and marks what breaks the case"
at_terminal "TERM=xterm $LOOPSPEC run -b reference -q"
out_lacks '\[1/3\]' "quiet shows no progress"
out_has 'of 3 cases pass, 1 fails' "but how it went"
for columns in 60 80; do
    script -qec "stty cols $columns -onlcr; TERM=xterm $LOOPSPEC run -b reference --color never \
        2>/dev/null; $LOOPSPEC help run; $LOOPSPEC explain TIMER-1" /dev/null \
        >"$T/out" 2>"$T/err" </dev/null
    ran="run, help and explain at $columns columns"
    grep -v 'example.org\|^  loopspec \|^      replay ' "$T/out" | awk -v most="$columns" 'length > most' >"$T/err"
    no_err "nothing but an address or a command is wider than $columns columns"
done
# In a pipe COLUMNS says how wide a report may be. Lists stay one a line: programs read them.
for columns in 60 nonsense; do
    COLUMNS=$columns "$LOOPSPEC" run -b reference >"$T/$columns" 2>&1
    grep -v 'example.org\|^      replay ' "$T/$columns" | awk 'length > 60' >"$T/wide"
    [ $columns = 60 ] && holds "a report has COLUMNS" [ ! -s "$T/wide" ]
    [ $columns = 60 ] || holds "or is as wide as it is" [ -s "$T/wide" ]
done
COLUMNS=40 run list rules
holds "a list is one a line" [ "$(wc -l <"$T/out")" -eq "$(grep -c '^[A-Z]*-[0-9]' "$T/out")" ]
at_terminal "$LOOPSPEC run -b reference 2>&1 | cat"
out_lacks "$escape" "a pipe gets plain text"
out_lacks '\[1/3\]' "and no progress"
at_terminal "TERM=dumb $LOOPSPEC run -b reference"
out_lacks "$escape|$(printf '\r')" "a dumb terminal gets no control character"
finish
