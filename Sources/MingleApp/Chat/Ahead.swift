import Glibc

/// Work that goes on in a thread of its own until its result is needed.
final class Ahead<Value: Sendable>: Sendable {
    private let box: Box
    private let thread: pthread_t?
    private let work: @Sendable () -> Value

    // Written by the thread before it ends, and read after it was waited for.
    private final class Box: @unchecked Sendable { var result: Value? }

    /// Begins `work`. Where the system has no thread left, it is done when its result is asked for.
    init(_ work: @escaping @Sendable () -> Value) {
        let box = Box()
        let task = Unmanaged.passRetained(Task { box.result = work() })
        var thread = pthread_t()
        let isRunning = pthread_create(&thread, nil, runTask, task.toOpaque()) == 0
        if !isRunning { task.release() }
        self.box = box
        self.work = work
        self.thread = isRunning ? thread : nil
    }

    /// Waits for the result; to be called once.
    func wait() -> Value {
        if let thread { pthread_join(thread, nil) }
        return box.result ?? work()
    }
}

private final class Task {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
}

// C calls it from the new thread, where a closure would be taken for one of the main thread's.
private func runTask(_ task: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let task else { return nil }
    Unmanaged<Task>.fromOpaque(task).takeRetainedValue().body()
    return nil
}
