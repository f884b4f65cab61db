import ChatCore
import ChatUI
import Emoticons
import Glibc
import RichText
import Terminal
import Testing

@Suite struct SettingTests {
    private func adopted(_ entries: [SettingEntry]) -> (settings: Session, mistakes: [String]) {
        var mistakes: [String] = []
        let session = Session(80, 16) { mistakes = $0.adopt(entries).map(\.text) }
        return (session, mistakes)
    }

    @Test func everyMistakeIsToldAtOnceWithItsLine() {
        let (_, mistakes) = adopted([
            SettingEntry("mouse", .text("yes"), line: 4), SettingEntry("colour", .flag(true), line: 2),
            SettingEntry("theme", .text("pink"), line: 3), SettingEntry("time", .text("%Q"), line: 5),
            SettingEntry("bindings", .map([SettingEntry("x", .text("send"), line: 7)]), line: 6),
            SettingEntry("bindings", .map([]), line: 8),
            SettingEntry("colours", .map([SettingEntry("mention", .text("bold purple"), line: 10)]), line: 9),
        ])
        #expect(
            mistakes == [
                "line 2: there is no setting colour",
                "line 3: theme is auto, dark, light, high-contrast, 16 or mono, not pink",
                "line 4: mouse is true or false",
                "line 5: time knows %H %I %M %p %d %e %m %b %B %a %A %y %Y %% and at most 60 columns, not %Q",
                "line 8: bindings stands there 2 times",
                "line 10: mention in colours needs a look such as bold cyan on black, not bold purple",
            ])
    }

    @Test(arguments: [
        (SettingEntry("x", .text("send")), "x in bindings is a letter that one types"),
        (SettingEntry("C-Nothing", .text("send")), "bindings knows keys such as"),
        (SettingEntry("C-x", .text("fly")), "there is no action fly"),
        (SettingEntry("C-x", .text("/fly away")), "there is no command /fly"),
        (SettingEntry("C-x", .flag(true)), "C-x in bindings needs a text"),
    ])
    func aBindingThatMeansNothingIsNamed(entry: SettingEntry, sentence: String) {
        let (_, mistakes) = adopted([SettingEntry("bindings", .map([entry]))])
        #expect(mistakes.count == 1 && mistakes[0].contains(sentence), "\(mistakes)")
    }

    @Test(arguments: [
        ("bindings", "C-o", "C-o", "C-o in bindings stands there twice"),
        ("bindings", "M-S-Up", "S-M-Up", "S-M-Up in bindings is bound there twice"),
        ("colours", "mention", "mention", "mention in colours stands there twice"),
        ("keep", "lobby", "lobby", "lobby in keep stands there twice"),
    ])
    func whatStandsTwiceInAMapIsNamedAndChangesNothing(key: String, one: String, other: String, sentence: String) {
        let value = ["bindings": "send", "colours": "red", "keep": "5 days"][key] ?? ""
        let entries = [SettingEntry(one, .text(value), line: 3), SettingEntry(other, .text(value), line: 4)]
        let (_, mistakes) = adopted([SettingEntry(key, .map(entries), line: 2)])
        #expect(mistakes == ["line 4: " + sentence])
    }

    @Test(
        arguments: [
            ("365 days", 365, nil), ("1 day", 1, nil), ("50 MB", nil, 50), ("30 days, 7 mb", 30, 7),
            ("7 MB,30 days", 30, 7),
        ] as [(String, Int?, Int?)])
    func howLongMessagesAreKept(text: String, days: Int?, megabytes: Int?) throws {
        var settings = ChatState.Settings(catalogue: Catalogue(packs: []))
        let entry = SettingEntry("keep", .map([SettingEntry("lobby", .text(text))]))
        #expect(settings.adopt([entry]).isEmpty)
        let rule = try #require(settings.keepRules["lobby"])
        #expect(rule.days == days && rule.megabytes == megabytes)
    }

    @Test(arguments: [
        "", "0 days", "-1 days", "1 day, 2 days", "2 days, 1 day", "5 GB", "100001 days", "days", "1 day 2", "1 day,",
    ])
    func whatIsNoRuleKeepsEverything(text: String) {
        var settings = ChatState.Settings(catalogue: Catalogue(packs: []))
        let mistakes = settings.adopt([SettingEntry("keep", .map([SettingEntry("lobby", .text(text))]))])
        #expect(mistakes.count == 1 && settings.keepRules.isEmpty, "\(text)")
    }

    @Test func keysOfOnesOwnRuleAndTheHelpShowsThem() {
        let bindings: [SettingEntry] = [
            SettingEntry("C-o", .text("send")), SettingEntry("Enter", .text("new-line")),
            SettingEntry("F5", .text("/topic tea")), SettingEntry("C-k", .text("nothing")),
        ]
        var (session, mistakes) = adopted([SettingEntry("bindings", .map(bindings))])
        #expect(mistakes.isEmpty)
        session.type("a")
        session.press("Enter")
        session.type("b")
        session.press("Home C-k C-o")
        #expect(session.sent.map { FlatText($0.body).text } == ["a\nb"])
        session.press("F5")
        #expect(session.effects.last == .transport(.setTopic(Session.room, "tea")))
        session.press("F1")
        #expect(session.shows("F5") && session.shows("/topic tea"))
        #expect(session.rows.contains { $0.contains("C-o") && $0.contains("send the message") })
    }

    @Test func everyActionOfTheTableHasAName() {
        var session = Session(240, 400)
        session.press("F2 F3")
        session.type("/keys")
        session.press("Enter")
        let rows = session.rows.drop { !$0.hasPrefix(" Talking") }.prefix { !$0.hasPrefix(" Vi keys") }
        let keys = rows.filter { $0.contains("  ") }
        #expect(keys.count > 60)
        for row in keys {
            // A key without help has its name alone.
            let right = (row.split(separator: "  ").last ?? "").drop { $0 == " " }
            #expect(right.contains(" · ") || !right.contains(" "), "\(row)")
        }
    }

    @Test func setShowsChangesAndKeeps() {
        var session = Session(200, 50)
        session.type("/set time")
        session.press("Escape Enter")
        #expect(session.shows("time: \"%H:%M\" (a text): how the time of day is written"))
        session.say("morning")
        session.type("/set time %I:%M %p")
        session.press("Escape Enter")
        #expect(session.shows("09:14 AM  Ann"))
        #expect(session.effects.contains(.keepSetting("time", "\"%I:%M %p\"")))
        session.type("/set mouse off")
        session.press("Escape Enter")
        #expect(session.effects.suffix(2) == [.leaveMouse, .keepSetting("mouse", "false")])
        session.type("/set mouse maybe")
        session.press("Escape Enter")
        #expect(session.shows("mouse is true or false") && session.rows.contains(" /set mouse maybe"))
        session.press("C-c")
        session.type("/set")
        session.press("Escape Enter")
        #expect(session.shows("\"%I:%M %p\" · how the time") && session.shows("false · false leaves the mouse"))
    }

    @Test func settingsAreCompletedByKeyAndValue() {
        var session = Session(100, 30)
        session.type("/set no")
        #expect(session.shows("notifyAbout") && !session.shows("mouse"))
        session.type("tify b")
        #expect(session.shows("notify bell"))
        session.press("Tab Enter")
        #expect(session.effects.last == .keepSetting("notify", "\"bell\""))
    }

    @Test func aReloadTakesAllOrSaysWhatIsWrong() {
        var session = Session(80, 20)
        session.type("/set reload")
        session.press("Escape Enter")
        #expect(session.effects.last == .readSettings)
        session.hear(settings: [SettingEntry("roomsPane", .flag(false)), SettingEntry("density", .text("roomy"))])
        #expect(session.shows("The settings were read again") && !session.shows("● lobby"))
        session.hear(settings: [
            SettingEntry("roomsPane", .number(1), line: 2), SettingEntry("dnd", .text("no"), line: 3),
        ])
        #expect(session.shows("2 mistakes in the settings; what is wrong is as it was"))
        #expect(session.shows("line 2") && session.shows("roomsPane is true or false") && session.shows("line 3"))
        #expect(!session.shows("● lobby"))
        session.press("Escape")
        session.hear(settings: [])
        #expect(session.shows("● lobby"))
    }

    @Test func roomyLogsPartWhatPeopleSay() {
        var session = Session(60, 9)
        session.hear(settings: [SettingEntry("density", .text("roomy"))])
        session.say("one")
        session.say("two")
        session.say("three", by: Session.bea)
        let rows = session.rows
        let last = rows.firstIndex { $0.contains("three") } ?? 0
        #expect(rows[last - 1].isEmpty && rows[last - 2].contains("two") && rows[last - 3].contains("one"))
    }

    @Test func denseLogsTakeOneRowALine() {
        var session = Session(70, 12)
        session.say("a [smile] b")
        session.say(PictureTests.picture(width: 30, height: 5))
        session.draw()
        #expect(session.shows("▐╰╯▌") && !session.shows("[picture: the garden]"))
        session.hear(settings: [SettingEntry("density", .text("dense"))])
        session.draw()
        let rows = session.rows
        let first = rows.firstIndex { $0.contains("a 🙂 b") } ?? 0
        #expect(rows[first + 1].contains("see [picture: the garden] there"))
        session.hear(settings: [SettingEntry("density", .text("dense")), SettingEntry("emoticons", .text("text"))])
        #expect(session.shows("a [smile] b"))
        session.hear(settings: [])
        #expect(session.shows("▐╰╯▌"))
    }

    /// By the contrast of WCAG 2.1, between what a reaction of one's own is written with and what is behind it.
    @Test(arguments: ["dark", "light", "high-contrast", "16"]) func aReactionOfOnesOwnIsReadInEveryTheme(name: String)
        throws
    {
        var session = Session(60, 14)
        session.hear(settings: [SettingEntry("theme", .text(name))])
        session.say("had coffee?")
        session.press("M-s + Enter")
        session.keepAmendment()
        let place = try #require(session.place(of: "👍 1"))
        let style = session.frame[place.x + 3, place.y].style
        func light(_ colour: Colour) -> Double {
            let (red, green, blue) = colour.channels
            func part(_ channel: UInt8) -> Double {
                let value = Double(channel) / 255
                return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
        }
        let lights = [light(style.foreground), light(style.background)].sorted()
        #expect((lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5)
        #expect(!(style.attributes.contains(.bold) && style.foreground == .indexed(0)), "bold black is grey in many")
    }

    @Test func theExampleOfEverySettingIsRight() {
        let entries = SettingTable.all.map { SettingEntry($0.key, $0.example) }
        var session = Session(80, 20)
        session.hear(settings: entries)
        #expect(!session.shows("mistake"))
    }
}
