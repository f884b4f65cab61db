import Glibc
import InlineLayout

/// CPU seconds of this thread so far.
func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// One pass over all lines of a file.
enum Pass: String {
    /// Sums the cells.
    case width
    /// Counts the lines at 60 cells.
    case wrap60

    /// The CPU seconds of the pass, and its sum. A pass over the first lines goes before, so that tables are there.
    func run(_ input: Input) -> (seconds: Double, sum: Int) {
        _ = sum(input, input.lines.prefix(2000))
        let start = threadSeconds()
        let sum = sum(input, input.lines[...])
        return (threadSeconds() - start, sum)
    }

    private func sum(_ input: Input, _ lines: ArraySlice<Range<Int>>) -> Int {
        input.bytes.withUnsafeBufferPointer { bytes in
            switch self {
            case .width:
                return lines.reduce(0) { $0 + cells(UnsafeBufferPointer(rebasing: bytes[$1])) }
            case .wrap60:
                var starts: [Int] = []
                return lines.reduce(0) {
                    findLineStarts(UnsafeBufferPointer(rebasing: bytes[$1]), width: 60, into: &starts)
                    return $0 + starts.count
                }
            }
        }
    }
}

/// Prints for each line the offsets, in UTF-16, at which its wrapped lines start.
func printLineStarts(_ input: Input, width: Int) {
    var starts: [Int] = []
    for line in input.lines {
        input.bytes[line].withUnsafeBufferPointer { bytes in
            findLineStarts(bytes, width: width, into: &starts)
            var at = 0, units = 0
            let words = starts.map { start in
                units += String(decoding: bytes[at..<start], as: UTF8.self).utf16.count
                at = start
                return String(units)
            }
            print(words.joined(separator: " "))
        }
    }
}
