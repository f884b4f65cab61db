import ChatCore
import RichText
import XMPP

/// Emoticons as others see them (XEP-0514): named, with the hash of their picture, which whoever talks to one may ask for.
extension Session {
    /// The picture of an emoticon; nil where it has none here, or too large a one.
    func emoticonFile(_ code: EmoticonCode) -> EmoticonFile? {
        // The size that it is shown in makes no other picture of it.
        let code = EmoticonCode(code.name, pack: code.pack)
        if let known = emoticonFiles[code] { return known }
        let bytes = emoticonPicture(code).flatMap { $0.count <= EmoticonFile.largest ? $0 : nil }
        let file = bytes.map { EmoticonFile(code, $0) }
        emoticonFiles[code] = .some(file)
        return file
    }

    /// The answer to who asks for bits (XEP-0231): pictures of emoticons that one has used, and only for those whom one
    /// talks to, since everybody else would learn that one is there.
    func bits(for query: XMLElement, from: JID?) -> XMLElement? {
        guard let from, conversations[RoomID(from.bare.description)] != nil || contacts.mayKnow(from.bare),
            let id = query["cid"],
            let file = emoticonFiles.values.lazy.compactMap({ $0 }).first(where: { $0.contentID == id }),
            let bytes = emoticonPicture(file.code), bytes.count == file.size
        else { return nil }
        return file.data(bytes)
    }
}
