import ChatCore
import Glibc
import PictureStore
import RichText

/// What the people of the demo say.
enum DemoScript {
    static let me = Person(id: PersonID("demo:you"), name: "You")
    static let ann = Person(id: PersonID("demo:ann"), name: "Ann")
    static let bea = Person(id: PersonID("demo:bea"), name: "Bea")
    static let wang = Person(id: PersonID("demo:wangwei"), name: "王伟")
    static let zoe = Person(id: PersonID("demo:zoe"), name: "Zoë Åström")
    static let people = [ann, bea, me, zoe, wang]

    /// A line of the conversation: who says what, and the reactions under it.
    struct Line {
        var author: Person
        var body: RichText
        var reactions: [Message.Reaction] = []
    }

    /// What was said before one came, oldest first: every kind of item that can be in a message.
    static let past: [Line] = [
        Line(author: ann, body: "Welcome to the demo. Make the window narrower and wider and see how lines wrap."),
        Line(
            author: bea,
            body: [
                .text("morning all ", .plain), .emoticon(EmoticonCode("smile")),
                .text(" had coffee? the one from ", .plain), .emoticon(EmoticonCode("coffee")),
                .text(" the corner is open again, so I brought some for everybody who is up already", .plain),
            ],
            reactions: [
                Message.Reaction(emoji: "👍", by: [ann.id, zoe.id]), Message.Reaction(emoji: "☕", by: [wang.id]),
            ]),
        Line(
            author: wang,
            body: [
                .mention(Mention(.person(bea.id), name: bea.name)),
                .text(" 早上好，今天的咖啡很好喝，推荐你试试（真的！）。「标点」不会出现在行首。👍🏽", .plain),
            ]),
        Line(
            author: zoe,
            body: [
                .text("Clusters stay whole: 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇸🇪 1️⃣ ❤️ é क्षि 각, and so does ", .plain),
                .mention(Mention(.person(me.id), name: me.name)),
                .text(", which is one element. Look: it stands out, because it is you.", .plain),
            ]),
        Line(
            author: ann,
            body: [
                .text("A picture flows like a word ", .plain),
                .picture(
                    Picture(
                        source: Picture.Source(.localStatic, DemoScript.garden), size: CellSize(width: 16, height: 8),
                        alt: "the garden, 160 × 160")),
                .text(" and the text goes on behind it, below the whole tall line.", .plain), .lineBreak,
                .text("This is its caption. Alt-I shows it on the whole screen, Escape leads back.", .plain),
            ]),
        Line(
            author: bea,
            body: [
                .text("Colours: ", .plain), .text("green", RichText.Style(colour: "green")), .text(", ", .plain),
                .text("orange", RichText.Style(colour: "#ff8800")),
                .text(
                    ". A long word is cut: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten", .plain
                ),
                .text("gesellschaft. A link: https://example.org/a/very/long/path?with=queries&and=more", .plain),
                .lineBreak, .text("And this is a second line, made with Alt-Enter.", .plain),
            ]),
        Line(
            author: zoe,
            body: "[smile][grin][laugh][wink][sad][cry] codes like [this] are text unless a pack knows them"),
        Line(
            author: wang,
            body: [
                .mention(Mention(.everyone([me.id, ann.id, bea.id, zoe.id]), name: "everyone")),
                .text(" type @ to mention somebody, and press Backspace once behind the token", .plain),
            ]),
    ]

    /// The picture of the demo: beside the packs, where they are installed and where they are made.
    static let garden: String = {
        let folders = PackFolders.standard(environment: Environment.all, executable: Packs.executable)
        let files = folders.map { String($0.dropLast("emoticons".count)) + "demo/garden.png" }
        return files.first { access($0, R_OK) == 0 } ?? "garden.png"
    }()

    /// What is said while one watches: after so many milliseconds, with the writer seen writing before.
    static let live: [(after: Int64, line: Line)] = [
        (4_000, Line(author: bea, body: "I am typing while you watch. Scroll back with PageUp: nothing jumps.")),
        (
            6_000,
            Line(
                author: wang,
                body: [
                    .mention(Mention(.person(me.id), name: me.name)),
                    .text(" 试试输入 :) 或者 [smile] ", .plain), .emoticon(EmoticonCode("grin")),
                ])
        ),
        (
            5_000,
            Line(
                author: zoe,
                body: [
                    .text("Some move: ", .plain), .emoticon(EmoticonCode("wave")), .text(" ", .plain),
                    .emoticon(EmoticonCode("coffee")), .text(" ", .plain), .emoticon(EmoticonCode("party")),
                    .text(" and alone they are large:", .plain),
                ])
        ),
        (1_500, Line(author: zoe, body: [.emoticon(EmoticonCode("heart"))])),
        (9_000, Line(author: ann, body: "F1 shows all keys. C-q leaves.")),
    ]

    /// What is answered to a message of one's own: those who were mentioned speak, else Ann.
    static func answer(to message: Message) -> Line {
        let mentioned = people.filter { $0.id != me.id && message.body.mentions($0.id) }
        guard let author = mentioned.first else {
            return Line(author: ann, body: "I read you. Mention somebody with @ and they will answer.")
        }
        return Line(
            author: author,
            body: [
                .mention(Mention(.person(me.id), name: me.name)), .text(" you called? ", .plain),
                .emoticon(EmoticonCode("wink")),
            ])
    }
}
