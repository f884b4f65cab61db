import ChatUI
import CursesDriver
import Glibc
import Pictures
import Terminal

/// The terminal's side of pictures: what it is asked, how it shows them, and the bytes that it is sent.
struct TerminalPictures {
    /// Whether tmux stands between, which hands strings on only where they are wrapped.
    private let isInTmux: Bool
    private let isConsole: Bool
    private let salt: UInt32
    private var known: (answers: TerminalAnswers, wish: PictureWish)?
    private var hasSent = false

    init(environment: [String: String], salt: UInt32) {
        isInTmux = environment["TMUX"]?.isEmpty == false
        isConsole = environment["TERM"]?.hasPrefix("linux") == true
        self.salt = salt
    }

    /// What is to be asked besides the driver's own questions.
    var queries: [UInt8] { isInTmux ? KittyGraphics.queryThroughTmux : KittyGraphics.query }

    /// How pictures are shown, as it is wished, on a terminal that has given those answers.
    func drawing(_ answers: TerminalAnswers?, depth: ColourDepth, _ wish: PictureWish) -> PictureDrawing {
        let answers = answers ?? TerminalAnswers(size: Size(width: 0, height: 0))
        let tier = PictureTier.best(for: answers, depth: depth, isUTF8: true, wanted: wish.tier)
        // tmux hands on what programs draw, and the terminal around it is not known by the name that it answers to.
        let name = answers.outerName ?? answers.name
        return PictureDrawing(
            tier: tier, blocks: .best(forTerminal: name, isConsole: isConsole), depth: depth,
            cell: answers.cellPixels ?? PictureDrawing.usualCell, mostFrames: wish.moves ? 60 : 1)
    }

    /// How pictures are shown, when the terminal has told something new, or the wish is another.
    mutating func news(_ answers: TerminalAnswers, depth: ColourDepth, _ wish: PictureWish) -> PictureDrawing? {
        if let known, known.answers == answers, known.wish == wish { return nil }
        known = (answers, wish)
        return drawing(answers, depth: depth, wish)
    }

    /// Sends the terminal what is asked, and makes sure that it forgets all of it at the end.
    mutating func carryOut(_ errand: PictureErrand, _ driver: CursesDriver) {
        switch errand {
        case .send(let bitmap, let placement):
            if !hasSent {
                hasSent = true
                let numbers = PictureNumbers.all(salt: salt, depth: driver.colourDepth)
                driver.parting = wrapped(numbers.flatMap { KittyGraphics.delete(id: $0) })
            }
            driver.transmit(
                wrapped(KittyGraphics.transmit(bitmap, id: placement.id, size: placement.size)))
        case .remove(let number): driver.transmit(wrapped(KittyGraphics.delete(id: number)))
        default: break
        }
    }

    private func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        isInTmux ? KittyGraphics.commandsPassedThrough(bytes) : bytes
    }
}
