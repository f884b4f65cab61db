import Terminal

/// The colours that a picture may be drawn in.
struct Inks {
    private let depth: ColourDepth
    private let palette: SnapPalette?
    /// The palette's colours as the terminal has them.
    private let reduced: [Colour]

    init(depth: ColourDepth, palette: SnapPalette?) {
        self.depth = depth
        self.palette = palette
        reduced = palette?.colours.map { depth == .palette ? Inks.cube($0.channels) : $0.reduced(to: depth) } ?? []
    }

    /// The colour for parts whose average is `average` and most of which are `frequent`.
    func colour(_ average: SIMD4<Float>, _ frequent: SIMD4<Float>) -> Colour {
        if let palette { return reduced[palette.nearest(to: frequent)] }
        let (red, green, blue) = (Inks.byte(average.x), Inks.byte(average.y), Inks.byte(average.z))
        switch depth {
        case .direct: return .rgb(Inks.five(red), Inks.five(green), Inks.five(blue))
        case .palette: return Inks.cube((red, green, blue))
        case .sixteen, .eight, .monochrome: return grey(average)
        }
    }

    /// With so few colours a photograph is nothing but its light.
    private func grey(_ colour: SIMD4<Float>) -> Colour {
        let light = 0.299 * colour.x + 0.587 * colour.y + 0.114 * colour.z
        if depth == .eight { return .indexed(light < 128 ? 0 : 7) }
        return .indexed(light < 64 ? 0 : light < 160 ? 8 : light < 235 ? 7 : 15)
    }

    /// Five bits of a channel are enough for the eye, and keep a photograph from using up the terminal's colour pairs.
    private static func five(_ channel: UInt8) -> UInt8 { channel & 0xF8 | channel >> 5 }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }

    /// The nearest place in the 6 × 6 × 6 cube or among the greys, without looking at all of them.
    private static func cube(_ channels: (red: UInt8, green: UInt8, blue: UInt8)) -> Colour {
        let wanted = [Int(channels.red), Int(channels.green), Int(channels.blue)]
        let steps = wanted.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        let places = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
        let middle = (wanted[0] + wanted[1] + wanted[2]) / 3
        let greyStep = min(max((middle - 3) / 10, 0), 23)
        let grey = 8 + 10 * greyStep
        var cubeError = 0
        var greyError = 0
        for (channel, value) in wanted.enumerated() {
            cubeError += (value - places[channel]) * (value - places[channel])
            greyError += (value - grey) * (value - grey)
        }
        if greyError < cubeError { return .indexed(UInt8(232 + greyStep)) }
        return .indexed(UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2]))
    }
}
