#!/bin/sh
# Whatever fails once, an allocation or a system call, in the program or in a server: either nothing
# shows, or the program says so in one sentence and exits with 4, or the case that it struck is an
# error, never the loop's fault. Old files stay whole, no temporary file and no process is left.
#
# Each such failure is a point of torture. `make torture` tries all of them; `make test` tries about
# SAMPLE of each kind for each command. COMMANDS and KINDS choose some.
. runner/t/lib.sh
: "${COMMANDS:=run report diff lint fmt bless baseline explore fuzz show}"
: "${KINDS:=memory later-memory server-memory write read open rename sync close fork exec mmap size folder pipe epoll}"
: "${SAMPLE:=3}"
cc=${CC:-cc}
$cc -O1 -fPIC -shared -o "$T/fail.so" runner/t/torture/fail.c 2>"$T/err" &&
    $cc -std=c11 -D_GNU_SOURCE -O1 -o "$T/inject" runner/t/torture/inject.c 2>"$T/err" || {
    echo "1..0 # SKIP no compiler here"
    exit 0
}
"$T/inject" write 0 "$T/count" "$LOOPSPEC" --version >/dev/null 2>&1 || {
    echo "1..0 # SKIP no process can be traced here"
    exit 0
}
case $(FAIL_AT=1 FAIL_ON=1 LD_PRELOAD="$T/fail.so" "$LOOPSPEC" list cases 2>&1) in
*'out of memory'*) ;;
*) KINDS=$(echo "$KINDS" | sed 's/[a-z-]*memory//g') ;; # a sanitizer brings its own allocations
esac
export SOURCE_DATE_EPOCH=0

# ---- where it happens: a small suite with something for each command to do ----
mkdir "$T/before"
make_whole_suite "$T/before"
cd "$T/before" || exit 1
printf '/^ear/ 1ms\nlate 2ms\n' >expected/timers/order.trace # PCRE2 allocates, too
"$LOOPSPEC" run -b reference --format json:stored.json >/dev/null 2>&1
sed 's/"verdict":"pass"/"verdict":"fail"/' stored.json >other.json
printf 'title   "not yet in its form"\nrules TIMER-1\ntimer 1ms {log a}\n' >loose.loop
printf 'title "to be blessed"\nrules TIMER-1\n\ntimer 1ms { log a }\n' >cases/timers/new.loop
printf 'a 2ms\n' >expected/timers/new.trace
printf '# known\ncase "timers/new" "It has its own ways."\ncase "timers/shown" "No more."\n' >known.baseline
for f in r.json r.html r.xml r.tap r.md; do echo old >$f; done

# words COMMAND: its command line.
words() {
    case $1 in
    run) echo "run timers/order timers/alone -b reference -b libuv -j 1 --format json:r.json --format html:r.html --format tap:r.tap" ;;
    report) echo "report stored.json --format json:r.json --format html:r.html --format junit:r.xml --format markdown:r.md" ;;
    diff) echo "diff stored.json other.json" ;;
    lint) echo "lint" ;;
    fmt) echo "fmt loose.loop" ;;
    bless) echo "bless timers/new -b reference" ;;
    baseline) echo "baseline update -b reference --baseline known.baseline" ;;
    explore) echo "explore timers/order timers/alone" ;;
    fuzz) echo "fuzz -b reference -b libuv -n 5 --seed 1 -j 1" ;;
    show) echo "show timers/order --as c" ;;
    esac
}

# alone VARIABLE=VALUE... COMMAND: `timeout` itself has all the memory it wants.
alone() {
    timeout 60 env FAIL_COUNT="$T/count" LD_PRELOAD="$T/fail.so" "$@"
}

# perform KIND N COMMAND: in a new copy of the folder; sets status.
perform() {
    [ "$now" = "$before" ] || {
        rm -rf "$T/at"
        cp -r "$T/before" "$T/at"
    }
    cd "$T/at" || exit 1
    ran="$(words "$3"), $1 $2 failing"
    # shellcheck disable=SC2046 # one word each
    case $1 in
    memory) alone FAIL_AT="$2" "$LOOPSPEC" $(words "$3") ;;
    later-memory) alone FAIL_AT="$2" FAIL_ON=1 "$LOOPSPEC" $(words "$3") ;;
    server-memory) alone FAIL_AT="$2" FAIL_SERVER=1 "$LOOPSPEC" $(words "$3") ;;
    *) timeout 60 "$T/inject" "$1" "$2" "$T/count" "$LOOPSPEC" $(words "$3") ;;
    esac >"$T/out" 2>"$T/err" </dev/null
    status=$?
    now=$(state)
}

