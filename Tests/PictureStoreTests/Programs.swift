import FoundationEssentials
import Glibc
import PictureStore
import TestSupport

/// The programs that were built beside the tests, and the pictures that they are given.
enum Programs {
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    static let decoder = built("mingle-decode")
    static let probe = built("SandboxProbe")

    /// The folder of the test bundle holds the programs of the same build.
    static func built(_ name: String) -> String {
        let words = CommandLine.arguments
        let bundle = words.first { $0.hasSuffix(".xctest") } ?? words.dropFirst().first { $0.contains(".xctest/") }
        let path = bundle ?? words[0]
        let folder = path.components(upTo: ".xctest") ?? (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        return folder + "/" + name
    }

    /// The bytes of a sample picture.
    static func sample(_ name: String) -> [UInt8] { Files.bytes(repository + "/Tests/Samples/" + name) ?? [] }
}

extension String {
    /// The folder that holds the part of the path with that ending.
    fileprivate func components(upTo ending: String) -> String? {
        let parts = split(separator: "/", omittingEmptySubsequences: false)
        guard let place = parts.firstIndex(where: { $0.hasSuffix(ending) }) else { return nil }
        return parts[..<place].joined(separator: "/")
    }
}
