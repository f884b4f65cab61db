import Composer
import RichText
import TestSupport
import Testing

@Suite struct EditorTextTests {
    private func edit(_ drawing: String, _ change: (String) -> String) -> String {
        var composer = Drawing.composer(drawing)
        composer.takeEditorText(change(composer.editorText), at: 0)
        let result = Drawing.draw(composer)
        composer.perform(.undo, at: 0)
        #expect(composer.elements == Drawing.composer(drawing).elements)
        return result
    }

    @Test func tokensAreNumberedAndReadBackByNumber() {
        let draft = "hi ‹@Ann›, ‹[smile]› and ‹@Bea›"
        #expect(Drawing.composer(draft).editorText == "hi @[Ann](1), @[[smile]](2) and @[Bea](3)")
        #expect(edit(draft) { _ in "@[Bea](3) x @[Ann](1)@[[smile]](2)" } == "‹@Bea› x ‹@Ann›‹[smile]›|")
        // Who is meant is told by the number, however the name is written.
        #expect(edit(draft) { _ in "@[Annie](1) @[Ann](3)" } == "‹@Ann› ‹@Bea›|")
    }

    @Test func whatWasNoTokenNeverBecomesOne() {
        #expect(
            edit("a ‹@Ann›") { $0 + " @[Bea](2) @[Ann](0) @[Ann](x) @[Ann] @[Ann](1" }
                == "a ‹@Ann› @[Bea](2) @[Ann](0) @[Ann](x) @[Ann] @[Ann](1|")
        #expect(Drawing.composer("@[Ann](1) ‹@Ann›").editorText == "\\@[Ann](1) @[Ann](1)")
        for draft in ["@[Ann](1) ‹@Ann›", "\\@[Ann](1) \\‹@Ann›", "\\\\‹@Ann›\\\\\\@[x", "@‹@Ann›[a](1)", "@[", "\\"] {
            #expect(edit(draft) { $0 } == draft + "|", "\(draft)")
        }
    }

    @Test func namesMayHoldWhatEndsOne() {
        let draft = "‹@a](2)=p› ‹@b]=q›"
        #expect(edit(draft) { $0 } == draft + "|")
    }

    @Test func controlsAreMarksAndOtherLineEndsAreOurs() {
        #expect(edit("x") { _ in "a\r\nb\u{1B}c" } == "a⏎b␛c|")
    }

    @Test(arguments: 1...50) func everyDraftComesBackAsItWas(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = ["@", "[", "]", "(", ")", "1", "2", "\\", "a", "⏎", "‹@Ann›", "‹@B](1)=b›", "‹[smile]›", "é", "👍🏽"]
        let draft = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "a" }.joined()
        var composer = Drawing.composer(draft)
        let before = composer.elements
        composer.takeEditorText(composer.editorText, at: 0)
        #expect(composer.elements == before, "\(draft)")
    }
}
