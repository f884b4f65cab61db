import ChatCore
import Composer
import RichText

/// An own message while it is edited in the composer, and what stood there before.
struct MessageEdit {
    /// The message that is edited.
    let quote: Quote
    /// What the composer held at first: the message's text, which can be edited.
    private(set) var original: RichText
    /// Pictures before and behind that text, which stay as they are.
    let leading: [RichText.Element]
    let trailing: [RichText.Element]
    /// Whom a mention of everyone meant already.
    let everyone: [Mention]
    /// The draft that was there, and what it answered.
    var aside: Composer
    let reply: Quote?

    /// Shows each person by the name that `name` has for them.
    mutating func rename(_ name: (PersonID) -> String?) {
        original = original.renaming(name)
        aside.rename(name)
    }

    /// The part of `body` that can be edited, between pictures at its edges; nil where a picture stands inside it.
    static func parts(of body: RichText) -> (leading: [RichText.Element], text: RichText, trailing: [RichText.Element])?
    {
        let elements = body.elements
        let isText = elements.map { if case .picture = $0 { false } else { true } }
        guard let first = isText.firstIndex(of: true), let last = isText.lastIndex(of: true) else {
            return (elements, RichText(), [])
        }
        guard isText[first...last].allSatisfy({ $0 }) else { return nil }
        return (Array(elements[..<first]), RichText(Array(elements[first...last])), Array(elements[(last + 1)...]))
    }

    /// What is written in the composer to say `text`: a `/` that begins it is not to be taken for a command.
    static func draft(saying text: RichText) -> RichText {
        guard case .text(let first, let style)? = text.elements.first, first.hasPrefix("/"), !first.hasPrefix("/me ")
        else { return text }
        return RichText([.text("/" + first, style)] + text.elements.dropFirst())
    }
}
