/// What a cluster is to word motions: a word is a run of clusters of one class.
///
///     WordClass("é")  // WordClass.letters
public enum WordClass: Hashable, Sendable {
    /// Letters, digits and `_` of scripts that are written with blanks between words.
    case letters
    /// Ideographs.
    case ideographs
    /// Hiragana.
    case hiragana
    /// Katakana.
    case katakana
    /// Letters of other scripts that are written without blanks, such as Thai.
    case unspaced
    /// Emoji and other pictographs.
    case pictographs
    /// Punctuation and blanks: between words.
    case separators

    /// The class of a cluster, which its first scalar decides but for keycaps and their like.
    public init(_ cluster: String) {
        guard let first = cluster.unicodeScalars.first else {
            self = .separators
            return
        }
        if cluster.unicodeScalars.contains(where: { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }) {
            self = .pictographs
        } else if first.value < 0x80 {
            self = first.isASCIIWord ? .letters : .separators
        } else {
            self.init(beyondASCII: first)
        }
    }

    private init(beyondASCII scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x3041...0x309F: self = .hiragana
        case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3100...0x312F, 0x31A0...0x31BF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
            self = .ideographs
        case 0x0E01...0x0E5B, 0x0E80...0x0EFF, 0x0F00...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF,
            0xAA60...0xAADF:
            self = .unspaced
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .connectorPunctuation:
                self = .letters
            case .otherSymbol, .modifierSymbol, .privateUse: self = .pictographs
            default: self = .separators
            }
        }
    }
}

extension Unicode.Scalar {
    /// A letter or digit of ASCII, or `_`.
    fileprivate var isASCIIWord: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
