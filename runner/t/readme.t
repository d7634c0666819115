#!/bin/sh
# What a document shows of a file is what the file says, what it shows of a command is what the
# command prints, and the folder that README.md sends people to has reports only.
. runner/t/lib.sh
run --version

# A block that begins with "# PATH" shows that file.
for document in *.md */*.md src/*/*.md reports/*/*.md; do
    rm -f "$T"/block-*
    awk -v to="$T/block-" '
        /^```/ { open = !open; first = open; shown = 0; next }
        open && first && /^# (cases|expected|src|runner|reports)\/[^ ]+$/ { name = to (++n); print $2 >name; shown = 1 }
        open && shown && !first { print >name }
        { first = 0 }' "$document"
    for block in "$T"/block-*; do
        [ -e "$block" ] || continue
        path=$(head -n 1 "$block")
        tail -n +2 "$block" >"$T/shown"
        shown="$shown $path"
        holds "$document shows $path as it is" cmp "$T/shown" "$path"
    done
done
holds "README.md shows a first case" sh -c "echo '$shown' | grep -q '\.loop'"
holds "and its trace" sh -c "echo '$shown' | grep -q '\.trace'"

# Every console block and every figure is what its command prints. Output that has to be left as
# it is, since this machine lacks what the command needs, is no failure.
PATH=$(dirname "$LOOPSPEC"):$PATH
BUILD=${BUILD:-build}
TMPDIR=$T
export PATH BUILD TMPDIR
for document in *.md */*.md src/*/*.md reports/*/*.md; do
    grep -Eq '^```console$|^<!-- made by ' "$document" || continue
    awk -f runner/readme.awk "$document" >"$T/now" 2>"$T/err"
    status=$?
    ran="(in $document; 'make readme' brings it up to date)"
    [ $status -eq 0 ] && diff "$document" "$T/now" >"$T/out"
    point $? "$document shows what its commands print"
    sed -n 's/^[^:]*: not run: /not here: /p' "$T/err" | while read -r why; do
        echo "# $why"
    done
done

# A figure elsewhere would be stale one day.
counted='[0-9][0-9,]* (of [0-9,]+ )?(cases|rules|mutants|contradictions|sources|schedules|pass|skip|fail)'
for document in README.md */README.md src/*.md src/*/*.md reports/*/README.md; do
    awk '/^```/ { fence = !fence } /^<!-- made by / { made = 1 } /^<!-- end -->/ { made = 0 }
         !fence && !made' "$document" >"$T/prose"
    holds "$document has no figure that no command makes" sh -c "! grep -Eq '$counted' '$T/prose'"
done
holds "README.md has at most 150 lines" [ "$(wc -l <README.md)" -le 150 ]
holds "of at most 100 columns" sh -c "! awk '/^\`\`\`/ { fence = !fence } !fence && !/^[|]/ && !/^<!--/' README.md | grep -q '.\{101\}'"

# A command that is only named exists, and so do its options.
for document in *.md */*.md src/*/*.md reports/*/*.md; do
    ran="(commands of $document)"
    awk '/^```/ { sh = $0 == "```sh"; next } sh' "$document" |
        sed -n -e 's/ #.*//' -e 's/[][]//g' -e 's|^\(build/\)*loopspec ||p' |
        while read -r command rest; do
            loopspec help "$command" >"$T/help" 2>/dev/null || echo "$command"
            for option in $rest; do
                case $option in
                -*) grep -Eq -e "(^|[ ,])$option([ ,]|$)" "$T/help" || echo "$command $option" ;;
                esac
            done
        done >"$T/out"
    holds "every command of $document exists" [ ! -s "$T/out" ]
done

# The failure that README.md has people look at first, and its replay.
sed -n 's/^build\/loopspec run \([^#]*\).*/\1/p' README.md >"$T/first"
run run $(cat "$T/first")
exits 1 "a loop that is broken on purpose fails"
replay=$(sed -n 's/^ *replay  loopspec //p' "$T/out")
run $replay
out_has '^fail' "and the command after 'replay' shows it again"

# A link leads to a file.
for document in *.md */*.md src/*/*.md reports/*/*.md; do
    ran="(links of $document)"
    grep -o '](\([^):#]*\)[)#]' "$document" | sed 's/^](//; s/[)#]$//' | grep . | while read -r target; do
        [ -e "$(dirname "$document")/$target" ] || echo "$target"
    done >"$T/out"
    holds "every link of $document leads somewhere" [ ! -s "$T/out" ]
done

# The tool itself: what is stale is written anew, a duration alone is not stale.
cat >"$T/sample.md" <<'END'
<!-- through sed 1d -->
```console
$ printf '%s\n' dropped new
old
```
```console
$ echo took in 3 ms
took in 5 ms
$ echo new
old
```
<!-- if false -->
<!-- made by echo new -->
kept
<!-- end -->
<!-- made by echo new -->
old
<!-- end -->
END
sed 's/^old$/new/' "$T/sample.md" >"$T/wanted"
ran="(making sample.md)"
awk -f runner/readme.awk "$T/sample.md" >"$T/out" 2>"$T/err"
status=$?
exits 0 "documents can be made anew"
holds "with what their commands print" cmp "$T/out" "$T/wanted"
err_has 'not run: echo new$' "and what cannot be run here is named"

# What a build and its tests would write there.
MAKEFLAGS='' make -n V=1 BUILD="$T/b" all test >"$T/recipe" 2>&1
holds "a build can be asked for what it writes" grep -q -e "-o $T/b/obj/reports/format/json.o" "$T/recipe"
holds "and writes nothing into the folder of reports" sh -c "! grep -q -e '$T/b/reports' '$T/recipe'"
finish
