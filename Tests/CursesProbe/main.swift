import CursesDriver
import Glibc
import Terminal

// The driver on a terminal, for tests: `CursesProbe FRAMES LOG`.
//
// FRAMES holds screens between form feeds; each line of one is a row, drawn from column 0, with a `|` in the last
// column, on which the cursor stands. Events are written to LOG, a line each. Space shows the next screen, `j` moves the
// cursor down, `c` colours every cell in a pair that was not there before, `r` turns the text's style round, `d` gives it a
// true colour, `l` shows wide characters in double size, `y` copies, `T` names the window like each row in turn, `q` ends
// the program in order, `e` ends it by exit() alone, Ctrl-Z stops it, and `!` makes it trap.

func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(contentsOf: buffer[..<count])
    }
}

/// A colour that nothing else has, for those who look at pictures of the screen.
let border = Style(background: .indexed(201))

/// Makes a link of every word that begins with `http`.
func link(_ line: String, y: Int, in frame: inout Frame) {
    var x = 0
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        if word.hasPrefix("http") {
            frame.write(String(word), x: x, y: y, style: Style(link: frame.link(to: String(word))))
        }
        x += word.count + 1
    }
}

func frame(of text: Substring, size: Size, style: Style, cursorRow: Int) -> Frame {
    var frame = Frame(size: size)
    for (y, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        frame.write(String(line), x: 0, y: y, style: style, maxWidth: size.width - 1)
        if line.contains("http") { link(String(line), y: y, in: &frame) }
    }
    for y in 0..<size.height { frame.write("|", x: size.width - 1, y: y, style: border) }
    frame.cursor = Point(x: size.width - 1, y: cursorRow % size.height)
    return frame
}

/// Puts every wide character in double size that has room for it.
func enlarge(_ frame: inout Frame) {
    for y in 0..<frame.size.height {
        for x in 0..<frame.size.width { frame.enlarge(x: x, y: y) }
    }
}

/// Gives each cell a pair of palette colours of its own; 65,536 pairs come before the first one comes again.
func colour(_ frame: inout Frame, round: Int) {
    for y in 0..<frame.size.height {
        for x in 0..<frame.size.width {
            let pair = (round * frame.size.height + y) * frame.size.width + x
            let foreground = Colour.indexed(UInt8(truncatingIfNeeded: pair))
            let background = Colour.indexed(UInt8(truncatingIfNeeded: pair >> 8))
            frame.restyle(Rect(x: x, y: y, width: 1, height: 1)) {
                $0 = Style(foreground: foreground, background: background)
            }
        }
    }
}

func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

func short(_ event: TerminalEvent) -> String {
    switch event {
    case .key(let key): "key \(key)"
    case .paste(let text): "paste \(text.utf8.count) \(text.prefix(40).debugDescription)"
    case .resize(let size): "resize \(size.width)x\(size.height)"
    case .mouse(let mouse): "mouse \(mouse.action) \(mouse.position.x),\(mouse.position.y)"
    case .focus(let isIn): "focus \(isIn)"
    case .resumed: "resumed"
    case .terminate: "terminate"
    }
}

func run(_ driver: CursesDriver, screens: [Substring], log: UnsafeMutablePointer<FILE>) {
    var current = 0
    var style = Style.plain
    var cursorRow = 0
    var titles = 0
    var round = 0
    var isLarge = false
    var hasAnswered = false
    fputs("open \(driver.size.width)x\(driver.size.height) \(driver.colourDepth)\n", log)
    while true {
        var next = frame(of: screens[current], size: driver.size, style: style, cursorRow: cursorRow)
        if round > 0 { colour(&next, round: round) }
        if isLarge { enlarge(&next) }
        driver.show(next)
        fputs("shown \(current)\n", log)
        fflush(log)
        var polled = driver.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&polled, nfds_t(polled.count), Int32(driver.nextDeadline(now: now()) ?? -1))
        let events = driver.read(now: now())
        if !driver.awaitsAnswers && !hasAnswered {
            hasAnswered = true
            fputs("answered\n", log)
            fflush(log)
        }
        for event in events {
            fputs(short(event) + "\n", log)
            switch event {
            case .key(KeyPress(.character("q"))), .terminate: return driver.close()
            case .key(KeyPress(.character("e"))): exit(3)
            case .key(KeyPress(.character("!"))): print(screens[screens.count + current])
            case .key(KeyPress(.character("j"))): cursorRow += 1
            case .key(KeyPress(.character("c"))): round += 1
            case .key(KeyPress(.character("l"))): isLarge = true
            case .key(KeyPress(.character("m"))): driver.setMouse(true)
            case .key(KeyPress(.character("d"))): style.foreground = .rgb(0x12, 0x34, 0x56)
            case .key(KeyPress(.character("y"))): driver.copy("clip ж")
            case .key(KeyPress(.character("t"))): driver.setTitle("a\u{1B}title")
            case .key(KeyPress(.character("T"))):
                let rows = screens[current].split(separator: "\n", omittingEmptySubsequences: false)
                if !rows.isEmpty { driver.setTitle(String(rows[titles % rows.count])) }
                titles += 1
            case .key(KeyPress(.character("r"))): style.attributes.formSymmetricDifference(.reverse)
            case .key(KeyPress(.character("z"), .control)): driver.suspend()
            case .key(KeyPress(.character(" "))): current = min(current + 1, screens.count - 1)
            default: break
            }
        }
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let log = fopen(arguments[2], "a") else { exit(64) }
do throws(CursesError) {
    // What a program might ask besides, where the test wants it to.
    let queries = getenv("PROBE_ASKS").map { Array(String(cString: $0).utf8) } ?? []
    let driver = try CursesDriver(furtherQueries: queries)
    run(
        driver, screens: contents(of: arguments[1]).split(separator: "\u{C}", omittingEmptySubsequences: false),
        log: log)
    fputs("closed\n", log)
} catch {
    print(error)
    exit(1)
}
