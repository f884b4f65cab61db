import CNcurses
import Glibc
import Terminal

/// The terminal of this process: shows frames, and tells what its user does.
///
/// ncurses owns the grid and terminfo; an ``Overlay`` adds what it cannot draw. One driver lives at a time, on the main
/// thread. The terminal is given back as it was found by ``close()``, when the driver goes away, when the process exits
/// or dies of a fatal signal, and for the time that it is stopped. SIGTERM, SIGHUP and SIGINT end nothing by
/// themselves: they come as ``TerminalEvent/terminate``.
public final class CursesDriver {
    /// Columns and rows, never less than 1 × 1 nor more than 2000 each way.
    public private(set) var size: Size
    /// Whether a frame is bracketed as one update (mode 2026); set when the terminal announces it.
    public var synchronizesOutput = false
    /// What the terminal has told about itself so far. It is asked when the first frame is shown, and never waited for.
    public internal(set) var answers: TerminalAnswers

    private let screen: OpaquePointer
    let output: CursesOutput
    private let scrolls: Bool
    private let capabilities: Overlay.Capabilities
    private let signals: SignalPipe
    var grid: ScreenGrid
    var decoder: KeyDecoder
    var modes = TerminalModes()
    var interview = Interview.toCome
    let furtherQueries: [UInt8]
    /// The answers of whoever may sit behind tmux now, while they come in.
    var renewal: Renewal?
    /// How often the terminal around tmux has told of itself anew: each time it may be another one, which has nothing of
    /// what was sent to the one before.
    public internal(set) var renewals = 0
    /// What the terminal is told when it is given back for good, or when the process dies.
    public var parting: [UInt8] = [] {
        didSet { if isReady { EmergencyRestore.arm(parting + modes.restoring) } }
    }
    private var pause = InputPause()
    /// What is on the screen; nil when that is not known.
    private var shown: Frame?
    /// What happened while the program was stopped.
    /// The signals that came while the terminal was another program's.
    private var arrivedWhileReleased: Set<Int32> = []
    private var waiting: [TerminalEvent] = []
    private var isOpen = true
    private var isGone = false

    /// Takes the terminal. `escapeDelay` is how many milliseconds a lone ESC waits for what may follow it.
    ///
    /// Throws, and leaves the terminal alone, when standard input or output is no terminal, when its kind is unknown or
    /// unsuitable, or when the locale is not UTF-8. A locale of plain ASCII, which is what is set where nobody set one,
    /// gives way to `C.UTF-8`. The variable `NO_COLOR`, if not empty, keeps colours off. `furtherQueries` are put to the
    /// terminal with the driver's own; what answers them is found in ``TerminalAnswers/others``.
    public init(escapeDelay: Int = 50, furtherQueries: [UInt8] = []) throws(CursesError) {
        try CursesDriver.checkSurroundings()
        let pipe = try SignalPipe()
        let settings = TerminalLine.settings
        guard let output = CursesOutput(), let screen = CursesDriver.openScreen(output.file),
            let address = mingle_capability("cup")
        else {
            pipe.close()
            throw .terminalUnsuitable(CursesDriver.variable("TERM") ?? "")
        }
        self.screen = screen
        self.output = output
        scrolls = output.gathers && CursesDriver.canScroll()
        signals = pipe
        capabilities = Overlay.Capabilities(
            address: address, wrapOff: TerminalModes.capability("rmam"), wrapOn: TerminalModes.capability("smam"),
            strikeOn: TerminalModes.capability("smxx"), strikeOff: TerminalModes.capability("rmxx"))
        grid = ScreenGrid(
            pairs: ColourPairs(isWanted: CursesDriver.variable("NO_COLOR") == nil),
            strikes: !capabilities.strikeOn.isEmpty && !capabilities.strikeOff.isEmpty)
        decoder = KeyDecoder(escapeDelay: Int64(escapeDelay), keys: KeyTable.read())
        let size = Size(width: Int(getmaxx(mingle_stdscr())), height: Int(getmaxy(mingle_stdscr())))
        self.size = size
        self.furtherQueries = furtherQueries
        answers = TerminalAnswers(size: size)
        EmergencyRestore.prepare(settings: settings)
        EmergencyRestore.arm(parting + modes.restoring)
        signals.open()
        TerminalLine.write(modes.entering)
        adoptSize()
    }

    deinit { close() }

    /// Whether the terminal is ours and there.
    var isReady: Bool { isOpen && !isGone }

    /// How many colours are shown.
    public var colourDepth: ColourDepth { grid.pairs.depth }

    /// What is to be polled for reading: the terminal, and the pipe that signals come through.
    public var descriptors: [Int32] { isGone || !isOpen ? [signals.descriptor] : [STDIN_FILENO, signals.descriptor] }

    /// Milliseconds until ``read(now:)`` is to be called even if nothing arrives; nil when nothing waits.
    public func nextDeadline(now: Int64) -> Int? {
        let deadlines = [decoder.deadline, renewal?.end].compactMap { $0 }
        return waiting.isEmpty ? deadlines.min().map { Int(max($0 - now, 0)) } : 0
    }

