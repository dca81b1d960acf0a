# `make run` builds and opens the console; `make test` runs every test. Both install what a fresh machine lacks.

PREFIX ?= /usr/local
SWIFT ?= swift
JOBS ?= $(shell nproc)
RELEASE = $(SWIFT) build -c release --static-swift-stdlib -j $(JOBS)

.PHONY: run test tsan soak lint format install uninstall release setup clean

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

# Random operations on the store against a plain model, with new seeds, for MINUTES; a failure names its seed.
MINUTES ?= 10

soak:
	@.ci/setup
	$(SWIFT) build --build-tests -j $(JOBS)
	SOAK_MINUTES=$(MINUTES) $(SWIFT) test --skip-build --filter 'ModelTests/soak'

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

install: release
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $$($(RELEASE) --show-bin-path)/healthtui $(DESTDIR)$(PREFIX)/bin/healthtui

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/healthtui

clean:
	rm -rf .build .build-tsan
