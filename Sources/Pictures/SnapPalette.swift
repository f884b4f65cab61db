import Terminal

/// The few colours that a drawing is made of, to which blurred parts are brought back.
///
/// A drawing made small has mixed colours along every edge; in cells they read as dirt. Drawn in its own colours only,
/// an emoticon of eight cells is clear.
public struct SnapPalette: Hashable, Sendable {
    /// The most colours; a picture with more is a photograph.
    public static let mostColours = 12

    /// The colours, the most frequent first.
    public let colours: [Colour]
    let channels: [SIMD4<Float>]

    /// A palette of those colours; only the first ``mostColours`` count. Nil without any.
    public init?(_ colours: [Colour]) {
        guard !colours.isEmpty else { return nil }
        self.colours = Array(colours.prefix(SnapPalette.mostColours))
        channels = self.colours.map { colour in
            let (red, green, blue) = colour.channels
            return SIMD4(Float(red), Float(green), Float(blue), 1)
        }
    }

    /// The colours that make up `bitmap`, each at least a hundredth of what is opaque; nil when they are less than
    /// three quarters of it, as in a photograph.
    public init?(of bitmap: Bitmap) {
        let counts = ColourCounts(bitmap)
        let opaque = counts.total
        let frequent = counts.atLeast(max(opaque / 100, 1)).prefix(3 * SnapPalette.mostColours)
        guard opaque > 0, frequent.reduce(0, { $0 + $1.count }) * 4 >= opaque * 3 else { return nil }
        var own: [SIMD4<Float>] = []
        for (pixel, _) in frequent {
            let colour = SIMD4<Float>(truncatingIfNeeded: SIMD4(pixel.x, pixel.y, pixel.z, 255))
            if !SnapPalette.isMixed(colour, of: own) { own.append(colour) }
        }
        self.init(own.map { .rgb(UInt8($0.x), UInt8($0.y), UInt8($0.z)) })
    }

    /// Whether `colour` lies between two of `others`, as the blurred edge between them does.
    private static func isMixed(_ colour: SIMD4<Float>, of others: [SIMD4<Float>]) -> Bool {
        for (place, first) in others.enumerated() {
            for second in others[(place + 1)...] {
                let whole = second - first
                let part = ((colour - first) * whole).sum() / (whole * whole).sum()
                let distance = colour - (first + whole * part)
                if part > 0, part < 1, (distance * distance).sum() < 144 { return true }
            }
        }
        return false
    }

    /// The place of the colour nearest to `colour`.
    func nearest(to colour: SIMD4<Float>) -> Int {
        var best = 0
        var least = Float.infinity
        for (place, candidate) in channels.enumerated() {
            var difference = candidate - colour
            difference.w = 0
            let distance = (difference * difference).sum()
            if distance < least { (best, least) = (place, distance) }
        }
        return best
    }
}
