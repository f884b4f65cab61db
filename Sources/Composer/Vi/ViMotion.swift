/// A motion of vi.
enum ViMotion: Hashable, Sendable {
    case left, right
    case wordStart(isBig: Bool), wordBack(isBig: Bool), wordEnd(isBig: Bool)
    case lineStart, firstLetter, lineEnd
    /// Lines of the screen down, or up where negative; as lines of the draft where the screen has no say.
    case lines(Int)
    /// To the line of the count, or the last.
    case line
    /// To the line of the count, or the first.
    case firstLine
    case find(ViFind)
    case findAgain(isTurned: Bool)
}

/// A search for one cluster in the line; it also finds an atom whose text begins with it.
struct ViFind: Hashable, Sendable {
    var text: String
    var isBack: Bool
    /// Whether the caret stops beside what is found.
    var isBeside: Bool

    func finds(_ element: DraftElement) -> Bool {
        switch element {
        case .cluster(let cluster): cluster == text
        case .mention, .emoticon: element.text.hasPrefix(text)
        }
    }
}

/// Where a motion leads, and what an operator takes in on the way.
struct ViTarget {
    enum Kind {
        case exclusive, inclusive, linewise
    }

    var place: Int
    var kind = Kind.exclusive
}

extension ViEditor {
    /// Where `motion` leads from `caret`; nil where it leads nowhere.
    mutating func target(
        of motion: ViMotion, _ count: Int?, in elements: [DraftElement], from caret: Int
    ) -> ViTarget? {
        let times = count ?? 1
        let start = elements.lineStart(at: caret)
        let end = elements.lineEnd(at: caret)
        switch motion {
        case .left: return caret > start ? ViTarget(place: max(caret - times, start)) : nil
        case .right: return caret < end ? ViTarget(place: min(caret + times, end)) : nil
        case .wordStart(let isBig):
            return ViTarget(place: elements.repeating(times, from: caret) { $0.viWordStart(after: $1, isBig) })
        case .wordBack(let isBig):
            let place = elements.repeating(times, from: caret) { $0.viWordStart(before: $1, isBig) }
            return place < caret ? ViTarget(place: place) : nil
        case .wordEnd(let isBig):
            let place = elements.repeating(times, from: caret) { $0.viWordEnd(after: $1, isBig) }
            return ViTarget(place: max(place, caret), kind: .inclusive)
        case .lineStart: return ViTarget(place: start)
        case .firstLetter: return ViTarget(place: elements.viFirstLetter(inLineAt: caret))
        case .lineEnd:
            let place = elements.repeating(times - 1, from: end) { Swift.min($0.lineEnd(at: $1 + 1), $0.count) }
            return ViTarget(place: place)
        case .lines(let direction):
            return elements.viLine(direction * times, from: caret).map { ViTarget(place: $0, kind: .linewise) }
        case .line, .firstLine:
            let number = count ?? (motion == .line ? .max : 1)
            return ViTarget(place: elements.viFirstLetter(inLineAt: elements.viLine(number)), kind: .linewise)
        case .find(let find):
            lastFind = find
            return target(of: find, times, in: elements, from: caret, skipsNext: false)
        case .findAgain(let isTurned):
            guard var find = lastFind else { return nil }
            if isTurned { find.isBack.toggle() }
            return target(of: find, times, in: elements, from: caret, skipsNext: find.isBeside)
        }
    }

    /// `skipsNext` lets a search go on that stopped beside what it found.
    private func target(
        of find: ViFind, _ times: Int, in elements: [DraftElement], from caret: Int, skipsNext: Bool
    ) -> ViTarget? {
        let step = find.isBack ? -1 : 1
        let start = elements.lineStart(at: caret)
        let end = elements.lineEnd(at: caret)
        var place = caret + step
        if skipsNext, (start..<end).contains(place), find.finds(elements[place]) { place += step }
        var left = times
        while (start..<end).contains(place) {
            if find.finds(elements[place]) { left -= 1 }
            if left == 0 {
                let target = find.isBeside ? place - step : place
                return ViTarget(place: target, kind: find.isBack ? .exclusive : .inclusive)
            }
            place += step
        }
        return nil
    }
}
