import ChatCore
import ChatUI
import Glibc
import RichText
import Terminal
import Testing

/// Colours of names that other programs give them too (XEP-0392).
@Suite struct SharedColourTests {
    @Test(arguments: [
        ("Romeo", NameColours.shared, 327.255249, (0.865, 0.000, 0.686)),
        ("juliet@capulet.lit", .shared, 209.410400, (0.000, 0.515, 0.573)),
        ("😺", .shared, 331.199341, (0.872, 0.000, 0.659)), ("council", .shared, 359.994507, (0.918, 0.000, 0.394)),
        ("Board", .shared, 171.430664, (0.000, 0.527, 0.457)),
        ("Romeo", .sharedRedGreen, 327.255249, (0.865, 0.000, 0.686)),
        ("juliet@capulet.lit", .sharedRedGreen, 29.410400, (0.742, 0.359, 0.000)),
        ("Board", .sharedRedGreen, 351.430664, (0.904, 0.000, 0.494)),
        ("Romeo", .sharedBlue, 147.255249, (0.000, 0.535, 0.350)),
        ("😺", .sharedBlue, 151.199341, (0.000, 0.533, 0.373)),
        ("council", .sharedBlue, 179.994507, (0.000, 0.524, 0.485)),
    ]) func theTestVectorsOfTheStandardHold(
        text: String, colours: NameColours, hue: Double, expected: (Double, Double, Double)
    ) {
        let colour = SharedColour(of: text, for: colours)
        #expect(abs(colour.hue - hue) < 0.000001)
        let channels = colour.channels()
        #expect(abs(channels.red - expected.0) < 0.0011, "\(channels)")
        #expect(abs(channels.green - expected.1) < 0.0011, "\(channels)")
        #expect(abs(channels.blue - expected.2) < 0.0011, "\(channels)")
    }

    @Test func allChannelsStayWithinTheirBounds() {
        for number in 0..<2_000 {
            let channels = SharedColour(of: "person \(number)").channels(lightness: Double(30 + number % 60))
            for part in [channels.red, channels.green, channels.blue] { #expect((0...1).contains(part)) }
        }
    }

    @Test func theSettingGivesPeopleTheirColoursByAddressOrByName() {
        let bea = Person(id: PersonID("bea@chat.test"), name: "Bea")
        let cat = Person(id: PersonID("garden@rooms.chat.test#occupant"), name: "Romeo")
        func styles(_ value: String, depth: ColourDepth = .direct) -> [Style] {
            var session = Session(100, 20, people: [Session.me, bea, cat]) { settings in
                settings.ground.depth = depth
                _ = settings.adopt([SettingEntry("nameColours", .text(value)), SettingEntry("theme", .text("dark"))])
            }
            session.draw()
            return ["● Bea", "● Romeo"].map { text in
                session.place(of: text).map { session.frame[$0.x, $0.y].style } ?? .plain
            }
        }
        let shared = styles("shared")
        let romeo = SharedColour(of: "Romeo").channels(lightness: 68)
        let address = SharedColour(of: "bea@chat.test").channels(lightness: 68)
        for (style, channels) in zip(shared, [address, romeo]) {
            guard case .rgb(let red, let green, let blue) = style.foreground else {
                Issue.record("no colour of its own: \(style)")
                continue
            }
            #expect(abs(Double(red) - channels.red * 255) <= 0.5 && abs(Double(green) - channels.green * 255) <= 0.5)
            #expect(abs(Double(blue) - channels.blue * 255) <= 0.5)
        }
        #expect(styles("theme") != shared)
        #expect(styles("shared", depth: .sixteen) == styles("theme", depth: .sixteen))
    }

    @Test(arguments: [(68.0, true), (47.0, false)])
    func sharedNamesCanBeReadOnTheirGround(lightness: Double, isDark: Bool) {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        for number in 0..<500 {
            let channels = SharedColour(of: "\(number)").channels(lightness: lightness)
            let light = 0.2126 * linear(channels.red) + 0.7152 * linear(channels.green) + 0.0722 * linear(channels.blue)
            let contrast = isDark ? (light + 0.05) / 0.05 : 1.05 / (light + 0.05)
            #expect(contrast >= 4.5, "\(number): \(contrast)")
        }
    }
}
