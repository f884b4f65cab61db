import ChatUI
import Glibc
import RichText

/// `mingle settings`: every setting with what it does and the value in force; `--write` makes the default file.
enum SettingsListing {
    static func run(_ invocation: Invocation) throws(Failure) {
        try invocation.expectNoArguments()
        if invocation.has("--write") {
            let path = invocation.value("--config") ?? SettingsFile.standardPath
            try SettingsFile(writing: path).writeDefault()
            return try Output.write(Array((HarmlessText.line(path) + "\n").utf8), to: STDOUT_FILENO)
        }
        let file = try SettingsFile(invocation.value("--config"))
        var settings = ChatState.Settings(catalogue: Packs.none)
        for mistake in settings.adopt(file.entries) { Output.tell(HarmlessText.line(mistake.text)) }
        var output = Output()
        try output.line(
            "// " + HarmlessText.line(file.path) + (access(file.path, F_OK) == 0 ? "" : ", which is not there"))
        for setting in SettingTable.shown {
            for line in comment(on: setting) { try output.line(line) }
            let value = settings.value(of: setting)
            try output.line(value.map { "\(setting.key): \($0.source)," } ?? "// \(setting.key) is not set")
            try output.line("")
        }
        try output.flush()
    }

    /// The default file: each setting with its documentation, none of them in force by it.
    static var defaultFile: String {
        var lines = ["// The settings of mingle, in JSON5: https://json5.org. Take away // before what you want.", "{"]
        for setting in SettingTable.shown {
            lines += comment(on: setting).map { "  " + $0 }
            lines += ["  // \(setting.key): \((setting.standard ?? setting.example).source),", ""]
        }
        lines[lines.count - 1] = "}"
        return lines.joined(separator: "\n") + "\n"
    }

    private static func comment(on setting: Setting) -> [String] {
        [
            "// \(setting.help)",
            "// It is \(setting.values); for example \(setting.key): \(setting.example.source)",
        ]
    }
}
