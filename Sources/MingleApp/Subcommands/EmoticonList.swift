import Emoticons
import Glibc
import PictureStore
import Pictures
import RichText
import Terminal

/// `mingle emoticons`: shows what can be written, checks packs and brings in those of other programs.
struct EmoticonList {
    private let invocation: Invocation

    static func run(_ invocation: Invocation) throws(Failure) {
        let command = EmoticonList(invocation: invocation)
        switch invocation.arguments.first {
        case "check": try command.check()
        case "import": try command.importPack()
        default: try command.show()
        }
    }

    // MARK: Showing

    private func show() throws(Failure) {
        let (catalogue, mistakes) = Packs.standard()
        for mistake in mistakes { Output.tell(mistake) }
        let query = try invocation.optionalArgument().map { HarmlessText.line($0) } ?? ""
        let isColoured = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
        let size = try size()
        var output = Output()
        var isFound = false
        for pack in catalogue.packs {
            let found = pack.emoticons.filter { EmoticonList.matches($0, query) }
            guard !found.isEmpty else { continue }
            isFound = true
            try output.line("\(pack.name) (\(pack.id)), \(pack.license)")
            for emoticon in found {
                let isFirst = catalogue.emoticon(for: EmoticonCode(emoticon.name)) == emoticon
                let code = EmoticonCode(emoticon.name, pack: isFirst ? nil : pack.id).text
                for line in EmoticonList.lines(of: emoticon, code, size, isColoured) { try output.line(line) }
            }
        }
        try output.flush()
        if !isFound { throw Failure(query.isEmpty ? "no pack is installed" : "no emoticon is called \(query)") }
    }

    private func size() throws(Failure) -> CellSize? {
        guard let text = invocation.value("--size") else { return nil }
        guard let size = CodeGrammar.read(inside: "x:" + text)?.size else {
            throw .usage("--size needs a size such as 6x3, not \(HarmlessText.line(text))")
        }
        return size
    }

    private static func matches(_ emoticon: Emoticon, _ query: String) -> Bool {
        query.isEmpty || (emoticon.names + emoticon.ascii + [emoticon.category]).contains { $0.hasPrefix(query) }
    }

    /// The drawing with code, names and signs beside it.
    private static func lines(
        of emoticon: Emoticon, _ code: String, _ size: CellSize?, _ isColoured: Bool
    ) -> [String] {
        let art = emoticon.art(within: size ?? emoticon.size)
        let (columns, rows) = (max(art?.size.width ?? 2, 4), art?.size.height ?? 1)
        let words = [
            code, emoticon.emoji, emoticon.aliases.joined(separator: " "), emoticon.ascii.joined(separator: " "),
        ]
        let text = words.filter { !$0.isEmpty }.joined(separator: "  ")
        var frame = Frame(size: Size(width: columns + 2 + 200, height: rows))
        if let art {
            // Colours that are left out would leave marks that are drawn with them unseen.
            let depth: ColourDepth = isColoured ? .direct : .monochrome
            Pictures.draw(art, x: 0, y: 0, clip: Rect(frame.size), depth: depth, into: &frame)
        } else {
            frame.write(emoticon.emoji, x: 0, y: 0)
        }
        frame.write(text, x: columns + 2, y: rows > 1 ? (rows - 1) / 2 : 0)
        return (0..<rows).map { ScreenText.row($0, of: frame, coloured: isColoured) }
    }

    // MARK: Checking and importing

    private func check() throws(Failure) {
        guard invocation.arguments.count == 2 else { throw .usage("check needs the folder of a pack") }
        let folder = invocation.arguments[1]
        let (pack, mistakes) = PackLoader.load(folder: folder)
        var output = Output()
        for mistake in mistakes { try output.line(mistake.description) }
        if let pack, mistakes.isEmpty {
            let moving = pack.emoticons.filter { $0.files.animation != nil }.count
            try output.line("\(pack.id): \(pack.emoticons.count) emoticons, \(moving) of them moving; nothing is wrong")
        }
        try output.flush()
        if !mistakes.isEmpty { throw .told }
    }

    private func importPack() throws(Failure) {
        let arguments = invocation.arguments
        guard (2...3).contains(arguments.count) else {
            throw .usage("import needs a folder or a zip file, and may have a name for the pack")
        }
        let executable = Packs.executable
        guard let target = PackFolders.standard(environment: Environment.all, executable: executable).first else {
            throw Failure("there is no folder for packs: HOME is not set")
        }
        let importer = PackImporter(decoder: DecoderProcess(besides: executable), packs: target)
        do {
            let result = try importer.read(arguments[1], id: arguments.count > 2 ? arguments[2] : nil)
            for skipped in result.skipped { Output.tell(skipped) }
            var output = Output()
            let folder = HarmlessText.line(result.folder)
            try output.line("\(folder): \(result.count) emoticons; write [name] or [\(result.id)/name]")
            try output.flush()
        } catch let failure as Failure {
            throw failure
        } catch let failure as ImportFailure {
            throw Failure("cannot import \(HarmlessText.line(arguments[1])): \(failure.reason)")
        } catch {
            throw Failure("cannot import \(HarmlessText.line(arguments[1]))")
        }
    }
}
