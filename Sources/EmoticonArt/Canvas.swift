import Glibc

/// A square of pixels that is painted on; colours are premultiplied, each from 0 to 1.
struct Canvas {
    let side: Int
    private var pixels: [SIMD4<Float>]
    private var coverage: [Float]

    init(side: Int) {
        self.side = side
        pixels = Array(repeating: .zero, count: side * side)
        coverage = Array(repeating: 0, count: side)
    }

    /// The pixels as bytes, not premultiplied.
    var bytes: [SIMD4<UInt8>] {
        pixels.map { pixel in
            guard pixel.w > 0.002 else { return .zero }
            var colour = pixel / pixel.w
            colour.w = pixel.w
            return SIMD4<UInt8>((colour * 255 + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        }
    }

    /// Paints the inside of `path`, which is closed; its points are in pixels. Where it winds around twice it is inside.
    mutating func fill(_ path: Path, _ ink: SIMD4<Float>) {
        let points = path.points
        guard points.count > 2 else { return }
        let top = points.reduce(Double.infinity) { min($0, $1.y) }
        let bottom = points.reduce(-Double.infinity) { max($0, $1.y) }
        let first = max(Int(top.rounded(.down)), 0)
        let last = min(Int(bottom.rounded(.up)), side)
        guard first < last else { return }
        let samples = 4
        for row in first..<last {
            for x in 0..<side { coverage[x] = 0 }
            for sample in 0..<samples {
                let y = Double(row) + (Double(sample) + 0.5) / Double(samples)
                cover(Canvas.crossings(of: points, at: y), weight: 1 / Float(samples))
            }
            for x in 0..<side where coverage[x] > 0 { blend(ink, coverage[x], at: row * side + x) }
        }
    }

    private static func crossings(of points: [Point], at y: Double) -> [(x: Double, turn: Int)] {
        var result: [(x: Double, turn: Int)] = []
        var before = points[points.count - 1]
        for point in points {
            if (before.y <= y) != (point.y <= y) {
                let x = before.x + (y - before.y) / (point.y - before.y) * (point.x - before.x)
                result.append((x, point.y > before.y ? 1 : -1))
            }
            before = point
        }
        result.sort { $0.x < $1.x }
        return result
    }

    private mutating func cover(_ crossings: [(x: Double, turn: Int)], weight: Float) {
        var winding = 0
        var start = 0.0
        for (x, turn) in crossings {
            if winding == 0 { start = x }
            winding += turn
            guard winding == 0 else { continue }
            let from = max(start, 0)
            let to = min(x, Double(side))
            var pixel = Int(from)
            while Double(pixel) < to {
                let part = min(to, Double(pixel + 1)) - max(from, Double(pixel))
                coverage[pixel] += Float(part) * weight
                pixel += 1
            }
        }
    }

    /// Paints along `path` with a round pen of `width` pixels.
    mutating func stroke(_ path: Path, width: Double, isClosed: Bool, _ ink: SIMD4<Float>) {
        var points = path.points
        guard let first = points.first else { return }
        if isClosed || points.count == 1 { points.append(first) }
        let reach = width / 2 + 0.5
        var nearest = [Double](repeating: .infinity, count: side * side)
        for index in 1..<points.count {
            let (a, b) = (points[index - 1], points[index])
            let rows = Canvas.range(min(a.y, b.y) - reach, max(a.y, b.y) + reach, side)
            let columns = Canvas.range(min(a.x, b.x) - reach, max(a.x, b.x) + reach, side)
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            for y in rows {
                for x in columns {
                    let (px, py) = (Double(x) + 0.5 - a.x, Double(y) + 0.5 - a.y)
                    let along = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
                    let (ex, ey) = (px - along * dx, py - along * dy)
                    let distance = ex * ex + ey * ey
                    if distance < nearest[y * side + x] { nearest[y * side + x] = distance }
                }
            }
        }
        for place in nearest.indices where nearest[place] < reach * reach {
            blend(ink, Float(min(reach - nearest[place].squareRoot(), 1)), at: place)
        }
    }

    private static func range(_ low: Double, _ high: Double, _ side: Int) -> Range<Int> {
        let first = min(max(Int(low.rounded(.down)), 0), side)
        return first..<max(min(Int(high.rounded(.up)) + 1, side), first)
    }

    private mutating func blend(_ ink: SIMD4<Float>, _ coverage: Float, at place: Int) {
        let part = ink * min(coverage, 1)
        pixels[place] = part + pixels[place] * (1 - part.w)
    }
}
