# Every target installs what it needs (as root; otherwise it says in one line what to install).
PREFIX ?= /usr/local
ARGS ?=
FILTER ?=

# The layer table of Package.swift is enforced: importing what is not named there is an error.
CHECKED = --explicit-target-dependency-import-check error
# In this folder the linker finds archives only, so that no start has to look for these libraries and load them; nor is
# anything looked for beside the program.
STATIC = .build/static
ARCHIVES = libstdc++.a libsqlite3.a libncursesw.a libtinfo.a
RELEASE = -c release --static-swift-stdlib --disable-local-rpath $(CHECKED) -Xlinker -L$(CURDIR)/$(STATIC)
PROGRAM = .build/release/mingle

TO_BUILD = libncurses-dev libsqlite3-dev libpng-dev libturbojpeg0-dev libgif-dev libwebp-dev \
	libssl-dev libexpat1-dev libc-ares-dev libidn-dev libcurl4-openssl-dev
TO_TEST = tmux man-db locales zsh fish desktop-file-utils dpkg-dev profanity

# A virtual display and real terminals, which are looked at by their pictures.
TO_TEST_TERMINALS = unicode-data python3 xvfb xdotool xterm kitty alacritty imagemagick fonts-dejavu-core fonts-noto-color-emoji \
	libgl1-mesa-dri

.PHONY: run build test test-keys test-terminals fuzz bench bench-log screenshots contact-sheets \
	lint tables emoticons install deb test-deb test-cluster bench-clients

run: build
	@$(PROGRAM) $(ARGS)

build:
	@Tools/install-packages $(TO_BUILD)
	@mkdir -p $(STATIC)
	@for archive in $(ARCHIVES); do ln -sfn "$$(clang -print-file-name=$$archive)" $(STATIC)/$$archive; done
	@swift build $(RELEASE) --product mingle
	@swift build $(RELEASE) --product mingle-decode
	@git rev-parse --verify HEAD > $(PROGRAM).commit 2>/dev/null || rm -f $(PROGRAM).commit

# One suite after the other program was built: the end-to-end tests drive the release program.
test: lint build
	@Tools/install-packages $(TO_TEST)
	@Tools/unicode/prepare
	@Tools/xmpp/prepare
	swift build --build-tests $(CHECKED)
	swift test --skip-build $(if $(FILTER),--filter $(FILTER))
	MINGLE_KEYS=1000 swift test --skip-build --filter RandomKeyTests
	@Fuzz/run 15

# Every emoji and every tricky line in xterm, kitty and Alacritty, by themselves and through the whole client with its
# lists, popups and titles: the right border and the client's rules stand in their columns on every row.
test-terminals: build
	@Tools/install-packages $(TO_TEST_TERMINALS)
	swift build --product CursesProbe
	Tools/terminal-screens .build/debug/CursesProbe $(PROGRAM) xterm kitty alacritty

# Two nodes of ejabberd, one of which is killed while people talk; takes some minutes.
test-cluster:
	@Tools/install-packages $(TO_BUILD) ejabberd openssl
	swift build --build-tests
	MINGLE_CLUSTER=1 swift test --skip-build --filter ClusterTests

# Feeds the layout engine what no one would type, for FUZZ seconds.
FUZZ ?= 600
fuzz:
	@Fuzz/run $(FUZZ)

# Random keys, pastes, clicks and resizes through the whole client, KEYS of them, which takes some ten minutes. What
# fails prints its seed; MINGLE_SEED=17 make test-keys runs that one again.
KEYS ?= 1000000
test-keys:
	@Tools/install-packages $(TO_BUILD)
	swift build --build-tests $(CHECKED)
	MINGLE_KEYS=$(KEYS) swift test --skip-build --filter RandomKeyTests

