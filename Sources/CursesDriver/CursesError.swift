/// Why a terminal cannot show a screen.
public enum CursesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// `TERM` is not set.
    case terminalUnknown
    /// The terminal of that name has no description, or one without a way to place the cursor.
    case terminalUnsuitable(String)
    /// The locale's encoding, which is named, is not UTF-8.
    case notUTF8(String)
    /// A pipe for signals could not be made; the number is `errno`.
    case noPipe(Int32)

    /// The reason as a sentence of one line.
    public var description: String {
        switch self {
        case .notATerminal: "Standard input and output must be a terminal."
        case .terminalUnknown: "The variable TERM is not set, so the terminal's kind is not known."
        case .terminalUnsuitable(let name): "A terminal of kind “\(name)” cannot show a screen."
        case .notUTF8(let name): "The locale's encoding is \(name), but UTF-8 is needed (for example LANG=C.UTF-8)."
        case .noPipe(let code): "A pipe for signals could not be made (error \(code))."
        }
    }
}
