import ChatUI
import Foundation
import Testing

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

@Suite struct DocumentTests {
    /// The README's list of keys and commands is the program's own. `RECORD=1` writes it, and fails all the same, so
    /// that a recording run is never taken for a passing one.
    @Test func theReadmeListsTheKeysOfTheTable() throws {
        let file = root.appendingPathComponent("README.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- keys -->\n"))
        let end = try #require(text.range(of: "<!-- /keys -->"))
        let listed = text[start.upperBound..<end.lowerBound]
        if ProcessInfo.processInfo.environment["RECORD"] != nil {
            let recorded = text[..<start.upperBound] + Reference.markdown + "\n" + text[end.lowerBound...]
            try String(recorded).write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(String(listed) == Reference.markdown + "\n", "RECORD=1 make test writes it")
    }

    @Test(arguments: ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "Makefile", ".ci/run"])
    func documentsSpeakOfMingleAlone(name: String) throws {
        let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
        #expect(!text.contains("/work/"), "a path of one machine")
        #expect(!text.isEmpty)
    }

    @Test func theContinuousIntegrationRunsTheTestCommandAndNothingElse() throws {
        let text = try String(contentsOf: root.appendingPathComponent(".ci/run"), encoding: .utf8)
        let commands = text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.isEmpty }
        #expect(commands == ["set -euo pipefail", "cd \"$(dirname \"$0\")/..\"", "exec make test"])
    }

    /// The table of what nobody is believed names tests that are there.
    @Test func everyCheckOfTheTableHasItsTests() throws {
        let text = try String(contentsOf: root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { row in
            row.hasPrefix("| ") && row.dropFirst(2).prefix { $0.isNumber }.isEmpty == false
        }
        #expect(rows.compactMap { Int($0.dropFirst(2).prefix { $0.isNumber }) } == Array(1...18))
        var tests: Set<String> = []
        let files = FileManager.default.enumerator(
            at: root.appendingPathComponent("Tests"), includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "func ").dropFirst() {
                tests.insert(String(line.prefix { $0.isLetter || $0.isNumber }))
            }
        }
        for row in rows {
            let names = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            #expect(!names.isEmpty && names.allSatisfy { tests.contains($0) }, "\(row)")
        }
    }
}