# Speeds, as ratios of one run: the machine is shared by others more often than not.
bench: build
	@Tools/install-packages $(TO_BUILD) python3
	@swift build $(RELEASE) --product mingle-bench
	@swift build $(RELEASE) --product mingle-bench-composer
	@Bench/run .build/release/mingle-bench
	@.build/release/mingle-bench-composer
	@swift build $(RELEASE) --product mingle-bench-pictures
	@.build/release/mingle-bench-pictures emoticons/classic .build/release/mingle-decode
	@Bench/animation $(PROGRAM)
	@Tools/xmpp/prepare
	@swift build $(RELEASE) --product XMPPBench
	@.build/release/XMPPBench
	@Bench/first-frame $(PROGRAM)

# Rooms of 100 to 1,000,000 messages; the first run takes minutes to make them.
bench-log: build
	@Tools/install-packages python3
	@Bench/log $(PROGRAM)

# The pictures of the README; KITTY names a kitty from 0.28 on.
screenshots: build
	@Tools/install-packages xvfb xterm xdotool imagemagick fonts-dejavu-core fonts-wqy-zenhei
	@Tools/screenshots $(PROGRAM) $(KITTY)

# All emoticons at three sizes in four numbers of colours, to be judged by looking: .build/contact-sheets/*.png.
contact-sheets: build
	@Tools/install-packages xvfb xterm ncurses-term imagemagick fonts-dejavu-core python3
	@Tools/contact-sheets $(PROGRAM) .build/contact-sheets $(KITTY)

# Beside other clients, as far as they can be installed; they talk to a server of the bench's own.
bench-clients: build
	@Tools/install-packages python3 tmux openssl weechat-curses irssi catgirl profanity poezio prosody
	@Bench/clients $(PROGRAM)

lint:
	swift format lint -r -p --strict Sources Tests Examples Package.swift

# The property tables of Unicode 17, from ICU 78.
tables:
	@Tools/unicode/prepare
	.build/oracle/bin/python Tools/unicode/generate.py Sources/UnicodeTables/Tables.swift

# Where bash, zsh and fish look for completions.
COMPLETIONS = bash-completion/completions/mingle zsh/site-functions/_mingle fish/vendor_completions.d/mingle.fish

install: build
	install -Dsm755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/mingle
	install -Dsm755 .build/release/mingle-decode $(DESTDIR)$(PREFIX)/libexec/mingle/mingle-decode
	install -d $(DESTDIR)$(PREFIX)/share/mingle $(DESTDIR)$(PREFIX)/share/man/man1
	cp -r emoticons $(DESTDIR)$(PREFIX)/share/mingle/
	install -Dm644 demo/garden.png $(DESTDIR)$(PREFIX)/share/mingle/demo/garden.png
	if test -e $(PROGRAM).commit; then install -m644 $(PROGRAM).commit $(DESTDIR)$(PREFIX)/share/mingle/commit; fi
	$(PROGRAM) manual > $(DESTDIR)$(PREFIX)/share/man/man1/mingle.1
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,$(dir $(COMPLETIONS)))
	$(PROGRAM) completions bash > $(DESTDIR)$(PREFIX)/share/$(word 1,$(COMPLETIONS))
	$(PROGRAM) completions zsh > $(DESTDIR)$(PREFIX)/share/$(word 2,$(COMPLETIONS))
	$(PROGRAM) completions fish > $(DESTDIR)$(PREFIX)/share/$(word 3,$(COMPLETIONS))
	install -Dm644 Tools/mingle.desktop $(DESTDIR)$(PREFIX)/share/applications/mingle.desktop
	install -Dm644 emoticons/classic/smile.png $(DESTDIR)$(PREFIX)/share/icons/hicolor/64x64/apps/mingle.png

# A Debian package that needs no Swift toolchain.
deb: build
	@Tools/install-packages dpkg-dev
	@Tools/make-deb $(PROGRAM) .build/deb

# The package on a fresh Debian in a folder, which takes a minute and needs root.
test-deb: deb
	@Tools/install-packages debootstrap
	@Tools/try-deb .build/deb/mingle_*.deb

# Draws the packs anew; a test compares what is committed with what the drawings make.
emoticons:
	@swift build $(RELEASE) --product EmoticonArt
	@for pack in emoticons/*/; do .build/release/EmoticonArt "$$pack" || exit 1; done
	@.build/release/EmoticonArt demo demo 160
