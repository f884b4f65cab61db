import Archive
import ChatCore
import ChatUI
import CursesDriver
import Glibc
import HTTP
import LocalTransport
import PictureStore
import Pictures
import RichText
import Terminal

/// `mingle`: the chat in a room of this machine.
enum Chat {
    static func run(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        let queue = try EventQueue()
        // Of all that the first frame needs this takes longest, so it begins before anything else.
        let ahead = Ahead { preparedSettings(queue) }
        var place = try Place(invocation)
        let isFirst = Welcome.isDue(invocation, place)
        if isFirst {
            try Welcome.ask(place)
            place = try Place(invocation)
        }
        if isFirst { queue.append(.welcome) }
        let account = try Account.chosen(invocation)
        let transport: any Transport
        let archivePath = account?.archivePath ?? place.archivePath
        var export = RoomExport { (archivePath, $0) }
        if let account {
            transport = try account.transport(
                followsBookmarks: true, upkeep: place.settings.upkeep, log: LogFile(invocation)
            ) {
                queue.append(.transport($0))
            }
        } else if AccountFile.isThere {
            let combined = CombinedTransport(
                upkeep: place.settings.upkeep, log: try LogFile(invocation), isLocal: { isLocal($0, archivePath) }
            ) {
                queue.append(.transport($0))
            }
            combined.begin(try localTransport(place) { combined.told($0) })
            transport = combined
            export = RoomExport { combined.archive(of: $0) ?? (archivePath, $0) }
        } else {
            transport = try localTransport(place) { queue.append(.transport($0)) }
        }
        // The room is read by the transport's thread, and the packs by another, while this one readies the terminal.
        let me = account?.me ?? place.me
        let rooms = RoomsFile(archivePath: place.archivePath, me: me, environment: Environment.all)
        let room = recallRooms(rooms, place, queue)
        transport.perform(.open(room.id))
        if let sentence = CrashReport.begin() { queue.append(.transport(.notice(sentence, isFailure: true))) }
        let drafts = DraftFile(archivePath: place.archivePath, me: me)
        let places = places(place, account)
        let desk = PictureDesk(places) { queue.append(.picture($0)) }
        if invocation.has("--plain") || isatty(STDOUT_FILENO) == 0 {
            var plain = PlainChat(
                ChatState(
                    settings: preparedPlainSettings(place, account, places), size: Size(width: 80, height: 24),
                    room: room.id,
                    name: room.name),
                queue: queue, transport: transport, settingsFile: place.settings, rooms: rooms,
                export: export, desk: desk, allowsFiles: invocation.has("--files"))
            return try plain.run()
        }
        try run(
            room: room, queue: queue, transport: transport, drafts: drafts, desk: desk,
            file: place.settings, rooms: rooms,
            export: export
        ) { depth in
            var settings = ahead.wait()
            settings.ground.depth = depth
            settings.consent = places.consent?.load() ?? settings.consent
            settings.keepsPictures = places.kept != nil || places.isOfAccount
            let mistakes = place.settings.entries.isEmpty ? [] : settings.adopt(place.settings.entries)
            if !mistakes.isEmpty { queue.append(.settingMistakes(mistakes)) }
            if let account { settings.placeName = "as \(account.me.id), not end-to-end encrypted" }
            return settings
        }
    }

    /// The settings where there is no screen.
    private static func preparedPlainSettings(
        _ place: Place, _ account: Account?, _ pictures: PictureDesk.Places
    ) -> ChatState.Settings {
        var settings = ChatState.Settings(catalogue: Packs.none)
        settings.calendar = SystemClock.calendar
        settings.longestMessage = Archive.longestText
        settings.drawing.tier = .text
        settings.keepsPictures = pictures.kept != nil || pictures.isOfAccount
        for mistake in settings.adopt(place.settings.entries) { Output.tell(HarmlessText.line(mistake.text)) }
        if let account { settings.placeName = "as \(account.me.id), not end-to-end encrypted" }
        return settings
    }

    /// Has the rooms that were open opened again; returns the one to be in view.
    private static func recallRooms(_ rooms: RoomsFile?, _ place: Place, _ queue: EventQueue) -> Memory.Room {
        guard let rooms else { return Memory.Room(id: place.room, name: place.room.text) }
        let (memory, complaint) = rooms.load()
        if let complaint { queue.append(.transport(.notice(complaint, isFailure: true))) }
        queue.append(.memory(memory))
        let shown = place.isRoomNamed ? place.room : memory.current ?? place.room
        return memory.rooms.first { $0.id == shown } ?? Memory.Room(id: shown, name: shown.text)
    }

