import Composer
import RichText

// The names of files while one types a path behind a command.

/// A path that is being typed.
struct TypedPath {
    /// The command that it is for.
    var command: Command
    /// What is meant by what was typed so far.
    var path: String

    /// The path in `query`; nil when something else is typed.
    init?(_ query: CompletionQuery?) {
        guard let query, query.kind == .command, let blank = query.text.firstIndex(of: " "),
            let command = CommandTable.command(named: query.text[..<blank]), command.completesPaths,
            let path = TypedPath.path(in: String(query.text[blank...].drop { $0 == " " }))
        else { return nil }
        self.command = command
        self.path = path
    }

    /// The path that `argument` ends with; nil once something else has begun behind it.
    fileprivate static func path(in argument: String) -> String? {
        guard let word = PathWords.first(of: argument) else { return "" }
        let isOver = argument.hasSuffix(" ") && !argument.hasSuffix("\\ ") && !word.isOpen
        return isOver || word.count < argument.unicodeScalars.count ? nil : word.path
    }
}

extension Command {
    /// Whether its argument begins with the path of a file.
    var completesPaths: Bool { arguments == "PATH" || arguments == "FILE" }

    /// Whether of the files only pictures fit.
    fileprivate var takesPictures: Bool { name == "image" }
}

extension Menu {
    /// The names in `listing` that go on as the path does that is being typed.
    static func files(_ argument: String, _ listing: FolderListing?) -> [Entry] {
        guard let listing, let typed = TypedPath.path(in: argument) else { return [] }
        let (folder, name) = PathWords.parts(of: typed)
        guard folder == listing.question.folder else { return [] }
        let folded = Folding.fold(name)
        return listing.names.filter { Folding.fold($0).hasPrefix(folded) }.map { .file(folder + $0) }
    }
}

extension ChatState {
    /// Asks for the names in the folder that is being typed.
    mutating func listFiles() -> [Effect] {
        guard let typed = TypedPath(view.composer.query), settings.keepsPictures || !typed.command.takesPictures else {
            listing = nil
            return []
        }
        let folder = PathWords.parts(of: typed.path).folder
        let question = FolderQuestion(folder: folder, picturesOnly: typed.command.takesPictures)
        guard listing?.question != question else { return [] }
        listing = FolderListing(question, names: [])
        return [.picture(.list(question))]
    }

    /// Takes in the names, unless something else is typed by now.
    mutating func take(_ listing: FolderListing) {
        guard self.listing?.question == listing.question else { return }
        self.listing = listing
        openMenu(for: view.composer.query)
    }

    /// Puts `path` behind the command, quoted as the command reads it; behind a folder one types on.
    mutating func complete(path: String, at moment: Moment) {
        guard let typed = TypedPath(menu?.query) else { return }
        let isFolder = path.hasSuffix("/")
        let end = isFolder || !typed.command.takesPictures ? "" : " "
        let line = "/\(typed.command.name) " + PathWords.quoted(path, isOpen: isFolder) + end
        view.composer.accept(commandLine: line, at: moment.milliseconds)
    }
}
