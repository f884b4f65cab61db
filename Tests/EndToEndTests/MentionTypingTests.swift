import Foundation
import Testing

extension EndToEnd {
    /// Where the list of people opens, whom it finds, and all ways to a mention, at each desk.
    @Suite final class MentionTyping {
        private let sandbox = Sandbox()

        @Test(arguments: Desk.all) func theListOpensWhereAMentionMayBegin(desk: Desk) throws {
            let bea = try Writer("Bea", at: desk, in: sandbox)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2)
            try bea.terminal.waitUntilShown("2 here")
            for before in ["你好", "(", "🙂", "a ", "“"] {
                try ann.see("/bea", after: "'\(before)@be")
                try ann.lose("/bea", after: "Escape")
                try ann.expect("\(before)@be|")
                try ann.clear()
            }
            for before in ["foo", "x1", "a.b_", "ж", "한", "a+"] {
                try ann.expect("\(before)@be|", after: "'\(before)@be")
                #expect(try !ann.terminal.screen.contains("/bea"), "behind \(before)")
                try ann.clear()
            }
            // Behind another token, without the blank between them.
            try ann.mention("be", "/bea", "@Bea |")
            try ann.expect("@Bea|", after: "Left", "Right", "BSpace")
            try ann.mention("be", "/bea", "@Bea@Bea |")
            // A pasted name opens nothing and means nobody.
            try ann.clear()
            try ann.terminal.paste("to @Bea")
            try ann.expect("to @Bea|")
            #expect(try !ann.terminal.screen.contains("/bea"))
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("to @Bea")
            #expect(try Exported(sandbox.mingle("export").lines.last).mentions.isEmpty)
        }

        @Test(arguments: Desk.all) func peopleAreFoundByAnyPartAndInAnyForm(desk: Desk) throws {
            let zoe = try Writer("Zoé Li", at: desk, in: sandbox)
            _ = try Writer("Anzoe", at: desk, in: sandbox, here: 2)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 3)
            // A word of the name that begins so stands before what holds it elsewhere.
            for query in ["zoe", "ZOÉ", "ｚｏｅ", "zoe l", "li", "\(NSUserName())/zo"] {
                try ann.expect("@Zoé Li |", after: "'@" + query, "Enter")
                try ann.expect("|", after: "BSpace")
            }
            // Of two that begin so, whoever spoke last.
            let zoltan = try Writer("Zoltan", at: desk, in: sandbox, here: 4)
            for (writer, name) in [(zoltan, "Zoltan"), (zoe, "Zoé Li")] {
                try writer.press(["'it is \(name)", "Enter"])
                try ann.terminal.waitUntilShown("it is \(name)")
                try ann.expect("@\(name) |", after: "'@zo", "Enter")
                try ann.clear()
            }
        }

        @Test(arguments: Desk.all) func peopleOfOneNameAreToldApart(desk: Desk) throws {
            let bea = try Writer("Bea", at: desk, in: sandbox)
            let cat = try Writer("Cat", at: desk, in: sandbox, here: 2)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 3)
            try cat.press(["'/nick Bea", "Enter"])
            try ann.see("Bea (cat)", after: "'@bea")
            #expect(try ann.terminal.screen.contains("Bea (bea)"))
            try ann.expect("@Bea (bea) |", after: "Enter")
            try ann.see("Bea (cat)", after: "'@bea")
            try ann.expect("@Bea (bea) @Bea (cat) |", after: "Down", "Enter")
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@Bea (cat)")
            let ids = try Exported(sandbox.mingle("export").lines.last).mentions.map(\.id)
            #expect(ids == [sandbox.person("bea"), sandbox.person("cat")])
        }

        @Test(arguments: Desk.all) func everyoneHasManyNames(desk: Desk) throws {
            let bea = try Writer("Bea", at: desk, in: sandbox)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2)
            for name in ["everyone", "all", "channel", "here", "所有人", "全体成员"] {
                try ann.expect("@everyone |", after: "'@" + name, "Enter")
                try ann.expect("|", after: "BSpace")
            }
            try ann.expect("@everyone hello|", after: "'@all", "Enter", "'hello")
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@everyone hello")
            let message = try Exported(sandbox.mingle("export").lines.last)
            #expect(message.everyone == [sandbox.person("bea")] && message.mentions.map(\.id) == [nil])
        }

        @Test(arguments: Desk.all) func aRoomOfMoreThanTwentyIsAskedAboutOnce(desk: Desk) throws {
            for number in 1...21 { _ = try sandbox.terminal("--plain", "--as", "P\(number)") }
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 22)
            try ann.expect("@everyone hello|", after: "'@all", "Enter", "'hello")
            try ann.see("Mention 21 people at once?", after: "Enter")
            try ann.expect("@everyone hello|", after: "'n")
            #expect(try sandbox.mingle("export").output.isEmpty)
            try ann.see("Mention 21 people at once?", after: "Enter")
            try ann.see("✓", after: "'y")
            #expect(try Exported(sandbox.mingle("export").lines.last).everyone?.count == 21)
        }

        @Test(arguments: Desk.all) func allWaysGiveTheSameToken(desk: Desk) throws {
            let bea = try Writer("Bea", at: desk, in: sandbox)
            let ann = try Writer("Ann", at: desk, in: sandbox, here: 2)
            try ann.see("/bea", after: "M-m")
            try ann.expect("@Bea |", after: "Enter")
            try ann.expect("|", after: "BSpace")
            try ann.see("/bea", after: "'/mention be")
            try ann.expect("@Bea |", after: "Enter")
            try ann.expect("|", after: "BSpace")
            if desk.isWide {
                let screen = try ann.terminal.screen
                let row = try #require(screen.row(with: "● Bea"))
                let column = try #require(screen.columns(of: "●", row: row).last)
                try ann.click(column + 2, row)
                try ann.expect("@Bea |")
                try ann.expect("|", after: "BSpace")
            }
            // In place of what is selected, and of the token that is selected: each one step.
            try ann.see("/bea", after: "'ask her", "S-Left", "S-Left", "S-Left", "M-m")
            try ann.expect("ask @Bea |", after: "Enter")
            try ann.undo("ask her|")
            try ann.clear()
            try ann.mention("be", "/bea", "@Bea |")
            try ann.see("@Bea is local:", after: "Home", "S-Right")
            try ann.see("/bea", after: "Enter")
            try ann.expect("@everyone|", after: "Down", "Enter", "End", "BSpace")
            try ann.undo("@everyone |")
            try ann.undo("@Bea |")
            try ann.press(["Enter"])
            try bea.terminal.waitUntilShown("@Bea")
            let message = try Exported(sandbox.mingle("export").lines.last)
            #expect(message.text == "@Bea" && message.mentions.map(\.id) == [sandbox.person("bea")])
        }
    }
}
