/* option_rows.h - every option of the command line, a row each, in the order of the help:
 *
 *   OPTION(id, letter, name, what the help calls its value, what it sets, help)
 *
 * A row makes its number (OPTION_JOBS), its member of struct options and its help; which
 * commands take it stands in their rows. It sets FLAG(member), TEXT(member), LIST(member) or
 * NUMBER(type, member, least, most), or whatever OWN(setter) does, which has its own members.
 * Who includes it defines OPTION and those. It has no guard. */
/* clang-format off */
OPTION(BACKEND, 'b', "backend", "BACKEND", LIST(backend),
       "the loop or runtime under test; may be given several times")
OPTION(EXCLUDE, 'x', "exclude", "GLOB", LIST(exclude),
       "leave out the cases whose name matches; several times")
OPTION(PROFILE, 0, "profile", "PROFILE", OWN(set_profile),
       "the documented variant to expect, as node-20 or libuv-1.44.2")
OPTION(LEVEL, 0, "level", "must|should|may", OWN(set_level),
       "the laxest rules that count; default: may, which is all of them")
OPTION(CLOCK, 0, "clock", "virtual|real", OWN(set_clock),
       "exact virtual time (default), or real time")
OPTION(BEGIN, 0, "begin", "TIME", OWN(set_begin),
       "how long the machine has been up, as 200d or 4294967295.5ms")
OPTION(JOBS, 'j', "jobs", "N", NUMBER(uint32_t, jobs, 1, 1024),
       "cases at a time; default: the number of cores")
OPTION(TIMEOUT, 0, "timeout", "TIME", OWN(set_timeout),
       "real time that a case may take; default: 10s")
OPTION(REPEAT, 0, "repeat", "N", NUMBER(uint32_t, repeat, 1, COUNT_MAX), "run each case N times")
OPTION(SHARD, 0, "shard", "I/N", OWN(set_shard),
       "only the I-th of N parts of the cases or programs")
OPTION(MIN_CASES, 0, "min-cases", "N", NUMBER(uint32_t, min_cases, 0, COUNT_MAX),
       "exit 3 if fewer cases than this ran")
OPTION(BASELINE, 0, "baseline", "FILE", TEXT(baseline),
       "known failures; default: expected/baselines/NAME.baseline")
OPTION(FAIL_FAST, 0, "fail-fast", NULL, FLAG(fail_fast),
       "stop at the first case that is not as expected")
OPTION(GRADE, 0, "grade", NULL, FLAG(grade), "then print which profiles the backend satisfies")
OPTION(CASES, 0, "cases", "DIR", TEXT(cases_dir), "the folder of cases")
OPTION(EXPECTED, 0, "expected", "DIR", TEXT(expected_dir), "the folder of expected traces")
OPTION(FORMAT, 0, "format", "FMT[:FILE]", OWN(add_format),
       "a report, to a file or to standard output")
OPTION(JSON, 0, "json", NULL, FLAG(json), "write JSON for programs instead of text for people")
OPTION(AS, 0, "as", "loop|js|c", OWN(set_as), "print only the program, in this form")
OPTION(CHECK, 0, "check", NULL, FLAG(check), "write nothing; exit 1 if a file would change")
OPTION(IDLE_CASES, 0, "idle-cases", NULL, FLAG(idle_cases),
       "name the cases, too, that kill no mutant of their rules")
OPTION(SCHEDULE, 0, "schedule", "S", OWN(set_schedule),
       "the way to go where it is open, as 'explore' prints it")
OPTION(BOUND, 0, "bound", "N", NUMBER(uint32_t, bound, 1, COUNT_MAX),
       "at most so many schedules of a case; default: 1000")
OPTION(FULL, 0, "full", NULL, FLAG(full),
       "every schedule, each in a process of its own, none left out")
OPTION(PROGRAMS, 'n', "programs", "N", NUMBER(uint64_t, programs, 1, PROGRAMS_MAX),
       "how many random programs; default: 10000, without --seconds")
OPTION(SECONDS, 0, "seconds", "N", NUMBER(uint64_t, seconds, 1, COUNT_MAX),
       "stop after so many seconds of real time")
OPTION(SEED, 0, "seed", "N", NUMBER(uint64_t, seed, 0, UINT64_MAX),
       "where chance begins: the same seed, the same programs")
OPTION(FAMILY, 0, "family", "FAMILY", OWN(set_family),
       "what the programs are about; default: all of it")
OPTION(SAVE, 0, "save", "DIR", TEXT(save), "the folder for what was found; default: loopspec-fuzz")
OPTION(TICKING, 0, "ticking", NULL, FLAG(ticking),
       "a clock that moves when it is read, and threads that run freely: for whole runtimes")
OPTION(COLOR, 0, "color", "auto|always|never", OWN(set_color),
       "colour; default: auto, at a terminal unless NO_COLOR is set")
OPTION(QUIET, 'q', "quiet", NULL, FLAG(quiet),
       "only what is not as expected and the sum; no progress, no notes")
/* Every command takes these two. */
OPTION(HELP, 'h', "help", NULL, FLAG(help), "print this help")
OPTION(VERSION, 0, "version", NULL, FLAG(version), "print the version")
/* clang-format on */
#undef OPTION
#undef FLAG
#undef TEXT
#undef LIST
#undef NUMBER
#undef OWN
