import Composer
import RichText
import TestSupport
import Testing

@Suite struct RandomTests {
    private static let texts = [
        "a", "b", " ", "\n", "@", "[", "]", ":", "[smile]", ":smile:", ":)", "<3", "/", "\\", ",", "é", "e", "\u{301}",
        "👍", "🏽",
        "🇦", "🇧", "\u{200D}", "👩", "한", "ᄒ", "ᅡ", "क", "\u{94D}", "ष", "日", "カ", "\u{FE0F}", "1", "\u{20E3}", "\u{1B}",
        "\r", "\t",
        "\u{600}", "Σ", "ß",
    ]

    private static func action(_ count: Int, _ number: inout Int, _ random: inout SeededGenerator) -> Action {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: return .type(texts.randomElement(using: &random) ?? "a")
        case 4: return .paste((0..<3).map { _ in texts.randomElement(using: &random) ?? "a" }.joined())
        case 5...7: return .command(EditCommand.allCases.randomElement(using: &random) ?? .undo)
        case 8:
            number += 1
            return .accept(Mention(.person(PersonID("p\(number)")), name: "N\(number)"))
        case 9: return .move(Int.random(in: -1...count + 1, using: &random))
        case 10: return .select(Int.random(in: -1...count + 1, using: &random))
        default:
            return [.openQuery, .dismissQuery, .acceptEmoticon("smile")].randomElement(using: &random) ?? .openQuery
        }
    }

    @Test(arguments: 1...40)
    func whateverIsDoneTheDraftStaysSoundAndCanBeUndone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var composer = Composer()
        composer.substitutions = Drawing.substitutions
        var number = 0
        var script: [String] = []
        for step in 0..<400 {
            let action = Self.action(composer.elements.count, &number, &random)
            script.append(action.description)
            action.perform(on: &composer, at: Int64(step) * Int64.random(in: 0...700, using: &random))
            if let fault = Self.fault(in: composer, people: number) {
                Issue.record("seed \(seed): \(fault) after \(script.joined(separator: " "))")
                return
            }
        }
        let end = composer
        let states = undoEverything(&composer)
        #expect(composer.isEmpty, "seed \(seed): undo does not lead back after \(script.joined(separator: " "))")
        for state in states.reversed() {
            composer.perform(.redo, at: 0)
            #expect(composer.elements == state)
            #expect(Self.fault(in: composer, people: number) == nil)
        }
        if !states.isEmpty { #expect(composer.elements == end.elements) }
    }

    private static func fault(in composer: Composer, people: Int) -> String? {
        guard (0...composer.elements.count).contains(composer.caret) else { return "caret out of range" }
        if let selection = composer.selection, selection.upperBound > composer.elements.count || selection.isEmpty {
            return "selection out of range"
        }
        if let query = composer.query, query.range.upperBound > composer.elements.count { return "query out of range" }
        for element in composer.elements {
            guard case .mention(let mention) = element else { continue }
            // The name carries the number that the id was made of.
            if mention.ids.map(\.text) != ["p" + mention.name.dropFirst()] { return "a mention means another person" }
        }
        if Composer(composer.elements.plainRichText).elements != composer.elements {
            return "clusters are not those of the text"
        }
        return nil
    }
}

extension [DraftElement] {
    /// The elements as a message, signs left as they are.
    fileprivate var plainRichText: RichText {
        RichText(
            map { element in
                switch element {
                case .cluster("\n"): .lineBreak
                case .cluster(let text): .text(text, .plain)
                case .mention(let mention): .mention(mention)
                case .emoticon(let code): .emoticon(code)
                }
            })
    }
}
