import CNcurses
import Terminal

/// The pairs of colours that ncurses is to know by number.
///
/// ncurses 6.4 hands out pairs by `alloc_pair` until its table is full and then never again. So the numbers are kept
/// here; when they run out, those of colours that the next frame does not show are given anew.
struct ColourPairs {
    /// What the terminal shows.
    let depth: ColourDepth
    private let capacity: Int
    /// How many numbers are places of the palette even where colours are direct.
    private let places: Int
    private var numbers: [Colours: Int32] = [:]
    private var free: [Int32] = []

    struct Colours: Hashable {
        var foreground: Int32
        var background: Int32
        static let standard = Colours(foreground: -1, background: -1)
    }

    /// Starts colour if the terminal has any and `isWanted`.
    init(isWanted: Bool) {
        guard isWanted, has_colors(), start_color() == OK, use_default_colors() == OK else {
            depth = .monochrome
            capacity = 0
            places = 0
            return
        }
        depth =
            switch mingle_colours() {
            case ..<8: .monochrome
            case ..<16: .eight
            case ..<256: .sixteen
            case ..<(1 << 24): .palette
            default: .direct
            }
        // Direct colour descriptions keep 0 to 7 for the palette; the one that is derived here keeps all of it.
        places = String(cString: termname()).hasPrefix(DirectColour.prefix) ? 256 : 8
        capacity = min(Int(mingle_pairs()), 1 << 15) - 1
    }

    /// The numbers that ncurses gives a style's colours on this terminal.
    func colours(of style: Style) -> Colours {
        if depth == .monochrome { return .standard }
        return Colours(foreground: number(style.foreground), background: number(style.background))
    }

    /// The number of that pair, 0 being the terminal's own colours; nil when all numbers are taken.
    mutating func pair(_ colours: Colours) -> Int32? {
        if colours == .standard { return 0 }
        if let number = numbers[colours] { return number }
        guard let number = free.popLast() ?? (numbers.count < capacity ? Int32(numbers.count + 1) : nil) else {
            return nil
        }
        init_extended_pair(number, colours.foreground, colours.background)
        numbers[colours] = number
        return number
    }

    /// Forgets all pairs but those in `kept`.
    mutating func sweep(keeping kept: Set<Colours>) {
        for (colours, number) in numbers where !kept.contains(colours) {
            numbers[colours] = nil
            free.append(number)
        }
    }

    private func number(_ colour: Colour) -> Int32 {
        switch colour.reduced(to: depth) {
        case .standard: return -1
        case .indexed(let index) where depth < .direct || index < places: return Int32(index)
        case let colour:
            let (red, green, blue) = colour.channels
            let value = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
            // The darkest blues, whose numbers mean places, get the least green that there is.
            return value < places ? 0x100 | value : value
        }
    }
}
