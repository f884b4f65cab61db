import Foundation
import Testing

/// A terminal as it answers: what it says it is, and whether it says yes to kitty's question for graphics.
struct PlayedTerminal: CustomTestStringConvertible, Sendable {
    let name: String
    /// XTVERSION; nil where it does not answer.
    let version: String?
    let saysYes: Bool
    /// Whether it is played as tmux with this terminal around it, and whether tmux hands strings on.
    var tmux: Passthrough?
    /// Whether pictures are to come as pixels.
    let isKitty: Bool

    enum Passthrough: Sendable { case on, off }

    var testDescription: String { name }

    static let all = [
        PlayedTerminal(name: "kitty 0.41", version: "kitty(0.41.1)", saysYes: true, isKitty: true),
        PlayedTerminal(name: "kitty 0.26.5", version: "kitty(0.26.5)", saysYes: true, isKitty: false),
        PlayedTerminal(name: "Ghostty", version: "ghostty 1.2.0", saysYes: true, isKitty: true),
        PlayedTerminal(name: "iTerm2", version: "iTerm2 3.5.10", saysYes: true, isKitty: false),
        PlayedTerminal(name: "WezTerm", version: "WezTerm 20240203-110809", saysYes: true, isKitty: false),
        PlayedTerminal(name: "xterm", version: "XTerm(379)", saysYes: false, isKitty: false),
        PlayedTerminal(name: "one without a name", version: nil, saysYes: true, isKitty: false),
        PlayedTerminal(name: "a dumb one", version: nil, saysYes: false, isKitty: false),
        PlayedTerminal(
            name: "tmux in kitty, passing through", version: "kitty(0.41.1)", saysYes: true, tmux: .on, isKitty: true),
        PlayedTerminal(
            name: "tmux in kitty, passing nothing", version: "kitty(0.41.1)", saysYes: true, tmux: .off,
            isKitty: false),
        PlayedTerminal(
            name: "tmux in iTerm2, passing through", version: "iTerm2 3.5.10", saysYes: true, tmux: .on,
            isKitty: false),
    ]

    /// The answers to what the program asks, in the order in which they come.
    var answers: String {
        let yes = saysYes ? "\u{1B}_Gi=31;OK\u{1B}\\" : ""
        let name = version.map { "\u{1B}P>|\($0)\u{1B}\\" } ?? ""
        switch tmux {
        case nil: return name + "\u{1B}[6;20;10t" + yes + "\u{1B}[?62;c"
        case .on: return "\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[?62;c" + yes + name
        case .off: return "\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[?62;c"
        }
    }
}

/// The whole client on a terminal that is played: which bytes it is sent for pictures.
@Suite(.serialized) struct KittyClientTests {
    private static func program() -> String {
        if let named = ProcessInfo.processInfo.environment["MINGLE_PROGRAM"] { return named }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let release = root.appendingPathComponent(".build/release/mingle").path
        return FileManager.default.isExecutableFile(atPath: release)
            ? release : root.appendingPathComponent(".build/debug/mingle").path
    }

    private func start(_ played: PlayedTerminal, _ folder: URL, settings: String? = nil) throws -> PseudoTerminal {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var variables = [
            "HOME=\(folder.path)", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "TERM=xterm-256color",
            "COLORTERM=truecolor", "XDG_CACHE_HOME=\(folder.path)/cache",
        ]
        if played.tmux != nil { variables.append("TMUX=/tmp/nowhere,1,0") }
        let words = ["[smile]", "hello"]
        for word in words {
            let said = [KittyClientTests.program(), "send", "--as", "Ann", word]
            #expect(try run(said, environment: variables).code == 0)
        }
        var arguments = [KittyClientTests.program(), "--as", "Bea"]
        if let settings {
            let file = folder.appendingPathComponent("settings.json5")
            try settings.write(to: file, atomically: true, encoding: .utf8)
            arguments += ["--config", file.path]
        }
        let terminal = try PseudoTerminal(arguments, width: 80, height: 24, environment: variables)
        try terminal.wait("the room") { terminal.text.contains("hello") }
        return terminal
    }

