import Composer
import RichText
import Testing

@Suite struct SubstitutionTests {
    @Test func namesInBracketsAndColons() {
        check("|", [.type("[smile]")], "‹[smile]›|")
        check("a|b", [.type("[smile]")], "a‹[smile]›|b")
        check("|", [.type("[SMILE]")], "‹[smile]›|")
        check("|", [.type("[微笑]")], "‹[smile]›|")
        check("|", [.type("[classic/smile:6x3]")], "‹[classic/smile:6x3]›|")
        check("|", [.type("[[smile]")], "[‹[smile]›|")
        check("hi |", [.type(":smile:")], "hi ‹[smile]›|")
        check("|", [.type(":smile::heart:")], "‹[smile]›‹[heart]›|")
    }

    @Test(arguments: [
        "[nobody]", "[]", "[smile", "\\[smile]", "[smile:41x1]", "[smile:0x1]", "[smile:1x21]", "[smile:6]", "[smi le]",
        "[other/smile]", ":nobody:", "a:smile:", "10:30:15", "::", "http://a:smile", ":)x", "x:)", "(:)", ":))", "<30 ",
    ])
    func otherTextStaysText(_ text: String) {
        let composer = check("|", [.type(text)], text + "|")
        #expect(FlatText(composer.richText).emoticons.isEmpty)
    }

    @Test func theLongestCodeIsOne() {
        let (pack, name) = (String(repeating: "p", count: 32), String(repeating: "n", count: 32))
        var composer = Composer()
        let code = EmoticonCode(name, pack: pack)
        composer.substitutions = Substitutions(names: [pack + "/" + name: code], signs: [:])
        composer.type("x[\(pack)/\(name):40x20]", at: 0)
        #expect(composer.elements.count == 2)
        composer.type("[\(pack)/\(name)n:40x20]", at: 0)
        #expect(composer.elements.count > 40, "a longer one is none")
    }

    @Test func signsAreWholeWords() {
        check("|", [.type("hi :) ")], "hi ‹[smile]› |")
        check("|", [.type(":),")], "‹[smile]›,|")
        check("|", [.type("你好:)。")], "你好‹[smile]›。|")
        check("|", [.type(":'( ")], "‹[cry]› |")
        check("‹@Ann›|", [.type(":) ")], "‹@Ann› ‹[smile]› |")
        check("|", [.type("<3"), .command(.newLine)], "‹[heart]›⏎|")
    }

    @Test func aSignAtTheEndIsSentAsAnEmoticon() {
        var composer = Drawing.composer("|")
        composer.type("hi :)", at: 0)
        #expect(Drawing.draw(composer) == "hi :)|")
        #expect(composer.richText == RichText([.text("hi ", .plain), .emoticon(EmoticonCode("smile"))]))
        #expect(composer.take() == RichText([.text("hi ", .plain), .emoticon(EmoticonCode("smile"))]))
    }

    @Test func aPastedSignIsSentAsItIs() {
        var composer = Drawing.composer("|")
        composer.paste("hi :)", at: 0)
        #expect(composer.take() == RichText(plain: "hi :)"))
    }

    @Test func whatWasTypedIsASignWhateverIsDoneElsewhere() {
        func sent(_ actions: [Action]) -> String {
            var composer = Drawing.composer("|")
            for (index, action) in actions.enumerated() { action.perform(on: &composer, at: Int64(index) * 1000) }
            return Drawing.draw(Composer(composer.take()))
        }
        let smile = "hey ‹[smile]›|"
        #expect(sent([.type("hye :)"), .move(3), .command(.backspace), .command(.backspace), .type("ey")]) == smile)
        #expect(sent([.type("hey :)"), .command(.draftStart), .command(.draftEnd)]) == smile)
        #expect(sent([.type("hey :)x"), .command(.backspace)]) == smile)
        #expect(sent([.type("heyy :)"), .move(4), .command(.backspace)]) == smile)
        #expect(sent([.type("hey :)"), .command(.undo), .command(.redo)]) == smile)
        #expect(sent([.type("y :)"), .move(0), .type("<3 he")]) == "‹[heart]› hey ‹[smile]›|")
        #expect(sent([.paste("hey :"), .type(")")]) == smile, "its end was typed")
    }

    @Test func whatWasPastedIsNoSignWhateverIsTypedElsewhere() {
        func sent(_ actions: [Action]) -> String {
            var composer = Drawing.composer("|")
            for (index, action) in actions.enumerated() { action.perform(on: &composer, at: Int64(index) * 1000) }
            return Drawing.draw(Composer(composer.take()))
        }
        #expect(sent([.paste("hi :)"), .move(0), .type("x ")]) == "x hi :)|")
        #expect(sent([.paste("hi :)"), .type(" ")]) == "hi :) |")
        #expect(sent([.paste("hi :)"), .type(".")]) == "hi :).|")
        #expect(sent([.type("hi :) "), .command(.backspace), .command(.backspace)]) == "hi :)|", "it was given back")
        #expect(sent([.type("hi :)"), .command(.killDraft), .command(.yank)]) == "hi :)|")
        #expect(sent([.type("hi :)"), .command(.backspace), .paste(")")]) == "hi :)|")
    }

    @Test func backspaceRightAfterGivesTheTextBack() {
        check("|", [.type("[smile]"), .command(.backspace)], "[smile]|")
        check("|", [.type(":smile:"), .command(.backspace)], ":smile:|")
        check("|", [.type("hi :) "), .command(.backspace)], "hi :) |")
        check("|", [.type("hi :) "), .command(.undo)], "hi :) |")
        check("|", [.type("hi :) "), .command(.undo), .command(.redo)], "hi ‹[smile]› |")
        check("|", [.type("[smile]"), .command(.backspace), .command(.backspace)], "[smile|")
        check("|", [.type("[smile]"), .command(.left), .command(.right), .command(.backspace)], "|")
        check("|", [.type("[smile]x"), .command(.backspace), .command(.backspace)], "|")
    }

    @Test func aSignBehindAMentionLeavesItsBlank() {
        let ann = Drawing.mention("Ann")
        check("|", [.type("@an"), .accept(ann), .type(":)")], "‹@Ann› :)|")
        check("|", [.type("@an"), .accept(ann), .type(":) ")], "‹@Ann› ‹[smile]› |")
        check("|", [.type("@an"), .accept(ann), .type(":smile:")], "‹@Ann› ‹[smile]›|")
        check("|", [.type("@an"), .accept(ann), .type(": hi")], "‹@Ann›: hi|")
        check("|", [.type("@an"), .accept(ann), .type(":) "), .command(.backspace)], "‹@Ann› :) |")
    }
}
