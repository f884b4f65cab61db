import ChatCore
import ChatUI
import RichText
import Terminal
import Testing

@Suite struct EditTests {
    /// A room in which one said `texts`, one after the other.
    private func said(_ texts: String..., height: Int = 14) -> Session {
        var session = Session(60, height)
        for text in texts {
            session.type(text)
            session.press("Enter")
            session.echo()
        }
        return session
    }

    private func bodies(_ session: Session) -> [String] {
        session.amendments.map { if case .edit(let body) = $0.change { FlatText(body).text } else { "\($0.change)" } }
    }

    @Test func upInAnEmptyDraftEditsWhatOneSaidLast() {
        var session = said("one", "two")
        session.say("not mine")
        session.press("Up")
        expectScreen(
            session,
            """
            | lobby · on this machine                             3 here |
            |────────────────────────────────────────────────────────────|
            |                                                            |
            |                                                            |
            |                                                            |
            |                                                            |
            |                ─ Monday 30 November 2026 ─                 |
            | 09:14  Rob       one ✓                                     |
            |▶                 two ✓                                     |
            | 09:14  Ann       not mine                                  |
            |────────────────────────────────────────────────────────────|
            | editing ┆ two                      Esc: leave it as it was |
            | two                                                        |
            | F1 help                                                    |
            """)
        session.type(" and a half")
        session.press("Enter")
        #expect(bodies(session) == ["two and a half"])
        #expect(session.amendments.last?.target == session.sent[1].id)
        #expect(session.amendments.last?.author == Session.me)
        session.keepAmendment()
        #expect(session.shows("two and a half (edited) ✓"))
        #expect(!session.shows("editing"))
        #expect(session.sent.count == 2)
    }

    @Test func anEditKeepsItsMentionsAndEmoticons() {
        var session = Session(60, 14)
        session.type("ask @an")
        session.press("Tab")
        session.type(":)")
        session.press("Enter")
        session.echo()
        session.press("Up Home")
        session.type("do ")
        session.press("Enter")
        guard case .edit(let body)? = session.amendments.last?.change else {
            Issue.record("nothing was edited")
            return
        }
        #expect(body.mentions == [Mention(.person(Session.ann.id), name: "Ann")])
        #expect(FlatText(body).text == "do ask @Ann [smile]")
        #expect(body.elements.contains(.emoticon(EmoticonCode("smile"))))
    }

    @Test func theDraftWaitsWithAllThatCanBeUndone() {
        var session = said("one")
        session.type("draft @be")
        session.press("Tab M-s e")
        #expect(session.shows("editing ┆ one"))
        session.type("!")
        session.press("Escape")
        #expect(session.rows[12] == " draft @Bea" && session.amendments.isEmpty)
        #expect(session.shows("C-p brings back what you wrote"))
        session.press("C-_ C-_")
        #expect(!session.shows("@Bea"))
        session.press("M-_ M-_ Enter")
        #expect(session.sent.last?.body.mentions.map(\.name) == ["Bea"])
    }

    @Test func whatIsWrittenInAnEditIsKeptBesideTheDraftThatWaits() {
        var session = said("one")
        session.press("Up")
        session.type(" more")
        session.press("C-q")
        #expect(session.effects.contains(.keepDraft(Session.room, kept("", "one more", in: session))))
        session = said("one")
        session.type("draft")
        session.press("M-s e")
        session.type("x")
        session.press("C-q")
        #expect(session.effects.contains(.keepDraft(Session.room, kept("draft", "onex", in: session))))
    }

    private func kept(_ draft: RichText, _ text: RichText, in session: Session) -> KeptDraft {
        KeptDraft(draft, edit: session.sent.last.map { KeptDraft.Edit($0.id, saying: text) })
    }

    @Test func upGoesFurtherBackAndDownComesBackToTheDraft() {
        var session = said("one", "two", "three")
        session.press("Up Up")
        #expect(session.shows("editing ┆ two"))
        session.press("Up Up")
        #expect(session.shows("editing ┆ one") && session.shows("Nothing that you said before is at hand"))
        session.press("Down Down")
        #expect(session.shows("editing ┆ three"))
        session.press("Down")
        #expect(!session.shows("editing"))
        session.press("Up")
        session.type("x")
        session.press("Up")
        #expect(session.shows("editing ┆ three"), "an edit in progress stays")
        session.press("Enter")
        #expect(bodies(session) == ["threex"])
    }

