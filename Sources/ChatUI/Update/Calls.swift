import ChatCore

extension RoomView {
    /// Keeps in mind which of `messages` call oneself.
    mutating func noteCalls(in messages: [Message]) {
        for message in messages {
            if room.isCalled(by: message) { calls.insert(message.id) } else { calls.remove(message.id) }
        }
    }
}
