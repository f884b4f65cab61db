/// Why the program ends without having done what was asked: one line and an exit code (sysexits.h).
struct Failure: Error {
    /// Exit codes: the three that the program uses.
    enum Code: Int32 {
        /// Something went wrong, as told.
        case failure = 1
        /// The command line is wrong (EX_USAGE).
        case usage = 64
        /// Reading or writing failed (EX_IOERR).
        case inputOutput = 74
    }

    let sentence: String
    let code: Code

    init(_ sentence: String, _ code: Code = .failure) {
        self.sentence = sentence
        self.code = code
    }

    /// A failure of which each part was told when it was met.
    static let told = Failure("")

    static func usage(_ sentence: String) -> Failure { Failure(sentence + " (see mingle --help)", .usage) }
}
