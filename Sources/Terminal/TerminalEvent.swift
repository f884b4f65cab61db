/// What a terminal tells the program.
public enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyPress)
    /// Text was pasted; line ends are line feeds, other control characters are as they came.
    case paste(String)
    /// The screen has that size now.
    case resize(Size)
    /// Something was done with the mouse.
    case mouse(MouseEvent)
    /// The window gained the keyboard's attention, or lost it.
    case focus(Bool)
    /// The program was stopped and goes on; the screen was taken again.
    case resumed
    /// The program was asked to end (SIGTERM, SIGHUP, SIGINT), or the terminal is gone.
    case terminate
}

/// Something done with the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// What was done.
    public enum Action: Hashable, Sendable {
        /// A button went down.
        case press
        /// A button came up.
        case release
        /// The mouse moved, with the button held down or with none.
        case move
        /// The wheel was turned away from the hand.
        case wheelUp
        /// The wheel was turned towards the hand.
        case wheelDown
    }

    /// A button of the mouse.
    public enum Button: Hashable, Sendable {
        /// The left one.
        case left
        /// The middle one, often the wheel.
        case middle
        /// The right one.
        case right
    }

    /// What was done.
    public var action: Action
    /// With which button; nil for the wheel, and where the terminal does not tell.
    public var button: Button?
    /// Over which cell.
    public var position: Point
    /// What was held down.
    public var modifiers: Modifiers

    /// A mouse event over the cell `position`.
    public init(_ action: Action, _ button: Button? = nil, at position: Point, _ modifiers: Modifiers = []) {
        self.action = action
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }
}
