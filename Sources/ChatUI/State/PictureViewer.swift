import ChatCore
import RichText

/// A picture that fills the screen: one of those in the messages at hand.
struct PictureViewer: Hashable {
    /// A picture of a message.
    struct Place: Hashable {
        var message: MessageID
        /// Its number among the pictures of the message.
        var number: Int
    }

    var place: Place
}

extension RichText {
    /// The pictures in it, in order.
    var pictures: [Picture] {
        elements.compactMap { if case .picture(let picture) = $0, picture.source.kind != nil { picture } else { nil } }
    }
}

extension RoomView {
    /// Every picture of the messages at hand, oldest first.
    var picturePlaces: [PictureViewer.Place] {
        room.timeline.messages.flatMap { message in
            message.body.pictures.indices.map { PictureViewer.Place(message: message.id, number: $0) }
        }
    }

    /// The message and the picture at `place`, while they are at hand.
    func picture(at place: PictureViewer.Place) -> (message: Message, picture: Picture)? {
        guard let index = room.timeline.index(of: place.message) else { return nil }
        let message = room.timeline.messages[index]
        let pictures = message.body.pictures
        return pictures.indices.contains(place.number) ? (message, pictures[place.number]) : nil
    }
}
