import InlineLayout

/// Turns the bytes that a terminal sends into events.
///
/// A value without clock or input: bytes and the time come as arguments, in milliseconds from any fixed moment. Any
/// bytes are taken; control sequences of ECMA-48 that mean nothing here (CSI, SS3, OSC, DCS, SOS, PM, APC) are swallowed
/// whole and never typed; ill-formed UTF-8 gives U+FFFD. Where a stream is cut into reads makes no difference, but for
/// the code points of one cluster: they are one key press only when they arrive together.
///
/// ```swift
/// var decoder = KeyDecoder()
/// decoder.received([0x1B, 0x5B, 0x41], now: 0)  // [.key(KeyPress(.up))]
/// decoder.received([0x1B], now: 10)             // []: it may be the start of a sequence
/// decoder.elapsed(now: 60)                      // [.key(KeyPress(.escape))]
/// ```
public struct KeyDecoder: Sendable {
    /// Milliseconds without a byte after which a sequence that has begun and a paste that has not ended are given up. What
    /// can only be an answer of the terminal, or a key whose last byte is missing, is waited for without end.
    public static let patience: Int64 = 1000
    /// Bytes of a control sequence that are remembered; a longer one is swallowed.
    static let longestSequence = 128

    enum Mode: Equatable, Sendable {
        case ground
        /// ESC came; once more when `isAlt`.
        case escape
        /// `ESC [` and what follows.
        case control
        /// `ESC O` and what follows.
        case single
        /// OSC, DCS, SOS, PM or APC.
        case string
        /// ESC inside a string, which a backslash ends.
        case stringEscape
        /// `ESC [ [`, by which the Linux console begins F1 to F5.
        case console
        /// The three bytes after `ESC [ M` in the oldest form of mouse reports.
        case mouse
        /// Between the brackets of a paste.
        case paste
    }

    let keys: [[UInt8]: KeyPress]
    let escapeDelay: Int64
    var mode = Mode.ground
    /// The control sequence so far, from its (last) ESC on.
    var sequence: [UInt8] = []
    /// Whether a further ESC stands before the sequence, or before the character that is being read.
    var isAlt = false
    var paste = PasteCollector()
    var events: [TerminalEvent] = []
    /// Answers that nobody has taken yet.
    var answers: [TerminalAnswer] = []
    /// Whether questions were put to the terminal that it may still answer. A lone ESC then waits half a second for
    /// what may follow it: a slow line must not turn an answer into typed text.
    public var expectsAnswers = false {
        didSet { hasAsked = hasAsked || expectsAnswers }
    }
    private var hasAsked = false
    /// The beginning of a sequence of which time has made a key, until the next byte.
    private var stranded: [UInt8] = []
    /// Whether the terminal says that it has no bracketed paste: bytes that arrive together and hold a line break with
    /// more text behind it are then a paste. Where it does not say so, nothing is guessed.
    public var guessesPastes = false
    private var utf8 = IncrementalUTF8()
    private var typed = String.UnicodeScalarView()
    private var lastByte: Int64 = 0

    /// A decoder in its ground state.
    ///
    /// `escapeDelay` is how many milliseconds ESC waits for what may follow it. `keys` are byte strings that this
    /// terminal sends for keys, for example from terminfo: a single byte, ESC and a byte, or a CSI or SS3 sequence; they
    /// come before the usual meanings.
    public init(escapeDelay: Int64 = 50, keys: [[UInt8]: KeyPress] = [:]) {
        self.escapeDelay = max(escapeDelay, 0)
        self.keys = keys
    }

