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
