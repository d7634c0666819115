#!/bin/sh
# What a backend prints, and what titles and files are called, is shown and never obeyed: not by
# a CI system that reads the log, not by a reader of TAP, not by a shell that is given the
# command for a replay.
. runner/t/lib.sh
READERS=$(realpath -m "${BUILD:-build}/readers")
make_suite "$T"
cd "$T" || exit 1

# The adapter prints commands of several CI systems, and TAP, and fails its case.
cat >said <<'END'
::stop-commands::x
   ::error file=a::indented
##[error]of old
behind words: ##[add-mask]x ##vso[task.setvariable variable=a]b
##teamcity[testFailed name='x']
not ok 1 - mine
  ...
Bail out! of it
1..0
END
cat >adapter <<'END'
#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"fake","version":"1","layers":["core"],"can":["timer"]}'
while read -r line; do
    id=$(printf '%s\n' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    cat said >&2
    case $1 in
    mute) exit 1 ;;
    *) echo "{\"type\":\"error\",\"id\":$id,\"reason\":\"::error::it rains ##[error]x\"}" ;;
    esac
done
END
chmod +x adapter
cat >deaf <<'END'
#!/bin/sh
echo '::error::before the hello ##[error]x' >&2
END
chmod +x deaf

# As GitHub's runner reads a line: `::` behind white space, `##[` anywhere; and as others do.
obeys='^[[:space:]]*::|##+[a-z]*\['
harmless() {
    cat "$T/out" "$T/err" >"$T/both"
    ! grep -En -e "$obeys" "$T/both"
    point $? "$1 obeys nobody"
}
# page_data FILE: the results in an HTML page, which are compressed there.
page_data() {
    sed -n 's/.*id="data">\([^<]*\).*/\1/p' "$1" |
        perl -MIO::Uncompress::RawInflate=rawinflate -MMIME::Base64 -0777 -ne '
            my $packed = decode_base64($_); rawinflate(\$packed => \my $text); print $text'
}

for format in pretty tap tap14 junit json markdown html perfetto; do
    run run timers/alone -b 'exec:./adapter' --format $format
    exits 1 "$format"
    harmless "$format"
    case $format in
    perfetto) ;; # it has no place for it
    html) page_data "$T/out" | grep -q 'mine' ;;
    *) grep -q 'mine' "$T/out" ;;
    esac
    point $? "  and shows it"
done
run run timers/alone -b 'exec:./adapter' --format json
holds "JSON has it as it was" sh -c "grep -q 'behind words: .u0023#.add-mask' '$T/out'"
for command in trace explore smoke; do
    run $command $([ $command = smoke ] || echo timers/alone) -b 'exec:./adapter'
    harmless "$command"
done
run fuzz -b reference -b 'exec:./adapter' --family timers -n 1
harmless fuzz
run run timers/alone -b 'exec:./adapter mute' --format pretty
harmless "an adapter's death"
run run timers/alone -b exec:./deaf
exits 4 "a backend that does not start"
harmless "what it printed"

# Readers of TAP find the points of the plan and no others.
run run timers/alone -b 'exec:./adapter' --format tap
cp "$T/out" alone.tap
out_lacks '^ *(not ok 1 - mine|Bail out!|1\.\.0)' "nothing in TAP is a line that a backend wrote"
prove -e cat alone.tap >"$T/out" 2>&1
out_has 'Tests: 1 Failed: 1' "prove counts what we counted"
for format in tap tap14; do
    run run timers/alone -b 'exec:./adapter' --format $format
    cp "$T/out" alone.tap
    if [ -d "$READERS/tap-parser" ]; then
        node -e "const { Parser } = require('$READERS/tap-parser');
            const p = new Parser((r) => { console.log(r.count, r.fail, r.bailout); });
            require('fs').createReadStream('alone.tap').pipe(p);" >"$T/out" 2>"$T/err"
        out_has '^1 1 false$' "tap-parser does, too: $format"
    else
        skipped "tap-parser is not installed"
    fi
done

# Titles and names of files.
mkdir -p '::error::d' "a b'c"
printf 'title "::error::a title ##[error]x"\nrules TIMER-2\n\ntimer  5ms { log fired }\n' >'::error::d/x.loop'
echo 'fired 6ms' >'::error::d/x.trace'
for command in 'run' 'show' 'trace' 'fmt --check' 'bless -b reference'; do
    # shellcheck disable=SC2086
    run $command '::error::d/x.loop'
    harmless "$command of a file with such a name"
done
run run '::error::d/x.loop' -b reference --format 'tap:::error::d/r.tap'
harmless "a report of such a name"
printf 'title "x"\nrules TIMER-2\n\n::error::x\n' >bad.loop
run run bad.loop
exits 2 "a line that is no scenario"
harmless "the line that is shown"

# The command for a replay does what it says, wherever cases and traces are.
replays() {
    sed -n 's/^ *replay  *//p' "$T/out" >replay
    sed -i "s|^loopspec|'$LOOPSPEC'|" replay
    ran="replay: $(cat replay)"
    sh replay >"$T/out" 2>"$T/err"
    status=$?
    exits 1 "$1"
    out_has "^fail: expected 'fired' at 6 ms" "  is seen again"
}
printf 'fired 6ms\n' >"a b'c/x.trace"
sed 's/::error::a title ##.error.x/plain/; s/timer  /timer /' '::error::d/x.loop' >"a b'c/x.loop"
run run "a b'c/x.loop" -b reference
replays "a path with blanks and quotes"
echo 'fired 6ms' >'::error::d/x.trace'
run run '::error::d/x.loop' -b reference
replays "a path that must not be shown as it is"
mkdir own
cp -r cases own/cases
cp -r expected "own/the traces"
echo 'fired 6ms' >'own/the traces/timers/alone.trace'
run run timers/alone -b reference --cases own/cases --expected 'own/the traces'
replays "a suite elsewhere"
cp "a b'c/x.loop" ./-x.loop
cp "a b'c/x.trace" ./-x.trace
run run -b reference -- -x.loop
replays "a name that begins like an option"
finish
