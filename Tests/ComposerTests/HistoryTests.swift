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
        history.rename(PersonID("Ann"), to: "Anna")
        #expect(history.older(from: draft).map { FlatText($0).text } == "hello @Anna")
    }
}
