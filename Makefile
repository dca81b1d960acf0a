# `make run` builds and opens the console; `make test` runs every test; `make bench` times what has a bar, side by side
# with others. All install what a fresh machine lacks.

PREFIX ?= /usr/local
SWIFT ?= swift
JOBS ?= $(shell nproc)
# lld links 5 MB smaller than gold: no table of unused symbols, one copy of identical functions whose addresses aren't
# compared, and relocations packed where the system's loader knows them (glibc 2.36).
LINK = -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker -O2 $(shell \
	printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)" | sort -CV \
	&& echo -Xlinker -z -Xlinker pack-relative-relocs)
# Options that make memory faults harder to exploit: addresses of functions that nobody can write to once the program runs, a guard
# below return addresses in C. Checked copies in C are switched on in Package.swift. Libraries are looked for where the system
# has them, not next to the program.
# The commit as the program's build id, which --version tells: a mark, 20 bytes, and 1 when files have changed since.
COMMIT := $(shell git rev-parse HEAD 2>/dev/null)
BUILD_ID = $(if $(COMMIT),-Xlinker --build-id=0x686b$(COMMIT)$(shell git diff --quiet HEAD -- Package.swift Sources Resources \
	&& echo 00 || echo 01))
HARDEN = -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xcc -fstack-protector-strong --disable-local-rpath
# Functions apart, and none kept for other programs to call: the linker leaves out what nothing calls, a twentieth of the program.
SMALL = $(foreach flag,-function-sections -internalize-at-link,-Xswiftc -Xfrontend -Xswiftc $(flag))
WHOLE = $(SWIFT) build -c release --static-swift-stdlib -j $(JOBS) $(LINK) $(SMALL) $(HARDEN) $(BUILD_ID)
# Without what the program doesn't use of ICU's data, 30 of 34 MB; asked for once, when it is first needed.
ICU = $(eval ICU := $$(shell SWIFT='$(SWIFT)' .ci/icu-data))$(ICU)
RELEASE = $(WHOLE) $(ICU)
BENCH = python3 -B Benchmarks/runner --binaries "$$($(RELEASE) --show-bin-path)"

# Package.swift says what it does; one value for all that builds in one folder.
export OPTIMIZE_FOR_TESTS = 1

.PHONY: install-service uninstall-service run test tests test-served pictures tsan fuzz soak sync-scripts bench bench-quick bench-build bench-study study-demo locales lint format docs extras deb dist try-packages install uninstall release setup clean

run: release
	@$$($(RELEASE) --show-bin-path)/healthtui

release: setup
	@$(RELEASE) --product healthtui
	@$(RELEASE) --product stepdemo
	@.ci/hardened "$$($(RELEASE) --show-bin-path)/healthtui"

setup:
	@.ci/setup

test: tests
	@SWIFT=$(SWIFT) .ci/test $(if $(ONLY),--filter '$(ONLY)')

# Everything that is built for tests, and other things that they need.
tests:
	@.ci/setup tmux sqlite3 python3-nacl
	@.ci/studies || echo "studies: DuckDB can't be installed; its tests are skipped"
	@.ci/formats || echo "formats: fitdecode can't be installed; its tests are skipped"
	@SWIFT=$(SWIFT) .ci/build -j $(JOBS)

# The tests of HealthKit's rules that reach a store, with a service in between: each call, answer and error goes over a socket.
# The tests have to be built. The soak runs all of HealthKit's so.
SERVED ?= HealthKitTests\.(Active|Activity|Anchor|Assessment|Attachment|Audio|Authorization|Cumulative|Deleting|Discrete|Effort|Limited|LongRunning|Medication|Metadata|Object|Preferred|Quantity|Ring|Sample|Saving|Source|Statistics|Store|Stored|Type|Visibility|Workout(Builder|Total|Route|Effort|Zone|Samples))[A-Za-z]*Tests

test-served:
	@HEALTHKIT_TEST_PORT=service SWIFT=$(SWIFT) .ci/test --filter '$(SERVED)'

# The pictures in README.md, in Documentation and in Documentation/pictures, as the tests draw the screens.
pictures: tests
	UPDATE_PICTURES=1 $(SWIFT) test --skip-build --enable-swift-testing --filter 'GoldenTests|PictureTests'

# The tests of concurrency under the thread sanitizer, in a build of their own.
tsan:
	@.ci/setup
	$(SWIFT) test --sanitize=thread -Xswiftc -DTHREAD_SANITIZER --scratch-path .build-tsan -j $(JOBS) --filter ConcurrencyTests

# Everything, into Benchmarks/RESULTS.md, with a picture; Benchmarks/.cache keeps 2.5 GB for next time. LARGEST is the size of the largest
# store: 30,000,000 records need 14 GB of disk for a while, 100,000,000 need 47 GB. ONLY=lock times one part and writes nothing.
# AGAINST=FOLDER compares with the programs of another release build, in turn, and writes nothing; with ONLY=console the keys.
LARGEST ?= 30000000

bench: bench-build
	@$(BENCH) $(if $(AGAINST),--against $(AGAINST)) $(if $(ONLY),--only $(ONLY),$(if $(AGAINST),,--largest $(LARGEST) --output Benchmarks/RESULTS.md))

# 200,000 records; fails when an answer is wrong, or a bar is missed twofold (one in plain time fivefold).
bench-quick: bench-build
	@$(BENCH) --quick

bench-build: setup
	@.ci/setup gpsbabel libxml2-dev python3-venv unzip zip
	@$(RELEASE) --product healthtui
	@$(RELEASE) --product healthbench

# Studies at size, with DuckDB and Spark. PEOPLE is the most people.
PEOPLE ?= 100000

