#!/bin/sh
# Each backend is judged by the rules of its own version. If that version is not known, it is judged
# as the nearest known one, and every report says so.
. runner/t/lib.sh
make_suite "$T"
cd "$T" || exit 1

# The reference can follow every version; its default is the same on every machine.
run list profiles
newest=$(sed -n 's/^node-[0-9]* *//p' "$T/out" | tail -n 1)
run run -b reference
out_has "^reference .*profile $newest " "the reference is judged as the newest pair that exists"
out_lacks 'known versions' "which needs no words"
run explore timers/order
out_has "^reference .*profile $newest\$" "whatever the command"

beyond='libuv 9\.9\.9 is newer than all known versions, so it is judged as 1\.52\.1'
run run -b reference --profile libuv-9.9.9 --format pretty --format tap:t --format tap14:t14 \
    --format junit:x --format json:j --format html:h --format markdown:m
exits 0 "a version that nobody knows is judged"
out_has 'profile node-26/libuv-1\.52\.1 ' "as the nearest known one"
out_has "^$beyond\$" "and the head of the run says so"
holds "in TAP" grep -Eq "^# $beyond\$" t
holds "in TAP 14" grep -Eq "^# $beyond\$" t14
holds "in JUnit" grep -Eq "name=\"note\" value=\"$beyond\"" x
holds "in JSON" grep -Eq "\"note\":\"$beyond\"" j
holds "in HTML" grep -Eq "^<p>$beyond</p>\$" h
holds "in Markdown" grep -Eq "^\| reference .*$beyond" m
run report j
out_has "^$beyond\$" "and so does a report from what was stored"

run run -b reference --profile libuv-1.2.3
out_has '^libuv 1\.2\.3 is older than all known versions, so it is judged as 1\.27$' "older than all"
run trace timers/order --profile node-99
out_has '^node 99 is newer than all known versions, so it is judged as 26$' "trace says so"
run explore timers/order --profile node-9.1
out_has '^node 9\.1 is older than all known versions, so it is judged as 10$' "so does explore"
run fuzz -b reference -b reference --profile libuv-9.9.9 -n 1 --seed 1
err_has "^loopspec: reference: $beyond\$" "and fuzz, which has no head, elsewhere"
run run -b reference --profile libuv-1.45.0-rc1
out_has 'profile node-26/libuv-1\.45\.0 ' "a candidate is judged as its release"
run run -b reference --profile libuv-1.45.0-
exits 2 "but half of a version is none"

# By the version that a backend has itself.
run run -b "$PLUGINS/dev_libuv.so"
out_has "^$beyond;" "a libuv on the way to a release is judged by a libuv's rules"
run run timers/alone -b "$PLUGINS/odd_libev.so" --profile any
out_lacks 'judged as' "a version does not matter to a profile that was asked for"
run trace timers/order -b "$PLUGINS/odd_libev.so"
out_has 'profile libev-4\.33, ' "a loop whose version cannot be read keeps its family"
out_has "^its version 'trunk' says nothing, so it is judged as 4\.33\$" "and that is said"
cat >adapter <<'END'
#!/bin/sh
echo '{"type":"hello","protocol":1,"name":"fake","version":"v27.0.0-pre",' \
    '"profile":"node-27.0.0-pre/libuv-1.53.0-dev","layers":["core"],"can":["timer"]}'
while read -r line; do
    echo "{\"type\":\"end\",\"id\":$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')}"
done
END
chmod +x adapter
run run timers/order -b 'exec:./adapter'
out_has 'profile node-26/libuv-1\.52\.1 ' "a runtime of the future has rules, too"
out_has '^node 27 is newer than all known versions, so it is judged as 26; libuv 1\.53 is newer' \
    "and both of its parts are named"
finish
