/* row_table.h - the rows of the benchmark table. A row is a promise about speed or size, as a ratio
 * to a peer that is measured in the same run.
 *
 * BENCH_ROW(name, measure, figure, unit, limit, needs, ours, peer, bare): `measure` is the M of a
 * `const struct bench_measure bench_M`, `figure` the index of its figure; `limit` the largest ratio
 * that keeps the promise; `needs` a program without which the row is left out, "" for none. The
 * sentences say what is measured. Rows of one measure stand together. */
BENCH_ROW("case", case, 0, NS, 1.5, "", "a small case in a process of its own",
          "fork, _exit and waitpid of an empty child", "a child that borrows its parent's memory")
BENCH_ROW("suite", suite, 0, NS, 2.0, "",
          "a result of the suite, one at a time, loaded, run, judged and reported",
          "fork, _exit and waitpid of an empty child", "a child that borrows its parent's memory")
BENCH_ROW("named", named, 0, NS, 5.0, "", "one named case, the whole command",
          "fork, exec and wait of /bin/true", "the program executed for its version alone")
BENCH_ROW("list-cases", list_cases, 0, NS, 2.0, "", "the command that lists all cases",
          "reading their files once", "a look at the size of each")
BENCH_ROW("list-rules", list_rules, 0, NS, 2.0, "",
          "the command that lists all rules with their number of cases",
          "reading the files of rules and cases once", "a look at the size of each")
BENCH_ROW("node-case", node_case, 0, NS, 1.05, "node", "a case on Node, one of twenty runs",
          "a Node process that runs a timeout", "fork, _exit and waitpid of an empty child")
BENCH_ROW("explore", explore, 0, NS, 3.0, "",
          "the suite explored to its end, the whole command, on all processors",
          "the suite run once on the reference, the whole command", "the same")
BENCH_ROW("schedule", schedule, 0, NS, 2.0, "", "processor time of a schedule of that search",
          "a random program, as in the row 'fuzz'", "fork, _exit and waitpid of an empty child")
BENCH_ROW("orders", orders, 0, COUNT, 1.5, "", "schedules of that search", "orders that it finds",
          "cases")
BENCH_ROW("mutants", mutants, 0, NS, 2.0, "",
          "every mutant of the table run and killed, on all processors",
          "the suite run once on the reference, on all processors",
          "a run of a case for each mutant")
BENCH_ROW("recording", recording, 0, NS, 1.04, "",
          "libuv's check callback, recorded in a used trace", "one that is not",
          "an epoll_wait that does not block")
BENCH_ROW("timer-start", timers, 0, NS, 0.7, "", "the reference starts one of a million timers",
          "the best of libuv, libev and libevent", "a write to a record of 128 bytes")
BENCH_ROW("timer-stop", timers, 1, NS, 0.7, "", "the reference stops half, in random order",
          "the best of them", "the same writes, in that order")
BENCH_ROW("timer-fire", timers, 2, NS, 0.7, "", "the reference fires the other half",
          "the best of them", "the same writes, in random order")
BENCH_ROW("check", check, 0, NS, 0.7, "", "a check callback of the reference, of a million",
          "the best of them", "an epoll_wait that does not block")
BENCH_ROW("ready", ready, 0, NS, 0.7, "",
          "a callback of the reference for a descriptor that stays ready", "the best of them",
          "an epoll_wait that does not block")
BENCH_ROW("long", long, 0, NS, 1.3, "", "a callback of ten million, run and judged",
          "one of a million", "an epoll_wait that does not block")
BENCH_ROW("judge", judge, 0, NS, 10.0, "", "an event of a trace of ten million, judged",
          "its 32 bytes read", "a word of it read")
/* Both traces are larger than a cache. */
BENCH_ROW("judge-growth", judge_growth, 0, NS, 1.2, "",
          "an event of a trace of ten million, judged", "one of three million", "a word of it read")
BENCH_ROW("memory", memory, 0, BYTES, 1.1, "", "peak of that case and the runner together",
          "the events of its trace", "the events of its trace")
BENCH_ROW("fuzz", fuzz, 0, NS, 4.0, "",
          "processor time of a random program without pool work, on two loops",
          "two lives of a libuv loop that runs one timer",
          "fork, _exit and waitpid of an empty child")
BENCH_ROW("fuzz-pool", fuzz_pool, 0, NS, 4.0, "", "one with pool work",
          "two such lives with one job of the pool each",
          "fork, _exit and waitpid of an empty child")
BENCH_ROW("fuzz-node", fuzz_node, 0, NS, 0.2, "node",
          "a random program on Node and the reference, on all processors",
          "a Node process that runs a timeout", "fork, _exit and waitpid of an empty child")
BENCH_ROW("json", json, 0, NS, 3.0, "", "the JSON of ten backends, 12,000 results, written",
          "as many bytes written", "as many bytes written")
BENCH_ROW("json-size", json, 1, BYTES, 3.3, "", "the size of that JSON", "the bytes of its traces",
          "a byte for each run")
BENCH_ROW("page", page, 0, NS, 3.0, "", "the HTML page of ten backends and all cases, written",
          "the JSON of the same results", "as many bytes written")
BENCH_ROW("page-size", page, 1, BYTES, 0.5, "", "the size of that page", "the bytes of its traces",
          "a byte for each run")
BENCH_ROW("filter", filter, 0, NS, 1.0, "chromium",
          "the slowest of some filters on that page, opened in Chromium, to the new layout",
          "50 ms", "a word that changes on an empty page")
BENCH_ROW("page-open", filter, 1, NS, 1.0, "chromium", "that page opened in Chromium, until drawn",
          "an empty page of that size, and 1 s", "an empty page of that size")
