import Glibc

/// Numbers of a drawing: `56+34*sin(t)`, without blanks.
///
/// `+ - * /`, brackets, numbers, names of the drawing, and the functions `sin`, `cos` (of turns: 1 is a whole one),
/// `abs`, `min(a,b)`, `max(a,b)` and `part(x)`, what is left of x behind the point.
struct Expression {
    private let text: [UInt8]
    private var place = 0
    private let names: [String: Double]

    /// The value of `text`, or nil when it is none.
    static func value(of text: some StringProtocol, _ names: [String: Double]) -> Double? {
        if let number = Double(text) { return number }
        var expression = Expression(text: Array(text.utf8), names: names)
        guard let value = expression.sum(), expression.place == expression.text.count, value.isFinite else {
            return nil
        }
        return value
    }

    private init(text: [UInt8], names: [String: Double]) {
        self.text = text
        self.names = names
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    private mutating func take(_ letter: Character) -> Bool {
        guard let next, next == letter.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func sum() -> Double? {
        guard var value = product() else { return nil }
        while true {
            if take("+") {
                guard let other = product() else { return nil }
                value += other
            } else if take("-") {
                guard let other = product() else { return nil }
                value -= other
            } else {
                return value
            }
        }
    }

    private mutating func product() -> Double? {
        guard var value = factor() else { return nil }
        while true {
            if take("*") {
                guard let other = factor() else { return nil }
                value *= other
            } else if take("/") {
                guard let other = factor() else { return nil }
                value /= other
            } else {
                return value
            }
        }
    }

    private mutating func factor() -> Double? {
        if take("-") { return factor().map { -$0 } }
        if take("(") {
            guard let value = sum(), take(")") else { return nil }
            return value
        }
        let start = place
        while let next, next >= 0x30 && next <= 0x39 || next == 0x2E { place += 1 }
        if place > start { return Double(String(decoding: text[start..<place], as: UTF8.self)) }
        while let next, next >= 0x61 && next <= 0x7A { place += 1 }
        let name = String(decoding: text[start..<place], as: UTF8.self)
        guard take("(") else { return names[name] }
        guard let first = sum() else { return nil }
        var second: Double?
        if take(",") {
            second = sum()
            if second == nil { return nil }
        }
        guard take(")") else { return nil }
        return Expression.call(name, first, second)
    }

    private static func call(_ name: String, _ first: Double, _ second: Double?) -> Double? {
        switch (name, second) {
        case ("sin", nil): sin(2 * .pi * first)
        case ("cos", nil): cos(2 * .pi * first)
        case ("abs", nil): abs(first)
        case ("part", nil): first - first.rounded(.down)
        case ("min", let second?): min(first, second)
        case ("max", let second?): max(first, second)
        default: nil
        }
    }
}
