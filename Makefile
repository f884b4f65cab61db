# Every target installs what it needs (as root; otherwise it says in one line what to install).
PREFIX ?= /usr/local
ARGS ?=
FILTER ?=

# The layer table of Package.swift is enforced: importing what is not named there is an error.
CHECKED = --explicit-target-dependency-import-check error
RELEASE = -c release --static-swift-stdlib $(CHECKED)
PROGRAM = .build/release/mingle
PYTHON = .build/python

TO_BUILD = libncurses-dev libsqlite3-dev
TO_TEST = tmux unicode-data python3-venv man-db

.PHONY: run build test bench install lint

run: build
	@$(PROGRAM) $(ARGS)

build:
	@Tools/install-packages $(TO_BUILD)
	@swift build $(RELEASE) --product mingle

# One suite after the other program was built: the end-to-end tests drive the release program.
test: build lint
	@Tools/install-packages $(TO_TEST)
	swift build --build-tests $(CHECKED)
	swift test --skip-build $(if $(FILTER),--filter $(FILTER))

lint:
	swift format lint -r -p --strict Sources Tests Package.swift

install: build
	install -Dm755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/mingle
	install -d $(DESTDIR)$(PREFIX)/share/mingle $(DESTDIR)$(PREFIX)/share/man/man1
	cp -r emoticons $(DESTDIR)$(PREFIX)/share/mingle/
	$(PROGRAM) manual > $(DESTDIR)$(PREFIX)/share/man/man1/mingle.1
