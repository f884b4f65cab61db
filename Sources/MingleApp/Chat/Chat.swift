import Archive
import ChatCore
import ChatUI
import CursesDriver
import LocalTransport
import RichText

/// `mingle`: the chat in a room of this machine.
enum Chat {
    static func run(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        let place = try Place(invocation)
        let packs = Packs.standard()
        var settings = ChatState.Settings(catalogue: packs.catalogue)
        settings.emoticonTier = place.settings.emoticons ?? .cells
        settings.calendar = SystemClock.calendar
        settings.keys = place.settings.keys ?? .emacs
        settings.usesMouse = place.settings.mouse ?? true
        settings.longestMessage = Archive.longestText
        settings.countsOwnName = place.settings.ownName ?? true
        let queue = try EventQueue()
        if let mistake = packs.mistakes.first { queue.append(.transport(.notice(mistake, isFailure: true))) }
        if let sentence = CrashReport.begin() { queue.append(.transport(.notice(sentence, isFailure: true))) }
        if let account = try Account.chosen(invocation) {
            let transport = try account.transport { queue.append(.transport($0)) }
            let drafts = DraftFile(archivePath: place.archivePath, me: account.me)
            return try run(settings, room: place.room, queue: queue, transport: transport, drafts: drafts)
        }
        // The archive first: what is wrong with it is told on a terminal that still scrolls.
        let transport: LocalTransport
        do throws(ArchiveError) {
            transport = try LocalTransport(path: place.archivePath, sharing: place.sharing, me: place.me) {
                queue.append(.transport($0))
            }
        } catch {
            throw Failure(error.sentence)
        }
        let drafts = DraftFile(archivePath: place.archivePath, me: place.me)
        try run(settings, room: place.room, queue: queue, transport: transport, drafts: drafts)
    }

    /// Opens the terminal and runs the loop over `transport`.
    static func run(
        _ settings: ChatState.Settings, room: RoomID, queue: EventQueue, transport: any Transport,
        drafts: DraftFile? = nil
    ) throws(Failure) {
        let driver: CursesDriver
        do throws(CursesError) {
            driver = try CursesDriver()
        } catch {
            transport.stop()
            throw Failure("\(error) mingle send and mingle tail work without one.")
        }
        let state = ChatState(settings: settings, size: driver.size, room: room, name: room.text)
        var loop = ChatLoop(state, driver: driver, queue: queue, transport: transport, drafts: drafts)
        loop.run()
    }
}
