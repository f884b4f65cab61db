import ChatCore
import Composer
import RichText
import Terminal

/// Takes in what happened and returns what is to be done. The only function that changes the state.
public func update(_ state: inout ChatState, _ event: ChatEvent, at moment: Moment) -> [Effect] {
    // Of no use any more, and its copy of the room would have every change made to another copy.
    state.inSight = nil
    if case .frameDue = event { return state.prepareFrame(at: moment) }
    let wasUncovered = state.isUncovered
    state.redraw.isEdit = false
    let effects = state.take(event, at: moment)
    let drafts = state.keepDrafts(all: effects.contains(.quit), isIdle: event.isDeadline, at: moment)
    let others = state.followUp(at: moment)
    state.prepareDirectories(isIdle: event.isDeadline, at: moment)
    if state.isViCommanding { state.vi.settle(&state.view.composer) }
    state.settleLines(isIdle: event.isDeadline)
    let isOfDraft = state.redraw.isEdit && wasUncovered && state.isUncovered && others.isEmpty
    state.redraw.touch(isOfDraft ? .draft : .all)
    return drafts + effects + others
}

extension ChatState {
    fileprivate mutating func take(_ event: ChatEvent, at moment: Moment) -> [Effect] {
        switch event {
        case .terminal(let event): return handle(event, at: moment)
        case .transport(let event): return handle(event, at: moment)
        case .drafts(let drafts): return load(drafts)
        case .settings(let entries): return take(entries)
        case .settingsRefused(let sentence): tell(sentence, isFailure: true)
        case .settingMistakes(let mistakes): show(mistakes, stays: "as if it were not there")
        case .line(let line): return takeLine(line, at: moment)
        case .welcome: help = HelpScreen([ChatState.firstKeys])
        case .closed: closeOverlays()
        case .memory(let memory): return recall(memory)
        case .ground(let ground):
            var changed = settings
            changed.ground = ground
            return adopt(changed)
        case .edited(let text): return takeEdited(text, at: moment)
        case .deadline: return endTyping(at: moment) + checkSpelling(at: moment)
        case .spelled(let answers): spelling.adopt(answers)
        case .spellings(let word, let isRight, let suggestions): take(suggestions, for: word, isRight: isRight)
        case .frameDue: break
        case .picture(let news): return handle(news, at: moment)
        case .largeText:
            settings.drawsLargeText = true
            layouts.removeAll()
        }
        return []
    }

    /// What may follow from any event.
    fileprivate mutating func followUp(at moment: Moment) -> [Effect] {
        keepReading() + keepPlace() + giveNotice(at: moment) + remember()
    }
}

extension ChatEvent {
    fileprivate var isDeadline: Bool { if case .deadline = self { true } else { false } }
}

extension ChatState {
    mutating func handle(_ event: TerminalEvent, at moment: Moment) -> [Effect] {
        switch event {
        case .key(let key): return press(key, at: moment)
        case .paste(let text): return paste(text, at: moment)
        case .resize(let size):
            self.size = size
            return []
        case .focus(let isFocused):
            self.isFocused = isFocused
            clock.focus(isFocused, at: Int(moment.milliseconds))
            if isFocused { notices.clear() } else { leaveRoom() }
            return []
        case .mouse(let mouse): return click(mouse, at: moment)
        case .resumed: return [.redraw]
        case .terminate: return [.quit]
        }
    }

    /// One turns away from the room in view: what comes from now on is new.
    mutating func leaveRoom() {
        if view.anchor == nil { view.unreadAfter = view.room.readUpTo ?? view.room.timeline.newestOrder }
    }

    /// Keeps the read position at the newest message while it is before the person's eyes.
    mutating func keepReading() -> [Effect] {
        guard isAttended, view.room.me != nil, let newest = view.room.timeline.newestOrder,
            newest > view.room.readUpTo ?? .min
        else { return [] }
        view.room.read(upTo: newest)
        view.arrivedBelow = 0
        return [.transport(.markRead(view.room.id, upTo: newest))]
    }

    // MARK: Writing

    /// What follows every change of the draft: the list that fits it, and word to the others that one is writing.
    mutating func afterEdit(at moment: Moment) -> [Effect] {
        refreshMenu()
        lookAtSpelling(at: moment)
        let id = view.room.id
        guard !view.composer.isEmpty, !isCommand else {
            return stopTyping(in: current) + askForRooms(at: moment) + askForRoomSettings() + listFiles()
        }
        let isTold = view.typingUntil != nil && moment.milliseconds - view.typingTold < ChatState.typingIsFresh
        view.typingUntil = moment.milliseconds + ChatState.typingLasts
        if isTold { return [] }
        view.typingTold = moment.milliseconds
        return [.transport(.setTyping(id, true))]
    }

    /// Milliseconds for which what the others were told needs no telling again; a sign of writing is gone by itself later.
    static let typingIsFresh: Int64 = 2_000

    /// Milliseconds without a key after which one is not writing any more.
    static let typingLasts: Int64 = 5_000

    private var isCommand: Bool { view.composer.elements.first == .cluster("/") }

    mutating func stopTyping(in index: Int) -> [Effect] {
        guard views[index].typingUntil != nil else { return [] }
        views[index].typingUntil = nil
        return [.transport(.setTyping(views[index].room.id, false))]
    }

    mutating func endTyping(at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        for index in views.indices where (views[index].typingUntil ?? .max) <= moment.milliseconds {
            effects += stopTyping(in: index)
        }
        return effects
    }

    /// Opens, changes or closes the list for what stands before the caret.
    mutating func refreshMenu() {
        // No command runs while a message is edited.
        guard let query = view.composer.query, query.kind != .command || view.edit == nil else {
            menu = nil
            return
        }
        if let menu, menu.query == query { return }
        openMenu(for: query)
    }
}
