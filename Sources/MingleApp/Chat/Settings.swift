import ChatUI
import Glibc
import JSON
import Pictures
import RichText

/// The settings file: JSON5 under the XDG configuration folder, `mingle/settings.json5`.
struct Settings {
    /// The name that others see.
    var name: String?
    /// The room that opens first.
    var room: String?
    /// The archive file.
    var archive: String?
    /// How pictures are shown; nil leaves it to the terminal.
    var pictures: PictureTier?
    /// How emoticons are drawn; nil: like pictures.
    var emoticons: EmoticonTier?
    /// When pictures move.
    var animation: AnimationMode?
    /// How often they go round.
    var animationRounds: Int?
    /// Whether pictures of this machine's own servers are fetched, for tests.
    var picturesFromLoopback: Bool?
    /// Which keys edit a draft.
    var keys: ChatState.Settings.KeyStyle?
    /// Whether the mouse is listened to.
    var mouse: Bool?
    /// Whether one's own name in a message counts as a mention.
    var ownName: Bool?

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
        let read: JSONValue
        do throws(JSONFault) {
            read = try JSONValue(json5: bytes)
        } catch {
            throw Failure("\(file):\(error.line(of: bytes)): not JSON5")
        }
        guard case .object(let values) = read else {
            throw Failure("\(file): the file should hold one object, { key: \"value\", … }")
        }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(Mistake) {
                try take(Value(value), as: key)
            } catch {
                throw Failure("\(file): \(error.text)")
            }
        }
    }

    private mutating func take(_ value: Value, as key: String) throws(Mistake) {
        switch key {
        case "name": name = try value.text(key)
        case "room": room = try value.text(key)
        case "archive": archive = try value.text(key)
        case "pictures":
            if try value.text(key) != "auto" {
                pictures = try value.choice(key, "auto, kitty, cells, emoji and text")
            }
        case "animation": animation = try value.choice(key, "on, focused and off")
        case "animationRounds": animationRounds = try value.number(key, in: 0...1000)
        case "picturesFromLoopback": picturesFromLoopback = try value.flag(key)
        case "emoticons": emoticons = try value.choice(key, "cells, emoji and text")
        case "keys": keys = try value.choice(key, "emacs and vi")
        case "mouse": mouse = try value.flag(key)
        case "ownName": ownName = try value.flag(key)
        default: throw Mistake(text: "there is no setting \(HarmlessText.line(key))")
        }
    }

    /// What is wrong with one setting.
    private struct Mistake: Error {
        let text: String
    }

    /// A value of any kind, of which texts and yes or no are used.
    private struct Value {
        private var text: String?
        private var flag: Bool?
        private var number: Int64?

        init(_ value: JSONValue) {
            if case .string(let value) = value { text = value }
            if case .bool(let value) = value { flag = value }
            if case .number(let value) = value { number = value }
        }

        func text(_ key: String) throws(Mistake) -> String {
            guard let text else { throw Mistake(text: "\(key) needs a text") }
            return text
        }

        func number(_ key: String, in range: ClosedRange<Int>) throws(Mistake) -> Int {
            guard let number, case let whole = Int(clamping: number), range.contains(whole) else {
                throw Mistake(text: "\(key) is a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return whole
        }

        func flag(_ key: String) throws(Mistake) -> Bool {
            guard let flag else { throw Mistake(text: "\(key) is true or false") }
            return flag
        }

        func choice<Choice: RawRepresentable<String>>(_ key: String, _ names: String) throws(Mistake) -> Choice {
            let text = try text(key)
            guard let choice = Choice(rawValue: text) else {
                throw Mistake(text: "\(key) knows \(names), not \(HarmlessText.line(text))")
            }
            return choice
        }
    }
}
