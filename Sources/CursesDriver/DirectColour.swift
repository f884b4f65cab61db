import CNcurses
import Glibc

/// True colour for terminals whose description has only a palette.
///
/// Many terminals show any red, green and blue and say so in `COLORTERM`, but go by a name whose description ends at
/// 256 colours. A description of our own is derived from theirs once, by ncurses' own tools, and kept in the cache
/// folder. It keeps the palette too: numbers below 256 are places in it, the others are colours.
enum DirectColour {
    /// What the names of derived descriptions begin with.
    static let prefix = "mingle-"

    /// The capabilities that make colours direct, in the place of the terminal's own.
    private static let capabilities = [
        "RGB", "colors#0x1000000", "pairs#0x7fff", colour("setaf", "3"), colour("setab", "4"),
    ]

    /// A screen with a derived description; nil where there is none, and the terminal's own is to be used.
    static func newScreen(_ output: UnsafeMutablePointer<FILE>) -> OpaquePointer? {
        guard let name = CursesDriver.variable("TERM"), isWanted(name), let folder = folder(),
            access(file(name, in: folder), R_OK) == 0 || derive(name, into: folder)
        else { return nil }
        // The library is told of the folder for as long as it reads the description, and no longer: programs that are
        // started from here must not inherit it.
        let before = CursesDriver.variable("TERMINFO")
        setenv("TERMINFO", folder, 1)
        defer {
            if let before { setenv("TERMINFO", before, 1) } else { unsetenv("TERMINFO") }
        }
        return mingle_newterm(prefix + name, output)
    }

    /// Whether this terminal shows true colour and somebody wants to see it.
    private static func isWanted(_ name: String) -> Bool {
        guard let told = CursesDriver.variable("COLORTERM"), ["truecolor", "24bit"].contains(told),
            CursesDriver.variable("NO_COLOR") == nil
        else { return false }
        let isPlain = name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "-+._".utf8.contains($0) }
        return isPlain && name.utf8.count <= 40 && !name.contains("direct") && !name.hasPrefix(".")
    }

    /// The folder of derived descriptions, one for each version of ncurses, whose entries they were.
    private static func folder() -> String? {
        var base = CursesDriver.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        if base == nil, let home = CursesDriver.variable("HOME"), home.hasPrefix("/") { base = home + "/.cache" }
        let version = String(cString: curses_version()).split(separator: " ").last ?? "0"
        return base.map { $0 + "/mingle/terminfo-" + version }
    }

    private static func file(_ name: String, in folder: String) -> String {
        folder + "/" + prefix.prefix(1) + "/" + prefix + name
    }

    /// Makes the description; false when it cannot be made, which costs nothing but the colours.
    private static func derive(_ name: String, into folder: String) -> Bool {
        guard let (code, text) = Tool.run(["infocmp", "-x", "-1", name], input: []), code == 0,
            let source = source(from: String(decoding: text, as: UTF8.self), name: name)
        else { return false }
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            mkdir(path, 0o700)
        }
        // Made beside its place and moved there whole: another client may be starting now.
        let aside = folder + "/new-\(getpid())"
        mkdir(aside, 0o700)
        mkdir(folder + "/" + prefix.prefix(1), 0o700)
        defer {
            rmdir(aside + "/" + prefix.prefix(1))
            rmdir(aside)
        }
        guard let (made, _) = Tool.run(["tic", "-x", "-o", aside, "/dev/stdin"], input: Array(source.utf8)), made == 0
        else { return false }
        return rename(file(name, in: aside), file(name, in: folder)) == 0
    }

    /// The terminal's description with direct colours, under another name; nil when it has no palette of 256.
    static func source(from text: String, name: String) -> String? {
        let replaced = ["colors#", "pairs#", "setaf=", "setab=", "setf=", "setb=", "initc=", "initp=", "oc=", "ccc,"]
        var lines: [Substring] = []
        var hasPalette = false
        for line in text.split(separator: "\n") where line.hasPrefix("\t") {
            let capability = line.dropFirst()
            if capability.hasPrefix("colors#0x100,") || capability.hasPrefix("colors#256,") { hasPalette = true }
            if capability == "RGB," || capability.hasPrefix("RGB#") { return nil }
            if !replaced.contains(where: { capability.hasPrefix($0) }) { lines.append(line) }
        }
        guard hasPalette else { return nil }
        let own = capabilities.map { "\t" + $0 + "," }
        return ([prefix + name + "|derived with direct colours,"] + own + lines.map(String.init))
            .joined(separator: "\n") + "\n"
    }

    private static func colour(_ capability: String, _ digit: String) -> String {
        let red = "%p1%{65536}%/%d"
        let green = "%p1%{256}%/%{255}%&%d"
        let blue = "%p1%{255}%&%d"
        return "\(capability)=\\E[%?%p1%{8}%<%t\(digit)%p1%d%e%p1%{256}%<%t\(digit)8;5;%p1%d"
            + "%e\(digit)8;2;\(red);\(green);\(blue)%;m"
    }
}
