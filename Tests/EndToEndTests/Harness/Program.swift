import Foundation

/// The built program that the tests drive, and the repository that it comes from.
enum Program {
    /// The root of the repository.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// `$MINGLE_PROGRAM`; else the release build, which is what people get; else the debug build beside the tests.
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["MINGLE_PROGRAM"] { return named }
        let release = repository + "/.build/release/mingle"
        if FileManager.default.isExecutableFile(atPath: release) { return release }
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("mingle").path
    }()
}
