import ChatCore
import Composer
import RichText

extension Command {
    /// Commands about rooms.
    static let rooms: [Command] = [
        Command(
            "join", "ROOM", "open a room, which is made when nobody was there before",
            complete: { state, start in state.roomsToJoin(start) },
            run: { state, call in
                let name = HarmlessText.line(call.arguments)
                if name.isEmpty { return .refused("A room needs a name that can be seen") }
                return .done(state.join(name))
            }),
        Command("leave", also: ["part", "close"], "leave the room in view") { state, _ in
            guard state.views.count > 1 else {
                return .refused("This is the only room that is open; /quit leaves the program")
            }
            return .done(state.leave())
        },
        Command("rooms", also: ["list"], "list the rooms, to go to one") { state, call in
            .done(state.openSwitcher(showsPeople: false, at: call.moment))
        },
        Command("topic", "[TEXT]", "say what the room is about; alone, show it; -delete takes it away") {
            state, call in
            if call.arguments == "-delete" { return .done([.transport(.setTopic(state.view.room.id, ""))]) }
            guard call.arguments.isEmpty else {
                return .done([.transport(.setTopic(state.view.room.id, HarmlessText.line(call.arguments)))])
            }
            let topic = state.view.room.topic
            state.tell(topic.isEmpty ? "Nobody said what \(state.view.room.name) is about" : topic)
            return .done([])
        },
    ]
}

extension ChatState {
    /// The rooms that are known and not in view, whose names begin with `start`.
    fileprivate mutating func roomsToJoin(_ start: String) -> [Menu.Entry] {
        wantsRooms = true
        let folded = Folding.fold(start)
        var seen: Set<String> = [view.room.name]
        let asked = invitations.reversed().map { ($0.name, "you were asked to come") }
        let open = views.map { ($0.room.name, $0.room.topic) }
        let known = knownRooms.map { ($0.name, $0.topic) } + closedDrafts.keys.map { ($0.text, "") }
        let found = (asked + open + known).filter {
            seen.insert($0.0).inserted && Folding.fold($0.0).hasPrefix(folded)
        }
        // A room may be called as another begins.
        let isNew = !start.isEmpty && !found.isEmpty && !found.contains { $0.0 == start } && start != view.room.name
        return found.map { .argument($0.0, detail: $0.1) } + (isNew ? [.newRoom(start)] : [])
    }

    /// Shows the room `name`, which is opened if it is not open.
    mutating func join(_ name: String) -> [Effect] {
        let name = spelling(of: name)
        let known = (invitations + knownRooms).first { $0.name == name }
        let id = known?.id ?? RoomID(name)
        invitations.removeAll { $0.id == id }
        if let index = views.firstIndex(where: { $0.room.id == id || $0.room.name == name }) {
            // Where nobody is, one is not either: whoever was sent out, or has a password now, asks again.
            let again: [Effect] = views[index].room.people.isEmpty ? [.transport(.open(id))] : []
            return again + show(room: index)
        }
        return open(Room(id: id, name: name)) + show(room: views.count - 1)
    }

    /// How the room that is meant by `name` is spelled: `#lobby` and `Lobby` lead to `lobby` where there is no room of
    /// just that name. A new room has no `#`, which in IRC is the sign of a room and not its name.
    private func spelling(of name: String) -> String {
        let names = views.map(\.room.name) + (invitations + knownRooms).map(\.name)
        if names.contains(name) { return name }
        let folded = Folding.fold(name)
        if let like = names.first(where: { Folding.fold($0) == folded }) { return like }
        let bare = name.drop { $0 == "#" }
        return bare.isEmpty || bare.count == name.count || name.contains("@") ? name : spelling(of: String(bare))
    }

    /// Opens `room` below the others.
    mutating func open(_ room: Room) -> [Effect] {
        views.append(RoomView(room: room, substitutions: settings.substitutions))
        return [.transport(.open(room.id))] + takeUpDraft(of: views.count - 1)
    }

    /// Leaves the room in view; asks first where something that was said there could not be sent.
    fileprivate mutating func leave() -> [Effect] {
        let unsent = view.room.timeline.waiting.count { if case .failed = $0.delivery { true } else { false } }
        guard unsent == 0 else {
            question = Question(subject: .leave(view.room.id, unsent: unsent))
            return []
        }
        return leave(view.room.id)
    }

    /// Leaves the room `id`. What was being written there, and what has not arrived, waits until one comes back.
    mutating func leave(_ id: RoomID) -> [Effect] {
        guard views.count > 1, let index = views.firstIndex(where: { $0.room.id == id }) else { return [] }
        let cuts = index == current ? leaveDraft() : nil
        let view = views.remove(at: index)
        if index < current { current -= 1 }
        current = min(current, views.count - 1)
        if let cuts { self.view.composer.enter(with: cuts) }
        let draft = view.draftToKeep
        if !draft.isEmpty { closedDrafts[id] = draft }
        let isToBeTold = !draft.isEmpty || view.isDraftKept
        return (isToBeTold ? [.keepDraft(id, draft)] : []) + [.transport(.close(id))]
    }
}
