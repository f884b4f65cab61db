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
    /// The colour that looks most like this one, of those that a terminal of that depth has.
    ///
    /// Hue counts for more than lightness: a brown that turns grey is no brown, a lighter one still is. The first
    /// sixteen are taken as most terminals show them, since their owner's choice is not known.
    public func reduced(to depth: ColourDepth) -> Colour {
        if self == .standard || depth == .monochrome { return .standard }
        switch (self, depth) {
        case (_, .direct), (.indexed, .palette): return self
        case (.indexed(let index), .sixteen) where index < 16: return self
        case (.indexed(let index), .eight) where index < 16: return .indexed(index & 7)
        case (_, .palette): return nearest(among: neighbours)
        case (_, .sixteen): return nearest(among: 0...15)
        default: return nearest(among: 0...7)
        }
    }

    private func nearest(among places: some Sequence<UInt8>) -> Colour {
        let wanted = PerceivedColour(self)
        var best: UInt8 = 0
        var least = Float.infinity
        for place in places {
            let distance = wanted.distance(to: Colour.perceived[Int(place)], lightness: 0.5)
            if distance < least { (best, least) = (place, distance) }
        }
        return .indexed(best)
    }

    /// The places of the palette that can be nearest: the corners of the piece of the cube around this colour, and the
    /// greys of about its light.
    private var neighbours: [UInt8] {
        let (red, green, blue) = channels
        var places: [UInt8] = []
        places.reserveCapacity(11)
        for first in Colour.stepsAround(red) {
            for second in Colour.stepsAround(green) {
                for third in Colour.stepsAround(blue) { places.append(16 + 36 * first + 6 * second + third) }
            }
        }
        let light = (Int(red) * 3 + Int(green) * 6 + Int(blue)) / 10
        let grey = min(max((light - 3) / 10, 1), 22)
        for step in grey - 1...grey + 1 { places.append(UInt8(232 + step)) }
        return places
    }

    /// The steps of the cube below and above a channel's value.
    private static func stepsAround(_ value: UInt8) -> ClosedRange<UInt8> {
        let below: UInt8 = value < 95 ? 0 : (value - 55) / 40
        return below...min(below + (value == steps[Int(below)] ? 0 : 1), 5)
    }

    private static let perceived = (0...255).map { PerceivedColour(.indexed(UInt8($0))) }

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
}
