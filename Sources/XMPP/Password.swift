/// A password that does not show itself when it is printed.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The password itself.
    public let text: String

    /// Takes in a password.
    public init(_ text: String) { self.text = text }

    /// Says only that there is one.
    public var description: String { "•••" }
    /// Says only that there is one.
    public var debugDescription: String { description }
    /// Nothing to be looked into.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
