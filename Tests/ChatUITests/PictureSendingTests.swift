import ChatCore
import ChatUI
import Pictures
import RichText
import Terminal
import Testing

/// Pictures that one sends: by command, or by a path that is dropped on the window.
@Suite struct PictureSendingTests {
    private func offers(_ session: Session) -> [PictureOffer] {
        session.effects.compactMap { if case .picture(.keep(let offer)) = $0 { offer } else { nil } }
    }

    private let kept = KeptPicture(
        source: Picture.Source(.localStatic, PictureTests.kept), pixels: Size(width: 640, height: 480),
        name: "garden.png")

    @Test func theCommandSendsThePictureAndItsCaption() throws {
        var session = Session(80, 30)
        session.type("/image '/tmp/my garden.png' the roses, ")
        session.type("@An")
        session.press("Enter")
        session.press("Enter")
        let offer = try #require(offers(session).first)
        #expect(offer.location == "/tmp/my garden.png" && offer.room == Session.room)
        #expect(FlatText(offer.caption).text == "the roses, @Ann")
        #expect(session.sent.isEmpty, "nothing is sent before the picture is kept")
        session.hearPicture(.kept(offer, .success(kept)))
        let message = try #require(session.sent.first)
        let flat = FlatText(message.body)
        #expect(flat.text == "\u{FFFC}\nthe roses, @Ann")
        #expect(message.body.mentions == [Mention(.person(Session.ann.id), name: "Ann")])
        let picture = try #require(flat.pictures.first?.value)
        // 640 × 480 pixels at 48 columns of 8 are 384 × 288, which is 18 rows of 16: fourteen rows are the most.
        #expect(picture.size == CellSize(width: 37, height: 14) && picture.alt == "garden.png, 640 × 480")
        #expect(picture.source == kept.source)
    }

    @Test func whatCannotBeKeptIsNotSentAndToldWhy() throws {
        var session = Session(80, 20)
        session.type("/image nothing.png")
        session.press("Enter")
        let offer = try #require(offers(session).first)
        session.hearPicture(.kept(offer, .failure(PictureFailure("cannot be read: No such file or directory"))))
        #expect(session.sent.isEmpty)
        #expect(session.shows("nothing.png was not sent: cannot be read: No such file or directory"))
        session.press("C-p")
        #expect(session.shows("/image nothing.png"), "the line is there again")
    }

    @Test func whereNothingCanBeKeptTheCommandSaysSo() {
        var session = Session(100, 20) { $0.keepsPictures = false }
        session.type("/image a.png")
        session.press("Enter")
        #expect(offers(session).isEmpty && session.shows("cannot be sent here"))
        session.send(.paste("/tmp/a.png"))
        #expect(!session.effects.contains(.picture(.look(at: "/tmp/a.png"))))
    }

    @Test(arguments: [
        ("/tmp/a.png", "/tmp/a.png"), ("'/tmp/my garden.png' ", "/tmp/my garden.png"),
        ("/tmp/my\\ garden.JPG", "/tmp/my garden.JPG"), ("/tmp/my garden.gif", "/tmp/my garden.gif"),
        ("file:///tmp/my%20garden.webp", "/tmp/my garden.webp"), ("file://localhost/a.png", "/a.png"),
        ("\"/tmp/it's.png\"", "/tmp/it's.png"), ("~/a.jpeg", "~/a.jpeg"), ("/tmp/it's.png", "/tmp/it's.png"),
        ("/tmp/it's a.png", "/tmp/it's a.png"), ("file:///tmp/it's%20a.png", "/tmp/it's a.png"),
    ]) func aDroppedPathIsLookedAt(pasted: String, path: String) {
        var session = Session(80, 20)
        session.send(.paste(pasted))
        #expect(session.effects.contains(.picture(.look(at: path))))
        session.hearPicture(.recognized(path))
        #expect(session.shows("as a picture?"))
        session.wait(milliseconds: 1_000)
        session.press("n")
        #expect(offers(session).isEmpty && !session.shows("as a picture?"))
        #expect(session.rows.suffix(3).contains { $0.contains(pasted.split(separator: " ").last ?? "") })
    }

    @Test(arguments: [
        "/tmp/a.txt", "a.png", "see /tmp/a.png", "/tmp/a.png\n/tmp/b.png", "file://elsewhere.org/a.png",
        "http://a.b/c.png",
        "file:///a%0ab.png", "'", "",
    ]) func otherTextsAreJustPasted(pasted: String) {
        var session = Session(80, 20)
        session.send(.paste(pasted))
        let looks = session.effects.filter { if case .picture(.look) = $0 { true } else { false } }
        #expect(looks.isEmpty)
    }

    @Test func aYesSendsThePictureAndLeavesTheRestOfTheDraft() throws {
        var session = Session(80, 20)
        session.type("look ")
        session.send(.paste("/tmp/a.png"))
        session.hearPicture(.recognized("/tmp/a.png"))
        session.wait(milliseconds: 1_000)
        session.press("y")
        #expect(offers(session).map(\.location) == ["/tmp/a.png"])
        #expect(session.shows(" look") && !session.shows("/tmp/a.png"))
        session.press("C-_")
        #expect(session.shows(" look /tmp/a.png"), "undo brings the path back")
    }

