import Composer
import RichText
import Testing

@Suite struct HistoryTests {
    private let hello = RichText([.text("hello ", .plain), .mention(Drawing.mention("Ann"))])
    private let help = RichText(plain: "help")
    private let other = RichText(plain: "other")
    private let draft = RichText(plain: "he")

    @Test func olderAndNewerWalkThroughWhatWasSent() {
        var history = InputHistory([hello, help, other])
        #expect(history.older(from: draft) == other)
        #expect(history.older(from: other) == help)
        #expect(history.older(from: help) == hello, "tokens are kept")
        #expect(history.older(from: hello) == nil)
        #expect(history.newer(from: hello) == help)
        #expect(history.newer(from: help) == other)
        #expect(history.newer(from: other) == draft, "the draft in progress comes back")
        #expect(history.newer(from: draft) == nil)
        #expect(!history.isWalking)
    }

    @Test func aPrefixIsKeptThroughTheWalk() {
        var history = InputHistory([hello, other, help, help])
        #expect(history.entries.count == 3)
        #expect(history.older(from: draft, prefix: "he") == help)
        #expect(history.older(from: help, prefix: "help") == hello)
        #expect(history.newer(from: hello) == help)
        #expect(history.newer(from: help) == draft)
        #expect(history.older(from: draft, prefix: "zz") == nil)
        #expect(history.newer(from: draft) == nil)
    }

    @Test func searchGoesBackwards() {
        let history = InputHistory([hello, other, help])
        #expect(history.search("HE", before: 3)?.index == 2)
        #expect(history.search("he", before: 2)?.index == 1)
        #expect(history.search("@ann", before: 2)?.entry == hello)
        #expect(history.search("zz", before: 99) == nil)
        #expect(history.search("", before: 3) == nil)
    }

    @Test func onlyTheNewestAreKeptAndNamesFollow() {
        var history = InputHistory([help, other, hello], limit: 2)
        history.add(RichText())
        #expect(history.entries == [other, hello])
        history.rename { $0 == PersonID("Ann") ? "@Anna\u{1B}" : nil }
        #expect(history.older(from: draft).map { FlatText($0).text } == "hello @Anna␛")
    }

    @Test func walkingThroughWhatWasWrittenIsOneStep() {
        var composer = Drawing.composer("hi|")
        for entry in [other, help, hello] { composer.recall(entry, at: 0) }
        #expect(Drawing.draw(composer) == "hello ‹@Ann›|")
        composer.perform(.undo, at: 0)
        #expect(Drawing.draw(composer) == "hi|")
        composer.perform(.redo, at: 0)
        #expect(Drawing.draw(composer) == "hello ‹@Ann›|")
        composer.move(to: 0)
        composer.recall(help, at: 5_000)
        composer.type("!", at: 5_000)
        composer.recall(other, at: 5_000)
        composer.perform(.undo, at: 5_000)
        #expect(Drawing.draw(composer) == "help!|", "what was written between is a step of its own")
        composer.perform(.undo, at: 5_000)
        #expect(Drawing.draw(composer) == "help|")
        composer.perform(.undo, at: 5_000)
        #expect(Drawing.draw(composer) == "hi|")
        composer.recall(help, at: 0)
        composer.recall(RichText(plain: "hi"), at: 0)
        #expect(Drawing.draw(composer) == "hi|")
        composer.perform(.undo, at: 0)
        #expect(Drawing.draw(composer) == "hi|", "back at the draft, nothing was done")
    }

    @Test func aNameThatIsTakenIsNoChangeOfWhatIsShown() {
        var history = InputHistory([other, hello])
        let shown = history.older(from: draft)
        let rename: (PersonID) -> String? = { $0 == PersonID("Ann") ? "Anna" : nil }
        history.rename(rename)
        #expect(history.older(from: shown?.renaming(rename) ?? draft) == other)
        #expect(history.newer(from: other) == hello.renaming(rename))
        #expect(history.entries == [other, hello.renaming(rename)])
    }
}
