#!/bin/sh
# What a plug-in's author is promised: the installed header and template are enough for a
# verdict, and a loop written from the README, by whatever calls, keeps the universal rules.
. runner/t/lib.sh

# As src/backend/README.md has it, line by line, from an installed loopspec.
make -s install BUILD="${BUILD:-build}" PREFIX="$T/usr" >"$T/out" 2>"$T/err"
status=$?
ran="(make install)"
exits 0 "it is installed"
LOOPSPEC=$T/usr/bin/loopspec
if command -v pkg-config >/dev/null && command -v "${CC:=cc}" >/dev/null; then
    PKG_CONFIG_PATH=$T/usr/lib/pkgconfig
    export PKG_CONFIG_PATH
    cd "$T" || exit 1
    cp "$(pkg-config --variable=template loopspec)" my-loop.c
    # shellcheck disable=SC2046
    "$CC" -Wall -Wextra -Werror -shared -fPIC $(pkg-config --cflags loopspec) -o my-loop.so my-loop.c >out 2>err
    status=$?
    ran="(compiling the template)"
    exits 0 "the template compiles with one command"
    no_err "and without a warning"
    run smoke -b ./my-loop.so
    exits 0 "it is sound"
    out_has '^20 sound, 0 bad' "in everything that it declares"
    run run -b ./my-loop.so --profile any --min-cases 40
    exits 0 "it keeps what every loop owes"
    run run -b ./my-loop.so:fast --profile any --format json
    out_has 'could not be opened: it takes no arguments' "arguments reach it"
    cd "$ROOT" || exit 1
fi
if [ -e "$T/usr/lib/loopspec/adapters/libev.so" ]; then
    run smoke -b libev
    exits 0 "adapters are found where they are installed"
fi

ran="(reading src/backend/README.md)"
for can in $(sed -n 's/^ *LOOP_CAN_\([A-Z_]*\) = 1 <<.*/\1/p' src/backend/backend.h); do
    holds "the README tells of $can" grep -q "^|.*\`$can\`" src/backend/README.md
done

run smoke -b "$PLUGINS/poller.so"
exits 0 "a loop around poll(2) is sound"
run run -b "$PLUGINS/poller.so" --profile any --min-cases 30
exits 0 "and keeps what every loop owes"
run run any/higher-priority-first any/idle-keeps-the-loop-going -b "$PLUGINS/poller.so" --profile any
exits 3 "but for what it does not declare"
run run any/callbacks-run-to-their-end -b "$PLUGINS/poller.so:room=1" --profile any
out_has 'the backend could not make the handle' "with less room, by its arguments, less is possible"

# By the world's now_ns() and wait(): io_uring makes its own system calls.
if [ ! -e "$PLUGINS/uring.so" ]; then
    points=$((points + 1))
    echo "ok $points # SKIP no io_uring loop: liburing's development files are not installed"
else
    run run any/one-shot-is-called-once -b "$PLUGINS/uring.so" --profile any
    if grep -q 'io_uring_queue_init' "$T/out"; then
        points=$((points + 1))
        echo "ok $points # SKIP this kernel refuses io_uring"
    else
        run smoke -b "$PLUGINS/uring.so"
        exits 0 "a loop around io_uring is sound, on virtual time"
        out_has '^ok    a timer of a minute takes no real time' "which is the world's"
        run run -b "$PLUGINS/uring.so" --profile any --min-cases 25
        exits 0 "and keeps what every loop owes"
    fi
fi
finish