    @Test func aCaptionMayBeWrittenFirst() throws {
        var session = Session(80, 20)
        session.send(.paste("'/tmp/my a.png' "))
        session.hearPicture(.recognized("/tmp/my a.png"))
        session.wait(milliseconds: 1_000)
        session.press("c")
        session.type("roses")
        #expect(session.shows("/image '/tmp/my a.png' roses"))
        session.press("Enter")
        #expect(offers(session).first?.location == "/tmp/my a.png")
        #expect(offers(session).first?.caption == RichText(plain: "roses"))
    }

    @Test func whoTypesOnIsNotAsked() {
        var session = Session(80, 20)
        session.send(.paste("/tmp/a.png"))
        session.type(" is wrong")
        session.hearPicture(.recognized("/tmp/a.png"))
        #expect(!session.shows("as a picture?"))
    }

    /// The question comes by itself, and "y" is how many a sentence begins.
    @Test func whoTypesOnAsTheQuestionComesDoesNotAnswerIt() {
        var session = Session(80, 20)
        session.type("look ")
        session.send(.paste("/tmp/a.png "))
        session.hearPicture(.recognized("/tmp/a.png"))
        #expect(session.shows("as a picture?"))
        session.type("yes")
        #expect(offers(session).isEmpty)
        #expect(session.shows("look /tmp/a.png yes") && !session.shows("as a picture?"))
        session.press("Enter")
        #expect(session.sent.map { FlatText($0.body).text } == ["look /tmp/a.png yes"])
    }

    private func pictures(_ folder: String) -> FolderQuestion { FolderQuestion(folder: folder, picturesOnly: true) }

    @Test func namesOfFilesAreCompleted() {
        var session = Session(80, 20)
        session.type("/image ~/pi")
        #expect(session.effects.contains(.picture(.list(pictures("~/")))))
        session.hearPicture(.listed(FolderListing(pictures("~/"), names: ["other.png", "pictures/", "pi two.png"])))
        #expect(session.shows("pictures/") && session.shows("pi two.png") && !session.shows("other.png"))
        session.press("Tab")
        #expect(session.shows("/image ~/pictures/"))
        #expect(session.effects.contains(.picture(.list(pictures("~/pictures/")))))
        session.hearPicture(.listed(FolderListing(pictures("~/pictures/"), names: ["it's a.png"])))
        session.press("Tab")
        #expect(session.shows("/image \"~/pictures/it's a.png\""))
        session.type("caption")
        #expect(!session.shows("it's a.png\n"))
        let listings = session.effects.filter { if case .picture(.list) = $0 { true } else { false } }
        #expect(listings.count == 3, "where one is, home, and the folder below")
    }

    // MARK: Files that go along

    private let report = FileAttachment(
        path: "/tmp/report.pdf", name: "report.pdf", size: 1_200_000, mediaType: "application/pdf")

    @Test func aFileGoesAlongAndItsWayIsToBeSeen() throws {
        var session = Session(120, 20)
        session.type("/upload /tmp/report.pdf for you")
        session.press("Enter")
        let offers = session.effects.compactMap { effect -> PictureOffer? in
            if case .picture(.attach(let offer)) = effect { offer } else { nil }
        }
        let offer = try #require(offers.first)
        #expect(offer.location == "/tmp/report.pdf" && FlatText(offer.caption).text == "for you")
        session.hearPicture(.attached(offer, .success(report)))
        let message = try #require(session.sent.first)
        #expect(message.attachment == report)
        #expect(FlatText(message.body).text == "report.pdf, 1.2 MB\nfor you")
        #expect(session.shows("report.pdf ░░░░░░░░░░ 0 % · /cancel"))
        session.hear(.progress(Session.room, message.id, 0.456))
        #expect(session.shows("report.pdf ████░░░░░░ 45 % · /cancel"))
        session.type("/cancel")
        session.press("Enter")
        #expect(session.effects.contains(.transport(.cancel(Session.room, message.id))))
        session.hear(.failed(Session.room, message.id, reason: "it was given up"))
        #expect(session.shows("✗ not sent: it was given up") && !session.shows("/cancel"))
        session.type("/retry")
        session.press("Enter")
        #expect(session.sent.last?.attachment == report && session.sent.last?.id == message.id)
        #expect(session.shows("report.pdf ░░░░░░░░░░ 0 % · /cancel"))
        session.echo()
        #expect(!session.shows("/cancel"))
        session.type("/cancel")
        session.press("Enter")
        #expect(session.shows("No file is on its way here"))
    }

    @Test func namesOfAllFilesAreCompletedForUploads() {
        var session = Session(80, 20)
        session.type("/upload ~/re")
        let files = FolderQuestion(folder: "~/", picturesOnly: false)
        #expect(session.effects.contains(.picture(.list(files))))
        session.hearPicture(.listed(FolderListing(pictures("~/"), names: ["red.png"])))
        #expect(!session.shows("red.png"), "that was an answer to another question")
        session.hearPicture(.listed(FolderListing(files, names: ["report.pdf"])))
        session.press("Tab")
        #expect(session.shows("/upload ~/report.pdf"))
    }
}
