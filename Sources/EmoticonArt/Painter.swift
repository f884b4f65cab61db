import Glibc

/// Why a drawing cannot be made: a line of a source and what is wrong with it.
struct DrawingMistake: Error {
    let line: String
    let reason: String
}

/// Carries out the lines of a drawing.
///
///     disc INK x y r            oval INK x y rx ry         box INK x y w h [round r]
///     heart INK x y r           drop INK x y r             star INK x y r
///     shape INK x y x y …       blob INK x y x y …         (corners, or a curve through them)
///     stroke INK width x y …    curve INK width x y …      arc INK width x y r from to
///     … edge INK width          outlines a filled shape
///     mirror …                  draws it at the left and at the right
///     shift x y, turn degrees, grow factor                 for what follows, until `back`
///     let name value            use part
struct Painter {
    private let pack: PackSource
    private let isSmall: Bool
    private var names: [String: Double]
    private var moves: [(Point) -> Point] = []
    private(set) var canvas: Canvas

    /// Draws `lines` at the time `t`, from 0 to 1, on a square of `side` pixels.
    static func paint(
        _ lines: [String], of pack: PackSource, side: Int, t: Double, isSmall: Bool
    ) throws(DrawingMistake) -> Canvas {
        var painter = Painter(pack: pack, isSmall: isSmall, names: ["t": t], canvas: Canvas(side: side))
        try painter.draw(lines)
        return painter.canvas
    }

    private mutating func draw(_ lines: [String]) throws(DrawingMistake) {
        for line in lines { try draw(line) }
    }

    private mutating func draw(_ line: String) throws(DrawingMistake) {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first else { return }
        switch verb {
        case "let":
            guard words.count == 3 else { throw DrawingMistake(line: line, reason: "needs a name and a value") }
            names[words[1]] = try numbers(words[2...], line)[0]
        case "use":
            guard words.count == 2, let part = pack.parts[words[1]] else {
                throw DrawingMistake(line: line, reason: "names no part")
            }
            try draw(isSmall ? part.bold ?? part.lines : part.lines)
        case "back": moves = []
        case "shift", "turn", "grow": try move(verb, numbers(words.dropFirst(), line), line)
        case "mirror":
            let rest = words.dropFirst().joined(separator: " ")
            try paint(rest, mirrored: false)
            try paint(rest, mirrored: true)
        default: try paint(line, mirrored: false)
        }
    }

    private mutating func move(_ verb: String, _ values: [Double], _ line: String) throws(DrawingMistake) {
        switch (verb, values.count) {
        case ("shift", 2): moves.append { Point(x: $0.x + values[0], y: $0.y + values[1]) }
        case ("grow", 1):
            moves.append { Point(x: 50 + ($0.x - 50) * values[0], y: 50 + ($0.y - 50) * values[0]) }
        case ("turn", 1):
            let (sine, cosine) = (sin(values[0] * .pi / 180), cos(values[0] * .pi / 180))
            moves.append { point in
                let (x, y) = (point.x - 50, point.y - 50)
                return Point(x: 50 + x * cosine - y * sine, y: 50 + x * sine + y * cosine)
            }
        default: throw DrawingMistake(line: line, reason: "has the wrong number of numbers")
        }
    }

    private mutating func paint(_ line: String, mirrored: Bool) throws(DrawingMistake) {
        var words = line.split(separator: " ").map(String.init)
        var edge: (ink: SIMD4<Float>, width: Double)?
        if words.count > 3, words[words.count - 3] == "edge" {
            edge = (try ink(words[words.count - 2], line), try numbers(words.suffix(1), line)[0])
            words.removeLast(3)
        }
        var round = 0.0
        if words.count > 2, words[words.count - 2] == "round" {
            round = try numbers(words.suffix(1), line)[0]
            words.removeLast(2)
        }
        guard words.count > 2 else { throw DrawingMistake(line: line, reason: "is too short") }
        let ink = try ink(words[1], line)
        let values = try numbers(words.dropFirst(2), line)
        let scale = Double(canvas.side) / 100
        if let width = Painter.penWidth(words[0], values) {
            let path = placed(try Painter.openPath(words[0], values, line), mirrored)
            canvas.stroke(path, width: width * scale, isClosed: false, ink)
        } else {
            let path = placed(try Painter.closedPath(words[0], values, round, line), mirrored)
            canvas.fill(path, ink)
            if let edge { canvas.stroke(path, width: edge.width * scale, isClosed: true, edge.ink) }
        }
    }

    /// The path where it is meant to be, in pixels.
    private func placed(_ path: Path, _ mirrored: Bool) -> Path {
        let scale = Double(canvas.side) / 100
        return path.map { point in
            var point = mirrored ? Point(x: 100 - point.x, y: point.y) : point
            for move in moves.reversed() { point = move(point) }
            return Point(x: point.x * scale, y: point.y * scale)
        }
    }

    private static func penWidth(_ verb: String, _ values: [Double]) -> Double? {
        ["stroke", "curve", "arc"].contains(verb) ? values[0] : nil
    }

    private static func openPath(_ verb: String, _ values: [Double], _ line: String) throws(DrawingMistake) -> Path {
        if verb == "arc" {
            guard values.count == 6 else { throw DrawingMistake(line: line, reason: "needs six numbers") }
            return .ellipse(values[1], values[2], values[3], values[3], from: values[4], to: values[5])
        }
        let path = try points(values.dropFirst(), line)
        return verb == "curve" ? path.smoothed(isClosed: false) : path
    }

    private static func closedPath(
        _ verb: String, _ values: [Double], _ round: Double, _ line: String
    ) throws(DrawingMistake) -> Path {
        switch (verb, values.count) {
        case ("disc", 3): .ellipse(values[0], values[1], values[2], values[2])
        case ("oval", 4): .ellipse(values[0], values[1], values[2], values[3])
        case ("box", 4): .box(values[0], values[1], values[2], values[3], round: round)
        case ("heart", 3): .heart(values[0], values[1], values[2])
        case ("drop", 3): .drop(values[0], values[1], values[2])
        case ("star", 3): .star(values[0], values[1], values[2])
        case ("shape", _): try points(values[...], line)
        case ("blob", _): try points(values[...], line).smoothed(isClosed: true)
        default: throw DrawingMistake(line: line, reason: "is no verb with so many numbers")
        }
    }

    private static func points(_ values: ArraySlice<Double>, _ line: String) throws(DrawingMistake) -> Path {
        guard values.count % 2 == 0, values.count >= 2 else {
            throw DrawingMistake(line: line, reason: "needs pairs of numbers")
        }
        let values = Array(values)
        return Path(points: stride(from: 0, to: values.count, by: 2).map { Point(x: values[$0], y: values[$0 + 1]) })
    }

    private func numbers(_ words: some Collection<String>, _ line: String) throws(DrawingMistake) -> [Double] {
        var values: [Double] = []
        for word in words {
            guard let value = Expression.value(of: word, names) else {
                throw DrawingMistake(line: line, reason: "cannot be read: \(word)")
            }
            values.append(value)
        }
        if values.isEmpty { throw DrawingMistake(line: line, reason: "needs numbers") }
        return values
    }

    private func ink(_ name: String, _ line: String) throws(DrawingMistake) -> SIMD4<Float> {
        guard let colour = pack.inks[name]?.colour else { throw DrawingMistake(line: line, reason: "no ink \(name)") }
        return SIMD4(Float(colour.red), Float(colour.green), Float(colour.blue), 255) / 255
    }
}
