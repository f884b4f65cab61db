import UnicodeTables

/// What the engine knows of each scalar: 16 bits, found by two loads.
///
/// The tables are unpacked once, on first use, and live as long as the program.
struct PropertyTable: @unchecked Sendable {
    // The memory is written before the value exists and never after: sharing it is safe.
    private let index: UnsafePointer<UInt16>
    private let records: UnsafePointer<UInt16>

    /// The table of ``UnicodeTables``.
    static let shared = PropertyTable(UnicodeTables.palette)
    /// The same with the cell classes of the profiles that follow other programs.
    static let others = PropertyTable(UnicodeTables.otherPalette)

    private init(_ palette: StaticString) {
        let palette = Self.numbers(palette, digits: 3)
        let blocks = Self.numbers(UnicodeTables.blocks, digits: 2)
        let index = Self.numbers(UnicodeTables.index, digits: 2)
        self.index = Self.kept(index.map { UInt16($0) })
        self.records = Self.kept(blocks.map { UInt16(palette[$0]) })
    }

    /// The record of a scalar value below 0x110000.
    @inline(__always)
    subscript(scalar: UInt32) -> Record {
        let block = Int(index[Int(scalar >> 7)]) << 7
        return Record(bits: records[block | Int(scalar & 0x7F)])
    }

    /// The record of an ASCII byte: the first block is theirs.
    @inline(__always)
    subscript(ascii byte: UInt8) -> Record { Record(bits: records[Int(byte)]) }

    /// The numbers that a table writes with `digits` base-64 digits each.
    static func numbers(_ table: StaticString, digits: Int) -> [Int] {
        let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        return stride(from: 0, to: bytes.count, by: digits).map { start in
            (0..<digits).reduce(0) { $0 | Self.digit(bytes[start + $1]) << (6 * $1) }
        }
    }

    /// The value of a digit: its place in `#`…`[`, `]`…`_`, `a`…`d`.
    private static func digit(_ byte: UInt8) -> Int {
        Int(byte) - (byte < 0x5C ? 0x23 : byte < 0x60 ? 0x24 : 0x25)
    }

    private static func kept(_ values: [UInt16]) -> UnsafePointer<UInt16> {
        let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafePointer(memory)
    }
}

/// The properties of one scalar.
struct Record {
    /// Line class, cell class × 64, in a word × 4096.
    let bits: UInt16

    /// The number of its ``LineClass``.
    @inline(__always) var lineClass: Int { Int(bits & 0x3F) }
    /// The number of its class in ``ClusterMachine``.
    @inline(__always) var cellClass: Int { Int(bits >> 6 & 0x3F) }
    /// Whether it is a letter or digit of a word that blanks set apart.
    @inline(__always) var isInWord: Bool { bits & 0x1000 != 0 }
}

extension Record {
    /// Whether it is a forced break of UAX #14: BK, CR, LF or NL.
    @inline(__always) var endsLine: Bool {
        LineClassSet.forcedBreaks.contains(lineClass)
    }
}
