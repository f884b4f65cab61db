import ChatCore
import RichText
import Terminal

extension ChatState {
    /// `/search WORDS`: asks the transport, and opens the list that the answer will fill.
    mutating func search(for text: String) -> Command.Outcome {
        let search: Search
        switch SearchText(text, me: view.room.me?.id, calendar: settings.calendar).meaning {
        case .failure(let mistake): return .refused(mistake.sentence)
        case .success(let meaning): search = meaning
        }
        results = SearchResults(search, text: text)
        return .done(ask(search, before: nil))
    }

    private func ask(_ search: Search, before: Int64?) -> [Effect] {
        [.transport(.search(view.room.id, search, before: before, limit: SearchResults.pageSize))]
    }

    /// Takes in what was found, for the list or for a jump to a mention.
    mutating func take(_ findings: Findings, in index: Int) -> [Effect] {
        guard index == current else { return [] }
        results?.take(findings)
        guard view.awaitedMention == findings.search else { return [] }
        view.awaitedMention = nil
        guard let me = view.room.me?.id, let found = findings.messages.first(where: { $0.author.id != me }) else {
            tell("No message before this one mentions you")
            return []
        }
        return jump(to: .message(found.id))
    }

    /// Handles a key while the list is open; nil when the key closes it and goes its usual way.
    mutating func pressInResults(_ key: KeyPress) -> [Effect]? {
        let page = max(plan.log.height - 3, 1)
        switch Keymap.action(for: key) {
        case .up, .rowUp, .older: return moveInResults(by: -1)
        case .down, .rowDown, .newer: return moveInResults(by: 1)
        case .pageUp: return moveInResults(by: -page)
        case .pageDown: return moveInResults(by: page)
        case .send:
            guard let choice = results?.choice else { return [] }
            results = nil
            return jump(to: .message(choice.id))
        case .cancel:
            results = nil
            return []
        case .redraw, .suspend, .quit: return nil
        default:
            switch key {
            case KeyPress(.character("k")): return moveInResults(by: -1)
            case KeyPress(.character("j")): return moveInResults(by: 1)
            default:
                results = nil
                return nil
            }
        }
    }

    private mutating func moveInResults(by rows: Int) -> [Effect] {
        guard let search = results?.search, let before = results?.move(by: rows) else { return [] }
        return ask(search, before: before)
    }
}
