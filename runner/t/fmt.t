#!/bin/sh
# fmt rewrites files that are not canonical and leaves all others alone; --check writes nothing.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1
good=cases/timers/order.loop
bad=cases/timers/bad.loop
sed 's/^timer /timer    /' $good >$bad
chmod 640 $bad
cp $bad before.loop

run fmt --check $good
exits 0 "--check on a canonical file"
no_out "says nothing"
run fmt --check $good $bad
exits 1 "--check on one that is not"
out_is "names it" <<END
$bad
END
holds "and leaves it alone" cmp before.loop $bad

touch -d '2001-01-01' $good
old=$(stat -c '%i %Y' $good)
run fmt $good $bad
exits 0 "fmt"
out_is "names what it changed" <<END
$bad
END
holds "which is canonical now" cmp $good $bad
[ "$(stat -c %a $bad)" = 640 ]
point $? "with its mode"
[ "$(stat -c '%i %Y' $good)" = "$old" ]
point $? "a canonical file is not touched"
[ "$(ls cases/timers | wc -l)" -eq 3 ]
point $? "nothing is left beside it"

cp before.loop $bad
ln -s bad.loop cases/timers/link.loop
run fmt cases/timers/link.loop
holds "a symbolic link stays one" test -L cases/timers/link.loop
holds "and its file is canonical" cmp $good $bad

printf 'early    1ms\r\n\n\nlate 2ms' >expected/timers/order.trace
run fmt expected/timers/order.trace
exits 0 "a trace"
run fmt --check expected/timers/order.trace
exits 0 "is canonical afterwards"
no_out "and not named again"

cp before.loop $bad
echo 'nonsense' >wrong.loop
run fmt wrong.loop $bad
exits 2 "a file that cannot be read is bad input"
err_has '^wrong\.loop:1:1: error: ' "with its place"
[ "$(cat wrong.loop)" = nonsense ]
point $? "and is left alone"
holds "the next one is done" cmp $good $bad
run fmt notes.txt
exits 2 "another suffix"
err_has 'must end in .loop, .js or .trace' "is refused"
run fmt nowhere.loop
exits 2 "a file that is not there"
run fmt
exits 2 "no file"

if [ "$(id -u)" -ne 0 ]; then
    cp before.loop $bad
    chmod 500 cases/timers
    run fmt $bad
    exits 4 "a folder that cannot be written to"
    chmod 700 cases/timers
    holds "leaves the file as it was" cmp before.loop $bad
fi
finish
