/// Paths as people type them and as terminals paste them: quoted, with backslashes, or as `file:` addresses.
enum PathWords {
    /// The longest path that is looked at, in UTF-8 bytes: what Linux takes.
    static let longest = 4096

    /// The endings of the names of pictures.
    private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

    /// The first word of `text`, read as a shell does, and the code points that it takes there with the blanks behind
    /// it; nil for an empty text. A quote that does not end ends with the text, and is told as open.
    static func first(of text: String) -> (path: String, count: Int, isOpen: Bool)? {
        var path = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var isEscaped = false
        var isOver = false
        var count = 0
        for scalar in text.unicodeScalars {
            if isOver && scalar != " " { break }
            count += 1
            if isOver { continue }
            if isEscaped {
                path.append(scalar)
                isEscaped = false
            } else if scalar == "\\" && quote != "'" {
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            } else if scalar == " " && quote == nil {
                isOver = true
            } else {
                path.append(scalar)
            }
        }
        return count == 0 ? nil : (String(path), count, quote != nil)
    }

    /// The path that all of `text` is: one word as a shell reads it, or words without any quotes, which are one name
    /// with blanks in it; nil for a quoted word and more, and for nothing.
    static func whole(_ text: String) -> String? {
        guard let (word, count, _) = first(of: text), !word.isEmpty else { return nil }
        if count == text.unicodeScalars.count { return word }
        let isPlain = !text.unicodeScalars.contains { $0 == "'" || $0 == "\"" || $0 == "\\" }
        return isPlain ? String(text.reversed().drop { $0 == " " }.reversed()) : nil
    }

    /// The path of a picture that `text` is and nothing else, as a window manager or a file manager pastes it; nil for
    /// any other text. Only whole paths count, and only names that end as pictures do.
    static func pasted(_ text: String) -> String? {
        guard text.utf8.count <= longest, !text.utf8.contains(0x0A) else { return nil }
        let trimmed = String(text.drop { $0 == " " })
        guard
            trimmed.hasPrefix("/") || trimmed.hasPrefix("~/") || trimmed.hasPrefix("'") || trimmed.hasPrefix("\"")
                || trimmed.hasPrefix("file://")
        else { return nil }
        // An unquoted name may hold blanks and an apostrophe: then all of the text is the path. So it is in an address,
        // which is no word of a shell.
        let (word, count, isOpen) = first(of: trimmed) ?? ("", 0, false)
        let isWord = count == trimmed.unicodeScalars.count && !isOpen && !trimmed.hasPrefix("file://")
        var path = isWord ? word : trimmed
        while path.last == " " { path.removeLast() }
        if path.hasPrefix("file://") {
            guard let local = fromAddress(path) else { return nil }
            path = local
        }
        let lower = path.lowercased()
        guard path.hasPrefix("/") || path.hasPrefix("~/"), endings.contains(where: lower.hasSuffix) else { return nil }
        return path
    }

    /// The path in a `file:` address of this machine (RFC 8089).
    private static func fromAddress(_ text: String) -> String? {
        var rest = text.dropFirst("file://".count)
        if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
        guard rest.hasPrefix("/") else { return nil }
        var bytes: [UInt8] = []
        var digits = Array(rest.utf8)[...]
        while let byte = digits.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard digits.count >= 2, let value = UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16),
                value >= 0x20
            else { return nil }
            bytes.append(value)
            digits = digits.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// `path` as it is typed: in quotes where it holds what would end or change it; with `isOpen`, without the quote at
    /// its end, so that one types on.
    static func quoted(_ path: String, isOpen: Bool = false) -> String {
        let plain = path.unicodeScalars.allSatisfy { $0 != " " && $0 != "'" && $0 != "\"" && $0 != "\\" }
        if plain { return path }
        if !path.unicodeScalars.contains("'") { return "'" + path + (isOpen ? "" : "'") }
        var result = "\""
        for scalar in path.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + (isOpen ? "" : "\"")
    }

    /// The last part of a path, with the slash that stands behind a folder.
    static func name(of path: String) -> String {
        guard path.hasSuffix("/") else { return parts(of: path).name }
        return parts(of: String(path.dropLast())).name + "/"
    }

    /// The folder part of a path up to its last slash, and the name behind it.
    static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        let next = path.utf8.index(after: slash)
        return (String(path[..<next]), String(path[next...]))
    }
}
