import ChatCore

/// A way to another part of the room that waits for messages to come.
struct Jump: Hashable {
    /// What one sees after it.
    enum Arrival: Hashable {
        /// The message, marked, with what stands before it.
        case marked
        /// The row of the message that was the topmost once, at the top again.
        case row(Int)
    }

    var landmark: Landmark
    var arrival: Arrival
}
