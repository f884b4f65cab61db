/// The marks that number rows and columns in placeholder cells: in the order of their code points, those of Unicode's
/// combining class 230 that are no part of a composed letter. The protocol goes on to 297; so many are enough here.
enum KittyMarks {
    static let scalars: [Unicode.Scalar] = ranges.flatMap { range in range.compactMap(Unicode.Scalar.init) }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F, 0x0346...0x0346,
        0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B, 0x0363...0x036F, 0x0483...0x0487,
        0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1, 0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF,
        0x05C4...0x05C4, 0x0610...0x0617,
    ]
}
