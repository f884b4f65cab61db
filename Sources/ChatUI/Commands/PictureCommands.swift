import Composer
import RichText

extension Command {
    /// Commands about pictures.
    static let pictures: [Command] = [
        Command(
            "image", "PATH", "send the picture at PATH, or at an https address; a caption may follow",
            keepsDraft: true, complete: { state, start in Menu.files(start, state.listing) },
            run: { state, call in state.sendImage(call.arguments) }),
        Command("view", "show the last picture, or that of the selected message, on the whole screen") { state, _ in
            .done(state.viewPicture())
        },
    ]
}

extension Menu {
    /// The path that is being typed behind `/image`; nil when something else is.
    static func typedPath(_ query: CompletionQuery?) -> String? {
        guard let query, query.kind == .command, query.text.lowercased().hasPrefix("image ") else { return nil }
        return typedPath(String(query.text.dropFirst("image ".count).drop { $0 == " " }))
    }

    private static func typedPath(_ argument: String) -> String? {
        guard let word = PathWords.first(of: argument) else { return "" }
        // Behind the path the caption begins.
        let isOver = argument.hasSuffix(" ") && !argument.hasSuffix("\\ ") && !word.isOpen
        return isOver || word.count < argument.unicodeScalars.count ? nil : word.path
    }

    /// The names in `listing` that go on as the path does that is being typed.
    fileprivate static func files(_ argument: String, _ listing: FolderListing?) -> [Entry] {
        guard let listing, let typed = typedPath(argument) else { return [] }
        let (folder, name) = PathWords.parts(of: typed)
        guard folder == listing.folder else { return [] }
        let folded = Folding.fold(name)
        return listing.names.filter { Folding.fold($0).hasPrefix(folded) }.map { .file(folder + $0) }
    }
}
