# weave.awk - build the loop and the hosts once more, with every mutant in them.
#
#     awk -v into=DIR -f weave.awk TABLE.mutants... SOURCE...
#
# Each source is written to DIR under its own path. Where a mutant changes it, the text
# there asks which mutant is at work: an expression becomes
#     (mutant_chosen == 7 ? (NEW) : (OLD))
# and statements, whole ones of one block, which end in ';' or '}', become
#     { if (mutant_chosen == 7) { NEW } else { OLD } }
# Lines keep their numbers. DIR/table.c gets the table. A text that is not there, or is
# there twice, ends the build: whoever changes the loop is told which mutants go with it.
#
# A table is made of
#     mutant NAME RULE...            the rules that it breaks
#     under PROFILE                  where it shows, if not in the newest
#     does SENTENCE                  may go on in further lines of this kind
#     in SOURCE
#     - OLD                          several lines are one text; blanks and line ends are alike
#     + NEW                          where OLD has @...@, only what is between is replaced
# with as many changes as it takes, and of
#     spare RULE REASON              why a rule that must hold has no mutant
#     idle CASE REASON               why a case kills no mutant of the rules that it names

function complain(message)
{
    print "weave: " message > "/dev/stderr"
    failed = 1
}

function fail(message)
{
    complain(message)
    hopeless = 1
    exit 1
}

function join(a, b)
{
    return a == "" || b == "" ? a b : a " " b
}

function rest(line)
{
    sub(/^[a-z+-]+[ ]*/, "", line)
    return line
}

# A pattern for exactly this text, whatever its blanks.
function pattern(text,    i, c, p)
{
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == " ") {
            while (substr(text, i + 1, 1) == " ")
                i++
            p = p "[ \t\n]+"
        } else if (c ~ /[A-Za-z0-9_]/)
            p = p c
        else if (c == "^" || c == "\\")
            p = p "\\" c
        else
            p = p "[" c "]"
    }
    return p
}

# As a string of C.
function quoted(text,    i, c, s)
{
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        s = s (c == "\n" ? "\\n" : c == "\"" || c == "\\" ? "\\" c : c)
    }
    return "\"" s "\""
}

# Where in the text the change is: from[e] up to, but not with, upto[e]. 0 if nowhere: whoever
# has changed a source wants to hear of all mutants at once.
function locate(e,    parts, n, whole, found)
{
    n = split(old[e], parts, "@")
    if (n != 1 && n != 3)
        fail(where[e] ": a frame is a pair of '@'")
    whole = parts[1] parts[2] parts[3]
    if (!match(text, pattern(whole))) {
        complain(where[e] ": " file " has no text '" whole "'")
        return 0
    }
    from[e] = RSTART
    upto[e] = RSTART + RLENGTH
    if (match(substr(text, from[e] + 1), pattern(whole))) {
        complain(where[e] ": " file " has more than one text '" whole "'")
        return 0
    }
    found = substr(text, from[e], upto[e] - from[e])
    if (n == 3 && match(found, "^" pattern(parts[1])))
        from[e] += RLENGTH
    if (n == 3 && match(found, pattern(parts[3]) "$"))
        upto[e] -= RLENGTH
    return 1
}

# Outer ones first: an expression may be changed by one mutant, and a part of it by another.
function sort_by_place(n,    i, k, e)
{
    for (i = 2; i <= n; i++) {
        e = order[i]
        for (k = i - 1; k > 0 && (from[order[k]] > from[e] || \
             (from[order[k]] == from[e] && upto[order[k]] < upto[e])); k--)
            order[k + 1] = order[k]
        order[k + 1] = e
    }
}

# Two changes that share some of their statements: the later one takes in what is before.
function widen(n,    i, k, a, b, shared)
{
    for (i = 1; i < n; i++) {
        for (k = i + 1; k <= n; k++) {
            a = order[i]
            b = order[k]
            if (from[b] == from[a] || from[b] >= upto[a] || upto[b] <= upto[a])
                continue
            if (!is_statement(a) || !is_statement(b))
                fail(where[b] ": it overlaps with mutant '" name[owner[a]] "'")
            shared = substr(text, from[a], from[b] - from[a])
            gsub(/[ \n]+/, " ", shared)
            put[b] = shared put[b]
            from[b] = from[a]
            return 1
        }
    }
    return 0
}

function is_statement(e)
{
    return substr(text, upto[e] - 1, 1) ~ /[;}]/
}

function before(e,    guard)
{
    guard = "mutant_chosen == " owner[e]
    return is_statement(e) ? "{ if (" guard ") { " put[e] " } else { " : "(" guard " ? (" put[e] ") : ("
}

