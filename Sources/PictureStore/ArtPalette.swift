import Emoticons

/// The colours of a pack by their letters. Every cell of every drawing asks for two, so those of ASCII lie in a list.
struct ArtPalette {
    private var plain = [ArtColour?](repeating: nil, count: 128)
    private var others: [Unicode.Scalar: ArtColour] = [:]

    subscript(letter: Unicode.Scalar) -> ArtColour? {
        get { letter.value < 128 ? plain[Int(letter.value)] : others[letter] }
        set { if letter.value < 128 { plain[Int(letter.value)] = newValue } else { others[letter] = newValue } }
    }
}