    /// Takes bytes that arrived together, and returns what they complete.
    public mutating func received(_ bytes: some Sequence<UInt8>, now: Int64) -> [TerminalEvent] {
        decideByTime(now)
        if hasAsked, mode == .ground, !stranded.isEmpty, LateAnswers.goOn(from: stranded, with: bytes) {
            for byte in stranded { take(byte) }
        }
        stranded.removeAll()
        if guessesPastes, mode == .ground, !utf8.isPending, let guess = PasteCollector.guess(Array(bytes)) {
            lastByte = now
            emitPaste(guess.text)
            for byte in guess.rest { take(byte) }
            return flush()
        }
        for byte in bytes {
            lastByte = now
            take(byte)
        }
        return flush()
    }

    /// Decides what has waited long enough: a lone ESC, `ESC [` as Alt-[, an unfinished sequence or paste.
    public mutating func elapsed(now: Int64) -> [TerminalEvent] {
        decideByTime(now)
        return flush()
    }

    /// When ``elapsed(now:)`` is to be called if nothing arrives before; nil when nothing waits.
    public var deadline: Int64? {
        switch mode {
        case .ground: nil
        case .escape: lastByte + startDelay
        case .paste: paste.hasNews ? lastByte + KeyDecoder.patience : nil
        default:
            LateAnswers.mayStillEnd(sequence, mode)
                ? nil : lastByte + (sequence.count <= 2 ? startDelay : KeyDecoder.patience)
        }
    }

    /// What the terminal has answered since the last call. Answers are never typed, whenever they come.
    public mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers.removeAll() }
        return answers
    }

    mutating func note(_ answer: TerminalAnswer) {
        // Far more than are ever asked for: a flood of them is not kept.
        if answers.count < 64 { answers.append(answer) }
    }

    private var startDelay: Int64 { expectsAnswers ? max(escapeDelay, KeyDecoder.patience / 2) : escapeDelay }

    private mutating func decideByTime(_ now: Int64) {
        // More than one step, since an ESC may stand at the end of a sequence that is given up.
        while let deadline, now >= deadline {
            if mode == .paste {
                emitPaste(paste.interrupted())
            } else {
                stranded = sequence.count <= 2 && !isAlt ? sequence : []
                abandon()
            }
        }
    }

    private mutating func flush() -> [TerminalEvent] {
        flushTyped()
        defer { events.removeAll() }
        return events
    }

    private mutating func take(_ byte: UInt8) {
        switch mode {
        case .ground: takeText(byte)
        case .paste: takePasted(byte)
        default: takeSequence(byte)
        }
    }

    mutating func takeText(_ byte: UInt8) {
        if byte >= 0x80 || utf8.isPending {
            switch utf8.take(byte) {
            case .pending: return
            case .scalar(let scalar): type(scalar)
            case .broken:
                type("\u{FFFD}")
                takeText(byte)
            }
        } else if byte == 0x1B {
            flushTyped()
            sequence = [byte]
            mode = .escape
        } else if byte < 0x20 || byte == 0x7F {
            flushTyped()
            press(keys[[byte]] ?? KeyPress(control: byte))
        } else {
            type(Unicode.Scalar(byte))
        }
    }

    private mutating func type(_ scalar: Unicode.Scalar) {
        // A C1 control written in UTF-8 is no key.
        let scalar = (0x80..<0xA0).contains(scalar.value) ? "\u{FFFD}" : scalar
        guard isAlt else { return typed.append(scalar) }
        isAlt = false
        press(KeyPress(.character(String(scalar)), .alt))
    }

    /// Gives out what was typed so far as key presses, one for each cluster.
    private mutating func flushTyped() {
        guard !typed.isEmpty else { return }
        for cluster in Clusters(String(typed)) { press(KeyPress(.character(String(cluster.text)))) }
        typed.removeAll()
    }

    private mutating func takePasted(_ byte: UInt8) {
        switch paste.take(byte) {
        case .continues: break
        case .ends(let text):
            mode = .ground
            emitPaste(text)
        }
    }

    private mutating func emitPaste(_ text: String) {
        if !text.isEmpty { events.append(.paste(text)) }
    }

    mutating func press(_ key: KeyPress) { events.append(.key(key)) }
}