# timeless FILE: without real time; the page has its times among other numbers, so its data is left out.
timeless() {
    sed 's/"real_ns":[0-9]*//g; s/[0-9.,]* m\{0,1\}s\b//g; s/[0-9]* a second//; /id="data"/d' "$1"
}
# state: of all files here together.
state() {
    find . -type f | sort | xargs tail -v -n +1 | timeless - | cksum
}
same() {
    timeless "$1" >"$T/a"
    timeless "$2" >"$T/b"
    cmp -s "$T/a" "$T/b"
}
# whole FILE...: each is as it was before, or as the command leaves it.
whole() {
    for f; do
        if [ -e "$f" ]; then
            same "$f" "$T/good/$f" || cmp -s "$f" "$T/before/$f" || return 1
        elif [ -e "$T/before/$f" ] && [ -e "$T/good/$f" ]; then
            return 1
        fi
    done
}
# tidy: no file is broken or new. Of a case or backend that was struck, the reports speak.
tidy() {
    [ "$now" != "$good" ] && [ "$now" != "$before" ] || return 0
    blamed || went_on || whole r.* || return 1
    # shellcheck disable=SC2046 # no name here has a blank
    whole $(cd "$T/good" && find . -type f ! -name 'r.*') || return 1
    [ -z "$(find . -type f | while read -r f; do [ -e "$T/good/$f" ] || [ -e "$T/before/$f" ] || echo "$f"; done)" ]
}
# unchanged: as if nothing had been.
unchanged() {
    [ $status -eq "$good_status" ] && [ "$now" = "$good" ] && same "$T/out" "$T/good.out"
}
# said: one sentence and status 4. A sentence that cannot be written is not.
said() {
    [ $status -eq 4 ] && [ "$(grep -c 'error: ' "$T/err")" -le 1 ] &&
        { [ "$1" = write ] || grep -q 'error: ' "$T/err"; }
}
# blamed: the case that was struck is an error, and nothing is said of the loop. A run says so in its
# results, explore on standard output.
blamed() {
    [ $status -eq 1 ] && grep -Eq '^ +error: |"verdict":"error"' "$T/out" r.json 2>/dev/null &&
        ! grep -Eq '^ +(crash|fail|timeout): |"verdict":"(crash|fail|timeout|inconclusive)"' "$T/out" r.json
}

# went_on: the second backend did not load. The reports have what the first one did, and say so.
went_on() {
    [ $status -eq 4 ] && grep -q '"verdict":"pass"' r.json &&
        grep -q '"reason":"not run: the backend does not load"' r.json &&
        ! grep -Eq '"verdict":"(crash|fail|timeout|error|inconclusive)"' r.json
}

# does_its_job COMMAND: nothing can be lost by one that ends with an error anyway, or that writes nothing.
does_its_job() {
    case $1 in
    diff) [ $status -eq 1 ] ;;
    *) [ $status -eq 0 ] ;;
    esac || return 1
    case $1 in
    run | report | fmt | bless | baseline) [ "$now" != "$before" ] ;;
    esac
}

# torture COMMAND KIND
torture() {
    perform "$2" 0 "$1"
    count=$(cat "$T/count" 2>/dev/null || echo 0)
    rm -rf "$T/good"
    cp -r "$T/at" "$T/good"
    good=$now
    cp "$T/out" "$T/good.out"
    good_status=$status
    does_its_job "$1" || point 1 "$1: does its job if nothing fails"
    bad=0
    tried=0
    noticed=0
    for n in $(seq 1 $(((count + SAMPLE - 1) / SAMPLE)) "$count" 2>/dev/null); do
        tried=$((tried + 1))
        perform "$2" "$n" "$1"
        unchanged && continue
        tidy && { said "$2" || blamed; } && noticed=$((noticed + 1)) && continue
        bad=$((bad + 1))
        [ $bad -le 3 ] && point 1 "$1: $2 $n of $count fails"
    done
    # Without memory there is always something to say, or nothing failed at all.
    case $2 in
    memory | later-memory) [ $noticed -gt 0 ] || bad=$tried ;;
    esac
    points_of_torture=$((points_of_torture + tried))
    point $bad "$1: $2 fails, at $tried of $count points"
    rm -f "$T/count"
}
points_of_torture=0
before=$(cd "$T/before" && state)
now=
for command in $COMMANDS; do
    for kind in $KINDS; do
        torture "$command" "$kind"
    done
done
echo "# $points_of_torture points of torture"
finish
