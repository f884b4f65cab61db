import Archive
import ChatUI
import Glibc
import LocalTransport
import RichText

/// The first start: asks what others should call one, in one line on a terminal that still scrolls, and never again.
enum Welcome {
    /// Whether nobody has used the program here: no room, no settings, and no option that says who one is.
    static func isDue(_ invocation: Invocation, _ place: Place) -> Bool {
        let options = ["--as", "--archive", "--config", "--account", "--plain"]
        guard options.allSatisfy({ !invocation.has($0) }), place.settings.name == nil, place.settings.archive == nil,
            isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, access(place.archivePath, F_OK) != 0,
            let mark = mark
        else { return false }
        return access(mark, F_OK) != 0
    }

    private static var mark: String? { CrashReport.folder(Environment.all).map { $0 + "/welcomed" } }

    /// Asks for a name, offering the login's, and keeps another in the settings.
    static func ask(_ place: Place) throws(Failure) {
        let offered = place.me.name
        let question = "Welcome to mingle.\nWhat should others call you?\nEnter takes \(offered): "
        try Output.write(Array(question.utf8), to: STDOUT_FILENO)
        var input = LineInput()
        var line: String?
        while line == nil, !input.isAtEnd {
            input.fill()
            line = input.next()
        }
        guard let line else { throw Failure("nothing was begun") }
        let name = HarmlessText.line(line)
        if !name.isEmpty, name != offered, let sentence = place.settings.keep("name", SettingValue.text(name).source) {
            Output.tell(sentence)
        }
        guard let mark else { return }
        let file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }
}
