import ChatCore
import RichText
import Terminal

/// Whose colours names have.
public enum NameColours: String, CaseIterable, Sendable {
    /// Those of the theme.
    case theme
    /// Those that other programs give the same people (XEP-0392).
    case shared
    /// The same without what people who see red and green alike cannot tell apart.
    case sharedRedGreen = "shared-red-green"
    /// The same without what people who see no blue cannot tell apart.
    case sharedBlue = "shared-blue"
}

/// The colour that a text has in all programs that follow XEP-0392, Consistent Color Generation 1.0.
public struct SharedColour: Hashable, Sendable {
    /// The hue in degrees, 0..<360.
    public var hue: Double

    /// The colour of `text`, corrected for how its reader sees.
    public init(of text: String, for colours: NameColours = .shared) {
        let digest = SHA1.digest(Array(text.utf8))
        var value = UInt16(digest[0]) | UInt16(digest[1]) << 8
        switch colours {
        case .theme, .shared: break
        case .sharedRedGreen:
            // Both upper bits become the second: hues between 90 and 270 turn by 180 degrees.
            value = value & 0x4000 == 0 ? value & 0x7FFF : value | 0x8000
        case .sharedBlue: value &= 0x7FFF
        }
        hue = Double(value) / 65_536 * 360
    }

    /// What a person is coloured by: the address, or the name where the address is not known.
    static func source(of person: Person) -> String {
        let id = person.id.text
        let isAddress = id.contains("@") && !id.contains("#") && !id.contains("/")
        return isAddress || !id.contains("@") ? id : person.name
    }

    /// Red, green and blue, 0…1, of full saturation (HSLuv) and that lightness, 0…100; the standard has 50.
    public func channels(lightness: Double = 50) -> (red: Double, green: Double, blue: Double) {
        let chroma = HSLuv.mostChroma(lightness: lightness, hue: hue)
        let (sine, cosine) = HSLuv.sineAndCosine(degrees: hue)
        let u = chroma * cosine / (13 * lightness) + HSLuv.whiteU
        let v = chroma * sine / (13 * lightness) + HSLuv.whiteV
        let root = (lightness + 16) / 116
        let y = lightness > 8 ? root * root * root : lightness / HSLuv.kappa
        let x = 9 * y * u / (4 * v)
        let z = (12 - 3 * u - 20 * v) * y / (4 * v)
        let linear = HSLuv.rows.map { $0.0 * x + $0.1 * y + $0.2 * z }
        return (HSLuv.encoded(linear[0]), HSLuv.encoded(linear[1]), HSLuv.encoded(linear[2]))
    }

    /// The colour for a terminal.
    func colour(lightness: Double) -> Colour {
        let (red, green, blue) = channels(lightness: lightness)
        func byte(_ part: Double) -> UInt8 { UInt8(min(max(part * 255, 0), 255).rounded()) }
        return .rgb(byte(red), byte(green), byte(blue))
    }
}

/// The colour space in which equally light colours look equally light (CIE L*u*v*, with saturation as a part of what the
/// screen can show). Its functions are series and roots, since a module without the C library has no others.
private enum HSLuv {
    /// From XYZ to linear red, green and blue (sRGB, D65).
    static let rows: [(Double, Double, Double)] = [
        (3.240969941904521, -1.537383177570093, -0.498610760293),
        (-0.96924363628087, 1.87596750150772, 0.041555057407175),
        (0.055630079696993, -0.20397695888897, 1.056971514242878),
    ]
    static let whiteU = 0.19783000664283
    static let whiteV = 0.46831999493879
    static let kappa = 903.2962962
    private static let epsilon = 0.0088564516

    /// The largest chroma that all three channels can show: the nearest of the six lines that bound them.
    static func mostChroma(lightness: Double, hue: Double) -> Double {
        let (sine, cosine) = sineAndCosine(degrees: hue)
        let part = (lightness + 16) / 116
        let cube = part * part * part
        let y = cube > epsilon ? cube : lightness / kappa
        var least = Double.infinity
        for (first, second, third) in rows {
            for bound in [0.0, 1.0] {
                let top1 = (284_517 * first - 94_839 * third) * y
                let top2 =
                    (838_422 * third + 769_860 * second + 731_718 * first) * lightness * y - 769_860 * bound * lightness
                let bottom = (632_260 * third - 126_452 * second) * y + 126_452 * bound
                let length = (top2 / bottom) / (sine - top1 / bottom * cosine)
                if length >= 0 { least = min(least, length) }
            }
        }
        return least
    }

    /// The sine and the cosine, by their series on a quarter of the circle.
    static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let angle = (degrees > 180 ? degrees - 360 : degrees) * Double.pi / 180
        let half = angle / 2
        var (sine, cosine) = (half, 1.0)
        var (sineTerm, cosineTerm) = (half, 1.0)
        for step in 1..<12 {
            let double = Double(2 * step)
            cosineTerm *= -half * half / (double * (double - 1))
            sineTerm *= -half * half / (double * (double + 1))
            cosine += cosineTerm
            sine += sineTerm
        }
        // Twice the angle, so that the series has to reach but half as far.
        return (2 * sine * cosine, cosine * cosine - sine * sine)
    }

    /// A linear channel as sRGB has it (IEC 61966-2-1).
    static func encoded(_ linear: Double) -> Double {
        if linear <= 0.0031308 { return max(12.92 * linear, 0) }
        // x^(1/2.4) is x^(5/12): the cube root of the fourth root, five times.
        let root = cubeRoot(linear.squareRoot().squareRoot())
        let fifth = root * root * root * root * root
        return min(1.055 * fifth - 0.055, 1)
    }

    /// By Newton's rule, for what lies between 0 and about 1.
    private static func cubeRoot(_ value: Double) -> Double {
        var root = 1.0
        for _ in 0..<40 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }
}

/// RFC 3174, for colours: nothing that is kept secret goes through it.
private enum SHA1 {
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        let bits = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: message.count, by: 64) { take(message[start..<start + 64], &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
    }

    private static func take(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var words: [UInt32] = []
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<80 {
            words.append(turned(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = turned(a, 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, turned(b, 30), c, d)
        }
        for (index, part) in [a, b, c, d, e].enumerated() { state[index] &+= part }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