    /// What has happened since the last call; never waits. `now` is in milliseconds from any fixed moment.
    public func read(now: Int64) -> [TerminalEvent] {
        guard isOpen else { return [] }
        var events = takeWaiting() + signals.drain().flatMap { received($0) }
        guard !isGone else { return events }
        let (bytes, isGone) = TerminalLine.drain()
        events += bytes.isEmpty ? decoder.elapsed(now: now) : decoder.received(bytes, now: now)
        hear(now: now)
        if events.contains(where: CursesDriver.mayBringAnother) { askAgain(now: now) }
        if !bytes.isEmpty, pause.ends(at: now) { askAgain(now: now, isGuess: true) }
        if isGone {
            self.isGone = true
            events.append(.terminate)
        }
        return events
    }

    /// Shows a frame. One of another size is shown from its top left corner, with blanks where it has nothing.
    public func show(_ frame: Frame) {
        guard isOpen, !isGone else { return }
        if interview == .toCome { ask() }
        var bytes: [UInt8] = []
        var changes = differences(of: frame)
        if scrolls, let shown, shown.size == size, changes.count > 2,
            let plan = ScrollPlan(from: shown, to: frame, differing: changes.map(\.row))
        {
            (bytes, self.shown) = move(plan, from: shown)
            changes = differences(of: frame)
        }
        var rows = draw(frame, changes, mayFallBack: false)
        if rows == nil {
            grid.sweep(for: frame)
            rows = draw(frame, changes, mayFallBack: true)
        }
        var cursor = Point(x: 0, y: 0)
        let written = output.gather {
            cursor = placeCursor(frame.cursor)
            wnoutrefresh(mingle_stdscr())
            doupdate()
        }
        bytes += written
        if shown != nil, ScrollTrace.moves(written) {
            // What ncurses moved by itself may lack glyphs, also in rows that look as before.
            shown = nil
            rows = draw(frame, differences(of: frame), mayFallBack: true)
        }
        // Only now: both find the colours that are in force in one place of ncurses.
        var overlay = Overlay(capabilities)
        for (y, row) in rows ?? [] { overlay.write(row, y: y) }
        bytes += overlay.finish(cursor: cursor)
        if !bytes.isEmpty {
            let isUpdate = synchronizesOutput
            TerminalLine.write(isUpdate ? CursesDriver.updateBegins + bytes + CursesDriver.updateEnds : bytes)
        }
        shown = frame
    }

    /// Hands the terminal bytes that show nothing by themselves and move no cursor, as pictures for placeholder cells.
    public func transmit(_ bytes: [UInt8]) {
        if isReady { TerminalLine.write(bytes) }
    }

    /// Sounds the bell.
    public func bell() {
        if isOpen { beep() }
    }

    /// Asks for mouse events, or for none.
    public func setMouse(_ isOn: Bool) {
        guard isOpen, modes.mouse != isOn else { return }
        modes.mouse = isOn
        modes.motion = false
        EmergencyRestore.arm(parting + modes.restoring)
        TerminalLine.write(Array((isOn ? TerminalModes.mouseOn : TerminalModes.mouseOff).utf8))
    }

    /// Asks for every motion of the mouse, or only for those with a button down; mouse events are to be asked for first.
    public func followPointer(_ isOn: Bool) {
        guard isOpen, modes.mouse, modes.motion != isOn else { return }
        modes.motion = isOn
        TerminalLine.write(Array((isOn ? TerminalModes.motionOn : TerminalModes.motionOff).utf8))
    }

    /// Names the window, where terminfo tells that titles are understood as xterm does (`XT`, or a status line that is
    /// the title, as kitty has it). Control characters are left out, and what follows the 200th code point.
    public func setTitle(_ title: String) {
        let isKnown = mingle_flag("XT") != 0 || TerminalModes.capability("tsl").starts(with: [0x1B, 0x5D, 0x32, 0x3B])
        guard isOpen, isKnown else { return }
        let harmless = title.unicodeScalars.lazy.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        let text = String(String.UnicodeScalarView(harmless.prefix(200)))
        let putAway = modes.title ? "" : TerminalModes.titlePutAway
        modes.title = true
        EmergencyRestore.arm(parting + modes.restoring)
        TerminalLine.write(Array("\(putAway)\u{1B}]2;\(text)\u{07}".utf8))
    }

    /// Makes the next frame be drawn whole, whatever the terminal is believed to show.
    public func redraw() {
        shown = nil
        clearok(mingle_stdscr(), true)
    }

    /// Gives the terminal back, stops the process group as Ctrl-Z does elsewhere, and takes the terminal again when the
    /// process goes on. The next ``read(now:)`` then tells ``TerminalEvent/resumed``.
    public func suspend() { stop(wholeGroup: true) }