    /// Where pictures are: what is sent in local rooms lies beside the archive, what is fetched in the user's cache.
    private static func places(_ place: Place, _ account: Account?) -> PictureDesk.Places {
        let client = HTTPClient(reach: place.settings.flag("picturesFromLoopback") ? .loopback : .publicNetwork)
        let cache = RemotePictures.standardFolder(environment: Environment.all)
        return PictureDesk.Places(
            kept: account == nil ? KeptPictures(archive: place.archivePath) : nil,
            consent: ConsentFile(
                environment: Environment.all, place: account.map { $0.me.id.text } ?? place.archivePath),
            remote: cache.map { folder in
                RemotePictures(folder: folder, client: client) { Account.privateServers(account) }
            }, isOfAccount: account != nil)
    }

    /// The rooms of this machine; what is wrong with the archive is told on a terminal that still scrolls.
    private static func localTransport(
        _ place: Place, deliver: @escaping @Sendable (TransportEvent) -> Void
    ) throws(Failure) -> LocalTransport {
        do throws(ArchiveError) {
            var upkeep = place.settings.upkeep
            upkeep.makesBackups = true
            return try LocalTransport(
                path: place.archivePath, sharing: place.sharing, me: place.me, upkeep: upkeep, deliver: deliver)
        } catch {
            throw Failure(error.sentence)
        }
    }

    /// Whether something was said in `room` on this machine. An archive that others write is not asked: who may write it
    /// could put a room of a friend's address into it, and get what is meant for the friend.
    private static func isLocal(_ room: RoomID, _ archivePath: String) -> Bool {
        if OwnFile.isOfOthers(archivePath) { return false }
        let archive = try? Archive(path: archivePath, sharing: .personal, access: .readOnly)
        return (try? archive?.newestPlace(in: room)) != nil
    }

    /// Reads the packs, which the first frame needs.
    private static func preparedSettings(_ queue: EventQueue) -> ChatState.Settings {
        let packs = Packs.standard()
        if let mistake = packs.mistakes.first { queue.append(.transport(.notice(mistake, isFailure: true))) }
        var settings = ChatState.Settings(catalogue: packs.catalogue)
        settings.calendar = SystemClock.calendar
        // Over a slow line half as many frames.
        if Environment.all["SSH_CONNECTION"]?.isEmpty == false { settings.motion.grid = 250 }
        settings.longestMessage = Archive.longestText
        return settings
    }

    /// Opens the terminal and runs the loop over `transport`, which has been asked to open `room`. The settings are asked
    /// for when the terminal is ready.
    static func run(
        room: Memory.Room, queue: EventQueue, transport: any Transport, drafts: DraftFile? = nil,
        desk: PictureDesk? = nil, file: SettingsFile, rooms: RoomsFile? = nil, export: RoomExport? = nil,
        settings: (ColourDepth) -> ChatState.Settings
    ) throws(Failure) {
        let chosen = file.adopted
        let salt = UInt32.random(in: 0 ... .max)
        let pictures = TerminalPictures(environment: Environment.all, salt: salt)
        let driver: CursesDriver
        do throws(CursesError) {
            driver = try CursesDriver(
                escapeDelay: chosen.escapeDelay, furtherQueries: pictures.queries + Ground.query)
        } catch {
            transport.stop()
            throw Failure("\(error) mingle --plain, mingle send and mingle tail work without one.")
        }
        // Of use while the settings are still being made ready in their thread.
        ChatState.Settings.warmUp()
        var settings = settings(driver.colourDepth)
        settings.salt = salt
        settings.drawing = pictures.drawing(nil, depth: driver.colourDepth, settings.pictureWish)
        let spelling = SpellingDesk(environment: Environment.all) { queue.append($0) }
        settings.checksSpelling = spelling != nil
        let state = ChatState(settings: settings, size: driver.size, room: room.id, name: room.name)
        var loop = ChatLoop(
            state, driver: driver, queue: queue, transport: transport, drafts: drafts, desk: desk, pictures: pictures,
            spelling: spelling, settingsFile: file, rooms: rooms, export: export)
        loop.run()
    }
}

extension SettingsFile {
    /// How long messages are kept, as the settings have it.
    fileprivate var upkeep: Upkeep {
        var upkeep = Upkeep()
        for (name, rule) in adopted.keepRules {
            let retention = Retention(days: rule.days, bytes: rule.megabytes.map { Int64($0) * 1_000_000 })
            if name == KeepRule.everyRoom {
                upkeep.everyRoom = retention
            } else {
                upkeep.rooms[RoomID(name)] = retention
            }
        }
        return upkeep
    }
}
