import Composer
import RichText
import Testing

@Suite struct MentionTests {
    let ann = Drawing.mention("Ann")

    @Test func oneKeyRemovesATokenAndOneStepsOverIt() {
        checkStep("hi ‹@Ann›|", .command(.backspace), "hi |")
        checkStep("hi |‹@Ann› you", .command(.delete), "hi | you")
        check("hi ‹@Ann›|", [.command(.left)], "hi |‹@Ann›")
        check("hi |‹@Ann›x", [.command(.right)], "hi ‹@Ann›|x")
        check("|‹@Sam Lee› hi", [.command(.right), .type("X")], "‹@Sam Lee›X| hi")
        check("a‹@Ann›|", [.command(.wordLeft)], "a|‹@Ann›")
        check("|‹@Sam Lee› b", [.command(.wordRight)], "‹@Sam Lee›| b")
        checkStep("say ‹@Sam Lee›|", .command(.killWordLeft), "say |")
        checkStep("say‹@Sam Lee›|", .command(.killBlankWordLeft), "say|")
        checkStep("|‹@Sam Lee›x", .command(.killWordRight), "|x")
    }

    @Test func neighbouringTokensStayApart() {
        checkStep("‹@Ann›‹@Ann›|", .command(.backspace), "‹@Ann›|")
        checkStep("‹@Ann›|‹@Bea›", .type("x"), "‹@Ann›x|‹@Bea›")
        checkStep("‹@Ann›|‹@Bea›", .command(.transpose), "‹@Bea›‹@Ann›|")
        check("‹@Ann›‹@Bea›|", [.command(.wordLeft), .command(.wordLeft)], "|‹@Ann›‹@Bea›")
    }

    @Test func tokensKeepWhomTheyMeanThroughTheKillRing() {
        checkStep("ask ‹@Sam=p9› now|", .command(.killToLineStart), "|")
        check("ask ‹@Sam=p9› now|", [.command(.killToLineStart), .command(.yank)], "ask ‹@Sam=p9› now|")
        check("^‹@Sam=p9›|!", [.command(.cut), .command(.lineEnd), .command(.yank)], "!‹@Sam=p9›|")
        check("^‹@Sam=p9›|!", [.command(.copy), .command(.lineEnd), .command(.yank)], "‹@Sam=p9›!‹@Sam=p9›|")
    }

    @Test func acceptingTakesThePlaceOfWhatWasTyped() {
        check("hello |", [.type("@an"), .accept(ann)], "hello ‹@Ann› |")
        check("hello | you", [.type("@an"), .accept(ann)], "hello ‹@Ann› |you")
        checkStep("hello |", .accept(ann), "hello ‹@Ann› |")
        checkStep("hello @|", .accept(ann), "hello ‹@Ann› |")
        check("hello |", [.openQuery, .accept(ann)], "hello ‹@Ann› |")
        check("hello |", [.openQuery, .type("an"), .accept(ann)], "hello ‹@Ann› |")
        check("|", [.type("@an"), .dismissQuery, .openQuery, .accept(ann)], "‹@Ann› |")
        checkStep("|", .accept(Drawing.mention("@Ann", id: "Ann")), "‹@Ann› |")
    }

    @Test func acceptingReplacesTheSelectionInOneStep() {
        checkStep("hello ^world|", .accept(ann), "hello ‹@Ann› |")
        checkStep("hello ^‹@Bea›|!", .accept(ann), "hello ‹@Ann› |!")
        checkStep("hello |‹@Bea›^ you", .accept(ann), "hello ‹@Ann› |you")
        check("hello ^‹@Bea›|!", [.openQuery, .accept(ann)], "hello ‹@Ann› |!")
        check("hello ^‹@Bea›|!", [.openQuery, .type("a"), .accept(ann)], "hello ‹@Ann› |!")
    }

    @Test func aClickOnAPersonLeavesATextThatWentOnAlone() {
        var composer = Composer()
        composer.type("@all of you ", at: 0)
        composer.accept(ann, at: 0, replacingQuery: false)
        #expect(Drawing.draw(composer) == "@all of you ‹@Ann› |")
        composer.perform(.undo, at: 0)
        composer.openMentionQuery(at: 0)
        #expect(composer.query?.text == "")
        composer.accept(ann, at: 0)
        #expect(Drawing.draw(composer) == "@all of you ‹@Ann› |")
    }

