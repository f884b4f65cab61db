import Glibc
import Testing
import UnicodeTables

/// The tables against what they are made from.
@Suite struct TablesTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    private static let python = root + "/.build/oracle/bin/python"

    @Test(.enabled("Tools/unicode/prepare installs ICU 78") { access(python, X_OK) == 0 })
    func theGeneratorWritesTheSameFileAgain() throws {
        let copy = Self.root + "/.build/oracle/Tables.swift"
        let command = "'\(Self.python)' '\(Self.root)/Tools/unicode/generate.py' '\(copy)'"
        try #require(system(command) == 0)
        #expect(try text(of: copy) == text(of: Self.root + "/Sources/UnicodeTables/Tables.swift"))
    }

    @Test func theTablesSayWhatTheyAre() {
        #expect(UnicodeTables.unicodeVersion == "17.0.0")
        #expect(UnicodeTables.checksum.utf8.count == 16)
        #expect(UnicodeTables.index.utf8CodeUnitCount == 2 * 0x110000 / UnicodeTables.blockSize)
        #expect(UnicodeTables.blocks.utf8CodeUnitCount % (2 * UnicodeTables.blockSize) == 0)
        #expect(UnicodeTables.cells.utf8CodeUnitCount / 3 <= 64)
        #expect(LineClass.allCases.count <= 64)
    }

    private func text(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "rb"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}
