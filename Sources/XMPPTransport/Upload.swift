import ChatCore
import XMPP

/// A message whose file is to be put somewhere before it is sent.
struct Upload {
    enum Stage: Hashable {
        /// Others come first, or nobody knows yet who takes files.
        case waiting
        /// The service is asked for a place.
        case asked
        /// It is being put where that place is; others get it at the address.
        case running(address: String)
    }

    var message: Message
    var attachment: FileAttachment
    /// Under this it is known to those who are asked; a second attempt has another.
    let token = Secure.text()
    var stage = Stage.waiting
}

/// Who takes files for others to get (XEP-0363).
enum UploadService: Hashable {
    case unknown
    /// The server's services are asked; those that have not answered.
    case asking(Set<JID>)
    /// That service does, up to so many bytes each.
    case known(JID, largest: Int?)
    case none
}

/// What is wanted of whoever puts files somewhere.
package enum UploadOrder: Hashable, Sendable {
    /// To put a file somewhere.
    case put(UploadJob)
    /// To give up the job of that token.
    case cancel(String)
}

/// A file and where it is to be put.
package struct UploadJob: Hashable, Sendable {
    package var token: String
    package var path: String
    /// Bytes; a file that has become shorter or longer is not put.
    package var size: Int
    package var mediaType: String
    /// An address by https.
    package var address: String
    /// Lines such as `Authorization: …`; only of the names that XEP-0363 allows, and without control characters.
    package var headers: [String]
}

/// How far a job is.
package enum UploadNews: Hashable, Sendable {
    /// So much of it is gone, 0…1.
    case progress(String, Double)
    /// It is over: nil when all went well, else the reason as a clause.
    case ended(String, reason: String?)
}

/// A place to put a file, as a service names it (XEP-0363, section 5).
struct UploadSlot: Hashable {
    var put: String
    var get: String
    var headers: [String]

    private static let allowedHeaders = ["authorization", "cookie", "expires"]

    /// Nil where either address is not one by https.
    init?(_ answer: XMLElement) {
        guard let slot = answer.child("slot", Names.upload), let put = slot.child("put"),
            let address = put["url"], let get = slot.child("get")?["url"], SharedFile.isAddress(address),
            SharedFile.isAddress(get)
        else { return nil }
        self.put = address
        self.get = get
        headers = put.all("header").compactMap { header in
            guard let name = header["name"]?.lowercased(), UploadSlot.allowedHeaders.contains(name) else { return nil }
            // Line breaks are to be taken out; what else steers has no business there.
            let value = header.text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }
            guard value.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
            return name + ": " + String(String.UnicodeScalarView(value))
        }
    }
}
