import RichText
import XMPP

/// The picture of an emoticon as others may know and ask for it: by the hash of its bytes (XEP-0300) and, in place of an
/// address, by the id under which this program gives them out (XEP-0231).
struct EmoticonFile: Hashable {
    /// The emoticon.
    let code: EmoticonCode
    /// SHA-256 in base 64.
    let hash: String
    /// `sha1+…@bob.xmpp.org`
    let contentID: String
    /// In bytes.
    let size: Int
    private let mediaType: String
    /// In a row and in a column, where the file tells.
    private let pixels: (width: Int, height: Int)?

    /// The largest picture that is given out, in bytes: base 64 of it has to fit into what servers let pass.
    static let largest = 64 << 10

    /// The file of `code` with those bytes.
    init(_ code: EmoticonCode, _ bytes: [UInt8]) {
        self.code = code
        hash = Digest.sha256(bytes)
        contentID = "sha1+\(Digest.sha1Digits(bytes))@bob.xmpp.org"
        size = bytes.count
        let isGIF = bytes.starts(with: Array("GIF8".utf8))
        mediaType = isGIF ? "image/gif" : "image/png"
        func number(_ place: Range<Int>) -> Int { bytes[place].reduce(0) { $0 << 8 | Int($1) } }
        // A PNG begins with its signature and the chunk of its size.
        pixels = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && size >= 24 ? (number(16..<20), number(20..<24)) : nil
    }

    static func == (left: EmoticonFile, right: EmoticonFile) -> Bool {
        left.code == right.code && left.hash == right.hash
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// What names the picture within the markup (XEP-0514).
    var emoji: XMLElement { XMLElement("emoji", Names.emoji, ["name": code.name], [hashElement]) }

    private var hashElement: XMLElement { XMLElement("hash", Names.hashes, ["algo": "sha-256"], text: hash) }

    /// What tells of the picture beside the markup (XEP-0446, XEP-0447).
    var sharing: XMLElement {
        func tell(_ name: String, _ value: String) -> XMLElement {
            XMLElement(name, Names.fileMetadata, text: value)
        }
        var file = [tell("media-type", mediaType), tell("name", code.name), tell("size", String(size))]
        if let pixels { file += [tell("width", String(pixels.width)), tell("height", String(pixels.height))] }
        let source = XMLElement("url-data", Names.urlData, ["target": "cid:" + contentID])
        return XMLElement(
            "file-sharing", Names.fileSharing, ["disposition": "inline"],
            [
                XMLElement("file", Names.fileMetadata, [:], file + [hashElement]),
                XMLElement("sources", Names.fileSharing, [:], [source]),
            ])
    }

    /// The picture itself, for who asks.
    func data(_ bytes: [UInt8]) -> XMLElement {
        XMLElement(
            "data", Names.bits, ["cid": contentID, "type": mediaType, "max-age": "86400"], text: Digest.base64(bytes))
    }
}
