import UnicodeTables

/// What the rules of line breaking may ask about the two sides of a place.
///
/// All classes are those after LB9 and LB10: a mark is part of the character before it. The text itself answers
/// (``TextNeighbourhood``); and so does a pair of classes without any text (``PairTable``), which only notes that it was asked:
/// so the tables of pairs come from the rules themselves.
protocol BreakNeighbourhood {
    /// The class before the place.
    var left: LineClass { get }
    /// The class after it.
    var right: LineClass { get }
    /// Whether U+200D comes right before the place.
    var followsJoiner: Bool { get }
    /// The class before the blanks that end at the place, or nil where the text starts with them.
    mutating func leftBeyondBlanks() -> LineClass?
    /// The class before that one.
    mutating func leftBeyondQuotation() -> LineClass?
    /// The class before `left`.
    mutating func secondLeft() -> LineClass?
    /// The class after `right`.
    mutating func secondRight() -> LineClass?
    /// The class after that one.
    mutating func thirdRight() -> LineClass?
    /// Whether a number ends at the place: NU (SY | IS)*, and then one closing bracket if `closed`.
    mutating func followsNumber(closed: Bool) -> Bool
    /// Whether an odd number of regional indicators ends at the place.
    mutating func followsOddRegionals() -> Bool
}

/// The line breaking algorithm: UAX #14 of Unicode 17, rules LB4 to LB31 in their order, and its tailoring for chat.
enum LineBreakRules {
    /// Whether a line may end at a place that has text on both sides.
    @inline(__always)
    static func allowBreak(in text: inout some BreakNeighbourhood, forChat: Bool) -> Bool {
        let left = text.left, right = text.right
        // LB4 to LB7.
        if LineClassSet.forcedBreaks.contains(left) { return !(left == .cr && right == .lf) }
        if LineClassSet.markless.contains(right) { return false }
        // LB8, LB8a.
        let beyond = left == .sp ? text.leftBeyondBlanks() : left
        if beyond == .zw { return true }
        if text.followsJoiner { return false }
        if let answer = aroundPunctuation(left, right, beyond, &text) { return answer }
        if let answer = aroundQuotation(left, right, &text) { return answer }
        if let answer = aroundObjects(left, right, &text) { return answer }
        if forChat && left == .nu && LineClassSet.ideographic.contains(right) { return false }
        return !staysTogether(left, right, &text)
    }

    /// LB11 to LB18.
    @inline(__always)
    private static func aroundPunctuation(
        _ left: LineClass, _ right: LineClass, _ beyond: LineClass?, _ text: inout some BreakNeighbourhood
    ) -> Bool? {
        if left == .wj || right == .wj || LineClassSet.glue.contains(left) { return false }
        if LineClassSet.glue.contains(right) && !beforeGlue.contains(left) { return false }
        if beforeNothing.contains(right) || LineClassSet.opening.contains(beyond) { return false }
        if beyond == .quPi {
            let before = text.leftBeyondQuotation()
            if before == nil || beforeOpeningQuotation.contains(before) { return false }
        }
        if right == .quPf {
            let after = text.secondRight()
            if after == nil || afterClosingQuotation.contains(after) { return false }
        }
        if right == .infix { return left == .sp && text.secondRight() == .nu }
        if LineClassSet.closing.contains(beyond) && LineClassSet.nonstarters.contains(right) { return false }
        if beyond == .b2 && right == .b2 { return false }
        return left == .sp ? true : nil
    }

    /// LB19, LB19a.
    @inline(__always)
    private static func aroundQuotation(
        _ left: LineClass, _ right: LineClass, _ text: inout some BreakNeighbourhood
    ) -> Bool? {
        if right == .qu || right == .quPf || left == .qu || left == .quPi { return false }
        if right == .quPi {
            if !LineClassSet.eastAsian.contains(left) { return false }
            if !LineClassSet.eastAsian.contains(text.secondRight()) { return false }
        }
        if left == .quPf {
            if !LineClassSet.eastAsian.contains(right) { return false }
            if !LineClassSet.eastAsian.contains(text.secondLeft()) { return false }
        }
        return nil
    }

    /// LB20 to LB22.
    @inline(__always)
    private static func aroundObjects(
        _ left: LineClass, _ right: LineClass, _ text: inout some BreakNeighbourhood
    ) -> Bool? {
        if left == .cb || right == .cb { return true }
        let followsHyphen = LineClassSet.hyphens.contains(left)
        if followsHyphen && LineClassSet.alphabetic.contains(right) {
            let before = text.secondLeft()
            if before == nil || beforeWordHyphen.contains(before) { return false }
        }
        if nonstarting.contains(right) || left == .bb { return false }
        if followsHyphen && right != .hl && text.secondLeft() == .hl { return false }
        if left == .sy && right == .hl { return false }
        return LineClassSet.inseparable.contains(right) ? false : nil
    }

