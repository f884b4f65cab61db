import Archive
import ChatCore
import RichText
import TestSupport

let lobby = RoomID("lobby")
let garden = RoomID("garden")
let ann = Person(id: PersonID("local:ann/ann"), name: "Ann")
let bea = Person(id: PersonID("local:bea/bea"), name: "Bea")

/// A plain message of Ann's.
func message(_ id: String, _ text: String, in room: RoomID = lobby, at time: Int64 = 0) -> Message {
    Message(
        id: MessageID(id), room: room, time: Timestamp(milliseconds: time), author: ann, body: RichText(plain: text))
}

/// A message made of everything that a message can hold, by chance.
func randomMessage(_ number: Int, using random: inout SeededGenerator) -> Message {
    var body = RichText()
    for _ in 0..<Int.random(in: 0...8, using: &random) { appendRandom(to: &body, &random) }
    var result = Message(
        id: MessageID("m\(number)"), room: lobby,
        time: Timestamp(milliseconds: .random(in: 0...4_000_000_000_000, using: &random)),
        author: bea, body: body, replyTo: Bool.random(using: &random) ? MessageID("m0") : nil)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
        result.edits.append(
            .init(time: Timestamp(milliseconds: .random(in: 0...9, using: &random)), text: word(&random)))
        result.reactions.append(.init(emoji: ["👍🏽", "☕"].randomElement(using: &random) ?? "☕", by: [ann.id, bea.id]))
    }
    return result
}

private func word(_ random: inout SeededGenerator) -> String {
    let words = ["morning", "早上好", "👨‍👩‍👧‍👦", "e\u{301}", "\"quoted\"", "back\\slash", "tab\tin", "🇩🇪", "[x]", "@y", " "]
    return words.randomElement(using: &random) ?? "x"
}

private func appendRandom(to body: inout RichText, _ random: inout SeededGenerator) {
    let size = CellSize(width: .random(in: 0...9, using: &random), height: .random(in: 1...4, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: body.append(.lineBreak)
    case 1: body.append(.mention(Mention(.person(bea.id), name: "Bea")))
    case 2: body.append(.mention(Mention(.everyone([ann.id, bea.id]), name: "everyone")))
    case 3:
        let pack = Bool.random(using: &random) ? "classic" : nil
        body.append(.emoticon(EmoticonCode("smile", pack: pack, size: Bool.random(using: &random) ? size : nil)))
    case 4:
        let source = Picture.Source(.remoteAnimated, HarmlessText.line("https://example.org/" + word(&random)))
        body.append(
            .picture(
                Picture(source: source, size: size, paddingX: 1, paddingY: 2, alt: HarmlessText.line(word(&random)))))
    case 5: body.append(.text(word(&random), .init(colour: "red", scale: .random(in: 1...3, using: &random))))
    default: body.append(.text(word(&random), .plain))
    }
}
