/// One answer of a terminal to a question.
public enum TerminalAnswer: Hashable, Sendable {
    /// Where the cursor stands (CPR), from 0; never in the first row, where it could not be told from F3.
    case cursor(Point)
    /// What the terminal is, by name and version (XTVERSION).
    case name(String)
    /// The numbers of the primary device attributes (DA1).
    case attributes([Int])
    /// Whether a private mode is known: 0 no, 1 set, 2 not set, 3 always set, 4 never (DECRQM).
    case mode(Int, Int)
    /// The flags of kitty's keyboard protocol that are in force.
    case keyboard(Int)
    /// A cell's width and height in pixels.
    case cellPixels(Size)
    /// A string that nobody here understands, from its introducer on, such as `_Gi=31;OK`.
    case other(String)

    /// Reads a complete CSI sequence, from its ESC to its last byte; nil for what is a key, and for what is no answer.
    init?(control bytes: [UInt8]) {
        guard bytes.count > 3, let final = bytes.last else { return nil }
        if final == 0x79, bytes[bytes.count - 2] == 0x24 {
            guard let mode = ControlSequence(bytes.dropLast(2) + [final]), mode.marker == 0x3F,
                let number = mode.first, let state = mode.number(1)
            else { return nil }
            self = .mode(number, state)
            return
        }
        guard let sequence = ControlSequence(bytes) else { return nil }
        switch (final, sequence.marker) {
        case (0x52, 0):
            guard let row = sequence.first, let column = sequence.number(1), row > 1, column > 0 else { return nil }
            self = .cursor(Point(x: column - 1, y: row - 1))
        case (0x63, 0x3F): self = .attributes(sequence.parameters.compactMap { $0.first ?? nil })
        case (0x75, 0x3F): self = .keyboard(sequence.first ?? 0)
        case (0x74, 0):
            guard sequence.first == 6, let height = sequence.number(1), let width = sequence.number(2), width > 0,
                height > 0
            else { return nil }
            self = .cellPixels(Size(width: width, height: height))
        default: return nil
        }
    }

    /// Reads a control string, from its ESC on and without its terminator; nil for an empty one.
    init?(string bytes: [UInt8]) {
        let body = String(decoding: bytes.dropFirst(), as: UTF8.self)
        guard body.utf8.count > 1 else { return nil }
        self = body.hasPrefix("P>|") ? .name(String(body.dropFirst(3))) : .other(body)
    }
}

/// All that a terminal has told about itself. What it did not tell is nil, and nothing is made of that.
public struct TerminalAnswers: Hashable, Sendable {
    /// Name and version, such as `kitty(0.41.1)`; control characters are left out.
    public private(set) var name: String?
    /// A second name: that of the terminal around a program such as tmux, which has told its own before.
    public private(set) var outerName: String?
    /// The primary device attributes. They are asked for last: when they are there, no more answers come.
    public private(set) var attributes: [Int]?
    /// What was told of private modes, by number: 0 for unknown, 1 set, 2 not set, 3 always set, 4 never.
    public private(set) var modes: [Int: Int] = [:]
    /// The flags of kitty's keyboard protocol, for a terminal that knows it.
    public private(set) var keyboard: Int?
    /// A cell's width and height in pixels, each at most 1,000.
    public private(set) var cellPixels: Size?
    /// The cells that the terminal took for each probe.
    public private(set) var widths: [TerminalProbe: Int] = [:]
    /// Control strings that answer the questions of others; at most 16.
    public private(set) var others: [String] = []

    /// The sides of a cell, in pixels, that a screen can have: what a terminal tells beyond them is a fault or a lie, and
    /// pictures would be made by it.
    private static let believedSides = 1...1_000

    private let size: Size

    /// No answer yet to the questions that were put on a screen of that size.
    public init(size: Size) { self.size = size }

    /// Whether all has been answered that will be.
    public var isComplete: Bool { attributes != nil }

    /// Whether the terminal has a private mode; nil when it does not tell.
    public func has(mode: Int) -> Bool? { modes[mode].map { (1...3).contains($0) } }

    /// Whether a frame can be one update (mode 2026).
    public var synchronizesOutput: Bool? { has(mode: 2026) }

    /// Whether text can be shown in double size (OSC 66).
    public var doublesSize: Bool { widths[.doubleSize] == 2 }

    /// Whether the terminal is tmux, which stands before another one.
    public var isTmux: Bool { name?.hasPrefix("tmux") == true }

    /// Whether the terminal is tmux of a version that keeps 21 bytes of a cluster.
    var cutsClusters: Bool {
        ["tmux 2", "tmux 3.0", "tmux 3.1", "tmux 3.2", "tmux 3.3"].contains { name?.hasPrefix($0) == true }
    }

    /// The same without what the terminal around tmux has told, which may be another one now.
    public var withoutOuter: TerminalAnswers {
        var result = self
        result.outerName = nil
        result.others = []
        return result
    }

    /// Takes an answer in. A probe is measured by the first report from its place.
    public mutating func note(_ answer: TerminalAnswer) {
        switch answer {
        case .cursor(let position):
            guard let (probe, cells) = TerminalProbe.measured(at: position, in: size) else { return }
            if widths[probe] == nil { widths[probe] = cells }
        case .name(let name):
            let scalars = name.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
            let told = String(String.UnicodeScalarView(scalars.prefix(60)))
            if self.name == nil { self.name = told } else { outerName = told }
        case .attributes(let numbers): attributes = numbers
        case .mode(let number, let state): if modes.count < 16 { modes[number] = state }
        case .keyboard(let flags): keyboard = flags
        case .cellPixels(let size):
            let sides = TerminalAnswers.believedSides
            if sides.contains(size.width), sides.contains(size.height) { cellPixels = size }
        case .other(let text): if others.count < 16 { others.append(text) }
        }
    }
}
