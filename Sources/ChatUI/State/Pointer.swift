import Terminal

/// What the mouse did last, as far as what it does next depends on it.
struct Pointer {
    /// Where and when a button went down last.
    private var pressed: (at: Point, time: Int64)?
    /// Whether what is held down began in the draft, so that a motion selects.
    var selects = false
    /// Where it is, while every motion is told.
    var place: Point?
    /// Whether every motion is told.
    var isFollowed = false

    /// Milliseconds within which a second press at the same place makes a double click.
    private static let doubleClick: Int64 = 400

    /// Takes in a press; true when it is the second of a double click.
    mutating func press(at point: Point, time: Int64) -> Bool {
        if let pressed, pressed.at == point, (0...Pointer.doubleClick).contains(time - pressed.time) {
            self.pressed = nil
            return true
        }
        pressed = (point, time)
        return false
    }
}
