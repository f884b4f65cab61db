import Glibc
import HTTP
import Synchronization

/// Puts files where a service wants them; each on a thread of its own, so that nothing waits for a slow line.
final class Uploader: Sendable {
    private struct State {
        var jobs: [String: Cancellation] = [:]
        var report: (@Sendable (UploadNews) -> Void)?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let client: HTTPClient

    /// Servers are believed that `authorities`, a PEM file, vouch for; those of the system if nil. All addresses are
    /// reached, since it is the account's own server that names them, and it may stand in the same private network.
    init(authorities: String?) {
        client = HTTPClient(
            largestAnswer: 1 << 16, milliseconds: 60_000, reach: .anywhere, authorities: authorities)
    }

    /// Tells `report` from now on how far each job is, from the threads of the jobs.
    func begin(report: @escaping @Sendable (UploadNews) -> Void) { state.withLock { $0.report = report } }

    /// Does what is wanted; never waits.
    func carryOut(_ order: UploadOrder) {
        switch order {
        case .cancel(let token): state.withLock { $0.jobs[token]?.cancel() }
        case .put(let job):
            let cancellation = Cancellation()
            let isNew = state.withLock { state in
                if state.isStopped { return false }
                state.jobs[job.token] = cancellation
                return true
            }
            guard isNew else { return }
            let isStarted = Uploader.begin { [self] in
                let reason = put(job, cancellation)
                tell(.ended(job.token, reason: reason), about: job.token)
            }
            if !isStarted { tell(.ended(job.token, reason: "no thread can be started"), about: job.token) }
        }
    }

    /// Gives everything up; nothing is told any more.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.report = nil
            for cancellation in state.jobs.values { cancellation.cancel() }
        }
    }

    private func tell(_ news: UploadNews, about token: String) {
        let report = state.withLock { state in
            if case .ended = news { state.jobs[token] = nil }
            return state.report
        }
        report?(news)
    }

    /// Puts a file somewhere, and returns why that was not possible.
    private func put(_ job: UploadJob, _ cancellation: Cancellation) -> String? {
        let file = open(job.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return "\(job.path): \(String(cString: strerror(errno)))" }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == job.size else {
            return HTTPFailure.unreadable.sentence
        }
        var told = 0.0
        do throws(HTTPFailure) {
            try client.put(
                descriptor: file, count: job.size, to: job.address,
                headers: ["Content-Type: " + job.mediaType] + job.headers, cancellation: cancellation
            ) { [self] sent, all in
                let part = all > 0 ? Double(sent) / Double(all) : 1
                // A bar has no more steps than that.
                guard part - told >= 0.005 else { return }
                told = part
                tell(.progress(job.token, part), about: job.token)
            }
            return nil
        } catch {
            return "the file did not arrive: " + error.sentence
        }
    }

    /// Runs `work` on a thread that nobody waits for.
    private static func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        let pointer = Unmanaged.passRetained(Work(run: work))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        guard pthread_create(&thread, &attributes, runWork, pointer.toOpaque()) == 0 else {
            pointer.release()
            return false
        }
        return true
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Where a thread begins.
private func runWork(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
