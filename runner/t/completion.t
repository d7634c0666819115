#!/bin/sh
# Shells complete every command and every option that the help has: both come from the same tables.
. runner/t/lib.sh

for shell in bash zsh fish; do
    run completion "$shell"
    exits 0 "completion for $shell"
    no_err "without a complaint"
    cp "$T/out" "$T/$shell"
done
run help
for command in $(sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$T/out"); do
    run help "$command"
    missing=
    for option in $(sed -n 's/^ *\(-., \)*--\([a-z-]*\) .*/\2/p' "$T/out"); do
        for shell in bash zsh; do
            grep -Eq "^ +$command\) choices=\".* --$option[ \"]" "$T/$shell" ||
                missing="$missing $shell:$option"
        done
        grep -q "_from $command' -l $option " "$T/fish" || missing="$missing fish:$option"
    done
    holds "$command: every option of its help is completed$missing" [ -z "$missing" ]
done

run completion powershell
exits 2 "a shell that nobody wrote it for"
err_has 'known: bash, zsh, fish' "is told those that are"

if ! command -v bash >/dev/null; then
    skipped "no bash on this machine"
    finish
fi
# completes WORD... : what bash offers behind these words, the last of which is begun.
completes() {
    # shellcheck disable=SC2016 # for bash
    PATH="$(dirname "$LOOPSPEC"):$PATH" bash -c '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _loopspec; printf "%s\n" "${COMPREPLY[@]}"' "$T/bash" "$@" >"$T/out" 2>"$T/err"
    status=$?
    ran="bash: $*"
}
# offers NAME WORD... : these, and nothing else.
offers() {
    name=$1
    shift
    printf '%s\n' "$@" >"$T/offered"
    out_is "$name" <"$T/offered"
}
completes loopspec exp
offers "commands" explain explore
completes loopspec run --le
offers "options of a command" --level
completes loopspec run --level s
offers "values of an option" should
completes loopspec run -b libe
offers "backends" libev libevent
completes loopspec list con
offers "what can be listed" contradictions
completes loopspec trace timers/equal-deadlines-by-s
offers "cases" timers/equal-deadlines-by-start
finish
