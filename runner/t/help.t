#!/bin/sh
# All usual ways to ask for help work, help agrees with the man page, and a misspelt word gets a
# suggestion.
. runner/t/lib.sh

run
exits 2 "no command is bad usage"
err_has '^usage: loopspec COMMAND' "and shows the help"
no_out "which is talk, not a result"

for words in help --help -h; do
    run $words
    exits 0 "$words is good usage"
    out_has '^usage: loopspec COMMAND' "and a result"
done

run --version
exits 0 "--version"
out_has '^loopspec [0-9]+\.[0-9]+\.[0-9]+$' "tells the version"
run list --version
out_has '^loopspec [0-9]' "after a command too"

run help
commands=$(sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$T/out")
for command in $commands; do
    run help "$command"
    exits 0 "help $command"
    out_has "^usage: loopspec $command" "has a synopsis"
    out_has '^examples:$' "has an example"
    out_has '^exit status:$' "has the exit status"
    cp "$T/out" "$T/help"
    run "$command" --help
    holds "$command --help is the same" cmp "$T/help" "$T/out"
    holds "the man page has $command" grep -q "^\.It Cm $command$" "$ROOT/runner/loopspec.1"
    for option in $(sed -n 's/^ *\(-., \)*--\([a-z-]*\) .*/\2/p' "$T/out"); do
        holds "the man page has --$option" \
            grep -Eq "^\.It Fl (. , Fl )?\\\\-$option( |\$)" "$ROOT/runner/loopspec.1"
    done
done
run list backends --json
for backend in $(sed -n 's/.*"backend": *"\([a-z]*\)".*/\1/p' "$T/out"); do
    holds "the man page has the backend $backend" \
        grep -Eq "^\.Cm (.* )?$backend( |\$)" "$ROOT/runner/loopspec.1"
done
[ "$(echo "$commands" | wc -l)" -ge 9 ]
point $? "all commands were looked at"

run lsit cases
exits 2 "an unknown command is bad usage"
err_has "did you mean 'list'" "with what was meant"
run help lsit
exits 2 "the same for its help"
run -b libuv
exits 2 "an option is no command"
err_has 'options follow the command' "which is said"
run list cases --jsno
exits 2 "an unknown option is bad usage"
err_has "did you mean '--json'" "with what was meant"
run list cases -j 3
exits 2 "an option of another command too"
err_has "'list' does not take the option '-j'" "which is said"

for command in '' run list show explain trace explore report diff bless baseline fuzz lint fmt smoke mutants; do
    # shellcheck disable=SC2086
    run help $command
    holds "the help${command:+ of $command} fits a terminal of 80 columns" sh -c \
        "! grep -v '^usage: ' '$T/out' | grep -q '.\{81\}'"
done
finish
