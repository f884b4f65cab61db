/// How much of the next screen has to be drawn: a key in the draft touches the rows of the draft and the status row alone,
/// and all else is taken over from the screen before.
///
/// Whatever is not known to be such a key counts as having touched everything.
struct Redraw {
    /// Parts of the screen, each of which holds the one before.
    enum Extent: Comparable {
        case nothing
        case draft
        case all
    }

    /// What the next screen differs in from the one before at most; right once that is about to be drawn.
    private(set) var extent = Extent.all
    /// Whether the event that is being taken in is an edit of the draft.
    var isEdit = false
    private var touched = Extent.all
    private var plan: ScreenPlan?

    /// Something happened that may have changed that much.
    mutating func touch(_ extent: Extent) { touched = max(touched, extent) }

    /// A screen is about to be drawn by `plan`, on which something moves by itself or not.
    mutating func settle(_ plan: ScreenPlan, isMoving: Bool) {
        extent = touched == .draft && plan == self.plan && !isMoving ? .draft : .all
        touched = .nothing
        self.plan = plan
    }
}

extension ChatState {
    /// Whether nothing but room and draft is on the screen, so that a key that edits the draft does nothing else.
    var isUncovered: Bool {
        menu == nil && help == nil && question == nil && secretEntry == nil && picker == nil && switcher == nil
            && historySearch == nil && results == nil && selection == nil && versions == nil && viewer == nil
    }
}