    private func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mingle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(arguments: PlayedTerminal.all) func onlyTheRightOnesGetPixels(played: PlayedTerminal) throws {
        try inTemporaryFolder { folder in
            let terminal = try start(played, folder)
            let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
            if played.tmux == nil {
                #expect(terminal.text.contains(query))
            } else {
                #expect(
                    terminal.text.contains("\u{1B}Ptmux;\u{1B}" + query.replacing("\u{1B}\\", with: "\u{1B}\u{1B}\\")))
            }
            try terminal.type(played.answers)
            if played.isKitty {
                try terminal.wait("placeholders") { terminal.showsPlaceholders }
                let sent = "_Ga=T,U=1,i="
                let start = try #require(terminal.text.range(of: sent))
                let numbers = terminal.text[start.upperBound...].prefix { $0.isNumber }
                let number = try #require(UInt32(numbers))
                // The picture is sent before the cells that show it, and its number is their colour.
                let cells = try #require(terminal.text.unicodeScalars.firstIndex(of: "\u{10EEEE}"))
                #expect(start.lowerBound < cells)
                let colour = "38;2;\(number >> 16 & 255);\(number >> 8 & 255);\(number & 255)"
                try terminal.wait("the number as a colour") { terminal.text.contains(colour) }
                if played.tmux != nil { #expect(terminal.text.contains("\u{1B}Ptmux;\u{1B}\u{1B}" + sent)) }
                try terminal.type("\u{11}")
                #expect(try terminal.waitForEnd() == 0)
                #expect(terminal.text.contains("_Ga=d,d=I,i=\(number),q=2"), "nothing is left in the terminal")
            } else {
                try terminal.type("x")
                try terminal.wait("the key") { terminal.text.contains("x") }
                try terminal.type("\u{03}\u{11}")
                #expect(try terminal.waitForEnd() == 0)
                #expect(!terminal.text.contains("_Ga=T") && !terminal.showsPlaceholders)
                #expect(!terminal.text.contains("_Ga=d"), "nothing was sent that would have to go")
            }
        }
    }

    @Test func theSettingWinsOverTheTerminal() throws {
        try inTemporaryFolder { folder in
            let played = try #require(PlayedTerminal.all.first)
            let terminal = try start(played, folder, settings: "{ pictures: \"cells\" }")
            try terminal.type(played.answers)
            try terminal.type("x")
            try terminal.wait("the key") { terminal.text.contains("x") }
            try terminal.type("\u{03}\u{11}")
            #expect(try terminal.waitForEnd() == 0)
            #expect(!terminal.text.contains("_Ga=T"))
        }
    }

    /// tmux forgets pictures when another terminal shows its screen: by the focus one learns of it, or by a new size.
    @Test func throughTmuxPicturesAreSentAgain() throws {
        try inTemporaryFolder { folder in
            let played = try #require(PlayedTerminal.all.first { $0.tmux == .on && $0.isKitty })
            let terminal = try start(played, folder)
            try terminal.type(played.answers)
            try terminal.wait("placeholders") { terminal.showsPlaceholders }
            let start = try #require(terminal.text.range(of: "_Ga=T,U=1,i="))
            let number = terminal.text[start.upperBound...].prefix { $0.isNumber }
            let sent = "_Ga=T,U=1,i=\(number),"
            let times = { terminal.text.ranges(of: sent).count }
            // What comes with the focus or a size: the question, of which tmux swallows the first, and the answer.
            for (number, sign) in ["\u{1B}[O\u{1B}[I", nil].enumerated() {
                let pictures = times()
                // An answer that comes after the time for it counts for nothing; then it is asked once more.
                for attempt in 0..<10 where times() == pictures {
                    let questions = terminal.text.ranges(of: "_Gi=31,").count
                    if let sign {
                        try terminal.type(sign)
                    } else {
                        terminal.resize(width: 90 + attempt, height: 30 + number)
                    }
                    try terminal.wait("the question, again") {
                        terminal.text.ranges(of: "_Gi=31,").count > questions + 1
                    }
                    if attempt == 0 {
                        #expect(times() == pictures, "nothing is sent before there is somebody to take it")
                    }
                    try terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.41.1)\u{1B}\\")
                    try? terminal.wait("the same picture, for another terminal", seconds: 5) { times() > pictures }
                }
                #expect(times() > pictures)
            }
            try terminal.type("\u{11}")
            #expect(try terminal.waitForEnd() == 0)
        }
    }

    @Test func aCrashTakesThePicturesAlong() throws {
        try inTemporaryFolder { folder in
            let played = try #require(PlayedTerminal.all.first)
            let terminal = try start(played, folder)
            try terminal.type(played.answers)
            try terminal.wait("placeholders") { terminal.showsPlaceholders }
            kill(terminal.process, SIGSEGV)
            #expect(try terminal.waitForEnd() == -SIGSEGV)
            #expect(terminal.text.contains("_Ga=d,d=I,i="))
        }
    }
}

extension PseudoTerminal {
    /// Whether cells were drawn that stand for a part of a picture; with its marks each is one character.
    fileprivate var showsPlaceholders: Bool { text.unicodeScalars.contains("\u{10EEEE}") }
}
