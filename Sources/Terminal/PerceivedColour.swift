/// A colour by how it looks: Björn Ottosson's Oklab, in which equal distances look about equally far apart.
public struct PerceivedColour: Hashable, Sendable {
    /// Lightness from 0 (black) to 1 (white).
    public var lightness: Float { parts.x }
    /// Lightness, green to red, blue to yellow; the fourth is 0.
    private let parts: SIMD4<Float>

    /// How `colour` looks; the first sixteen of the palette as most terminals show them.
    public init(_ colour: Colour) {
        if case .indexed(let index) = colour, index < 16 {
            self = PerceivedColour.usual[Int(index)]
            return
        }
        let (red, green, blue) = colour.channels
        self.init(red: red, green: green, blue: blue)
    }

    init(red: UInt8, green: UInt8, blue: UInt8) {
        let red = PerceivedColour.linear(red)
        let green = PerceivedColour.linear(green)
        let blue = PerceivedColour.linear(blue)
        // From light to what the three kinds of cones in the eye take in, and how strongly they answer.
        let long = cubeRoot(0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_99 * blue)
        let medium = cubeRoot(0.211_903_50 * red + 0.680_699_55 * green + 0.107_396_96 * blue)
        let short = cubeRoot(0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_70 * blue)
        let first = 0.210_454_26 * long + 0.793_617_79 * medium - 0.004_072_05 * short
        let second = 1.977_998_50 * long - 2.428_592_21 * medium + 0.450_593_71 * short
        let third = 0.025_904_04 * long + 0.782_771_77 * medium - 0.808_675_77 * short
        parts = SIMD4(first, second, third, 0)
    }

    /// The squared distance to another colour; black and white are 1 apart. `lightness` is how much of the difference
    /// in lightness counts.
    public func distance(to other: PerceivedColour, lightness: Float = 1) -> Float {
        let difference = parts - other.parts
        let weighted = difference * SIMD4(lightness, 1, 1, 0)
        return (difference * weighted).sum()
    }

    /// The light of a channel of sRGB, by a cubic that stays within 0.4 % of the standard's curve.
    private static func linear(_ channel: UInt8) -> Float {
        let value = Float(channel) / 255
        return value * (value * (value * 0.305_306_01 + 0.682_171_11) + 0.012_522_88)
    }

    /// The first sixteen as the themes of most terminals have them, which is softer than xterm: yellow is mustard,
    /// blue is no pure blue.
    static let usual: [PerceivedColour] = [
        .init(red: 0, green: 0, blue: 0), .init(red: 200, green: 30, blue: 30),
        .init(red: 40, green: 170, blue: 40), .init(red: 200, green: 150, blue: 20),
        .init(red: 50, green: 90, blue: 210), .init(red: 160, green: 70, blue: 190),
        .init(red: 40, green: 165, blue: 185), .init(red: 200, green: 200, blue: 200),
        .init(red: 115, green: 115, blue: 115), .init(red: 245, green: 70, blue: 70),
        .init(red: 70, green: 225, blue: 70), .init(red: 250, green: 225, blue: 60),
        .init(red: 90, green: 145, blue: 255), .init(red: 235, green: 105, blue: 235),
        .init(red: 80, green: 220, blue: 235), .init(red: 255, green: 255, blue: 255),
    ]
}

/// The cube root of a number from 0 on, to six digits. The standard library has none.
private func cubeRoot(_ value: Float) -> Float {
    guard value > 0 else { return 0 }
    // A third of the exponent is a guess within 4 %; each step of Newton's squares what is left.
    var root = Float(bitPattern: value.bitPattern / 3 + 0x2A51_4067)
    for _ in 0..<3 { root = (2 * root + value / (root * root)) / 3 }
    return root
}
