#!/bin/sh
# Real browsers, as far as this machine has them: the cases of layer browser, one page
# for each of them, and whatever a page may do to the browser that shows it.
. runner/t/lib.sh

# What can be said without a browser.
path=$PATH
PATH=$T
run run browser -b chromium
PATH=$path
exits 2 "no browser"
err_has "no 'chromium' on PATH" "is told"
err_has "Debian's package 'chromium'.*: chromium:PATH" "with a way out"
PATH=$T
run run browser -b firefox
PATH=$path
err_has "no 'firefox-esr' on PATH" "so is the other"
err_has "Debian's package 'firefox-esr'" "with its package"
run run browser -b chromium:/not/there
exits 2 "a path that does not exist"

if ! command -v node >/dev/null; then
    skipped "the rest: no node on this machine"
    finish
fi
run run browser -b chromium:/bin/true
exits 4 "a binary that is no browser"
err_has 'before it said hello' "says so"
err_has 'it printed: /.*true ended with 0 before it showed a page' "with the reason"
printf '#!/bin/sh\n[ "$1" = --version ] && exec echo Fake 1.0\necho no such display >&2\nexit 3\n' >"$T/fake"
chmod +x "$T/fake"
run run browser -b "firefox:$T/fake"
exits 4 "a browser that does not start"
err_has 'fake ended with 3 before it showed a page; it printed: no such display' "tells what it said"

make_suite "$T"
mkdir "$T/cases/pages" "$T/expected/pages"
script() {
    printf '// title "%s"\n// rules TIMER-2\n// layer browser\n\n%s\n' "$1" "$2" >"$T/cases/pages/$1.js"
    echo "${3:-a}" >"$T/expected/pages/$1.trace"
}

# The labels of each case's trace, in their order.
orders() {
    sed -n 's/.*{"case":"\([^"]*\)".*"trace":\[\(.*\)\],"truncated.*/\1 \2/p' "$1" |
        sed -e 's/{"type":"log","label":"\([^"]*\)"[^}]*}/\1/g'
}

# A name, what the page does, the verdict, and what the result says. The case that comes
# right after it must be none the worse.
hostile() {
    script "hostile-$1" "$2"
    script "hostile-$1-then" "log('a');"
    echo "$1 $3 $4" >>"$T/hostile"
}

judge_hostile() {
    grep "\"case\":\"pages/hostile-$1\"" "$T/out" | grep -q "\"verdict\":\"$2\""
    point $? "$browser: $1: $2"
    grep "\"case\":\"pages/hostile-$1\"" "$T/out" | grep -Eq "$3"
    point $? "  $3"
    grep "\"case\":\"pages/hostile-$1-then\"" "$T/out" | grep -q '"verdict":"pass"'
    point $? "  and the next case ran"
}

# The processes of a browser that still run, by its process group.
running() {
    pgrep -g "$1" -r R,S,D,T
}

# Every process group that a browser was given is gone, and so is what it wrote.
nothing_left() {
    left=
    while read -r group home; do
        [ -z "$(running "$group")" ] && [ ! -e "$home" ] || left="$left $group $home"
    done <"$T/started"
    [ -s "$T/started" ] && [ -z "$left" ]
    point $? "$browser: $1"
    [ -z "$left" ] || echo "# left:$left"
    : >"$T/started"
}

# Start the case that waits for ever; $runner runs it, $group is that of its browser,
# $home its folder. The page has begun when its error is told.
begin_waiting() {
    rm -f "$T/told" && mkfifo "$T/told" && exec 9<>"$T/told"
    "$LOOPSPEC" run pages/waits pages/z-sound -b "$browser:$T/loud" --timeout 60s -j1 --format json \
        >"$T/out" 2>"$T/err" 9>&- &
    runner=$!
    timeout 60 grep -q 'Error: here' <&9
    cat <&9 >"$T/rest" &
    drain=$!
    read -r group home <"$T/started"
}

ended() {
    wait $runner
    status=$?
    kill $drain
    exec 9>&-
    ran="run of a case that waits"
}

script z-sound "log('z');" z
script false "setTimeout(() => log('a'), 0); Promise.resolve().then(() => log('b'));" "$(printf 'a\nb')"
script waits "log('a'); setTimeout(() => { throw new Error('here'); }, 0); setInterval(() => {}, 1000);"
hostile hangs "log('a'); setInterval(() => {}, 1000);" timeout '"label":"a"'
hostile spins "log('a'); for (;;);" timeout 'still running after 3000 ms'
hostile leaves "log('a'); location = 'about:blank';" error 'left its page.*"label":"a"'
hostile closes "log('a'); setTimeout(() => close(), 10); setInterval(() => {}, 1000);" \
    error 'left its page|the page is gone|the browser exited'
