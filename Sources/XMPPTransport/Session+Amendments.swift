import ChatCore
import RichText
import XMPP

/// Changes to messages: one's own on their way out, and those of others, each only from whom may.
extension Session {
    /// Sends a change of one's own; it counts when the room has echoed it, or the server has it.
    func amend(_ amendment: Amendment) {
        func refuse(_ reason: String) { tell(.refused(amendment.room, amendment, reason: reason)) }
        guard let conversation = conversations[amendment.room], conversation.stage != .refused else {
            return refuse("one is not in this room")
        }
        let isUnderWay: Bool
        let message: Message
        if let known = conversation.log.message(amendment.target) {
            (message, isUnderWay) = (known, false)
        } else if let known = outbox.message(amendment.target, in: amendment.room) {
            // Of the message itself nothing has come back yet: the change follows it.
            (message, isUnderWay) = (known, true)
        } else {
            return refuse("that message is not at hand")
        }
        let isBeingTakenBack = outbox.amendments(of: message.id).contains { $0.change == .retract }
        if message.isRetracted || isBeingTakenBack { return refuse("it was taken back already") }
        let isMine = isUnderWay || message.author.id == myID
        if case .edit = amendment.change, !isMine { return refuse("only who wrote it can change it") }
        if case .retract = amendment.change, !isMine { return moderate(amendment, conversation, refuse) }
        if !isUnderWay, let reason = obstacle(to: amendment, conversation) { return refuse(reason) }
        outbox.put(.amendment(amendment, emoji: emoji(after: amendment, message)))
        flushOutbox()
    }

    /// Why a change of one's own to a message that has arrived cannot be sent; nil when it can.
    func obstacle(to amendment: Amendment, _ conversation: Conversation) -> String? {
        switch amendment.change {
        case .edit: conversation.log.senderID(of: amendment.target) == nil ? "it cannot be named any more" : nil
        case .retract, .react:
            conversation.reference(to: amendment.target) == nil ? "the room gave that message no id" : nil
        }
    }

    /// All emoji of one's own under `message` once what is on its way and then `amendment` has arrived.
    private func emoji(after amendment: Amendment, _ message: Message) -> [String] {
        var result = message.reactions.filter { $0.by.contains(myID) }.map(\.emoji)
        for case .react(let emoji, let isOn) in (outbox.amendments(of: message.id) + [amendment]).map(\.change) {
            result.removeAll { $0 == emoji }
            if isOn { result.append(emoji) }
        }
        return result
    }

    /// A moderator takes what another person said out of sight; the room does it for all (XEP-0425).
    private func moderate(_ amendment: Amendment, _ conversation: Conversation, _ refuse: (String) -> Void) {
        let isNew = conversation.features.contains(Names.moderation)
        guard conversation.kind == .room, conversation.occupants[conversation.nick]?.role == "moderator" else {
            return refuse("only who wrote it, or a moderator of the room, can take it back")
        }
        guard isNew || conversation.features.contains(Names.oldModeration) else {
            return refuse("this room's server cannot take back what others said")
        }
        guard isOnline, let id = conversation.log.archiveID(of: amendment.target) else {
            return refuse("the room cannot be asked now")
        }
        let retract = XMLElement("retract", isNew ? Names.retraction : Names.oldRetraction)
        let moderate = XMLElement(
            "moderate", isNew ? Names.moderation : Names.oldModeration, isNew ? ["id": id] : [:], [retract])
        let wish = isNew ? moderate : XMLElement("apply-to", Names.fastening, ["id": id], [moderate])
        ask(.amendment(amendment), "set", of: conversation.address, wish)
    }

    /// The room answered to a wish of a moderator; what is done comes as a message of the room.
    func received(moderation answer: XMLElement, _ amendment: Amendment) {
        guard answer["type"] == "error" else { return }
        tell(.refused(amendment.room, amendment, reason: Session.reason(Session.condition(answer))))
    }

    /// Takes in a change. Returns what reads otherwise now, or a message that stands for a correction of what nobody knows.
    func take(_ late: LateAlteration, archiveID: String?, isOlder: Bool, _ id: RoomID) -> Taken {
        guard let conversation = conversations[id] else { return .nothing }
        if let archiveID { conversation.log.note(seen: archiveID) }
        guard var message = target(of: late, conversation) else {
            if case .correct = late.alteration, !isOlder || conversation.log.reachesStart {
                return late.standIn.map { .new($0) } ?? .nothing
            }
            conversation.log.keep(late)
            return .nothing
        }
        guard message.take(late) else { return .nothing }
        conversation.log.keep(changed: message)
        return .changed(message.id)
    }

    /// The message that is meant, if whoever means it may change it.
    func target(of late: LateAlteration, _ conversation: Conversation) -> Message? {
        switch late.alteration {
        case .correct(let id): late.author.flatMap { conversation.log.message(id, by: $0.id) }
        case .retract(let id):
            conversation.message(id).flatMap { $0.author.id == late.author?.id ? $0 : nil }
        case .react(let id, _): conversation.message(id)
        case .moderate(let id): conversation.log.message(archiveID: id)
        }
    }

    /// Older messages came: what was said of them later is made good.
    func makeGood(_ messages: [MessageID], _ id: RoomID) {
        guard let conversation = conversations[id] else { return }
        for message in messages {
            for late in conversation.log.takeLate(of: message, isRoom: conversation.kind == .room) {
                guard var known = conversation.log.message(message), known.take(late) else { continue }
                conversation.log.keep(changed: known)
            }
        }
    }
}

/// What became of a stanza.
enum Taken {
    case nothing
    case new(Message)
    case changed(MessageID)
}

extension Conversation {
    /// The message that a stanza names: in rooms by the archive's id, to people by the sender's (XEP-0461, XEP-0444).
    func message(_ target: String) -> Message? {
        if let message = log.message(archiveID: target) { return message }
        return kind == .room ? nil : log.message(senderID: target)
    }

    /// By which id a message is named to others.
    func reference(to id: MessageID) -> String? {
        kind == .room ? log.archiveID(of: id) : log.senderID(of: id)
    }
}
