import ChatCore
import Composer
import RichText
import Terminal

extension ChatState {
    mutating func press(_ key: KeyPress, at moment: Moment) -> [Effect] {
        let isTyping = isForDraft(key)
        if isTyping, question?.isUnread(at: moment.milliseconds) == true { question = nil }
        if question != nil { return answer(key, at: moment) }
        if secretEntry != nil { return pressInSecret(key, at: moment) }
        if isTyping { typedAt = moment.milliseconds }
        notice = nil
        let wasLeaving = isLeaving
        isLeaving = false
        if takesLiteral {
            takesLiteral = false
            return insertLiterally(key, at: moment)
        }
        let translated = translate(key, at: moment)
        guard let key = translated.key else { return translated.effects }
        if historySearch != nil, let effects = pressInHistorySearch(key, at: moment) { return effects }
        if help != nil { return pressInHelp(key, at: moment) }
        if asksForHelp(key) {
            help = wholeHelp
            return []
        }
        if picker != nil { return pressInPicker(key, at: moment) }
        if viewer != nil { return pressInViewer(key) }
        if switcher != nil { return pressInSwitcher(key, at: moment) }
        if results != nil, let effects = pressInResults(key) { return effects }
        if versions != nil { return pressInVersions(key) }
        if selection != nil, let effects = pressInSelection(key, at: moment) { return effects }
        if menu != nil, let effects = pressInMenu(key, at: moment) { return effects }
        if settings.keys == .vi, let effects = pressInVi(key, at: moment) { return effects }
        if let action = Keymap.action(for: key) { return perform(action, wasLeaving: wasLeaving, at: moment) }
        guard case .character(let text) = key.key, key.modifiers.isDisjoint(with: [.control, .alt]) else {
            tell("\(key) does nothing here; F1 shows the keys")
            return []
        }
        if text == "?" && view.composer.isEmpty {
            help = wholeHelp
            help?.isOfMark = true
            return []
        }
        view.goalColumn = nil
        view.caretEndsLine = false
        view.composer.type(text, at: moment.milliseconds)
        redraw.isEdit = true
        return afterEdit(at: moment)
    }

    /// Whether a key is one of those by which a draft is written and sent.
    private func isForDraft(_ key: KeyPress) -> Bool {
        if case .character = key.key { return key.modifiers.isDisjoint(with: [.control, .alt]) }
        return [.enter, .backspace, .delete].contains(key.key)
    }

    mutating func perform(_ action: Action, wasLeaving: Bool = false, at moment: Moment) -> [Effect] {
        let goal = view.goalColumn
        view.goalColumn = nil
        view.caretEndsLine = false
        switch action {
        case .edit(.backspace) where view.reply != nil && view.composer.caret == 0 && view.composer.selection == nil:
            view.reply = nil
            return []
        case .edit(let command):
            view.composer.perform(command, at: moment.milliseconds)
            redraw.isEdit = true
            return afterEdit(at: moment)
        case .lineStart, .lineEnd, .selectLineStart, .selectLineEnd: return moveToEdge(action)
        case .up, .down: return moveVertically(action, goal: goal, at: moment)
        case .older: return recall(older: true, prefix: view.composer.textToCaret, at: moment)
        case .newer: return recall(older: false, at: moment)
        case .send where view.composer.selectsMention: return perform(.mention, at: moment)
        case .send: return submit(at: moment)
        case .mention:
            view.composer.openMentionQuery(at: moment.milliseconds)
            refreshMenu()
            if menu == nil { tell("Nobody else is here to be mentioned") }
            return []
        case .complete: return completeName(at: moment)
        case .searchHistory:
            historySearch = HistorySearch()
            menu = nil
            return []
        case .literal:
            takesLiteral = true
            tell("The next key goes into the draft as it is")
            return []
        case .emoticons:
            picker = EmoticonPicker(settings.catalogue)
            menu = nil
            return []
        case .editor: return openEditor()
        case .spell: return suggestSpelling()
        case .pageUp, .pageDown, .rowUp, .rowDown, .oldest, .newest: return scroll(action)
        case .mentionBefore, .mentionAfter: return jumpToMention(before: action == .mentionBefore)
        case .firstUnread: return jumpToUnread()
        case .lastRead: return jumpToLastRead()
        case .date: return beginDate(at: moment)
        case .select: return select()
        case .viewPicture: return viewPicture()
        case .plain:
            view.isPlain.toggle()
            return []
        case .roomBefore: return show(room: current - 1)
        case .roomAfter: return show(room: current + 1)
        case .room(let index): return show(room: index)
        case .switcher: return openSwitcher(showsPeople: true, at: moment)
        case .nextUnread: return showUnread()
        case .readAll: return readAll()
        case .roomUp, .roomDown:
            moveRoom(by: action == .roomUp ? -1 : 1)
            return []
        case .disturb: return toggleDisturbing()
        case .people:
            togglePeople()
            return []
        case .rooms:
            toggleRooms()
            return []
        case .help:
            help = wholeHelp
            return []
        case .cancel: return cancel()
        case .interrupt: return interrupt(wasLeaving: wasLeaving, at: moment)
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw:
            album.refresh()
            return [.redraw]
        }
    }

