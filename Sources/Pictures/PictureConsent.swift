/// Whose pictures are fetched from the network. Fetching tells the other end where one is, so nothing is without a yes.
public struct PictureConsent: Hashable, Sendable {
    /// What is done about one picture.
    public enum Decision: Hashable, Sendable {
        /// It is fetched.
        case fetch
        /// The owner is asked, or clicks on it.
        case ask
    }

    /// The rooms whose pictures are fetched.
    public var rooms: Set<String>
    /// The people whose pictures are fetched, in every room.
    public var people: Set<String>
    /// The people whose pictures are not, whatever the room says.
    public var refused: Set<String>

    /// A policy; nobody's pictures are fetched unless told otherwise.
    public init(rooms: Set<String> = [], people: Set<String> = [], refused: Set<String> = []) {
        self.rooms = rooms
        self.people = people
        self.refused = refused
    }

    /// What is done about a picture of `person` in `room`; `isAsked` says that the owner asked for this very one.
    public func decision(room: String, person: String, isAsked: Bool = false) -> Decision {
        if isAsked { return .fetch }
        if refused.contains(person) { return .ask }
        return rooms.contains(room) || people.contains(person) ? .fetch : .ask
    }
}
