# `make run` builds and opens the console; `make test` runs every test; `make bench` times what has a bar, side by side
# with others. All install what a fresh machine lacks.

PREFIX ?= /usr/local
SWIFT ?= swift
JOBS ?= $(shell nproc)
RELEASE = $(SWIFT) build -c release --static-swift-stdlib -j $(JOBS)
BENCH = python3 -B Benchmarks/runner --binaries "$$($(RELEASE) --show-bin-path)"

.PHONY: run test tsan soak bench bench-quick bench-build lint format docs install uninstall release setup clean

run: release
	@$$($(RELEASE) --show-bin-path)/healthtui

release: setup
	@$(RELEASE) --product healthtui
	@$(RELEASE) --product stepdemo

setup:
	@.ci/setup

test:
	@.ci/setup tmux
	$(SWIFT) build --build-tests -j $(JOBS)
	$(SWIFT) test --skip-build

# The tests of concurrency under the thread sanitizer, in a build of their own.
tsan:
	@.ci/setup
	$(SWIFT) test --sanitize=thread -Xswiftc -DTHREAD_SANITIZER --scratch-path .build-tsan -j $(JOBS) --filter ConcurrencyTests

# Everything, into Benchmarks/RESULTS.md: three minutes after the build; Benchmarks/.cache keeps 2.2 GB for next time.
bench: bench-build
	@$(BENCH) --output Benchmarks/RESULTS.md

# 200,000 records; fails when an answer is wrong, or a bar is missed twofold (one in plain time fivefold).
bench-quick: bench-build
	@$(BENCH) --quick

bench-build:
	@.ci/setup libxml2-dev python3-venv unzip
	@$(RELEASE) --product healthtui
	@$(RELEASE) --product healthbench

# Random operations on the store against a plain model, with new seeds, for MINUTES; a failure names its seed.
MINUTES ?= 10

soak:
	@.ci/setup
	$(SWIFT) build --build-tests -j $(JOBS)
	SOAK_MINUTES=$(MINUTES) $(SWIFT) test --skip-build --filter 'ModelTests/soak'

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks/Sources

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks/Sources

# The documentation of the modules, in .build/docs; warnings, symbols without a page and broken examples are errors.
docs:
	@.ci/setup
	@.ci/docs

install: release
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $$($(RELEASE) --show-bin-path)/healthtui $(DESTDIR)$(PREFIX)/bin/healthtui

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/healthtui

clean:
	rm -rf .build .build-tsan Benchmarks/.cache
