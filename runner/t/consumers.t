#!/bin/sh
# Reports are valid for the programs that read them: prove and npm's tap-parser read the TAP,
# xmllint checks the JUnit XML against its schemas; programs that are not installed are skipped by
# name. No text from a backend can be mistaken for a part of a report.
. runner/t/lib.sh
READERS=$(realpath -m "${BUILD:-build}/readers")
make_whole_suite "$T"
cd "$T" || exit 1

# An adapter whose output contains the syntax of all formats.
cat >nasty <<'END'
#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"<script>\"#","version":"]]> # SKIP `|","layers":["core"],"can":["timer"]}'
while read -r line; do
    id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    printf '<script>alert("1")</script> & # TODO\nok 9 - forged\n1..9\nBail out!\n]]>\001\033[2J\377\n' >&2
    echo "{\"type\":\"error\",\"id\":$id,\"reason\":\"<b> # SKIP \\\"q\\\" \\\\ \\u0001\\nnot ok 3\"}"
done
END
chmod +x nasty
# A title may contain anything but a newline.
sed -i 's/title .*/title "<script> \&amp; # TODO `a` | \x27"/' cases/timers/shown.loop

# write TO ARGUMENT...: every format of one run, as TO.FORMAT.
write() {
    to=$1
    shift
    run run "$@" --format tap:$to.tap --format tap14:$to.tap14 --format junit:$to.xml \
        --format perfetto:$to.trace --format markdown:$to.md --format json:$to.json
}
write green -b reference -b libuv
exits 0 "a green run"
write red -b "$PLUGINS/tiny.so:crash" -b 'exec:./nasty' -b reference -b reference --profile libuv-1.44.2
exits 1 "a red one"
sed -i 's/early 1ms/early 3ms/' expected/timers/order.trace
write wrong -b libuv
exits 1 "one that breaks a rule"

holds "prove passes the green run" prove -e cat green.tap
for to in red wrong; do
    holds "prove does not pass the $to run" sh -c "! prove -e cat $to.tap"
    prove -e cat $to.tap >"$T/out" 2>&1
    out_lacks 'Parse errors|Bad plan|Tests out of sequence' "but it has no fault to find with it"
done

# With --strict any line that is not TAP is a failure.
parser=$READERS/node_modules/.bin/tap-parser
for version in tap tap14; do
    for to in green red wrong; do
        if [ ! -x "$parser" ]; then
            skipped "tap-parser reads $to.$version: 'make readers' installs it"
            continue
        fi
        "$parser" --strict --json=0 <$to.$version >parsed 2>&1
        count=$(grep -Ec '^(not )?ok ' $to.$version)
        good=$(grep -Ec '^(ok |not ok .*[^\\]# TODO)' $to.$version)
        holds "tap-parser reads $to.$version, and all its points" \
            grep -q "\"count\":$count,\"pass\":$good,\"fail\":$((count - good)),\"bailout\":false" parsed
        holds "as they are meant" sh -c '! grep -q "tapError\":\"" parsed'
    done
done

for to in green red wrong; do
    junit_is_sound $to.xml "the JUnit of the $to run is sound"
    command -v xmllint >/dev/null || continue
    for told in failure error skipped; do
        [ "$(xmllint --xpath "sum(//testsuite/@${told}s | //testsuite/@$told) = count(//$told)" $to.xml)" = true ]
        point $? "the count of '$told' is right"
    done
done

# Sorted by time, as its readers do.
cat >brackets.js <<'END'
const events = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8')).traceEvents;
events.sort((a, b) => (a.ts || 0) - (b.ts || 0));
const open = new Map(), arrows = new Set();
for (const e of events) {
    const lane = `${e.pid} ${e.tid}`;
    if (e.ph === 'B') open.set(lane, (open.get(lane) || 0) + 1);
    if (e.ph === 'E') open.set(lane, (open.get(lane) || 0) - 1);
    if (open.get(lane) < 0) throw new Error(`an end without a begin: ${JSON.stringify(e)}`);
    if (e.ph === 's') arrows.add(e.id);
    if (e.ph === 'f' && !arrows.delete(e.id)) throw new Error('an arrow from nowhere');
}
for (const n of open.values()) if (n !== 0) throw new Error('a begin without an end');
if (arrows.size) throw new Error('an arrow to nowhere');
END
"$LOOPSPEC" run --cases "$ROOT/cases" -b libuv --format perfetto:whole.trace >/dev/null 2>&1
for to in green red wrong whole; do
    if ! command -v node >/dev/null; then
        skipped "node reads $to.trace: no node on this machine"
        continue
    fi
    holds "every begin in $to.trace has its end" node brackets.js $to.trace
done

sed '/^```/,/^```/d' red.md >"$T/out"
out_lacks '<script|<b> # |^ok 9' "nothing in Markdown is markup that a backend wrote"
out_has 'Replay: <code>loopspec trace timers/alone -b exec:./nasty' "what it tells is there"
LC_ALL=C grep -l "$(printf '[\001\033\377]')" red.* >"$T/out"
no_out "no report holds a control character, or a byte that is no text"

# Equal results give equal bytes, except real times and the date.
export SOURCE_DATE_EPOCH=0
write once -b reference -b libuv
write again -b reference -b libuv
for format in json tap tap14 xml trace md; do
    sed -i -e 's/"real_ns":[0-9]*//' -e 's/ time="[0-9.]*"//' once.$format again.$format
    holds "two runs, one $format" cmp once.$format again.$format
done

# A path that cannot be written to.
for format in tap tap14 junit json html markdown perfetto pretty; do
    run run -b reference --format $format:/dev/full
    exits 4 "$format to a full disk"
    run run -b reference --format $format:nowhere/file
    exits 4 "$format to a folder that is not there"
done
finish