function after(e)
{
    return is_statement(e) ? " } }" : "))"
}

# The text with what stands before and after each change, as brackets nest.
function woven_text(n,    i, e, at, out, open, depth)
{
    at = 1
    for (i = 1; i <= n + 1; i++) {
        e = order[i]
        for (; depth > 0 && (i > n || upto[open[depth]] <= from[e]); depth--) {
            out = out substr(text, at, upto[open[depth]] - at) after(open[depth])
            at = upto[open[depth]]
        }
        if (i > n)
            break
        out = out substr(text, at, from[e] - at) before(e)
        at = from[e]
        open[++depth] = e
    }
    return out substr(text, at)
}

function finish_source(    e, n)
{
    n = 0
    for (e = 1; e <= edits; e++) {
        if (source[e] != file)
            continue
        woven[e] = 1
        if (!locate(e))
            continue
        put[e] = new[e]
        order[++n] = e
    }
    do
        sort_by_place(n)
    while (widen(n))
    printf "extern unsigned mutant_chosen;\n#line 1 \"%s\"\n%s", file, woven_text(n) > (into "/" file)
    close(into "/" file)
}

function write_reasons(word, out,    i)
{
    printf "const struct mutant_reason mutant_%ss[] = {\n", word > out
    for (i = 1; i <= reasons[word]; i++)
        printf "    { %s, %s },\n", quoted(excused[word, i]), quoted(reason[word, i]) > out
    printf "    { NULL, NULL }\n};\nconst size_t mutant_%s_count = %d;\n", word, reasons[word] > out
}

function write_table(    m, s, e, out)
{
    out = into "/table.c"
    print "/* Made by weave.awk. */\n#include \"mutants/mutants.h\"\n" > out
    print "const struct mutant mutant_table[] = {" > out
    for (m = 1; m <= mutants; m++) {
        s = ""
        for (e = 1; e <= edits; e++)
            if (owner[e] == m)
                s = s source[e] "\n- " old[e] "\n+ " new[e] "\n"
        printf "    { %s, { %s }, %s, %s, %s },\n", quoted(name[m]), rules[m],
            profile[m] == "" ? "NULL" : quoted(profile[m]), quoted(does[m]), quoted(s) > out
    }
    printf "};\nconst size_t mutant_table_count = %d;\n\n", mutants > out
    write_reasons("spare", out)
    write_reasons("idle", out)
}

FNR == 1 {
    if (file != "")
        finish_source()
    file = FILENAME ~ /\.mutants$/ ? "" : FILENAME
    text = ""
}

file != "" {
    text = text $0 "\n"
    next
}

/^#/ || /^$/ { next }

$1 == "mutant" {
    if (NF < 3)
        fail(FILENAME ":" FNR ": a mutant has a name and breaks a rule")
    if ($2 in number_of)
        fail(FILENAME ":" FNR ": there is another mutant '" $2 "'")
    name[++mutants] = $2
    number_of[$2] = mutants
    for (i = 3; i <= NF; i++)
        rules[mutants] = rules[mutants] (i > 3 ? ", " : "") quoted($i)
    kind = ""
    next
}

$1 == "spare" || $1 == "idle" {
    if (NF < 3)
        fail(FILENAME ":" FNR ": there is no reason for '" $2 "'")
    excused[$1, ++reasons[$1]] = $2
    line = $0
    sub(/^[a-z]+ +[^ ]+ +/, "", line)
    reason[$1, reasons[$1]] = line
    next
}

$1 == "under" { profile[mutants] = $2; next }
$1 == "does" { does[mutants] = join(does[mutants], rest($0)); next }
$1 == "in" { place = $2; kind = ""; next }

/^-/ {
    if (kind != "-") {
        owner[++edits] = mutants
        source[edits] = place
        where[edits] = FILENAME ":" FNR ": mutant '" name[mutants] "'"
    }
    old[edits] = join(old[edits], rest($0))
    kind = "-"
    next
}

/^[+]/ {
    if (kind == "")
        fail(FILENAME ":" FNR ": there is nothing to put this in the place of")
    new[edits] = join(new[edits], rest($0))
    kind = "+"
    next
}

{ fail(FILENAME ":" FNR ": unknown word '" $1 "'") }

END {
    if (hopeless)
        exit 1
    if (file != "")
        finish_source()
    for (e = 1; e <= edits; e++)
        if (!woven[e])
            complain(where[e] ": no source '" source[e] "'")
    if (failed)
        exit 1
    write_table()
}