    /// Gives up one thing after the other: an edit, whom the draft answers, marks in the log.
    private mutating func cancel() -> [Effect] {
        if view.edit != nil { return leaveEdit() }
        if view.reply != nil {
            view.reply = nil
            return []
        }
        view.unreadAfter = nil
        view.marked = nil
        return []
    }

    private mutating func interrupt(wasLeaving: Bool, at moment: Moment) -> [Effect] {
        if view.edit != nil { return leaveEdit() }
        guard view.composer.isEmpty else {
            view.composer.perform(.selectAll, at: moment.milliseconds)
            view.composer.perform(.delete, at: moment.milliseconds)
            view.history.endWalk()
            tell("Draft emptied; C-_ brings it back")
            return afterEdit(at: moment)
        }
        if view.reply != nil { return cancel() }
        if wasLeaving { return [.quit] }
        isLeaving = true
        tell("C-c once more leaves")
        return []
    }

    private mutating func pressInHelp(_ key: KeyPress, at moment: Moment) -> [Effect] {
        if help?.isOfMark == true, key == KeyPress(.enter) || key == KeyPress(.character("?")) {
            // The mark that opened it was meant as text, and so is a second one.
            help = nil
            view.composer.type(key == KeyPress(.enter) ? "?" : "??", at: moment.milliseconds)
            return afterEdit(at: moment)
        }
        let pane = plan.log
        let rows = max(pane.height - 1, 1)
        switch Keymap.action(for: key) {
        case .pageDown: help?.scroll(by: rows, in: pane)
        case .pageUp: help?.scroll(by: -rows, in: pane)
        case .down, .rowDown: help?.scroll(by: 1, in: pane)
        case .up, .rowUp: help?.scroll(by: -1, in: pane)
        case .redraw: return [.redraw]
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        default:
            if key == KeyPress(.character(" ")) {
                help?.scroll(by: rows, in: pane)
            } else {
                help = nil
            }
        }
        return []
    }

    // MARK: Panes and rooms

    /// Shows or hides the people. Where their pane has no room, the status row says who is here.
    mutating func togglePeople() {
        if size.width < ScreenPlan.leastForPanes { return tell(spokenRoom) }
        showsPeople.toggle()
    }

    private mutating func toggleRooms() {
        if size.width < ScreenPlan.leastForPanes {
            return tell("The list of rooms needs 80 columns; C-t has them, too")
        }
        showsRooms.toggle()
    }

    /// One turns away from the draft in view: an insertion of vi ends there. Gives what was cut, for the draft that comes
    /// into view.
    mutating func leaveDraft() -> KillRing {
        vi.turnAway(from: &views[current].composer)
        return view.composer.leave()
    }

    mutating func show(room index: Int) -> [Effect] {
        guard views.indices.contains(index), index != current else { return [] }
        leaveRoom()
        let cuts = leaveDraft()
        current = index
        view.composer.enter(with: cuts)
        menu = nil
        picker = nil
        switcher = nil
        historySearch = nil
        selection = nil
        results = nil
        versions = nil
        viewer = nil
        return []
    }
}
