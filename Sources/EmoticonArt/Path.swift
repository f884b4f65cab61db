import Glibc

/// A point of a drawing, whose square goes from (0, 0) at the top left to (100, 100).
struct Point {
    var x: Double
    var y: Double
}

/// Points that a line goes through, closed or open.
struct Path {
    var points: [Point]

    /// An ellipse; a part of it, in degrees clockwise from the right, when it is open.
    static func ellipse(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, from: Double = 0, to: Double = 360
    ) -> Path {
        let count = max(Int(abs(to - from) / 9), 4)
        return Path(
            points: (0...count).map { step in
                let angle = (from + (to - from) * Double(step) / Double(count)) * .pi / 180
                return Point(x: x + width * cos(angle), y: y + height * sin(angle))
            })
    }

    /// A rectangle with round corners.
    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, round: Double) -> Path {
        let radius = max(min(round, min(width, height) / 2), 0)
        guard radius > 0 else {
            let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            return Path(points: corners.map { Point(x: $0.0, y: $0.1) })
        }
        let centres = [
            (x + width - radius, y + height - radius, 0.0), (x + radius, y + height - radius, 90.0),
            (x + radius, y + radius, 180.0), (x + width - radius, y + radius, 270.0),
        ]
        return Path(
            points: centres.flatMap { centre in
                ellipse(centre.0, centre.1, radius, radius, from: centre.2, to: centre.2 + 90).points
            })
    }

    /// A heart as wide as 2 × `radius`.
    static func heart(_ x: Double, _ y: Double, _ radius: Double) -> Path {
        Path(
            points: (0..<48).map { step in
                let angle = 2 * Double.pi * Double(step) / 48
                let across = 16 * pow(sin(angle), 3)
                let up = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
                return Point(x: x + across * radius / 16, y: y - up * radius / 16)
            })
    }

    /// A drop with its tip above.
    static func drop(_ x: Double, _ y: Double, _ radius: Double) -> Path {
        Path(
            points: (0..<32).map { step in
                let angle = 2 * Double.pi * Double(step) / 32
                let narrowing = pow(abs(sin(angle / 2)), 1.4)
                return Point(x: x + radius * sin(angle) * narrowing, y: y - radius * 1.4 * cos(angle))
            })
    }

    /// A star of five points with one above.
    static func star(_ x: Double, _ y: Double, _ radius: Double) -> Path {
        Path(
            points: (0..<10).map { step in
                let angle = Double.pi * Double(step) / 5
                let length = step % 2 == 0 ? radius : radius * 0.45
                return Point(x: x + length * sin(angle), y: y - length * cos(angle))
            })
    }

    /// The path with its corners rounded: a curve through all points (Catmull and Rom).
    func smoothed(isClosed: Bool) -> Path {
        guard points.count > 2 else { return self }
        func at(_ index: Int) -> Point {
            isClosed
                ? points[(index + points.count) % points.count] : points[min(max(index, 0), points.count - 1)]
        }
        var result: [Point] = []
        for index in 0..<(isClosed ? points.count : points.count - 1) {
            let (a, b, c, d) = (at(index - 1), at(index), at(index + 1), at(index + 2))
            for step in 0..<8 {
                let t = Double(step) / 8
                result.append(
                    Point(x: Path.spline(a.x, b.x, c.x, d.x, t), y: Path.spline(a.y, b.y, c.y, d.y, t)))
            }
        }
        if !isClosed { result.append(at(points.count - 1)) }
        return Path(points: result)
    }

    private static func spline(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        let linear = (c - a) * t
        let square = (2 * a - 5 * b + 4 * c - d) * t * t
        let cube = (3 * b - a - 3 * c + d) * t * t * t
        return b + 0.5 * (linear + square + cube)
    }

    /// The path with every point moved by `change`.
    func map(_ change: (Point) -> Point) -> Path { Path(points: points.map(change)) }
}
