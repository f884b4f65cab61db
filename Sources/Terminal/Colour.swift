/// A colour of text or of what lies behind it.
public enum Colour: Hashable, Sendable {
    /// What the terminal's owner has chosen.
    case standard
    /// A place in the terminal's palette: 0–15 are the owner's, 16–231 a 6 × 6 × 6 cube, 232–255 greys.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
}

/// How many colours a terminal shows.
public enum ColourDepth: Int, Comparable, Sendable {
    /// Only the standard colours.
    case monochrome
    /// Palette places 0–7.
    case eight
    /// Palette places 0–15.
    case sixteen
    /// Palette places 0–255.
    case palette
    /// Any red, green and blue, besides the palette.
    case direct

    /// Fewer colours are smaller.
    public static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }
}

extension Colour {
    /// The nearest colour that a terminal of that depth has, by distance in RGB.
    ///
    /// The first sixteen are measured as xterm has them, since their owner's choice is not known.
    public func reduced(to depth: ColourDepth) -> Colour {
        if self == .standard || depth == .monochrome { return .standard }
        switch (self, depth) {
        case (_, .direct), (.indexed, .palette): return self
        case (.indexed(let index), .sixteen) where index < 16: return self
        case (.indexed(let index), .eight) where index < 16: return .indexed(index & 7)
        case (_, .palette): return .indexed(Colour.nearest(to: channels, among: 16...255))
        case (_, .sixteen): return .indexed(Colour.nearest(to: channels, among: 0...15))
        default: return .indexed(Colour.nearest(to: channels, among: 0...7))
        }
    }

    /// Red, green and blue, 0–255; the first sixteen palette places as xterm has them, and black for the standard one.
    public var channels: (red: UInt8, green: UInt8, blue: UInt8) {
        switch self {
        case .standard: return (0, 0, 0)
        case .rgb(let red, let green, let blue): return (red, green, blue)
        case .indexed(let index) where index < 16: return Colour.firstSixteen[Int(index)]
        case .indexed(let index) where index < 232:
            let place = Int(index) - 16
            return (Colour.steps[place / 36], Colour.steps[place / 6 % 6], Colour.steps[place % 6])
        case .indexed(let index):
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
    }

    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    private static let firstSixteen: [(UInt8, UInt8, UInt8)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    private static func nearest(to wanted: (red: UInt8, green: UInt8, blue: UInt8), among places: ClosedRange<UInt8>)
        -> UInt8
    {
        var best = places.lowerBound
        var least = Int.max
        for place in places {
            let channels = Colour.indexed(place).channels
            let red = Int(channels.red) - Int(wanted.red)
            let green = Int(channels.green) - Int(wanted.green)
            let blue = Int(channels.blue) - Int(wanted.blue)
            let distance = red * red + green * green + blue * blue
            if distance < least { (best, least) = (place, distance) }
        }
        return best
    }
}
