import Foundation

/// The program `CursesProbe`, and the files that one run of it needs.
final class Probe {
    let folder: URL
    let program: String
    var frames: String { folder.appendingPathComponent("frames").path }
    var log: String { folder.appendingPathComponent("log").path }

    /// Writes the screens to where the program will find them.
    init(screens: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mingle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        program = Probe.folderOfProducts(tests: tests).appendingPathComponent("CursesProbe").path
        try screens.joined(separator: "\u{C}").write(toFile: frames, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The lines that the program has logged so far.
    var events: [String] {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The tests may run inside a program of the toolchain; then the bundle that it has loaded tells where they are.
    private static func folderOfProducts(tests: URL) -> URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        return (bundle.map { URL(fileURLWithPath: $0) } ?? tests).deletingLastPathComponent()
    }
}
