import CNcurses
import Glibc

/// Gives the terminal back when the program dies of a fatal signal, or ends without closing its driver.
///
/// ncurses is not safe in a signal handler. So all that is needed is made ready beforehand: one string that undoes
/// every mode, and the settings of the line as they were found. The handler makes three calls that POSIX allows there
/// (`write`, `tcsetattr`, `raise`) and touches memory only through one pointer, whose target never moves.
enum EmergencyRestore {
    /// Makes the restoring ready; the driver arms it when it takes the screen.
    static func prepare(settings: termios) {
        state.pointee.settings = settings
        guard !state.pointee.isInstalled else { return }
        state.pointee.isInstalled = true
        installAlternateStack()
        atexit(restoreAtExit)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT, SIGXCPU] {
            SignalPipe.handle(
                number, flags: SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER, by: restoreAndDie)
        }
    }

    /// From now on a crash writes `text` and resets the line.
    static func arm(_ text: [UInt8]) {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
        bytes.initialize(from: text, count: text.count)
        // The old string is left alone: a handler on another thread may be reading it. It happens a few times a run.
        state.pointee.isArmed = false
        state.pointee.bytes = bytes
        state.pointee.count = text.count
        state.pointee.isArmed = true
    }

    /// From now on the terminal is the way it was found.
    static func disarm() { state.pointee.isArmed = false }

    /// Sets the line as it was found, without waiting for what is still to be written.
    static func resetLine() { _ = tcsetattr(STDIN_FILENO, TCSANOW, &state.pointee.settings) }

    /// From now on a crash also leaves a note in the file `path`: the signal's number and where the program stood.
    static func leaveNotes(in path: String) {
        // The first call loads a library, which must not happen in a handler.
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 4)
        _ = backtrace(&frames, 4)
        // Like the restore string, it stays for life.
        state.pointee.note = UnsafePointer(strdup(path))
        if state.pointee.frames == nil { state.pointee.frames = .allocate(capacity: mostFrames) }
    }

    /// A stack of its own lets the handler run when the main thread's has overflowed.
    private static func installAlternateStack() {
        let size = 64 * 1024
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
    }
}

private struct RestoreState {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var settings = termios()
    var isArmed = false
    var isInstalled = false
    var note: UnsafePointer<CChar>?
    var frames: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
}

private let mostFrames = 64

// Written by the main thread before the handlers can read it; a race at worst restores twice or with the older string.
nonisolated(unsafe) private let state: UnsafeMutablePointer<RestoreState> = {
    let pointer = UnsafeMutablePointer<RestoreState>.allocate(capacity: 1)
    pointer.initialize(to: RestoreState())
    return pointer
}()

private func restore() {
    guard state.pointee.isArmed else { return }
    state.pointee.isArmed = false
    _ = write(STDOUT_FILENO, state.pointee.bytes, state.pointee.count)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &state.pointee.settings)
}

/// Writes `signal N` and the addresses of the calls, one a line, without allocating.
private func writeNote(_ number: Int32) {
    guard let note = state.pointee.note, let frames = state.pointee.frames else { return }
    state.pointee.note = nil
    let file = open(note, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    // Signal numbers have one or two digits.
    var line: (UInt8, UInt8, UInt8) = (UInt8(truncatingIfNeeded: 48 + number / 10 % 10), UInt8(48 + number % 10), 10)
    _ = write(file, "signal ", 7)
    _ = write(file, &line, 3)
    backtrace_symbols_fd(frames, backtrace(frames, Int32(mostFrames)), file)
    close(file)
}

private func restoreAtExit() { restore() }

private func restoreAndDie(_ number: Int32) {
    restore()
    writeNote(number)
    raise(number)
}
