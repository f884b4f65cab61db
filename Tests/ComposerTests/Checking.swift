import Composer
import RichText
import Testing

/// A key or a choice of a person, so that tests can list what is done.
enum Action: CustomStringConvertible {
    case type(String)
    case paste(String)
    case command(EditCommand)
    case accept(Mention)
    case acceptEmoticon(String)
    case move(Int)
    case select(Int)
    case openQuery
    case dismissQuery

    func perform(on composer: inout Composer, at time: Int64) {
        switch self {
        case .type(let text): composer.type(text, at: time)
        case .paste(let text): composer.paste(text, at: time)
        case .command(let command): composer.perform(command, at: time)
        case .accept(let mention): composer.accept(mention, at: time)
        case .acceptEmoticon(let name): composer.accept(EmoticonCode(name), at: time)
        case .move(let position): composer.move(to: position)
        case .select(let position): composer.move(to: position, selecting: true)
        case .openQuery: composer.openMentionQuery(at: time)
        case .dismissQuery: composer.dismissQuery()
        }
    }

    var description: String {
        switch self {
        case .type(let text): "type(\(text.debugDescription))"
        case .paste(let text): "paste(\(text.debugDescription))"
        case .command(let command): command.rawValue
        case .accept(let mention): "accept(\(mention.name))"
        case .acceptEmoticon(let name): "acceptEmoticon(\(name))"
        case .move(let position): "move(\(position))"
        case .select(let position): "select(\(position))"
        case .openQuery: "openQuery"
        case .dismissQuery: "dismissQuery"
        }
    }
}

/// Does `actions` a second apart from each other and checks the draft; then undoes everything, which must give the
/// draft as it was, and does it again, which must give the result with its caret.
@discardableResult
func check(
    _ before: String, _ actions: [Action], _ after: String, apart: Int64 = 1000,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Composer {
    var composer = Drawing.composer(before)
    for (index, action) in actions.enumerated() { action.perform(on: &composer, at: Int64(index) * apart) }
    #expect(Drawing.draw(composer) == after, sourceLocation: sourceLocation)
    let result = composer

    let states = undoEverything(&composer)
    #expect(composer.elements == Drawing.composer(before).elements, "undo", sourceLocation: sourceLocation)
    for state in states.reversed() {
        composer.perform(.redo, at: 0)
        #expect(composer.elements == state, "redo", sourceLocation: sourceLocation)
    }
    if !states.isEmpty {
        #expect(composer.elements == result.elements, "redo", sourceLocation: sourceLocation)
    }
    return result
}

/// One edit: also the caret and the selection must come back by undo, and the caret by redo.
@discardableResult
func checkStep(
    _ before: String, _ action: Action, _ after: String, sourceLocation: SourceLocation = #_sourceLocation
) -> Composer {
    let result = check(before, [action], after, sourceLocation: sourceLocation)
    var composer = result
    composer.perform(.undo, at: 0)
    #expect(Drawing.draw(composer) == Drawing.draw(Drawing.composer(before)), "undo", sourceLocation: sourceLocation)
    composer.perform(.redo, at: 0)
    #expect(Drawing.draw(composer) == after, "redo", sourceLocation: sourceLocation)
    return result
}

/// Undoes until nothing changes any more and gives the drafts that were passed, the newest first.
func undoEverything(_ composer: inout Composer) -> [[DraftElement]] {
    var states: [[DraftElement]] = []
    while true {
        let (now, revision) = (composer.elements, composer.revision)
        composer.perform(.undo, at: 0)
        // A step may have changed something and changed it back.
        if composer.revision == revision { return states }
        states.append(now)
    }
}
