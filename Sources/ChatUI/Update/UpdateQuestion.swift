import Composer
import RichText
import Terminal

extension ChatState {
    /// A key while a question is open: only an answer counts, and what gives the terminal back.
    mutating func answer(_ key: KeyPress, at moment: Moment) -> [Effect] {
        guard let subject = question?.subject else { return [] }
        switch Keymap.action(for: key) {
        case .cancel, .interrupt: return refuse(subject)
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        default: break
        }
        switch key {
        case KeyPress(.character("n")), KeyPress(.character("N")): return refuse(subject)
        case KeyPress(.character("y")), KeyPress(.character("Y")):
            question = nil
            return agree(to: subject, at: moment)
        default:
            guard case .character(let letter) = key.key, key.modifiers.isEmpty else { return [] }
            return answer(letter.lowercased(), to: subject, at: moment)
        }
    }

    /// A letter that some questions know besides yes and no.
    private mutating func answer(_ letter: String, to subject: Question.Subject, at moment: Moment) -> [Effect] {
        switch (subject, letter) {
        case (.picture(let path, let text), "c"):
            question = nil
            return send(pasted: path, text: text, captioned: true, at: moment)
        case (.fetch(let picture, _, let author), "a"):
            question = nil
            return agreeToFetch(picture, of: author, .always)
        case (.fetch(let picture, _, let author), "r"):
            question = nil
            return agreeToFetch(picture, of: author, .room)
        default: return []
        }
    }

    private mutating func refuse(_ subject: Question.Subject) -> [Effect] {
        question = nil
        // Without the picture there is nothing to see on the whole screen.
        if case .fetch = subject { viewer = nil }
        return []
    }

    private mutating func agree(to subject: Question.Subject, at moment: Moment) -> [Effect] {
        switch subject {
        case .paste(let text): return endHistorySearch(at: moment) + put(text, at: moment)
        case .delete(let ids): return delete(ids, at: moment)
        case .leave(let room, _): return leave(room)
        case .destroy(let room, _, let reason): return [.transport(.destroy(room, reason: reason))]
        case .everyone, .textLikeCommand: return submit(at: moment, isConfirmed: true)
        case .picture(let path, let text): return send(pasted: path, text: text, captioned: false, at: moment)
        case .fetch(let picture, _, let author): return agreeToFetch(picture, of: author, .once)
        }
    }

    /// Pasted text is text: it never sends and never runs a command. A very long one is asked about; what is pasted
    /// until the answer comes is kept with it.
    mutating func paste(_ text: String, at moment: Moment) -> [Effect] {
        var text = HarmlessText.lines(text)
        // Whoever copies one whole line means the line and not its end.
        if text.utf8.last == 0x0A, text.utf8.count(where: { $0 == 0x0A }) == 1 { text.removeLast() }
        if secretEntry != nil {
            secretEntry?.type(text)
            return []
        }
        if case .paste(let kept)? = question?.subject {
            question = Question(subject: .paste(kept + text))
            return []
        }
        if Question.isDue(for: text) {
            question = Question(subject: .paste(text))
            return []
        }
        question = nil
        picker = nil
        switcher = nil
        viewer = nil
        let errands = look(atPasted: text)
        pastedPath = errands.isEmpty ? nil : text
        return endHistorySearch(at: moment) + put(text, at: moment) + errands
    }

    private mutating func put(_ text: String, at moment: Moment) -> [Effect] {
        view.composer.paste(text, at: moment.milliseconds)
        return afterEdit(at: moment)
    }
}