    @Test func theTiedBlankGoesWithItsTokenOrGivesWay() {
        check("|", [.accept(ann), .command(.backspace)], "|")
        check("hello | you", [.accept(ann), .command(.backspace)], "hello | you")
        check("|", [.accept(ann), .type(",")], "‹@Ann›,|")
        check("(|", [.accept(ann), .type(")")], "(‹@Ann›)|")
        check("你好|", [.accept(ann), .type("，")], "你好‹@Ann›，|")
        check("hello | you", [.accept(ann), .type(",")], "hello ‹@Ann›,| you")
        check("|", [.accept(ann), .type("x")], "‹@Ann› x|")
        check("|", [.accept(ann), .type(" ")], "‹@Ann›  |")
        // Tied until the next edit or motion only.
        check("|", [.accept(ann), .type("x"), .command(.backspace), .command(.backspace)], "‹@Ann›|")
        check("|", [.accept(ann), .command(.left), .command(.right), .command(.backspace)], "‹@Ann›|")
        check("|", [.accept(ann), .command(.left), .command(.right), .type(",")], "‹@Ann› ,|")
    }

    @Test func aNewLineBeforeATokenLeavesTheCaretBeforeIt() {
        checkStep("a |‹@Sam› b", .command(.newLine), "a ⏎|‹@Sam› b")
    }

    @Test func mentionsAreListedWithTheirRanges() {
        let composer = Drawing.composer("👍🏽 ‹@Sam Lee=p9›, ‹@Ann›|")
        #expect(composer.mentions.map(\.range) == [3..<11, 13..<17])
        #expect(composer.mentions.flatMap { $0.value.ids.map(\.text) } == ["p9", "Ann"])
        #expect(FlatText(composer.richText).text == "👍🏽 @Sam Lee, @Ann")
    }

    @Test func renamingChangesWhatIsShownAndNothingElse() {
        var composer = Drawing.composer("a ‹@Sam=p9› ‹@Sam=p7›|")
        composer.perform(.killWordLeft, at: 0)
        composer.rename { ["p9": "S. Lee", "p7": "@Sammy"][$0.text] }
        #expect(Drawing.draw(composer) == "a ‹@S. Lee=p9› |")
        composer.perform(.undo, at: 0)
        #expect(Drawing.draw(composer) == "a ‹@S. Lee=p9› ‹@Sammy=p7›|")
        composer.perform(.yank, at: 0)
        #expect(Drawing.draw(composer) == "a ‹@S. Lee=p9› ‹@Sammy=p7›‹@Sammy=p7›|")
        composer.perform(.undo, at: 0)
        composer.perform(.undo, at: 0)
        #expect(Drawing.draw(composer) == "a ‹@S. Lee=p9› ‹@Sammy=p7›|", "a renaming is no step")
    }

    @Test func aNameThatIsTheSameIsNoChange() {
        var composer = Drawing.composer("a ‹@Sam=p9›|")
        let revision = composer.revision
        composer.rename { _ in "@Sam" }
        composer.rename { _ in nil }
        #expect(composer.revision == revision && Drawing.draw(composer) == "a ‹@Sam=p9›|")
        composer.rename { _ in "Bea" }
        #expect(composer.revision > revision)
    }

    @Test func everyoneIsBroughtUpToDate() {
        var composer = Composer()
        composer.accept(Mention(.everyone([PersonID("a")]), name: "everyone"), at: 0)
        composer.refreshEveryone([PersonID("a"), PersonID("b")])
        #expect(composer.mentions.map(\.value.ids) == [[PersonID("a"), PersonID("b")]])
        #expect(composer.mentions.map(\.value.text) == ["@everyone"])
    }

    @Test func sendingEmptiesTheDraftAndKeepsWhatWasCut() {
        var composer = Drawing.composer("hi ‹@Ann› x|")
        composer.perform(.killWordLeft, at: 0)
        #expect(FlatText(composer.take()).text == "hi @Ann ")
        #expect(composer.isEmpty && composer.caret == 0)
        composer.perform(.undo, at: 0)
        #expect(composer.isEmpty)
        composer.perform(.yank, at: 0)
        #expect(Drawing.draw(composer) == "x|")
    }

    @Test func aDraftIsKeptAsItStands() {
        let composer = Drawing.composer("a ‹@Sam=p9›⏎‹[smile]› :)|")
        #expect(Drawing.draw(Composer(composer.draft)) == Drawing.draw(composer))
    }

    @Test func pastedNamesAndTypedAddressesNeverBecomeTokens() {
        let composer = check(
            "|", [.paste("@Ann and ann@bob.example [smile] :)")], "@Ann and ann@bob.example [smile] :)|")
        #expect(composer.query == nil)
        var typed = Composer()
        for letter in "mail ann@bob.example or a@b, 5@home" {
            typed.type(String(letter), at: 0)
            #expect(typed.query == nil)
        }
        #expect(typed.mentions.isEmpty)
    }
}
