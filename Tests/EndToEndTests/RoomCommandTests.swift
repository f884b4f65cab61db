import Testing

extension EndToEnd {
    /// Rooms as people make, leave, order and find them again, and people as they are met there.
    @Suite final class RoomCommands {
        private let sandbox = Sandbox()

        /// The names in the pane of rooms, from the top; what stands behind each, too.
        private func rooms(_ screen: Screen) -> [String] {
            screen.rows.dropFirst(2).prefix { !$0.hasPrefix("─") }
                .map { $0.prefix { $0 != "│" }.dropFirst(3).split(separator: " ").joined(separator: " ") }
                .filter { !$0.isEmpty }
        }

        @Test func roomsAreMadeListedLeftAndSwitchedByEveryKey() throws {
            let (ann, bea) = try sandbox.annAndBea()
            try ann.say(["/join garden": " garden · on this machine", "/topic beds and borders": "· beds and borders"])
            try ann.say(["/topic": "beds and borders", "/join kitchen": " kitchen · on this machine"])
            try bea.say("/rooms")
            try bea.waitUntilShown("1 here · beds and borders")
            try bea.press("?")
            try bea.waitUntilShown("Here: rooms and people")
            try bea.press("Escape")
            try bea.waitUntilShown("room: type a few letters")
            try bea.press("Escape")
            try bea.waitUntilGone("room: type a few letters")
            try bea.type("/join gar")
            try bea.waitUntilShown("a new room of that name")
            try bea.press("Up", "Enter")
            try bea.waitUntilShown(" gar · on this machine")
            try bea.say(["/leave": " lobby · on this machine"])
            try bea.say(["/leave": "This is the only room that is open; /quit leaves the program"])
            try bea.press("C-c")

            #expect(try rooms(ann.screen) == ["lobby", "garden", "kitchen"])
            for (key, room) in [
                ("M-1", "lobby"), ("M-3", "kitchen"), ("M-Up", "garden"), ("M-Up", "lobby"), ("M-Down", "garden"),
            ] {
                try ann.press(key)
                try ann.waitUntil("\(key) goes to \(room)") { $0.rows[0].hasPrefix(" \(room) ·") }
            }
            try ann.press("M-S-Down")
            try ann.waitUntil("the garden was moved") { self.rooms($0) == ["lobby", "kitchen", "garden"] }

            try bea.say("good morning")
            try ann.waitUntil("the lobby has one unread") { self.rooms($0)[0].hasSuffix(" 1") }
            let plain = try #require(try ann.styledRow(with: "lobby")).style(of: "1")
            try bea.type("hello @ann")
            try bea.waitUntilShown("/ann")
            try bea.press("Enter", "Enter")
            try ann.waitUntil("and then two") { self.rooms($0)[0].hasSuffix(" 2") }
            let called = try #require(try ann.styledRow(with: "lobby")).style(of: "2")
            #expect(plain != called && called?.background != nil, "a mention is seen from afar")
            try ann.say("/set roomOrder activity")
            try ann.waitUntilShown("roomOrder is \"activity\" now")
            try bea.say("/join kitchen")
            try bea.waitUntilShown(" kitchen ·")
            try bea.say("tea is ready")
            try ann.waitUntil("the kitchen came up") { self.rooms($0) == ["kitchen 1", "lobby 2", "garden"] }
            try ann.press("M-a")
            try ann.waitUntil("first to the mention") { $0.rows[0].hasPrefix(" lobby ·") }
            try ann.press("M-a")
            try ann.waitUntil("then to what else is new") { $0.rows[0].hasPrefix(" kitchen ·") }
        }

        @Test func peopleAreMetInvitedRenamedAndLeftAlone() throws {
            let (ann, bea) = try sandbox.annAndBea()
            try ann.say(["/join garden": " garden ·", "/invite Bea": "Bea is asked to come to garden"])
            try bea.waitUntilShown("Ann asks you to come to garden: /join garden")
            try bea.say("/join garden")
            try ann.waitUntilShown("2 here")
            try bea.say("/nick Beatrix")
            try ann.waitUntilShown("● Beatrix")
            try ann.say("/people")
            try ann.waitUntilGone("● Beatrix")
            try ann.say("/people")
            try ann.waitUntilShown("● Beatrix")
            try ann.say(["/msg Nobody hi": "Nobody known here is called Nobody hi"])
            try ann.press("C-c")

            try ann.say(["/msg Beatrix just us": "just us ✓"])
            try bea.waitUntil("a room of the two, with one unread") { screen in
                self.rooms(screen).contains { $0.hasPrefix("Ann") && $0.hasSuffix("1") }
            }
            try bea.press("C-t")
            try bea.type("ann")
            try bea.press("Enter")
            try bea.waitUntilShown("just us")
            try bea.say(["goodbye": "goodbye ✓", "/leave": " garden ·"])
            try ann.waitUntilShown("goodbye")
            try bea.waitUntil("only the two others are left") { self.rooms($0) == ["lobby", "garden"] }
            try bea.leave()

            // A room that one left stays closed, until something is said there.
            let again = try sandbox.terminal("--as", "Bea", width: 100)
            try again.waitUntil("it stays closed") { $0.contains("2 here") && self.rooms($0) == ["lobby", "garden"] }
            try ann.say("one more thing")
            try again.waitUntil("the room is there again") { screen in
                self.rooms(screen).contains { $0.hasPrefix("Ann") && $0.hasSuffix("1") }
            }
        }

        @Test func oneReadsOnWhereOneLeftAndTheDraftWaits() throws {
            let lines = (10...90).map { #"{"id":"\#($0)","from":{"id":"local:x/zoe"},"text":"line \#($0)"}"# }
            #expect(try sandbox.mingle("import", input: lines.joined(separator: "\n")).status == 0)
            let ann = try sandbox.terminal("--as", "Ann", width: 100)
            try ann.waitUntilShown("line 90")
            try ann.press("PageUp", "PageUp")
            try ann.waitUntilShown("reading back")
            let top = try ann.screen.rows[2...4]
            try ann.type("half a thou")
            try ann.waitUntilShown(" half a thou")
            try ann.leave()

            let again = try sandbox.terminal("--as", "Ann", width: 100)
            try again.waitUntil("the same lines stand at the top") {
                $0.contains(" half a thou") && $0.rows[2...4] == top
            }
            #expect(try again.waitUntilShown("reading back").cursor.x == 12)
            try again.press("C-u")
            try again.waitUntilGone("half a thou")
            try again.say("/quit")
            #expect(try again.waitUntilEnded() == 0)
        }
    }
}
