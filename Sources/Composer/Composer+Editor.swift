import RichText

/// A draft as text for an external editor, and back.
///
/// Each atom is written as `@[Name](1)`, the number being its place among the atoms of the draft. What looks like one
/// and is text gets a backslash in front, and backslashes that stand there are doubled.
extension Composer {
    /// The draft as it is handed to an editor.
    public var editorText: String {
        var result = String.UnicodeScalarView()
        var number = 0
        for element in elements {
            if let cluster = element.cluster {
                // `@` and `[` are clusters of their own, so the pair is found when its second half comes.
                if cluster == "[", result.last == "@" {
                    result.removeLast()
                    result.doubleBackslashes()
                    result.append(contentsOf: "\\@".unicodeScalars)
                }
                result.append(contentsOf: cluster.unicodeScalars)
            } else {
                number += 1
                result.doubleBackslashes()
                result.append(contentsOf: "@[\(element.nameInEditor)](\(number))".unicodeScalars)
            }
        }
        return String(result)
    }

    /// Puts what an editor made of ``editorText`` in place of the draft, as one step.
    ///
    /// A number that is one of the draft's brings back that atom, whatever name stands before it, and as often as it
    /// stands there; everything else is text. All text passes `HarmlessText`.
    public mutating func takeEditorText(_ text: String, at time: Int64) {
        let atoms = elements.filter(\.isAtom)
        var reader = EditorText(HarmlessText.lines(text), atoms: atoms)
        replaceAll(with: reader.elements(), at: time)
    }
}

/// Reads what came back from an editor.
private struct EditorText {
    private let scalars: [Unicode.Scalar]
    private let atoms: [DraftElement]
    private var run = String.UnicodeScalarView()
    private var result: [DraftElement] = []

    /// The longest name that is looked through for its end.
    private static let longestName = 1000

    init(_ text: String, atoms: [DraftElement]) {
        scalars = Array(text.unicodeScalars)
        self.atoms = atoms
    }

    mutating func elements() -> [DraftElement] {
        var place = 0
        while place < scalars.count {
            guard scalars[place] == "@", place + 1 < scalars.count, scalars[place + 1] == "[" else {
                run.append(scalars[place])
                place += 1
                continue
            }
            let backslashes = run.reversed().prefix { $0 == "\\" }.count
            if backslashes % 2 == 1 {
                run.removeLast(backslashes - backslashes / 2)
                run.append("@")
                place += 1
            } else if let found = atom(at: place) {
                run.removeLast(backslashes / 2)
                flush()
                result.append(found.atom)
                place = found.end
            } else {
                run.append("@")
                place += 1
            }
        }
        flush()
        return result.welded
    }

    private mutating func flush() {
        result += [DraftElement](clustersOf: String(run))
        run.removeAll()
    }

    /// The atom that is written at `place`. A name may hold `](1)` itself: the end behind its very name goes first.
    private func atom(at place: Int) -> (atom: DraftElement, end: Int)? {
        var first: (atom: DraftElement, end: Int)?
        var index = place + 2
        let limit = min(scalars.count, index + EditorText.longestName)
        while index + 2 < limit, scalars[index] != "\n" {
            if scalars[index] == "]", scalars[index + 1] == "(", let (number, end) = number(at: index + 2),
                atoms.indices.contains(number - 1)
            {
                let atom = atoms[number - 1]
                if scalars[place + 2..<index].elementsEqual(atom.nameInEditor.unicodeScalars) { return (atom, end) }
                first = first ?? (atom, end)
            }
            index += 1
        }
        return first
    }

    private func number(at place: Int) -> (number: Int, end: Int)? {
        var number = 0
        var index = place
        while index < scalars.count, index - place < 7, (0x30...0x39).contains(scalars[index].value) {
            number = number * 10 + Int(scalars[index].value - 0x30)
            index += 1
        }
        return index > place && index < scalars.count && scalars[index] == ")" ? (number, index + 1) : nil
    }
}

extension DraftElement {
    fileprivate var nameInEditor: String {
        if case .mention(let mention) = self { mention.name } else { text }
    }
}

extension String.UnicodeScalarView {
    /// Writes each backslash at the end twice.
    fileprivate mutating func doubleBackslashes() {
        append(contentsOf: String(repeating: "\\", count: reversed().prefix { $0 == "\\" }.count).unicodeScalars)
    }
}
