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
        let chosen = try Settings.load(nil)
        chosen.take(picturesInto: &settings, environment: Environment.all)
        let desk = PictureDesk(PictureDesk.Places()) { queue.append(.picture($0)) }
        try Chat.run(room: room, queue: queue, transport: transport, desk: desk, file: chosen) { settings }
    }
}
