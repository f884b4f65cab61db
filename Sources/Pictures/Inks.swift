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
        reduced = palette?.colours.map { $0.reduced(to: depth) } ?? []
    }

    /// The colour for parts whose average is `average` and most of which are `frequent`.
    func colour(_ average: SIMD4<Float>, _ frequent: SIMD4<Float>) -> Colour {
        if let palette { return reduced[palette.nearest(to: frequent)] }
        let (red, green, blue) = (Inks.byte(average.x), Inks.byte(average.y), Inks.byte(average.z))
        switch depth {
        case .direct: return .rgb(Inks.five(red), Inks.five(green), Inks.five(blue))
        case .palette: return Colour.rgb(red, green, blue).reduced(to: .palette)
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
}
