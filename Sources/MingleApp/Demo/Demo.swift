import ChatCore
import ChatUI

/// `mingle demo`: a room whose people are not real, to see how things wrap and to try mentions.
enum Demo {
    /// The room in which the script is played.
    static let room = RoomID("demo")

    static func run(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        var settings = ChatState.Settings(catalogue: Packs.standard().catalogue)
        settings.calendar = SystemClock.calendar
        settings.placeName = "a demo: nobody here is real, nothing is kept"
        let queue = try EventQueue()
        let transport = try DemoTransport { queue.append(.transport($0)) }
        transport.perform(.open(RoomID("demo")))
        let file = try SettingsFile(nil)
        _ = settings.adopt(file.entries)
        settings.keepsPictures = false
        settings.ownPictures = [DemoScript.garden]
        let desk = PictureDesk(PictureDesk.Places()) { queue.append(.picture($0)) }
        try Chat.run(
            room: Memory.Room(id: room, name: room.text), queue: queue, transport: transport, desk: desk, file: file
        ) { _ in settings }
    }
}
