import Glibc

/// The words after the program's name, and what they do.
let usage = """
    Usage: mingle-bench width|wrap60 FILE          print SECONDS COUNT of one pass over the lines of FILE
           mingle-bench lbreak|gbreak|cwidth FILE  print break places or cells for each line of code points
    """

/// Ends the program with a sentence on standard error.
func fail(_ sentence: String) -> Never {
    // The C variable `stderr` is shared state to Swift 6; the descriptor is not.
    _ = (sentence + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(2)
}

let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let command = words.first, let path = words.last else { fail(usage) }
guard let input = Input(path: path) else { fail("mingle-bench: cannot read \(path)") }
if let pass = Pass(rawValue: command) {
    let (seconds, sum) = pass.run(input)
    print(seconds, sum)
} else if let question = CodePointQuestion(rawValue: command) {
    for line in input.lines {
        print(question.answer(Substring(decoding: input.bytes[line], as: UTF8.self)))
    }
} else {
    fail(usage)
}