    /// LB23 to LB30b.
    @inline(__always)
    private static func staysTogether(
        _ left: LineClass, _ right: LineClass, _ text: inout some BreakNeighbourhood
    ) -> Bool {
        let leftIsLetter = LineClassSet.alphabetic.contains(left)
        let rightIsLetter = LineClassSet.alphabetic.contains(right)
        let rightIsAffix = affixes.contains(right)
        if leftIsLetter && (rightIsLetter || right == .nu || rightIsAffix) { return true }
        if rightIsLetter && (left == .nu || affixes.contains(left) || left == .infix) { return true }
        if LineClassSet.prefixes.contains(left) && LineClassSet.ideographic.contains(right) { return true }
        if LineClassSet.ideographic.contains(left) && LineClassSet.postfixes.contains(right) { return true }
        if inNumber(left, right, &text) || inSyllable(left, right, &text) { return true }
        if (leftIsLetter || left == .nu) && right == .op { return true }
        if left == .cp && (rightIsLetter || right == .nu) { return true }
        if left == .ri && right == .ri && text.followsOddRegionals() { return true }
        return right == .em && emojiBases.contains(left)
    }

    /// LB25.
    @inline(__always)
    private static func inNumber(
        _ left: LineClass, _ right: LineClass, _ text: inout some BreakNeighbourhood
    ) -> Bool {
        if affixes.contains(right) {
            if left == .nu { return true }
            if left == .sy || left == .infix { return text.followsNumber(closed: false) }
            if LineClassSet.closing.contains(left) { return text.followsNumber(closed: true) }
        }
        if right == .nu {
            if beforeNumber.contains(left) { return true }
            return left == .sy && text.followsNumber(closed: false)
        }
        if affixes.contains(left) && LineClassSet.opening.contains(right) {
            let second = text.secondRight()
            return second == .nu || second == .infix && text.thirdRight() == .nu
        }
        return false
    }

    /// LB26 to LB28a.
    @inline(__always)
    private static func inSyllable(
        _ left: LineClass, _ right: LineClass, _ text: inout some BreakNeighbourhood
    ) -> Bool {
        let leftIsHangul = LineClassSet.hangul.contains(left)
        if leftIsHangul {
            if left == .jl && afterLeading.contains(right) { return true }
            if (left == .jv || left == .h2) && (right == .jv || right == .jt) { return true }
            if (left == .jt || left == .h3) && right == .jt { return true }
            return LineClassSet.postfixes.contains(right)
        }
        if LineClassSet.prefixes.contains(left) && LineClassSet.hangul.contains(right) { return true }
        let rightIsAksara = LineClassSet.aksaras.contains(right)
        if left == .ap { return rightIsAksara }
        if LineClassSet.aksaras.contains(left) {
            if right == .vf || right == .vi { return true }
            return rightIsAksara && text.secondRight() == .vf
        }
        return left == .vi && (right == .ak || right == .dot) && LineClassSet.aksaras.contains(text.secondLeft())
    }

    private static let beforeGlue: LineClassSet = [.sp, .ba, .baEastAsian, .hy, .hh]
    private static let beforeNothing: LineClassSet = [.cl, .clEastAsian, .cp, .ex, .exEastAsian, .sy]
    private static let beforeOpeningQuotation: LineClassSet = [
        .bk, .cr, .lf, .nl, .op, .opEastAsian, .qu, .quPi, .quPf, .gl, .glEastAsian, .sp, .zw,
    ]
    private static let afterClosingQuotation: LineClassSet = [
        .sp, .gl, .glEastAsian, .wj, .cl, .clEastAsian, .qu, .quPi, .quPf, .cp, .ex, .exEastAsian, .infix, .sy,
        .bk, .cr, .lf, .nl, .zw,
    ]
    private static let beforeWordHyphen: LineClassSet = [.bk, .cr, .lf, .nl, .sp, .zw, .cb, .gl, .glEastAsian]
    private static let nonstarting: LineClassSet = [.ba, .baEastAsian, .hh, .hy, .ns, .nsEastAsian]
    private static let affixes: LineClassSet = [.pr, .prEastAsian, .po, .poEastAsian]
    private static let beforeNumber: LineClassSet = [
        .nu, .po, .poEastAsian, .pr, .prEastAsian, .hy, .infix,
    ]
    private static let afterLeading: LineClassSet = [.jl, .jv, .h2, .h3]
    private static let emojiBases: LineClassSet = [.eb, .ebEastAsian, .idReserved, .alReserved]
}
