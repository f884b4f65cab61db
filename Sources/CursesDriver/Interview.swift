import CNcurses
import Glibc
import Terminal

/// Where the driver stands with its questions to the terminal.
enum Interview: Equatable {
    /// Nothing was asked yet.
    case toCome
    /// The questions are on their way since about that time; nil before the clock was seen.
    case since(Int64?)
    /// All was answered, or enough time has passed.
    case over
}

extension CursesDriver {
    /// Milliseconds after which no answer is expected any more. One that comes later is still never typed.
    static let answersTake: Int64 = 3000

    /// Whether the terminal may still answer what it was asked.
    public var awaitsAnswers: Bool { interview != .over }

    /// Puts the questions. The screen is taken and cleared before and after, so that nothing of them is seen, and the
    /// first frame follows at once in the same breath.
    func ask() {
        interview = .since(nil)
        decoder.expectsAnswers = true
        answers = TerminalAnswers(size: size)
        clearok(mingle_stdscr(), true)
        wnoutrefresh(mingle_stdscr())
        doupdate()
        let isConsole = CursesDriver.variable("TERM")?.hasPrefix("linux") == true
        TerminalLine.write(TerminalQueries.bytes(for: size, isConsole: isConsole, further: furtherQueries))
        clearok(mingle_stdscr(), true)
    }

    /// Takes in what the terminal has answered, and draws by it once all is there; what comes later counts when it comes.
    func hear(now: Int64) {
        let news = decoder.takeAnswers()
        for answer in news {
            if renewal == nil { answers.note(answer) } else { renewal?.answers.note(answer) }
        }
        endRenewal(now: now)
        decoder.guessesPastes = answers.has(mode: 2004) == false
        if interview == .over, !news.isEmpty { adoptAnswers() }
        guard case .since(let start) = interview else { return }
        let begun = start ?? now
        interview = .since(begun)
        guard answers.isComplete || now - begun >= CursesDriver.answersTake else { return }
        interview = .over
        // The terminal around tmux has not told of itself: tmux may have been drawing its screen just then.
        if answers.outerName == nil { askAgain(now: now) }
        decoder.expectsAnswers = false
        adoptAnswers()
    }

    private func adoptAnswers() {
        synchronizesOutput = answers.synchronizesOutput == true
        if answers.keyboard != nil, !modes.keyboard {
            modes.keyboard = true
            EmergencyRestore.arm(parting + modes.restoring)
            TerminalLine.write(Array(TerminalModes.keyboardOn.utf8))
        }
        let forms = DrawnForms(answers)
        let isConsole = CursesDriver.variable("TERM")?.hasPrefix("linux") == true
        let showsLinks = answers.isComplete && !isConsole
        let enlarges = answers.doublesSize
        guard forms != grid.forms || showsLinks != grid.showsLinks || enlarges != grid.enlarges else { return }
        grid.forms = forms
        grid.showsLinks = showsLinks
        grid.enlarges = enlarges
        showAgain()
    }
}

/// The further questions, put once more.
struct Renewal {
    var answers: TerminalAnswers
    /// When they are put again, or given up.
    var end: Int64
    /// How often they are put yet: tmux hands nothing on while it draws the screen for somebody who comes.
    var tries = CursesDriver.renewalTries
    /// Whether somebody else may have come at all, which only another name would show.
    var isGuess = false

    /// Whether all has been told that can be.
    var isComplete: Bool { answers.outerName != nil && !answers.others.isEmpty }
}

extension CursesDriver {
    /// Milliseconds for the terminal around tmux to answer, each time.
    private static let renewalTakes: Int64 = 330
    /// How often it is asked after the first time.
    static let renewalTries = 2

    /// Whether after such an event another terminal may show what tmux draws.
    ///
    /// tmux keeps the screen itself, and answers by itself what it is asked. When somebody attaches from another terminal
    /// it tells of it by a new size, and where `focus-events` is on by the focus that comes back.
    static func mayBringAnother(_ event: TerminalEvent) -> Bool {
        switch event {
        case .focus(true), .resize, .resumed: true
        default: false
        }
    }

    /// Puts the further questions anew to the terminal around tmux. What it told before holds until then.
    func askAgain(now: Int64, isGuess: Bool = false) {
        guard answers.isTmux, interview == .over, !furtherQueries.isEmpty, isReady else { return }
        if renewal != nil {
            if !isGuess { renewal?.isGuess = false }
            return
        }
        renewal = Renewal(answers: answers.withoutOuter, end: now + CursesDriver.renewalTakes, isGuess: isGuess)
        TerminalLine.write(furtherQueries)
    }

    /// Takes what the terminal around tmux has told, or asks it again while it is silent. One that answers later is
    /// heard all the same.
    private func endRenewal(now: Int64) {
        guard let renewal else { return }
        if !renewal.isComplete, now < renewal.end { return }
        if renewal.isComplete || renewal.tries == 0 {
            let isAnother = !renewal.isGuess || renewal.answers.outerName != answers.outerName
            if renewal.isComplete && isAnother { renewals += 1 }
            answers = renewal.answers
            self.renewal = nil
            return
        }
        self.renewal?.tries -= 1
        self.renewal?.end = now + CursesDriver.renewalTakes
        TerminalLine.write(furtherQueries)
    }
}

/// When input comes after a silence. Somebody who attaches to tmux by a terminal of the same size, where `focus-events`
/// is off, gives no other sign than that.
package struct InputPause: Sendable {
    /// Milliseconds of silence in which somebody can have gone to another terminal.
    package static let length: Int64 = 5000
    private var last: Int64?

    /// Nothing has come yet.
    package init() {}

    /// Input has come at `now`; whether it came after a silence.
    package mutating func ends(at now: Int64) -> Bool {
        defer { last = now }
        return last.map { now - $0 >= InputPause.length } ?? false
    }
}
