/// What a key can do to a draft; names are those that a key table is written with.
///
/// Words are runs of letters and digits of one kind of script, and each atom is a word of its own. Lines are those
/// between line feeds: the lines of the screen are known to whoever lays the draft out.
public enum EditCommand: String, CaseIterable, Sendable {
    /// Removes the selection, or the element before the caret.
    case backspace
    /// Removes the selection, or the element behind the caret.
    case delete
    /// Starts a new line in the draft.
    case newLine

    /// One element towards the start; with a selection, to its start.
    case left
    /// One element towards the end; with a selection, to its end.
    case right
    /// To the start of a word.
    case wordLeft
    /// To the end of a word.
    case wordRight
    /// To the start of the line.
    case lineStart
    /// To the end of the line.
    case lineEnd
    /// To the start of the draft.
    case draftStart
    /// To the end of the draft.
    case draftEnd

    /// Selects one element towards the start.
    case selectLeft
    /// Selects one element towards the end.
    case selectRight
    /// Selects to the start of a word.
    case selectWordLeft
    /// Selects to the end of a word.
    case selectWordRight
    /// Selects to the start of the line.
    case selectLineStart
    /// Selects to the end of the line.
    case selectLineEnd
    /// Selects to the start of the draft.
    case selectDraftStart
    /// Selects to the end of the draft.
    case selectDraftEnd
    /// Selects the whole draft.
    case selectAll

    /// Cuts to the end of the line; at its end, the line feed.
    case killToLineEnd
    /// Cuts to the start of the line; at its start, the line feed before it.
    case killToLineStart
    /// Cuts to the start of a word.
    case killWordLeft
    /// Cuts the selection, or back to the blank before the last word, whatever the word is made of.
    case killBlankWordLeft
    /// Cuts to the end of a word.
    case killWordRight
    /// Cuts the whole draft.
    case killDraft
    /// Cuts the selection.
    case cut
    /// Copies the selection to the kill ring.
    case copy
    /// Puts in what was cut last, in place of the selection.
    case yank
    /// Right after a yank: puts in what was cut before that instead.
    case yankPop

    /// Swaps the elements before and behind the caret; at the end of a line, the last two.
    case transpose
    /// Swaps the words before and behind the caret; behind the last word, the last two.
    case transposeWords
    /// To the end of the word in capitals.
    case upcaseWord
    /// To the end of the word in small letters.
    case downcaseWord
    /// To the end of the word with one capital.
    case capitaliseWord

    /// Takes the last step back.
    case undo
    /// Does again what was taken back last.
    case redo
    /// Takes all steps back.
    case revert
}
