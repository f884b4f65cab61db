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
        index = Self.unpacked(UnicodeTables.index) { UInt16($0) }
        records = palette.withUnsafeBufferPointer { palette in
            Self.unpacked(UnicodeTables.blocks) { UInt16(palette[$0]) }
        }
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

    /// The numbers of two digits each that a table writes, each as `make` has it. A plain loop: every start waits for it.
    @inline(__always)
    private static func unpacked(_ table: StaticString, _ make: (Int) -> UInt16) -> UnsafePointer<UInt16> {
        let digits = table.utf8Start
        let count = table.utf8CodeUnitCount / 2
        let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: count)
        for place in 0..<count {
            let number = digit(digits[2 * place]) | digit(digits[2 * place + 1]) << 6
            (memory + place).initialize(to: make(number))
        }
        return UnsafePointer(memory)
    }

    /// The value of a digit: its place in `#`…`[`, `]`…`_`, `a`…`d`.
    @inline(__always)
    private static func digit(_ byte: UInt8) -> Int {
        Int(byte) - (byte < 0x5C ? 0x23 : byte < 0x60 ? 0x24 : 0x25)
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
