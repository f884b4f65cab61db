import ChatCore
import ChatUI
import RichText
import Terminal
import TestSupport
import Testing

/// Marks in messages (XEP-0393), as they look on the screen.
@Suite struct MessageStylingTests {
    /// The rows of a message of Ann's, in which what looks otherwise stands in braces with the letters of its look: `b`
    /// bold, `i` italic, `s` struck, `c` code, `q` quoted. Pieces of one look side by side are one.
    private func drawn(
        _ body: RichText, isUnstyled: Bool = false, _ configure: (inout ChatState.Settings) -> Void = { _ in }
    )
        -> String
    {
        var session = Session(140, 20, configure: configure)
        // A first message shows in which column texts begin.
        session.say("begin")
        let start = session.place(of: "begin")?.x ?? 0
        var message = session.message(body)
        message.isUnstyled = isUnstyled
        session.hear(.received(Session.room, [message]))
        let frame = session.frame
        let theme = Theme()
        let last = (0..<140).last { frame[$0, 2].text == "│" } ?? 140
        var rows: [String] = []
        for row in 2..<17 {
            var text = ""
            var look = ""
            for column in start..<last {
                let cell = frame[column, row]
                var now = ""
                if cell.style.attributes.contains(.bold) { now += "b" }
                if cell.style.attributes.contains(.italic) { now += "i" }
                if cell.style.attributes.contains(.strikethrough) { now += "s" }
                if cell.style.foreground == theme.code.foreground { now += "c" }
                if cell.style.foreground == theme.faint.foreground { now += "q" }
                if now != look {
                    if !look.isEmpty { text += "}" }
                    if !now.isEmpty { text += "{" + now + " " }
                    look = now
                }
                text += cell.text.isEmpty ? " " : cell.text
            }
            if !look.isEmpty { text += "}" }
            while text.last == " " { text.removeLast() }
            if !text.isEmpty && !text.contains("Monday") && text != "begin" { rows.append(text) }
        }
        return rows.joined(separator: "\n")
    }

    @Test(arguments: [
        // The standard's own examples, section 6.2.
        ("*strong*", "{b *strong*}"), ("plain *strong* plain", "plain {b *strong*} plain"),
        ("*strong* plain *strong*", "{b *strong*} plain {b *strong*}"), ("*strong*plain*", "{b *strong*}plain*"),
        ("* plain *strong*", "* plain {b *strong*}"), ("not strong*", "not strong*"), ("*not strong", "*not strong"),
        ("*not\nstrong*", "*not\nstrong*"), ("*not *strong", "*not *strong"), ("**", "**"), ("****", "****"),
        (
            "The full title is _Twelfth Night, or What You Will_ but",
            "The full title is {i _Twelfth Night, or What You Will_} but"
        ),
        ("Everyone ~dis~likes cake.", "Everyone {s ~dis~}likes cake."),
        ("This is `monospace`", "This is {c `monospace`}"), ("This is `*monospace*`", "This is {c `*monospace*`}"),
        ("This is *`monospace and bold`*", "This is {b *}{bc `monospace and bold`}{b *}"),
        ("> That that is, is.\n\nSaid the old hermit", "{q > That that is, is.}\nSaid the old hermit"),
        (
            ">> That that is, is.\n> Said the old *hermit* of Prague.\nWho?",
            "{q >> That that is, is.}\n{q > Said the old }{bq *hermit*}{q  of Prague.}\nWho?"
        ),
        ("```ignored\n(println *x*)\n```\nmore *x*", "{c ```ignored}\n{c (println *x*)}\n{c ```}\nmore {b *x*}"),
        ("> ```\n> (println)\n*out*", "{q > }{c ```}\n{q > }{c (println)}\n{b *out*}"),
        ("```\nnever closed *x*", "{c ```}\n{c never closed *x*}"),
        // And what follows from its rules.
        ("*_both_*", "{b *}{bi _both_}{b *}"), ("_a *b* c_", "{i _a }{bi *b*}{i  c_}"), ("***", "***"),
        ("a*b*c", "a*b*c"), ("_ a _", "_ a _"), ("*a *", "*a *"), ("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"),
        ("~*a~ b*", "{s ~*a~} b*"), ("a > b", "a > b"), ("``", "``"), ("*早上*好", "{b *早 上 *}好"),
        ("\u{3000}*a*", "\u{3000} {b *a*}"),
    ]) func marksLookAsTheStandardSays(text: String, expected: String) {
        #expect(drawn(RichText(plain: text)) == expected)
    }

    @Test func whatItsAuthorOrItsReaderWantsPlainIsPlain() {
        #expect(drawn("*a* `b`", isUnstyled: true) == "*a* `b`")
        #expect(drawn("*a* `b`") { _ = $0.adopt([SettingEntry("styling", .flag(false))]) } == "*a* `b`")
    }

    @Test func mentionsEmoticonsAndLinksKeepWhatTheyAre() {
        let mention = RichText.Element.mention(Mention(.person(Session.bea.id), name: "Bea"))
        #expect(drawn([.text("_for ", .plain), mention, .text(" only_", .plain)]) == "{i _for }{bi @Bea}{i  only_}")
        #expect(drawn("`[smile]` here") == "{c `[smile]`} here")
        #expect(drawn("*https://a.test/x_y*") == "{b *https://a.test/x_y*}")
        #expect(drawn("https://a.test/x_y_z") == "https://a.test/x_y_z")
    }

    @Test func aLineFullOfMarksCostsNoMoreThanItsLength() {
        // Quadratic work on a megabyte would take minutes.
        let text = String(repeating: "*a _b ~c `d ", count: 20_000)
        #expect(!drawn(RichText(plain: text)).isEmpty)
        #expect(!drawn(RichText(plain: String(repeating: ">", count: 50_000) + "*a*")).isEmpty)
    }

    @Test func anyTextKeepsAllItsLetters() {
        var random = SeededGenerator(seed: 393)
        let alphabet = Array("*_~`> \nx早")
        for _ in 0..<300 {
            let count = Int.random(in: 1...40, using: &random)
            let text = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "x" })
            // Without the marks of looks and the blanks that lines hang.
            let letters = drawn(RichText(plain: text)).filter { !"{} \nbiscq".contains($0) }
            #expect(letters == text.filter { $0 != " " && $0 != "\n" }, "\(text)")
        }
    }
}
