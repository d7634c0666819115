#!/bin/sh
# fuzz.sh TARGET...: libFuzzer on each for $SECONDS; prints what was run and found, fails if something
# was. Inputs that reach new code are kept in $BUILD/corpus from run to run.
found=0
runs=0
# The only memory that libFuzzer itself leaves at the end; ours comes from malloc().
mkdir -p "$BUILD"
echo 'leak:operator new' >"$BUILD/leaks-of-others"
LSAN_OPTIONS=suppressions=$BUILD/leaks-of-others:print_suppressions=0
export LSAN_OPTIONS
for target; do
    corpus=$BUILD/corpus/$target
    mkdir -p "$corpus" "$BUILD/seeds/$target" "$BUILD/found"
    sh runner/t/parsers/seeds.sh "$target" | while read -r seed; do
        find "$seed" -type f -size -16k -exec cp {} "$BUILD/seeds/$target" \;
    done
    # The world's mapping of a trace is large, but is never filled: no limit on what is mapped.
    ASAN_OPTIONS=detect_leaks=1 "$BUILD/parsers/$target" -max_total_time="${SECONDS:-60}" -timeout=20 \
        -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="$BUILD/found/$target-" \
        "$corpus" "$BUILD/seeds/$target" >"$BUILD/$target.log" 2>&1
    status=$?
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$BUILD/$target.log" | tail -1)
    runs=$((runs + ${count:-0}))
    echo "$target: ${count:-?} inputs$([ $status -eq 0 ] || echo ", FOUND something: $BUILD/$target.log")"
    [ $status -eq 0 ] || found=$((found + 1))
done
echo "$runs inputs in all, $found targets with a finding"
[ $found -eq 0 ]
