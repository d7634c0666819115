#!/bin/sh
# Every bug of the catalogue that names a mutant is caught: on that mutant one of its cases does not
# pass, and on the reference itself all of them do. A bug that names a release is caught on it by
# today's rules, if that release is here: the libuv of this machine, or one of the runtimes that
# `make runtimes` installs.
. runner/t/lib.sh
broken_on_purpose

run list bugs --json
exits 0 "list bugs"
sed -n 's/,$//; /^{/p' "$T/out" >"$T/bugs"
[ -s "$T/bugs" ]
point $? "there are some"

# A line for each mutant: the id of the bug, the mutant, its cases; quoted names have no blanks.
list() {
    printf '%s\n' "$1" | sed -n "s/.*\"$2\": \[\([^]]*\)\].*/\1/p" | tr -d '",'
}

profile_of() {
    sed -n "s/^{\"mutant\": \"$1\".*\"profile\": \"\([^\"]*\)\".*/--profile \1/p" "$T/mutants"
}

run list mutants --json
cp "$T/out" "$T/mutants"

all=
caught=0
missed=
while read -r line; do
    id=$(printf '%s\n' "$line" | sed 's/^{"id": "\([^"]*\)".*/\1/')
    cases=$(list "$line" cases)
    all="$all $cases"
    for mutant in $(list "$line" mutants); do
        # shellcheck disable=SC2046,SC2086
        if $LOOPSPEC run $cases -q --timeout 5s -b "reference:mutant=$mutant" \
            $(profile_of "$mutant") >/dev/null 2>&1; then
            missed="$missed $id:$mutant"
        else
            [ $? -eq 1 ] && caught=$((caught + 1)) || missed="$missed $id:$mutant(exit)"
        fi
    done
done <"$T/bugs"
echo "# $caught mutants of bugs are caught;$missed"
[ -z "$missed" ] && [ "$caught" -gt 0 ]
point $? "each mutant of a bug is noticed by the bug's own cases"

# The backend that is this release of this system; nothing if it is not here.
backend_of() {
    case $1 in
    libuv) pkg-config --exact-version="$2" libuv 2>/dev/null && echo libuv ;;
    *)
        for program in "$BUILD"/runtimes/bin/"$1"*; do
            [ "$("$program" --version 2>/dev/null)" = "${2:+${v}$2}" ] && echo "$1:$program" && break
        done
        ;;
    esac
}

: >"$T/none.baseline" # a known failure is a failure here
# Some bugs show only if a job of the pool ends soon enough, on the real clock: each is tried ten
# times.
seen=
missed=
while read -r line; do
    id=$(printf '%s\n' "$line" | sed 's/^{"id": "\([^"]*\)".*/\1/')
    system=$(printf '%s\n' "$line" | sed 's/.*"system": "\([^"]*\)".*/\1/')
    release=$(printf '%s\n' "$line" | sed -n 's/.*"release": "\([^"]*\)".*/\1/p')
    [ -n "$release" ] || continue
    v=$([ "$system" = node ] && echo v)
    backend=$(backend_of "$system" "$release")
    [ -n "$backend" ] || continue
    # shellcheck disable=SC2046
    $LOOPSPEC run $(list "$line" cases) -q -b "$backend" --profile node-26 --repeat 10 \
        --baseline "$T/none.baseline" >/dev/null 2>&1
    [ $? -eq 1 ] && seen="$seen $id:$release" || missed="$missed $id:$release"
done <"$T/bugs"
echo "# caught on a release:$seen;$missed"
[ -z "$missed" ]
point $? "each bug of a release that is here is noticed on it"

# shellcheck disable=SC2086
run run $(printf '%s\n' $all | sort -u | tr '\n' ' ') -q -b reference
exits 0 "the same cases pass without a mutant"

finish
