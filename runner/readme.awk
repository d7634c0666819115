# readme.awk - print a Markdown document with what its commands print today.
#
#     awk -f runner/readme.awk README.md
#
# A console block has commands, each after "$ ", and what they print:
#
#     <!-- if pkg-config --exact-version=1.44.2 libuv -->
#     <!-- through sed -n '/^fail/,$p' -->
#     ```console
#     $ loopspec run timers -b libuv
#     ...
#     ```
#
# Tables and sentences with figures stand between two comments:
#
#     <!-- made by loopspec list rules | wc -l -->
#     699
#     <!-- end -->
#
# "if" and "through" are optional, stand right before what they are about, and are shell. Where the
# condition does not hold, the text is left as it is, and standard error names the command. Output
# that differs in how long something took is left as it is, so a second run changes nothing.

function timeless(text) {
    gsub(/ in [0-9.]+ (ms|s|min)/, " in a while", text)
    return text
}

# What `command` prints, each line with its newline. Documents have 100 columns.
function output(command,    line, text) {
    command = "COLUMNS=100; export COLUMNS; { " command "\n} 2>&1 </dev/null" (filter != "" ? " | " filter : "")
    while ((command | getline line) > 0)
        text = text line "\n"
    close(command)
    return text
}

# The text so far that `command` printed once, or what it prints now.
function settle(    now) {
    if (command == "")
        return
    if (condition != "" && system(condition " >/dev/null 2>&1") != 0) {
        print FILENAME ": not run: " command >"/dev/stderr"
        now = old
    } else
        now = output(command)
    printf "%s", timeless(now) == timeless(old) ? old : now
    command = old = ""
}

function argument(word) {
    return substr($0, length("<!-- " word " ") + 1, length($0) - length("<!-- " word "  -->"))
}

function forget() { condition = filter = "" }

/^<!-- if .* -->$/      { condition = argument("if"); print; next }
/^<!-- through .* -->$/ { filter = argument("through"); print; next }

/^<!-- made by .* -->$/ { made = 1; command = argument("made by"); print; next }
made && /^<!-- end -->$/ { settle(); made = 0; forget(); print; next }
made                    { old = old $0 "\n"; next }

/^```console$/          { console = 1; print; next }
console && /^```$/      { settle(); console = 0; forget(); print; next }
console && /^\$ /       { settle(); command = substr($0, 3); print; next }
console                 { old = old $0 "\n"; next }

                        { forget(); print }

END { exit made || console }
