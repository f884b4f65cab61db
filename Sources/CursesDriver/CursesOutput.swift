import CNcurses
import Glibc

/// What ncurses writes, gathered, so that a frame reaches the terminal in one piece.
///
/// ncurses writes after each motion of the cursor, some forty times for a frame, and has no way to give it a buffer. So
/// it gets a copy of the terminal's descriptor, which leads into a file in memory while a frame is drawn.
final class CursesOutput {
    /// What ncurses is to write to.
    let file: UnsafeMutablePointer<FILE>
    private let descriptor: Int32
    /// The file in memory; -1 where the system has none, and ncurses then writes to the terminal directly.
    private let memory: Int32

    /// Whether what ncurses writes can be seen before the terminal sees it.
    var gathers: Bool { memory >= 0 }

    /// A copy of standard output; nil when the process may open no more files.
    init?() {
        let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return nil }
        guard let file = fdopen(descriptor, "w") else {
            _ = Glibc.close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.file = file
        memory = mingle_memory()
    }

    deinit {
        fclose(file)
        if memory >= 0 { _ = Glibc.close(memory) }
    }

    /// The bytes that ncurses writes while `body` runs, which are for the caller to write.
    func gather(_ body: () -> Void) -> [UInt8] {
        guard memory >= 0, mingle_redirect(memory, descriptor) >= 0 else {
            body()
            return []
        }
        body()
        _ = mingle_redirect(STDOUT_FILENO, descriptor)
        let count = Int(lseek(memory, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(pread(memory, buffer.baseAddress, count, 0), 0)
        }
        lseek(memory, 0, SEEK_SET)
        return bytes
    }
}
