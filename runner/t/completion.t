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

# has SHELL: is it on this machine? Its points are skipped otherwise.
has() {
    command -v "$1" >/dev/null && return
    skipped "no $1 on this machine"
    return 1
}
# completes SHELL WORD... : what the shell offers after these words, the last of which is begun.
completes() {
    shell=$1
    shift
    ran="$shell: $*"
    # shellcheck disable=SC2016 # for the shells
    case $shell in
    bash) set -- bash -c '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _loopspec
              printf "%s\n" "${COMPREPLY[@]}"' "$T/bash" "$@" ;;
    fish) set -- fish --no-config -c "source $T/fish; complete -C '$*' | string split -f1 (printf '\t')" ;;
    zsh) set -- timeout 30 zsh -f "$T/ask.zsh" "$T" "$*" ;;
    esac
    PATH="$(cd "$(dirname "$LOOPSPEC")" && pwd):$PATH" TERM=xterm "$@" >"$T/out" 2>"$T/err"
    status=$?
}
# zsh completes at a terminal only: one of its own, where each match is printed instead of inserted.
# The function is loaded by its name, as an installed one is.
mkdir "$T/functions"
cp "$T/zsh" "$T/functions/_loopspec"
cat >"$T/ask.zsh" <<'END'
zmodload zsh/zpty
zpty asked zsh -f -i
zpty -w asked "PROMPT=; fpath=($1/functions \$fpath); autoload -U compinit; compinit -u -D"
zpty -w asked 'compadd() { builtin compadd -O found "$@"; print -rl -- "<"${^found}">" >>'$1/found'; }'
zpty -w asked 'complete-and-say() { zle complete-word; zle -I; print "fin""ished"; }'
zpty -w asked 'zle -N complete-and-say; bindkey "^I" complete-and-say'
zpty -w -n asked "$2"$'\t'
zpty -r asked line "*finished*"
sed -n 's/^<\(.*\)>$/\1/p' $1/found
rm -f $1/found
END
# offers NAME WORD... : these, and nothing else.
offers() {
    name=$1
    shift
    printf '%s\n' "$@" >"$T/offered"
    out_is "$name" <"$T/offered"
}
for shell in bash zsh fish; do
    has "$shell" || continue
    completes "$shell" loopspec exp
    offers "$shell: commands" explain explore
    completes "$shell" loopspec run --le
    offers "$shell: options of a command" --level
    completes "$shell" loopspec run --level s
    offers "$shell: values of an option" should
    completes "$shell" loopspec report --format tap
    offers "$shell: formats" tap tap14
    completes "$shell" loopspec run -b libe
    offers "$shell: backends" libev libevent
    completes "$shell" loopspec list con
    offers "$shell: what can be listed" contradictions
    completes "$shell" loopspec trace timers/equal-deadlines-by-s
    offers "$shell: cases" timers/equal-deadlines-by-start
    completes "$shell" loopspec explain TIMER-46
    offers "$shell: rules" TIMER-46
    completes "$shell" loopspec mutants ties-in
    offers "$shell: mutants" ties-in-reverse
done
finish
