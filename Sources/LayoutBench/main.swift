import Glibc

/// The words after the program's name, and what they do.
let usage = """
    Usage: mingle-bench width|wrap60 FILE             print SECONDS COUNT of one pass over the lines of FILE
           mingle-bench starts WIDTH FILE             print for each line where its wrapped lines start, in UTF-16
           mingle-bench lbreak|gbreak|cwidth FILE     print break places or cells for each line of code points
           mingle-bench corpus ascii|cjk|emoji|mixed  print 8 MB of chat lines
           mingle-bench layout                        time messages of all sizes at all widths
    """

/// Ends the program with a sentence on standard error.
func fail(_ sentence: String) -> Never {
    // The C variable `stderr` is shared state to Swift 6; the descriptor is not.
    _ = (sentence + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(2)
}

/// The file at `path`, or the end of the program.
func load(_ path: String) -> Input {
    guard let input = Input(path: path) else { fail("mingle-bench: cannot read \(path)") }
    return input
}

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first ?? "", words.count) {
case ("corpus", 2):
    guard let corpus = Corpus(rawValue: words[1]) else { fail(usage) }
    guard let lines = corpus.lines() else { fail("mingle-bench: the texts for \(words[1]) are not installed") }
    lines.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while case let count = write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count),
            count > 0
        {
            rest = rest.dropFirst(count)
        }
    }
case ("starts", 3):
    guard let width = Int(words[1]) else { fail(usage) }
    printLineStarts(load(words[2]), width: width)
case ("layout", 1):
    printLayoutTables()
case (let command, 2):
    if let pass = Pass(rawValue: command) {
        let (seconds, sum) = pass.run(load(words[1]))
        print(seconds, sum)
    } else if let question = CodePointQuestion(rawValue: command) {
        let input = load(words[1])
        for line in input.lines {
            print(question.answer(Substring(decoding: input.bytes[line], as: UTF8.self)))
        }
    } else {
        fail(usage)
    }
default: fail(usage)
}
