import UnicodeTables

/// The machine that finds clusters (UAX #29, extended grapheme clusters) and their cells in one pass.
///
/// One table entry per state and cell class tells three things about the next scalar: whether a cluster ends before
/// it, how many cells it adds, and the state after it. A state holds all that can matter later: where in the rules
/// the text stands, how wide the cluster is so far, and whether a variation selector would count. The entries are
/// filled from the rules below, once for each profile; no rule is looked at while text is measured.
struct ClusterMachine: @unchecked Sendable {
    // The memory is written before the value exists and never after: sharing it is safe.
    private let entries: UnsafePointer<UInt16>

    /// What the machine says of one scalar.
    struct Step {
        fileprivate let bits: UInt16
        /// Whether the scalar starts a cluster.
        @inline(__always) var startsCluster: Bool { bits & 0x1000 != 0 }
        /// The cells by which the text grows: −1 … 2.
        @inline(__always) var growth: Int { Int(bits >> 13 & 3) - 1 }
        /// Whether the scalar is a control: the only ones that can end a line or be a tab.
        @inline(__always) var isControl: Bool { bits & 0x8000 != 0 }
        /// The state after the scalar.
        @inline(__always) var state: UInt16 { bits & 0x0FFF }
    }

    /// The state before any text.
    static let start: UInt16 = 0
    /// The state after a plain character of one cell.
    static let afterPlain = number(.other, width: 1, isBase: false)
    /// The state after a plain character of two cells.
    static let afterWide = number(.other, width: 2, isBase: false)
    /// The state after a box or atomic text: marks join it, and nothing makes it wider.
    static let afterObject = number(.object, width: 1, isBase: false)
    /// The state inside a flag, after its first half.
    static let afterHalfFlag = number(.regional, width: 2, isBase: false)
    /// The state in which no variation selector counts.
    @inline(__always) static func withoutBase(_ state: UInt16) -> UInt16 { state & ~32 }
    /// Whether a letter after this state belongs to the cluster before it.
    @inline(__always) static func joinsLetters(_ state: UInt16) -> Bool { state / 192 == Context.prepend.rawValue }

    /// The step that a scalar of `cellClass` makes from `state`.
    @inline(__always)
    func step(_ state: UInt16, _ cellClass: Int) -> Step {
        Step(bits: entries[Int(state) | cellClass])
    }

    /// The machine of clusters, each of which takes cells once.
    static let clusters = ClusterMachine(.modern)

    /// The machine of a profile.
    static func machine(_ rule: WidthProfile.Rule) -> ClusterMachine {
        switch rule {
        case .modern: clusters
        case .wcwidth: capped
        case .legacy: scalars
        }
    }

    private static let capped = ClusterMachine(.wcwidth)
    private static let scalars = ClusterMachine(.legacy)

    /// How the text before a place bears on what follows.
    private enum Context: UInt16, CaseIterable {
        case start, other, carriageReturn, control, prepend, leading, vowel, trailing, regional
        case pictograph, joinedPictograph, consonant, conjunct, object
    }

    private static func number(_ context: Context, width: Int, isBase: Bool) -> UInt16 {
        (context.rawValue * 6 + UInt16(width) * 2 + (isBase ? 1 : 0)) * 32
    }

    private init(_ rule: WidthProfile.Rule) {
        let cells = PropertyTable.numbers(
            rule == .modern ? UnicodeTables.cells : UnicodeTables.otherCells, digits: 1)
        let count = Context.allCases.count * 6 * 32
        let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        for context in Context.allCases {
            for width in 0...2 {
                for isBase in [false, true] {
                    let row = Int(Self.number(context, width: width, isBase: isBase))
                    for cell in 0..<cells.count / 3 {
                        let segment = SegmentClass(rawValue: UInt8(cells[cell * 3])) ?? .other
                        let next = Self.next(context, width, isBase, segment, cells[cell * 3 + 1], rule)
                        memory[row | cell] =
                            Self.number(next.context, width: next.width, isBase: cells[cell * 3 + 2] == 1)
                            | (next.joins ? 0 : 0x1000) | UInt16(next.growth + 1) << 13
                            | (segment.isControl ? 0x8000 : 0)
                    }
                }
            }
        }
        entries = UnsafePointer(memory)
    }

    /// One entry, from the rules: UAX #29 for where clusters end, the profile's for their cells.
    private static func next(
        _ context: Context, _ width: Int, _ isBase: Bool, _ segment: SegmentClass, _ cells: Int,
        _ rule: WidthProfile.Rule
    ) -> (joins: Bool, growth: Int, context: Context, width: Int) {
        let joins = Self.joins(context, segment)
        if joins && context == .object { return (true, 0, .object, width) }
        var growth = cells
        if rule == .legacy {
            if segment == .spacingMark || segment == .regional { growth = 1 }
        } else if joins {
            switch segment {
            case .emojiSelector: growth = isBase && width == 1 ? 1 : 0
            case .textSelector: growth = isBase && width == 2 ? -1 : 0
            case .spacingMark where rule == .wcwidth: growth = cells > 0 ? cells : width == 0 ? 0 : 2 - width
            case .consonant where rule == .wcwidth: growth = 2 - width
            case _ where rule == .wcwidth && context == .prepend && !segment.extends: growth = cells
            default: growth = width == 0 ? cells : 0
            }
        }
        return (joins, growth, following(context, segment, joins: joins), joins ? min(width + growth, 2) : growth)
    }

    /// Whether no cluster ends between a text of `context` and a scalar of `segment` (GB3 to GB13).
    private static func joins(_ context: Context, _ segment: SegmentClass) -> Bool {
        if context == .carriageReturn && segment == .lineFeed { return true }
        if segment.isControl || [.start, .carriageReturn, .control].contains(context) { return false }
        if segment.extends || segment == .spacingMark || context == .prepend { return true }
        switch context {
        case .leading: return [.leading, .vowel, .syllable, .closedSyllable].contains(segment)
        case .vowel: return segment == .vowel || segment == .trailing
        case .trailing: return segment == .trailing
        case .regional: return segment == .regional
        case .joinedPictograph: return segment == .pictograph
        case .conjunct: return segment == .consonant
        default: return false
        }
    }

    /// The context after a scalar of `segment`.
    private static func following(_ context: Context, _ segment: SegmentClass, joins: Bool) -> Context {
        switch segment {
        case .carriageReturn: return .carriageReturn
        case .lineFeed, .control: return .control
        case .prepend: return .prepend
        case .leading: return .leading
        case .vowel, .syllable: return .vowel
        case .trailing, .closedSyllable: return .trailing
        case .regional: return context == .regional ? .other : .regional
        case .pictograph: return .pictograph
        case .consonant: return .consonant
        case .other, .spacingMark: return .other
        case .joiner where context == .pictograph: return .joinedPictograph
        case .linker where context == .consonant: return .conjunct
        case .plainExtend where context != .pictograph: return .other
        case .extend, .plainExtend, .linker, .joiner, .emojiSelector, .textSelector:
            // Marks leave an emoji or a conjunct open to what may still join it.
            return [.pictograph, .consonant, .conjunct].contains(context) ? context : .other
        }
    }
}

extension SegmentClass {
    /// Whether a cluster ends before and after it.
    var isControl: Bool { [.carriageReturn, .lineFeed, .control].contains(self) }
    /// Whether it extends what stands before it (GB9).
    var extends: Bool {
        [.extend, .plainExtend, .linker, .joiner, .emojiSelector, .textSelector].contains(self)
    }
}
