import ChatUI
import FoundationEssentials
import Glibc
import RichText

/// The settings file: JSON5 under the XDG configuration folder, `mingle/settings.json5`.
struct Settings {
    /// The name that others see.
    var name: String?
    /// The room that opens first.
    var room: String?
    /// The archive file.
    var archive: String?
    /// How emoticons are drawn.
    var emoticons: EmoticonTier?

    /// Reads the file `path`, or the standard one when it exists. A mistake names the key and refuses the file, so that
    /// nobody chats under another name than they meant to.
    static func load(_ path: String?) throws(Failure) -> Settings {
        let file = path ?? standardPath
        var input: Input
        if path == nil && access(file, F_OK) != 0 { return Settings() }
        input = try Input(file)
        let bytes = try input.rest()
        return try Settings(bytes, file: HarmlessText.line(file))
    }

    private static var standardPath: String {
        let environment = Environment.all
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/mingle/settings.json5"
        }
        return (environment["HOME"] ?? "") + "/.config/mingle/settings.json5"
    }

    private init() {}

    private init(_ bytes: [UInt8], file: String) throws(Failure) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let values: [String: Value]
        do {
            values = try decoder.decode([String: Value].self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Failure("\(file): \(Settings.sentence(for: error))")
        } catch {
            throw Failure("\(file) is not JSON5")
        }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let text = value.text else { throw Failure("\(file): \(HarmlessText.line(key)) needs a text") }
            switch key {
            case "name": name = text
            case "room": room = text
            case "archive": archive = text
            case "emoticons":
                guard let tier = EmoticonTier(rawValue: text) else {
                    throw Failure("\(file): emoticons knows cells, emoji and text, not \(HarmlessText.line(text))")
                }
                emoticons = tier
            default: throw Failure("\(file): there is no setting \(HarmlessText.line(key))")
            }
        }
    }

    /// A value of any kind, of which only texts are used.
    private struct Value: Decodable {
        let text: String?
        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    private static func sentence(for error: DecodingError) -> String {
        switch error {
        case .dataCorrupted(let context):
            let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
            return "not JSON5: " + HarmlessText.line(reason)
        default: return "the file should hold one object, { key: \"value\", … }"
        }
    }
}
