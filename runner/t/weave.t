#!/bin/sh
# weave.awk: the source that it produces, and its messages about a table that does not fit.
. runner/t/lib.sh

cd "$T" || exit 1
mkdir -p src into/src

# weave: the table is on standard input.
weave() {
    cat >t.mutants
    awk -v into=into -f "$ROOT/src/mutants/weave.awk" t.mutants src/x.c >out 2>err
    status=$?
    ran="weave"
}

cat >src/x.c <<'END_OF_C'
#include "mutants/mutants.h"
int f(int a, int b);
int f(int a, int b)
{
    int n = a + b;
    if (a < b)
        n *= 2;
    else
        n -= 3;
    n++;
    n *= 1;
    return n;
}
END_OF_C

weave <<'END_OF_TABLE'
# The same expression twice, a part of it, statements, a frame, overlapping statements.
mutant first A-1
does one thing
in src/x.c
- a   <   b
+ a > b
mutant second A-1 A-2
under libuv-1.44.2
does another
does thing: "quoted"
in src/x.c
- a < b
+ a == b
mutant third A-3
does a frame
in src/x.c
- if (a < b)
- @n *= 2;@
+ n *= 4;
- int n = @a@ + b;
+ 10 * a
mutant fourth A-3
does two statements
in src/x.c
- n++;
- n *= 1;
+ n = 100;
mutant fifth A-3
does overlap
in src/x.c
- n *= 1;
- return n;
+ return -n;
spare A-4 for a reason
idle a/case for another: "quoted"
END_OF_TABLE
exits 0 "a table that fits"
grep -q '^#line 1 "src/x.c"$' into/src/x.c
point $? "the lines keep their numbers"

cat >main.c <<'END_OF_C'
#include <stdio.h>
unsigned mutant_chosen;
int f(int a, int b);
int main(void)
{
    for (mutant_chosen = 0; mutant_chosen < 6; mutant_chosen++)
        printf("%d %d\n", f(1, 2), f(2, 1));
}
END_OF_C
cat >main-table.c <<'END_OF_C'
#include <stdio.h>
#include "mutants/mutants.h"
int main(void)
{
    for (size_t i = 0; i < mutant_table_count; i++) {
        const struct mutant *m = &mutant_table[i];
        printf("%s|%s|%s|%s|%s\n", m->name, m->rule[0], m->rule[1] ? m->rule[1] : "",
               m->profile ? m->profile : "", m->does);
    }
    printf("%s", mutant_table[2].change);
    for (size_t i = 0; i < mutant_spare_count; i++)
        printf("%s|%s\n", mutant_spares[i].what, mutant_spares[i].reason);
    for (size_t i = 0; i < mutant_idle_count; i++)
        printf("%s|%s\n", mutant_idles[i].what, mutant_idles[i].reason);
}
END_OF_C

# By hand: n is 3; 1 2: 3*2+1, 2 1: 3-3+1.
cc -std=c11 -D_GNU_SOURCE -I"$ROOT/src" -o woven main.c into/src/x.c >out 2>err && ./woven >out
out_is "each mutant does its own, and none nothing" <<'END_OF_OUT'
7 1
1 7
1 1
49 19
100 100
-7 -1
END_OF_OUT

cc -std=c11 -D_GNU_SOURCE -I"$ROOT/src" -o table main-table.c into/table.c >out 2>err && ./table >out
out_is "the table has what was written" <<'END_OF_OUT'
first|A-1|||one thing
second|A-1|A-2|libuv-1.44.2|another thing: "quoted"
third|A-3|||a frame
fourth|A-3|||two statements
fifth|A-3|||overlap
src/x.c
- if (a < b) @n *= 2;@
+ n *= 4;
src/x.c
- int n = @a@ + b;
+ 10 * a
A-4|for a reason
a/case|for another: "quoted"
END_OF_OUT

weave <<'END_OF_TABLE'
mutant m A-1
in src/x.c
- a <= b
+ a
END_OF_TABLE
exits 1 "a text that is not there"
err_has "t.mutants:3: mutant 'm': src/x.c has no text 'a <= b'" "is told with its place"
weave <<'END_OF_TABLE'
mutant m A-1
in src/x.c
- int a
+ a
END_OF_TABLE
exits 1 "a text that is there twice"
err_has "more than one text 'int a'" "is told"
weave <<'END_OF_TABLE'
mutant m A-1
in src/y.c
- a
+ b
END_OF_TABLE
exits 1 "a source that is not there"
err_has "no source 'src/y.c'" "is told"
weave <<'END_OF_TABLE'
mutant m A-1
mutant m A-2
END_OF_TABLE
exits 1 "a name used twice"
weave <<'END_OF_TABLE'
mutant m
END_OF_TABLE
exits 1 "a mutant that breaks nothing"
weave <<'END_OF_TABLE'
spare A-1
END_OF_TABLE
exits 1 "no reason"
err_has "t.mutants:1: there is no reason for 'A-1'" "is told with its place"
weave <<'END_OF_TABLE'
mutant m A-1
dose nothing
END_OF_TABLE
exits 1 "a misspelt word"
err_has "t.mutants:2: unknown word 'dose'" "is told with its place"
cd "$ROOT" || exit 1
finish
