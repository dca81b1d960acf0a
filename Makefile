# `make run` builds and opens the console; `make test` runs every test. Both install what a fresh machine lacks.

PREFIX ?= /usr/local
SWIFT ?= swift
JOBS ?= $(shell nproc)
RELEASE = $(SWIFT) build -c release --static-swift-stdlib -j $(JOBS)

.PHONY: run test tsan lint format docs install uninstall release setup clean

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

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

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
	rm -rf .build .build-tsan
