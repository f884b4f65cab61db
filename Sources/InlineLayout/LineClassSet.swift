import UnicodeTables

/// A set of line classes.
struct LineClassSet: ExpressibleByArrayLiteral {
    /// A bit for each class in the set.
    let bits: UInt64

    init(arrayLiteral classes: LineClass...) {
        bits = classes.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    private init(bits: UInt64) {
        self.bits = bits
    }

    /// Whether a class is in the set.
    @inline(__always) func contains(_ lineClass: LineClass) -> Bool { contains(Int(lineClass.rawValue)) }
    /// Whether a class is there and in the set.
    @inline(__always) func contains(_ lineClass: LineClass?) -> Bool { lineClass.map { contains($0) } ?? false }
    /// Whether the class of that number is in the set.
    @inline(__always) func contains(_ number: Int) -> Bool { bits >> UInt64(number) & 1 != 0 }
    /// The classes of either set.
    static func | (one: LineClassSet, other: LineClassSet) -> LineClassSet {
        LineClassSet(bits: one.bits | other.bits)
    }

    /// BK, CR, LF, NL: a line ends after them whatever follows.
    static let forcedBreaks: LineClassSet = [.bk, .cr, .lf, .nl]
    /// What belongs to the character before it (LB9).
    static let marks: LineClassSet = [.cm, .zwj]
    /// What marks do not belong to (LB10).
    static let markless: LineClassSet = [.bk, .cr, .lf, .nl, .sp, .zw]
    /// East_Asian_Width F, W or H, where a class has both kinds or only this one.
    static let eastAsian: LineClassSet = [
        .alEastAsian, .baEastAsian, .clEastAsian, .ebEastAsian, .em, .exEastAsian, .glEastAsian, .h2, .h3,
        .idEastAsian, .inseparableEastAsian, .jl, .nsEastAsian, .opEastAsian, .poEastAsian, .prEastAsian,
    ]
    static let alphabetic: LineClassSet = [.al, .alReserved, .alEastAsian, .dot, .hl]
    static let ideographic: LineClassSet = [.id, .idReserved, .idEastAsian, .eb, .ebEastAsian, .em]
    static let hangul: LineClassSet = [.jl, .jv, .jt, .h2, .h3]
    static let hyphens: LineClassSet = [.hy, .hh]
    static let closing: LineClassSet = [.cl, .clEastAsian, .cp]
    static let glue: LineClassSet = [.gl, .glEastAsian]
    static let opening: LineClassSet = [.op, .opEastAsian]
    static let nonstarters: LineClassSet = [.ns, .nsEastAsian]
    static let inseparable: LineClassSet = [.inseparable, .inseparableEastAsian]
    static let prefixes: LineClassSet = [.pr, .prEastAsian]
    static let postfixes: LineClassSet = [.po, .poEastAsian]
    static let aksaras: LineClassSet = [.ak, .dot, .aksaraStart]
}
