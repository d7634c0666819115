#!/bin/sh
# If an allocation fails, in our code or a library's, the program prints one sentence and exits with
# 4. Old reports stay unchanged, no temporary file remains, and no wrong result is reported. If the
# program can go on without the memory, the results are as usual.
. runner/t/lib.sh
make_suite "$T"
${CC:-cc} -O1 -fPIC -shared -o "$T/fail.so" runner/t/memory/fail.c 2>/dev/null
LD_PRELOAD="$T/fail.so" "$LOOPSPEC" --version >/dev/null 2>&1 && [ -e "$T/fail.so" ] || {
    echo "1..0 # SKIP nothing can be preloaded here"
    exit 0
}
case $(FAIL_AT=1 FAIL_ON=1 LD_PRELOAD="$T/fail.so" "$LOOPSPEC" list cases 2>&1) in
*'out of memory'*) ;;
*) # a sanitizer brings its own
    echo "1..0 # SKIP the program's allocations cannot be counted"
    exit 0
    ;;
esac
cd "$T" || exit 1
# A pattern is the business of another library.
printf '/^ear/ 1ms\nlate 2ms\n' >expected/timers/order.trace
export SOURCE_DATE_EPOCH=0

# same A B: but for real time. The page has its times among other numbers, each once: of its data
# only the end is compared, and all that follows.
timeless() {
    sed 's/"real_ns":[0-9]*//g; s/[0-9.]* m\{0,1\}s\b//g; /id="data"/,/^]$/d' "$1"
}
same() {
    timeless "$1" >"$T/a"
    timeless "$2" >"$T/b"
    cmp -s "$T/a" "$T/b"
}
# failing N ARGS...: runs the program; its N-th allocation fails.
failing() {
    n=$1
    shift
    echo old >r.json
    echo old >r.html
    FAIL_AT=$n FAIL_COUNT=count LD_PRELOAD="$T/fail.so" "$LOOPSPEC" "$@" >"$T/out" 2>"$T/err" </dev/null
    status=$?
    ran="$*, failing $n"
}
# sound: the latest run failed as described above, or did not fail.
sound() {
    ls -- *.tmp >/dev/null 2>&1 && return 1
    if [ $status -eq 4 ]; then
        [ "$(grep -v '^wrote ' "$T/err")" = 'loopspec: error: out of memory' ] &&
            { [ "$(cat r.html)" = old ] || same r.html good.html; } &&
            { [ "$(cat r.json)" = old ] || same r.json good.json; }
        return $?
    fi
    [ $status -eq 0 ] && [ -z "$FAIL_ON" ] && same r.json good.json && same r.html good.html
}
# sample COUNT: numbers up to it, the first ones and some between.
sample() {
    seq 1 12
    seq 13 $(($1 / ${STEPS:-25} + 1)) "$1"
}
torture() {
    what=$1
    shift
    failing 0 "$@"
    exits 0 "$what"
    cp r.json good.json
    cp r.html good.html
    for FAIL_ON in '' 1; do
        export FAIL_ON
        [ -n "$FAIL_ON" ] || unset FAIL_ON
        bad=0
        for n in $(sample "$(cat count)"); do
            failing "$n" "$@"
            sound && continue
            bad=$((bad + 1))
            [ $bad -le 2 ] && point 1 "$what: allocation $n fails${FAIL_ON:+, and all behind it}"
        done
        point $bad "$what: $([ -n "$FAIL_ON" ] && echo "all allocations from one on" || echo "one allocation") fails"
    done
    unset FAIL_ON
}
torture run run -b reference --format json:r.json --format html:r.html
"$LOOPSPEC" run -b reference --format json:stored.json 2>/dev/null
torture report report stored.json --format json:r.json --format html:r.html


# If a server or a case runs out of memory, that is reported, and never as the loop's fault.
export FAIL_SERVER=1
failing 0 run -b libuv --format json:r.json
exits 0 "with servers"
bad=0
for n in $(seq 1 $(($(cat count) + 3))); do # the last ones are those of a case
    failing "$n" run -b libuv -j 1 --format json:r.json
    if [ $status -eq 4 ]; then
        [ "$(cat "$T/err")" = 'loopspec: error: out of memory' ] && [ "$(cat r.json)" = old ] && continue
    elif [ $status -eq 1 ]; then
        grep -q '"verdict":"error","reason":"no more memory; then ' r.json &&
            ! grep -Eq '"verdict":"(crash|fail|timeout)"' r.json && continue
    else
        [ $status -eq 0 ] && continue
    fi
    bad=$((bad + 1))
    [ $bad -le 2 ] && point 1 "a server's allocation $n fails"
done
point $bad "an allocation of a server or a case fails"
finish