    /// Gives the terminal to `work`, which may be another program that runs in it, and takes it again. What the stop and
    /// interrupt keys did meanwhile was meant for that program.
    public func whileReleased<Result>(_ work: () -> Result) -> Result {
        guard isOpen else { return work() }
        TerminalLine.write(modes.leaving)
        endwin()
        EmergencyRestore.disarm()
        let result = work()
        let isToEnd = isToldToEnd
        arrivedWhileReleased = []
        retake()
        waiting += adoptSize() + [.resumed]
        if isToEnd {
            waiting.append(.terminate)
        } else {
            SignalPipe.goOn()
        }
        return result
    }

    /// Readable when a signal has arrived: to be polled while the terminal is another program's.
    public var signalDescriptor: Int32 { signals.descriptor }

    /// Whether one was told to end while the terminal is another program's (``whileReleased(_:)``).
    public var isToldToEnd: Bool {
        arrivedWhileReleased.formUnion(signals.drain())
        return !arrivedWhileReleased.isDisjoint(with: [SIGTERM, SIGHUP])
    }

    /// Gives the terminal back as it was found. Calling it again does nothing.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        TerminalLine.write(parting + modes.leaving)
        if SignalPipe.isEnding {
            // ncurses would wait for a terminal that takes nothing.
            TerminalLine.write(output.gather { endwin() })
            EmergencyRestore.resetLine()
        } else {
            endwin()
        }
        EmergencyRestore.disarm()
        signals.close()
        delscreen(screen)
    }
}

extension CursesDriver {
    /// The rows that differ from what is shown, from the top, and in which columns.
    private func differences(of frame: Frame) -> [(row: Int, columns: Range<Int>)] {
        var changes: [(row: Int, columns: Range<Int>)] = []
        for y in 0..<size.height {
            guard let shown, shown.size == frame.size, frame.size.width == size.width else {
                if shown?.row(y, equalsThatOf: frame) != true { changes.append((y, 0..<size.width)) }
                continue
            }
            let columns = frame.difference(inRow: y, from: shown)
            if !columns.isEmpty { changes.append((y, columns)) }
        }
        return changes
    }

    /// Brings what changed to ncurses, and returns what the overlay has to draw of it; nil when the colour pairs ran out.
    private func draw(
        _ frame: Frame, _ changes: [(row: Int, columns: Range<Int>)], mayFallBack: Bool
    ) -> [(Int, [ScreenGrid.Drawn])]? {
        var rows: [(Int, [ScreenGrid.Drawn])] = []
        for (y, columns) in changes {
            let row = grid.draw(
                frame, row: y, columns: columns, width: size.width, isLast: y == size.height - 1,
                mayFallBack: mayFallBack)
            guard let row else { return nil }
            if !row.isEmpty { rows.append((y, row)) }
        }
        return rows
    }

    /// The marks of an update that the terminal shows at once (mode 2026).
    private static let updateBegins = Array("\u{1B}[?2026h".utf8)
    private static let updateEnds = Array("\u{1B}[?2026l".utf8)

    /// Shows the same frame once more, after the way of drawing has changed.
    func showAgain() {
        guard let frame = shown else { return }
        shown = nil
        show(frame)
    }

    private func placeCursor(_ cursor: Point?) -> Point {
        let cursor = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
        curs_set(cursor == nil ? 0 : 1)
        let place = cursor ?? Point(x: 0, y: 0)
        wmove(mingle_stdscr(), Int32(place.y), Int32(place.x))
        return place
    }

    private func received(_ signal: Int32) -> [TerminalEvent] {
        switch signal {
        case SIGWINCH: return adoptSize()
        case SIGTSTP:
            stop(wholeGroup: false)
            return takeWaiting()
        case SIGCONT:
            retake()
            return adoptSize() + [.resumed]
        default: return [.terminate]
        }
    }

    /// Brings ncurses' screen to the terminal's size.
    @discardableResult
    private func adoptSize() -> [TerminalEvent] {
        guard let real = TerminalLine.size, real != size else { return [] }
        resizeterm(Int32(real.height), Int32(real.width))
        size = real
        redraw()
        return [.resize(real)]
    }

    private func stop(wholeGroup: Bool) {
        guard isOpen else { return }
        TerminalLine.write(modes.leaving)
        endwin()
        EmergencyRestore.disarm()
        signals.stop(wholeGroup: wholeGroup)
        let arrived = signals.drain()
        retake()
        waiting += adoptSize() + [.resumed]
        if arrived.contains(where: { $0 != SIGCONT && $0 != SIGWINCH }) { waiting.append(.terminate) }
    }

    private func takeWaiting() -> [TerminalEvent] {
        defer { waiting.removeAll() }
        return waiting
    }

    /// Takes the terminal after the process was stopped, by itself or by a signal that nobody can catch.
    private func retake() {
        // Leaving the other screen twice would put the cursor of the shell where it was the first time. Only a stop
        // that nobody can catch finds the terminal still taken.
        if !isendwin() { endwin() }
        doupdate()
        EmergencyRestore.arm(parting + modes.restoring)
        TerminalLine.write(modes.entering)
        redraw()
    }
}
