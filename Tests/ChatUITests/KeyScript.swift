#if canImport(Glibc)
    import Glibc
#endif

/// What a random run has done so far, where a handler of signals can reach it: a trap ends the process before anything
/// can be recorded.
enum KeyScript {
    /// Starts the script of the run with `seed`, and has it printed should the process trap.
    static func begin(seed: UInt64) {
        length = 0
        write("MINGLE_SEED=\(seed): trapped after")
        for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE] { Glibc.signal(signal, printScript) }
    }

    /// Adds what is done next.
    static func append(_ step: String) { write(" " + step) }

    private static func write(_ text: String) {
        for byte in text.utf8 where length < capacity - 1 {
            buffer[length] = byte
            length += 1
        }
    }
}

private let capacity = 1 << 20
nonisolated(unsafe) private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
nonisolated(unsafe) private var length = 0

private func printScript(_ number: Int32) {
    buffer[length] = 0x0A
    _ = Glibc.write(2, buffer, length + 1)
    signal(number, SIG_DFL)
    raise(number)
}
