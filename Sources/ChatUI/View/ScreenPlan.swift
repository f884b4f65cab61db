import Composer
import Terminal

/// Which part of the screen each pane has. A pane without room has a rectangle without cells.
struct ScreenPlan: Equatable {
    var title = Rect.none
    var rooms = Rect.none
    var log = Rect.none
    var people = Rect.none
    /// The row above the draft that says what is edited or answered.
    var header = Rect.none
    var composer = Rect.none
    var status = Rect.none
    /// The rows of the two rules that set the panes off, where there is room for them.
    var upperRule: Int?
    var lowerRule: Int?

    /// The width of a terminal that nobody made wider. Below it the text needs all the room.
    static let leastForPanes = 80

    /// Shares out a screen of `size` to the panes that are wanted; the draft takes `composerHeight` rows and gets at
    /// most a third of the screen.
    init(size: Size, composerHeight: Int, hasHeader: Bool = false, showsRooms: Bool, showsPeople: Bool) {
        let (width, height) = (size.width, size.height)
        let composerRows = min(max(composerHeight, 1), ScreenPlan.mostRows(ofDraftIn: height))
        var top = 0
        var bottom = height
        composer = Rect(x: 0, y: 0, width: width, height: min(composerRows, height))
        if height >= 3 {
            bottom -= 1
            status = Rect(x: 0, y: bottom, width: width, height: 1)
        }
        bottom -= composer.height
        composer.y = bottom
        if hasHeader && height >= 6 {
            bottom -= 1
            header = Rect(x: 0, y: bottom, width: width, height: 1)
        }
        if height >= 5 {
            title = Rect(x: 0, y: 0, width: width, height: 1)
            top = 1
        }
        if height >= 10 {
            upperRule = top
            top += 1
            bottom -= 1
            lowerRule = bottom
        }
        let body = max(bottom - top, 0)
        var left = 0
        var right = width
        if width >= ScreenPlan.leastForPanes && showsRooms {
            left = min(width / 6, 20) + 1
            rooms = Rect(x: 0, y: top, width: left - 1, height: body)
        }
        if width >= ScreenPlan.leastForPanes && showsPeople {
            let pane = min(width / 5, 22)
            right -= pane + 1
            people = Rect(x: right + 1, y: top, width: pane, height: body)
        }
        log = Rect(x: left, y: top, width: right - left, height: body)
    }

    /// The most rows that a draft takes in a screen of `height` rows.
    static func mostRows(ofDraftIn height: Int) -> Int { min(max(height / 3, 1), ComposerLines.mostShown) }
}

extension Rect {
    static let none = Rect(x: 0, y: 0, width: 0, height: 0)
    var end: Int { x + width }
    var bottom: Int { y + height }
}

extension RoomView {
    fileprivate mutating func settleLines(_ face: DraftFace, wholly: Bool) {
        lines.adopt(&composer, face, wholly: wholly)
    }
}

extension ChatState {
    /// Cells for the draft's text: a blank column at its left, and one for a caret behind the last character.
    private var composerWidth: Int { max(size.width - 2, 1) }

    var composerLayout: ComposerLayout {
        let face = face(of: view)
        if let found = historySearch?.found {
            let shown = Composer(found)
            return ComposerLayout(shown, lines: ComposerLines(of: shown, face), face: face, caretEndsLine: false)
        }
        let lines = view.lines.fit(view.composer, face) ? view.lines : ComposerLines(of: view.composer, face)
        return ComposerLayout(view.composer, lines: lines, face: face, caretEndsLine: view.caretEndsLine)
    }

    private func face(of view: RoomView) -> DraftFace {
        DraftFace(
            width: composerWidth, rows: ScreenPlan.mostRows(ofDraftIn: size.height), settings: settings,
            me: view.room.me?.id, directory: view.directory)
    }

    /// Brings the lines of the draft in view to what the draft is now; while nobody types, also those out of sight, so
    /// that a key that leads far down finds them.
    mutating func settleLines(isIdle: Bool) {
        let face = face(of: view)
        views[current].settleLines(face, wholly: isIdle)
    }

    var plan: ScreenPlan { plan(for: composerLayout) }

    func plan(for composer: ComposerLayout) -> ScreenPlan {
        ScreenPlan(
            size: size, composerHeight: composer.height, hasHeader: view.reply != nil || view.edit != nil,
            showsRooms: showsRooms && !view.isPlain, showsPeople: showsPeople && !view.isPlain)
    }

    var logLayout: LogLayout {
        let log = plan.log
        return LogLayout(view, size: Size(width: log.width, height: log.height), settings: settings, cache: layouts)
    }
}
