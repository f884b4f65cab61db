import ChatCore
import RichText
import XMPP

/// A file that others get at an address, as a message tells of it: the address as its text and out of band (XEP-0066),
/// and what the file is (XEP-0446, XEP-0447).
struct SharedFile: Hashable {
    /// By https, in printable ASCII.
    var address: String
    /// Harmless, in one line; empty where nothing is known.
    var name: String
    /// In bytes.
    var size: Int?
    var mediaType: String?
    var pixels: FileAttachment.Pixels?

    /// Whether `text` is an address that is fetched: https, a host, and nothing that could be taken for something else.
    static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") && text.utf8.count > 8 && text.utf8.count <= 2_000
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E }
    }

    /// What was put at `address`.
    init(_ attachment: FileAttachment, at address: String) {
        self.address = address
        name = attachment.name
        size = attachment.size
        mediaType = attachment.mediaType
        pixels = attachment.pixels
    }

    /// What lies at `address`, of which nothing else is known.
    init(address: String) {
        self.address = address
        name = SharedFile.name(in: address)
    }

    /// The file that a message tells of, if it does: out of band, with what it is, or because `body` is the address of a
    /// picture and nothing else.
    init?(_ stanza: XMLElement, body: String) {
        // Pictures of emoticons are told of in the same way, and go by the markup (XEP-0514).
        let spans = stanza.child("markup", Names.markup)?.all("span") ?? []
        let emoji = spans.flatMap { $0.child("emoji", Names.emoji)?.all("hash", Names.hashes) ?? [] }
        let sharing = stanza.all("file-sharing", Names.fileSharing).first { sharing in
            emoji.isEmpty || !SharedFile.hashes(of: sharing).contains(where: emoji.contains)
        }
        let source = sharing.flatMap { SharedFile.source(of: $0) }
        let outOfBand = stanza.child("x", Names.outOfBand)?.child("url")?.text
        let isTold = source != nil || outOfBand != nil
        guard let address = source ?? outOfBand ?? Optional(body), SharedFile.isAddress(address) else { return nil }
        self.init(address: address)
        if let file = sharing?.child("file", Names.fileMetadata) {
            let told = HarmlessText.line(file.child("name")?.text ?? "").split(separator: "/").last.map(String.init)
            if let told, !told.isEmpty { name = String(told.prefix(80)) }
            size = file.child("size").flatMap { Int($0.text) }.flatMap { $0 >= 0 ? $0 : nil }
            mediaType = file.child("media-type")?.text
            if let width = file.child("width").flatMap({ Int($0.text) }), (1...100_000).contains(width),
                let height = file.child("height").flatMap({ Int($0.text) }), (1...100_000).contains(height)
            {
                pixels = FileAttachment.Pixels(width: width, height: height)
            }
        }
        if !isTold && !isPicture { return nil }
    }

    /// By which hashes a file is known.
    static func hashes(of sharing: XMLElement) -> [XMLElement] {
        sharing.child("file", Names.fileMetadata)?.all("hash", Names.hashes) ?? []
    }

    /// Where a file lies, if it is to be had by https.
    static func address(of sharing: XMLElement) -> String? {
        source(of: sharing).flatMap { isAddress($0) ? $0 : nil }
    }

    private static func source(of sharing: XMLElement) -> String? {
        sharing.child("sources")?.child("url-data", Names.urlData)?["target"]
    }

    // MARK: What is shown

    private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]
    private static let mediaTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]

    /// Whether it can be shown as a picture, as far as it says.
    var isPicture: Bool {
        if let mediaType { return SharedFile.mediaTypes.contains(mediaType.lowercased()) }
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return SharedFile.endings.contains { path.hasSuffix($0) }
    }

    /// What stands for a picture of which nobody knows the size: a photograph of the usual proportions.
    private static let unknownSize = CellSize(width: 32, height: 12)
    private static let largest = CellSize(width: 48, height: 14)

    /// The picture.
    var picture: Picture {
        let moves = mediaType.map { $0 == "image/gif" } ?? address.lowercased().contains(".gif")
        var cells = SharedFile.unknownSize
        var alt = name.isEmpty ? "a picture" : name
        if let pixels {
            alt += ", \(pixels.width) × \(pixels.height)"
            // A cell of 8 × 16 pixels, which is what most terminals have.
            let (width, height) = (Double(pixels.width) / 8, Double(pixels.height) / 16)
            let scale = min(
                1, Double(SharedFile.largest.width) / width, Double(SharedFile.largest.height) / height)
            cells = CellSize(
                width: max(Int((width * scale).rounded()), 1), height: max(Int((height * scale).rounded()), 1))
        }
        return Picture(source: .init(moves ? .remoteAnimated : .remoteStatic, address), size: cells, alt: alt)
    }

    /// What stands for any other file: `report.pdf, 1.2 MB: https://…`
    var line: String {
        let words = [name, size.map { FileAttachment.text(ofSize: $0) } ?? ""].filter { !$0.isEmpty }
        return words.isEmpty ? address : words.joined(separator: ", ") + ": " + address
    }

    /// `body` of one's own message, in which a line stands for the file: now that line leads to it. A picture stays as
    /// one has it oneself.
    func standsIn(_ body: RichText) -> RichText {
        if case .picture? = body.elements.first { return body }
        return RichText([.text(line, .plain)] + SharedFile.lines(behindFirstOf: body))
    }

    /// What follows the first line, with the line break before it.
    static func lines(behindFirstOf body: RichText) -> ArraySlice<RichText.Element> {
        body.elements.drop { $0 != .lineBreak }
    }

    // MARK: What is sent

    /// What tells of it beside the text.
    var elements: [XMLElement] {
        var file: [XMLElement] = []
        func tell(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { file.append(XMLElement(name, Names.fileMetadata, text: value)) }
        }
        tell("media-type", mediaType)
        tell("name", name)
        tell("size", size.map(String.init))
        tell("width", pixels.map { String($0.width) })
        tell("height", pixels.map { String($0.height) })
        let source = XMLElement("url-data", Names.urlData, ["target": address])
        return [
            XMLElement("x", Names.outOfBand, [:], [XMLElement("url", Names.outOfBand, text: address)]),
            XMLElement(
                "file-sharing", Names.fileSharing, ["disposition": "inline"],
                [
                    XMLElement("file", Names.fileMetadata, [:], file),
                    XMLElement("sources", Names.fileSharing, [:], [source]),
                ]),
        ]
    }

    /// The last part of an address's path, with `%20` and its like as the letters that they mean.
    private static func name(in address: String) -> String {
        let path = address.dropFirst("https://".count).prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/")
        guard parts.count > 1, let last = parts.last else { return "" }
        var bytes: [UInt8] = []
        var rest = Array(last.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(HarmlessText.line(String(decoding: bytes, as: UTF8.self)).prefix(80))
    }
}