hostile floods "for (;;) log('a');" error 'logged more than 1000000 lines'
hostile wipes "log('a'); document.open(); document.close();" timeout '"label":"a"'
hostile wrong "log('a'; " error '"reason":"SyntaxError: missing . after argument list'
hostile parses "JSON.parse('{'); log('a');" fail '"output":"[^"]*SyntaxError'
hostile mute "if (!window) log('a');" fail '"events":0'
hostile throws "log('a'); throw new Error('oh');" pass '"output":"[^"]*Error: oh'
hostile prints "log('a'); console.log('by the way');" pass '"output":"[^"]*by the way'
hostile meddles "log('a'); for (let i = 0; i < 1000; i++) { clearTimeout(i); cancelAnimationFrame(i); }" \
    pass '"events":1'
hostile forges "log('a'); const page = document.querySelector('[data-page]').dataset.page;
fetch('end?state=done&page=' + page, { method: 'POST', body: '{' });" error 'what is no trace'
sample='browser/error-in-a-frame browser/nested-timeouts-are-held-up
    browser/mutation-observer-once-a-drain browser/dispatch-by-the-browser'

for browser in chromium firefox; do
    binary=$(command -v $browser-esr || command -v $browser)
    if [ -z "$binary" ]; then
        skipped "no $browser on this machine"
        continue
    fi
    case $browser in
    chromium) page_process=type=renderer ;;
    firefox) page_process='contentproc.* tab$' ;;
    esac
    # It notes the process group and the folder of each browser.
    cat >"$T/$browser" <<END
#!/bin/sh
[ "\$1" = --version ] || echo "\$\$ \$HOME" >>"$T/started"
exec "$binary" "\$@"
END
    sed "s#^exec.*#& 2>\"$T/told\"#" "$T/$browser" >"$T/loud"
    chmod +x "$T/$browser" "$T/loud"
    : >"$T/started"
    backend=$browser:$T/$browser
    cd "$ROOT" || exit 1

    run smoke -b $browser
    exits 0 "$browser: the adapter is sound"
    out_has "^$browser: $browser [0-9]+\.[0-9.]+, real clock" "and asks the browser for its version"
    out_has ' 0 bad, 0 not declared$' "in all that is checked"

    run run browser -b "$backend" --format json
    exits 0 "$browser: the cases of layer browser pass"
    out_has '"profile":"browser/' "as those of a page"
    out_has '"verdict":"skip","reason":"needs exact time, which the real clock' "but for exact time"
    nothing_left "all of it is ended"
    run run documents/001-tick-before-promise -b $browser --format json
    exits 3 "$browser: a case of layer node"
    out_has 'needs a node host' "is skipped by name"

    # A page each, and a browser each: the same traces.
    run run $sample -b "$backend" --format json
    orders "$T/out" >"$T/pages"
    run run $sample -b "exec:exec node $ROOT/src/runtime/pages.cjs $browser $T/$browser --alone" --format json
    orders "$T/out" >"$T/browsers"
    [ "$(wc -l <"$T/pages")" -eq 4 ] && cmp "$T/pages" "$T/browsers"
    point $? "$browser: pages of one browser give the same traces as a browser each"
    [ "$(wc -l <"$T/started")" -ge 5 ]
    point $? "and there was one for each"
    nothing_left "they are all ended"

    cd "$T" || exit 1
    run run pages/false -b $browser
    exits 1 "$browser: what the trace does not permit fails"
    out_has "expected 'a', but 'b' came" "and is told"

    run run 'pages/hostile-*' -b "$backend" --timeout 3s -j1 --format json
    while read -r name verdict says; do
        judge_hostile "$name" "$verdict" "$says"
    done <"$T/hostile"
    nothing_left "whatever pages do, nothing is left"

    # Killed from outside, in part or whole.
    begin_waiting
    kill -KILL $(pgrep -g "$group" -f "$page_process")
    ended
    out_has '"case":"pages/waits".*"verdict":"error","reason":"the page is gone' "$browser: a page whose process dies"
    out_has '"case":"pages/z-sound".*"verdict":"pass"' "costs one verdict"
    nothing_left "and leaves nothing"
    begin_waiting
    kill -KILL "$group"
    ended
    out_has '"case":"pages/waits".*"verdict":"crash","reason":"[^"]*killed by SIGKILL' "$browser: a browser that dies"
    out_has '"case":"pages/z-sound".*"verdict":"pass"' "costs one verdict"
    nothing_left "and leaves nothing"
    begin_waiting
    kill -TERM $runner
    ended
    exits 130 "$browser: an interrupted run"
    nothing_left "leaves nothing"
    begin_waiting
    kill -KILL $runner
    ended
    tries=0
    until [ -z "$(running "$group")" ] || [ $((tries += 1)) -gt 10000 ]; do :; done
    [ -z "$(running "$group")" ]
    point $? "$browser: even with loopspec killed the browser ends"
    rm -rf "${home%/*}"
    : >"$T/started"
done
finish
