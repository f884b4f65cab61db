import RichText

/// Rooms and people whose messages are read one after the other: what is the same in many of them is in memory once.
public struct SharedNames {
    private var room: RoomID?
    private var people: [PersonID: Person] = [:]

    /// Nobody yet.
    public init() {}

    /// `message` with the texts of its room and its author as they were met first.
    public mutating func sharing(_ message: Message) -> Message {
        var message = message
        if let room, room == message.room { message.room = room } else { room = message.room }
        if let person = people[message.author.id], person.name == message.author.name {
            message.author = person
        } else {
            people[message.author.id] = message.author
        }
        return message
    }
}
