import ChatCore
import Composer
import RichText

extension Command {
    /// Commands about pictures and files.
    static let pictures: [Command] = [
        Command(
            "image", "PATH", "send the picture at PATH, or at an https address; a caption may follow",
            keepsDraft: true, complete: { state, start in Menu.files(start, state.listing) },
            run: { state, call in state.sendFile(call.arguments, isPicture: true) }),
        Command(
            "upload", "PATH", "send the file at PATH to a room or person of an account; a caption may follow",
            keepsDraft: true, complete: { state, start in Menu.files(start, state.listing) },
            run: { state, call in state.sendFile(call.arguments, isPicture: false) }),
        Command("cancel", "stop sending the file that is on its way") { state, _ in state.cancelUpload() },
        Command("view", "show the last picture, or that of the selected message, on the whole screen") { state, _ in
            .done(state.viewPicture())
        },
    ]
}

// MARK: Files on their way

extension ChatState {
    /// The messages of the room in view whose files are on their way, the oldest first.
    private var uploads: [Message] {
        view.room.timeline.waiting.filter { $0.attachment != nil && $0.delivery == .sending }
    }

    /// Gives up the file that was sent last.
    fileprivate func cancelUpload() -> Command.Outcome {
        guard let last = uploads.last else { return .refused("No file is on its way here") }
        return .done([.transport(.cancel(view.room.id, last.id))])
    }

    /// How far the file is that goes out now; nil when there is none.
    var uploadLine: String? {
        guard let first = uploads.first, let attachment = first.attachment else { return nil }
        let part = min(max(view.uploads[first.id] ?? 0, 0), 1)
        let full = Int(part * 10)
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
        return "\(attachment.name) \(bar) \(Int(part * 100)) % · /cancel"
    }
}