bench-study: bench-build
	@.ci/studies spark
	@.build/studies/bin/python3 -B Benchmarks/studies.py --people $(PEOPLE) \
		--program "$$($(RELEASE) --show-bin-path)/healthtui"

# A study from nothing: sixty people, three of them with stores of their own.
study-demo: release
	@.ci/studies spark
	@STUDY_SPARK=$$(command -v java) HEALTHTUI_PYTHON=$(CURDIR)/.build/studies/bin/python3 .ci/study-demo "$$($(RELEASE) --show-bin-path)/healthtui"

# Damaged files of every format and damaged calls, under the sanitizers of addresses and of undefined behaviour, for
# FUZZ_SECONDS.
FUZZ_SECONDS ?= 60

fuzz:
	@.ci/setup
	.ci/fuzz $(FUZZ_SECONDS)

# Random operations on the store against a plain model, with new seeds, for MINUTES; a failure names its seed. Before that
# `make fuzz` and the longer form of what the suite does in short: crashes, flipped bits, statistics and the console's events.
MINUTES ?= 10

soak:
	@.ci/setup
	@.ci/studies spark
	@.ci/formats
	.ci/fuzz $$((60 * $(MINUTES)))
	@SWIFT=$(SWIFT) .ci/build -j $(JOBS)
	SOAK_MINUTES=$(MINUTES) SYNC_SCRIPTS=$(SCRIPTS) $(SWIFT) test --skip-build --enable-swift-testing \
		--filter 'ArchiveMutationTests|CrashSweepTests|RewritingTests|TakeOverTests|RepairTests|ProcessTests|PackedTombstoneTests|LockWhileWorkingTests|DiskFaultTests|FITHostileTests|FITOracleTests|FlippedBitTests|ImportGateTests|MisplacedObjectTests|NoninterferenceTests|RandomStatisticsTests|HealthtuiConsoleTests.FuzzTests|SimulationTests|SpilledTransactionTests|SyncTroubleTests|ArrivedSourceTests|CorruptArchiveTests|ZipDirectoryTests|TableNumberTests|TimePhraseTests|ImportCommandTests|ServiceKillTests|ServiceNonsenseTests|UndoneImportModelTests|TrackOracleTests|ReportedDayTests'
	SOAK_MINUTES=$(MINUTES) STUDY_SPARK=1 $(SWIFT) test --skip-build --enable-swift-testing --filter HealthtuiStudyTests
	HEALTHKIT_TEST_PORT=service $(SWIFT) test --skip-build --enable-swift-testing --filter HealthKitTests
	SOAK_MINUTES=$(MINUTES) $(SWIFT) test --skip-build --enable-swift-testing --filter 'ModelTests/soak'
	@if [ "$$(id -u)" = 0 ]; then $(MAKE) try-packages; else echo "SKIP packages: only root can make fresh systems"; fi

# So many random scripts of two to five machines that keep stores in step while files of their folder vanish, are damaged and come
# back: at the end all have the same samples, totals and order of sources, and the folder is whole. As many histories of two are read by
# another program too.
SCRIPTS ?= 300

sync-scripts:
	@.ci/setup
	@SWIFT=$(SWIFT) .ci/build -j $(JOBS)
	SYNC_SCRIPTS=$(SCRIPTS) $(SWIFT) test --skip-build --enable-swift-testing --filter 'StoreSimulationTests|HealthReaderTests'

# Compares, in every locale, the programs with the reduced ICU data and with all of it.
locales: setup
	@.ci/setup binutils
	@WHOLE='$(WHOLE)' TRIMMED='$(ICU)' .ci/locales

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks/Sources

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks/Sources

# The documentation of the modules, in .build/docs; warnings, symbols without a page and broken examples are errors.
docs:
	@.ci/setup
	@.ci/docs

# The manual page, by argument-parser's plugin, and the completions, by the program itself, in .build/extras.
extras: release
	@.ci/extras "$$($(RELEASE) --show-bin-path)/healthtui"

# A package for Debian and Ubuntu, and a tarball for whoever has the libraries that it names, in .build/packages.
deb dist: release extras locales
	@.ci/setup dpkg-dev binutils
	@.ci/package $@ "$$($(RELEASE) --show-bin-path)/healthtui"

# Both, installed and tried in fresh systems, as root: SUITES are Debian's releases.
SUITES ?= bookworm trixie

try-packages: deb dist
	@.ci/setup mmdebstrap lintian
	@.ci/try-packages $(SUITES)

SHARE = $(DESTDIR)$(PREFIX)/share

install: release extras
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -s -m 755 $$($(RELEASE) --show-bin-path)/healthtui $(DESTDIR)$(PREFIX)/bin/healthtui
	install -m 644 .build/extras/healthtui.1 $(SHARE)/man/man1/healthtui.1
	install -m 644 .build/extras/healthtui.bash $(SHARE)/bash-completion/completions/healthtui
	install -m 644 .build/extras/_healthtui $(SHARE)/zsh/site-functions/_healthtui
	install -m 644 .build/extras/healthtui.fish $(SHARE)/fish/vendor_completions.d/healthtui.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/healthtui $(SHARE)/man/man1/healthtui.1 \
		$(SHARE)/bash-completion/completions/healthtui $(SHARE)/zsh/site-functions/_healthtui \
		$(SHARE)/fish/vendor_completions.d/healthtui.fish

# A machine that keeps people's stores as a user of its own, _healthkit: users, folders, sockets and units; and its removal,
# which no store goes with. As root.
install-service: install
	DESTDIR=$(DESTDIR) Resources/service/setup install $(PREFIX)

uninstall-service:
	DESTDIR=$(DESTDIR) Resources/service/setup uninstall $(PREFIX)

clean:
	rm -rf .build .build-fuzz .build-tsan Benchmarks/.cache