    @Test func whatWasNotChangedIsNotSentAndWhatWasEmptiedAsksToDelete() {
        var session = said("one")
        session.press("Up Enter")
        #expect(session.amendments.isEmpty && !session.shows("editing"))
        session.press("Up C-u Enter")
        #expect(session.shows("Delete this message?"))
        session.press("n")
        #expect(session.amendments.isEmpty && session.shows("editing"))
        session.press("Enter y")
        #expect(session.amendments.map(\.change) == [.retract])
        session.keepAmendment()
        #expect(session.shows("Rob       message deleted") && !session.shows("editing") && !session.shows("one"))
    }

    @Test func aRefusedEditGivesItsTextBack() throws {
        var session = said("one")
        session.press("Up")
        session.type(" more")
        session.press("Enter")
        let amendment = try #require(session.amendments.last)
        session.hear(.refused(Session.room, amendment, reason: "the disk is full"))
        #expect(session.shows("Not changed: the disk is full"))
        #expect(session.shows("editing ┆ one") && session.rows[12] == " one more")
        session.press("Escape")
        session.type("busy")
        session.hear(.refused(Session.room, amendment, reason: "the disk is full"))
        #expect(session.rows.contains(" busy"))
        session.press("C-a C-k C-p")
        #expect(session.rows.contains(" one more"))
    }

    @Test func noCommandRunsWhileAMessageIsEdited() {
        var session = said("//leave")
        session.press("Up")
        #expect(session.rows[12] == " //leave")
        session.press("End")
        session.type(" it")
        session.press("Enter")
        #expect(bodies(session) == ["/leave it"])
        session.keepAmendment()
        session.press("Up C-u")
        session.type("/quit")
        session.press("Enter")
        #expect(!session.effects.contains(.quit) && session.shows("editing"), "\(session.rows)")
    }

    @Test func anActionStaysOne() {
        var session = said("/me waves")
        session.press("Up End")
        session.type(" twice")
        session.press("Enter")
        #expect(bodies(session) == ["/me waves twice"])
    }

    @Test func onlyWhatOneSaidCanBeEditedOrDeleted() {
        var session = Session(60, 14)
        session.say("hers")
        session.press("M-s e")
        #expect(session.shows("Only what you said yourself can be edited"))
        session.press("d")
        #expect(session.shows("Only what you said yourself can be deleted"))
        #expect(session.amendments.isEmpty)
        session.press("Escape Up")
        #expect(!session.shows("editing"))
    }

    @Test func picturesOfAnEditedMessageStay() throws {
        let picture = Picture(
            source: Picture.Source(.localStatic, "a.png"), size: CellSize(width: 4, height: 2), alt: "a")
        var session = Session(60, 14)
        session.say([.text("look ", .plain), .picture(picture)], by: Session.me)
        session.press("Up End")
        session.type("here")
        session.press("Enter")
        guard case .edit(let body)? = session.amendments.last?.change else {
            Issue.record("nothing was edited")
            return
        }
        #expect(body == [.text("look here", .plain), .picture(picture)])
        session.say([.text("a", .plain), .picture(picture), .text("b", .plain)], by: Session.me)
        session.press("Up")
        #expect(session.shows("cannot be edited here"))
    }

    @Test func earlierVersionsCanBeRead() {
        var session = said("first words")
        session.press("Up C-u")
        session.type("second words")
        session.press("Enter")
        session.keepAmendment()
        session.press("M-s h")
        #expect(session.shows("Rob: 2 versions") && session.shows("   first words") && session.shows("   second words"))
        session.press("q")
        #expect(!session.shows("versions") && session.shows("second words (edited)"))
    }

    @Test func commandsDoTheSame() {
        var session = said("mine")
        session.type("/edit")
        session.press("Enter")
        #expect(session.shows("editing ┆ mine"))
        session.press("Escape")
        session.type("/delete")
        session.press("Enter y")
        #expect(session.amendments.map(\.change) == [.retract])
    }
}
