import ChatUI
import CursesDriver
import Glibc
import RichText
import Terminal

/// `mingle doctor`: what the terminal answers, the libraries, and what is in force here.
struct Doctor {
    private let place: Place
    private let isReport: Bool
    private let home: String?

    /// With `--report` nothing personal is told: no names, no rooms, and no path that is not the standard one.
    init(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        place = try Place(invocation)
        isReport = invocation.has("--report")
        home = Environment.all["HOME"]
    }

    func run() throws(Failure) {
        var output = Output()
        let interview = Interview.held()
        try write("mingle \(Manual.version)", [], to: &output)
        try write("terminal", interview.lines(Environment.all), to: &output)
        try write("widths in cells, by Unicode and as drawn here", interview.widths, to: &output)
        try write("libraries", libraries, to: &output)
        try write("in force", settings, to: &output)
        try output.flush()
    }

    private func write(_ title: String, _ lines: [(String, String)], to output: inout Output) throws(Failure) {
        try output.line(title)
        for (name, value) in lines {
            let gap = String(repeating: " ", count: max(22 - name.count, 1))
            try output.line("  " + name + gap + HarmlessText.line(value))
        }
    }

    private var libraries: [(String, String)] {
        var text = [CChar](repeating: 0, count: 64)
        let count = confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return [
            ("ncurses", CursesDriver.libraryVersion),
            ("C library", count > 0 ? String(decoding: bytes, as: UTF8.self) : "not told"),
            ("locale", setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "none"),
        ]
    }

    private var settings: [(String, String)] {
        let isStandard = place.settings.archive == nil
        var lines = [
            ("archive", isReport && !place.isStandardArchive ? "not the standard file" : shortened(place.archivePath)),
            ("archive's size", size(of: place.archivePath)),
            ("settings", changed.isEmpty ? "the standard ones" : changed),
        ]
        if isReport {
            let name = place.settings.name == nil ? "the login's" : "chosen"
            lines += [("name", name), ("archive by settings", isStandard ? "no" : "yes")]
        } else {
            lines += [("name", place.me.name), ("id", place.me.id.text), ("room", place.room.text)]
        }
        return lines
    }

    /// What is set otherwise than by default, without what is personal.
    private var changed: String {
        let personal = ["name", "room", "archive", "bindings"]
        var settings = ChatState.Settings(catalogue: Packs.none)
        _ = settings.adopt(place.settings.entries)
        let all = SettingTable.all.filter { setting in
            !personal.contains(setting.key) && settings.value(of: setting) != setting.standard
        }
        return all.map { "\($0.key): \(settings.value(of: $0)?.source ?? "")" }.joined(separator: ", ")
    }

    /// Folders below one's home hold one's login.
    private func shortened(_ path: String) -> String {
        guard let home, home.count > 1, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    private func size(of path: String) -> String {
        var bytes: Int64 = 0
        var isThere = false
        for suffix in ["", "-wal"] {
            var status = stat()
            guard stat(path + suffix, &status) == 0 else { continue }
            isThere = true
            bytes += Int64(status.st_size)
        }
        return isThere ? "\(bytes) bytes" : "not there yet"
    }
}

/// What a terminal said when it was asked.
private struct Interview {
    let answers: TerminalAnswers?
    let colours: ColourDepth
    let size: Size
    let refusal: String?

    /// Asks the terminal, also while standard output goes into a file or a pipe.
    static func held() -> Interview {
        guard isatty(STDOUT_FILENO) == 0, isatty(STDIN_FILENO) == 1 else { return withOutput() }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        let output = dup(STDOUT_FILENO)
        guard terminal >= 0, output >= 0 else { return withOutput() }
        dup2(terminal, STDOUT_FILENO)
        defer {
            dup2(output, STDOUT_FILENO)
            close(output)
            close(terminal)
        }
        return withOutput()
    }

    /// Takes the terminal for as long as it answers, at most a second and a half.
    private static func withOutput() -> Interview {
        let driver: CursesDriver
        do throws(CursesError) {
            driver = try CursesDriver()
        } catch {
            return Interview(
                answers: nil, colours: .monochrome, size: Size(width: 0, height: 0), refusal: error.description)
        }
        defer { driver.close() }
        var frame = Frame(size: driver.size)
        frame.write("Asking the terminal …", x: 0, y: 0)
        driver.show(frame)
        let start = SystemClock.steady
        while driver.awaitsAnswers, !driver.answers.isComplete, SystemClock.steady - start < 1500 {
            var polled = driver.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&polled, nfds_t(polled.count), 100)
            if driver.read(now: SystemClock.steady).contains(.terminate) { break }
        }
        return Interview(answers: driver.answers, colours: driver.colourDepth, size: driver.size, refusal: nil)
    }

    func lines(_ environment: [String: String]) -> [(String, String)] {
        let variables = ["TERM", "COLORTERM", "NO_COLOR"].map { ($0, environment[$0] ?? "not set") }
        guard let answers else { return variables + [("screen", refusal ?? "none")] }
        let pixels = answers.cellPixels.map { "\($0.width) × \($0.height) pixels" } ?? "not told"
        let modes = [(2026, "synchronized output"), (1006, "mouse"), (1004, "focus"), (2004, "bracketed paste")]
        return variables + [
            ("name", answers.name ?? "not told"),
            ("all answers", answers.isComplete ? "came" : "did not come"),
            ("screen", "\(size.width) × \(size.height) cells"), ("cell", pixels), ("colours", "\(colours)"),
        ] + modes.map { ($1, Interview.word(answers.has(mode: $0))) } + [
            ("kitty's keyboard", answers.keyboard == nil ? "no" : "yes"),
            ("kitty's pictures", answers.others.contains { $0.hasSuffix(";OK") } ? "yes" : "no"),
            ("double size", answers.doublesSize ? "yes" : "no"),
            ("attributes", answers.attributes?.map(String.init).joined(separator: ";") ?? "not told"),
        ]
    }

    var widths: [(String, String)] {
        TerminalProbe.allCases.filter { $0 != .doubleSize }.map { probe in
            let drawn = answers?.widths[probe]
            let verdict = drawn.map { $0 > probe.width ? "drawn otherwise" : "" } ?? ""
            return (probe.rawValue, "\(probe.width)  \(drawn.map(String.init) ?? "–")  \(verdict)")
        }
    }

    private static func word(_ isKnown: Bool?) -> String {
        switch isKnown {
        case true?: "yes"
        case false?: "no"
        case nil: "not told"
        }
    }
}
