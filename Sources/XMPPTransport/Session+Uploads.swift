import ChatCore
import RichText
import XMPP

/// Files on their way (XEP-0363): the server's services are asked which of them takes files, that one is asked for a
/// place, and when the file is there the message goes out like any other. One at a time; texts do not wait for files.
extension Session {
    func upload(_ attachment: FileAttachment, with message: Message) {
        guard !uploads.contains(where: { $0.message.id == message.id }) else { return }
        uploads.append(Upload(message: message, attachment: attachment))
        advanceUploads()
    }

    /// The session is a new one: nothing that was asked before is answered.
    func uploadsStartOver() {
        uploadService = .unknown
        for index in uploads.indices where uploads[index].stage == .asked { uploads[index].stage = .waiting }
        advanceUploads()
    }

    /// Does what comes next.
    func advanceUploads() {
        while isOnline, let first = uploads.first, first.stage == .waiting {
            switch uploadService {
            case .asking: return
            case .unknown:
                uploadService = .asking([])
                ask(.uploadServices, of: JID(me.domain), XMLElement("query", Names.items))
                return
            case .none: end(first, because: "the server \(me.domain) takes no files")
            case .known(_, let largest?) where first.attachment.size > largest:
                let most = FileAttachment.text(ofSize: largest)
                end(
                    first,
                    because:
                        "\(FileAttachment.text(ofSize: first.attachment.size)) are more than the \(most) that the server takes"
                )
            case .known(let service, _):
                uploads[0].stage = .asked
                let attachment = first.attachment
                let request = XMLElement(
                    "request", Names.upload,
                    [
                        "filename": attachment.name, "size": String(attachment.size),
                        "content-type": attachment.mediaType,
                    ])
                ask(.uploadSlot(first.token), of: service, request)
                return
            }
        }
    }

    /// Gives up the file of a message.
    func cancelUpload(of id: MessageID, in room: RoomID, because reason: String) {
        guard let upload = uploads.first(where: { $0.message.id == id && $0.message.room == room }) else { return }
        if case .running = upload.stage { order(.cancel(upload.token)) }
        end(upload, because: reason)
        advanceUploads()
    }

    private func end(_ upload: Upload, because reason: String?) {
        uploads.removeAll { $0.token == upload.token }
        if let reason { tell(.failed(upload.message.room, upload.message.id, reason: reason)) }
    }

    // MARK: Answers

    func received(uploadServices answer: XMLElement) {
        guard case .asking = uploadService else { return }
        let items = answer.child("query", Names.items)?.all("item") ?? []
        let named = items.compactMap { $0["jid"].flatMap { JID($0) } }.filter { $0.local == nil }
        // The server itself may be the one.
        let services = Set(named.prefix(20)).union([JID(me.domain)].compactMap { $0 })
        uploadService = .asking(services)
        for service in services { ask(.uploadService(service), of: service, XMLElement("query", Names.info)) }
    }

    func received(uploadService answer: XMLElement, _ service: JID) {
        guard case .asking(var services) = uploadService else { return }
        services.remove(service)
        let query = answer.child("query", Names.info)
        if query?.all("feature").contains(where: { $0["var"] == Names.upload }) == true {
            uploadService = .known(service, largest: Session.largestUpload(query))
        } else {
            uploadService = services.isEmpty ? .none : .asking(services)
        }
        advanceUploads()
    }

    /// The limit that a service tells (XEP-0128).
    private static func largestUpload(_ query: XMLElement?) -> Int? {
        let forms = query?.all("x", Names.form) ?? []
        for form in forms {
            let fields = form.all("field")
            let type = fields.first { $0["var"] == "FORM_TYPE" }?.child("value")?.text
            guard type == Names.upload else { continue }
            return fields.first { $0["var"] == "max-file-size" }?.child("value").flatMap { Int($0.text) }
        }
        return nil
    }

    func received(uploadSlot answer: XMLElement, _ token: String) {
        guard let index = uploads.firstIndex(where: { $0.token == token }) else { return }
        let upload = uploads[index]
        defer { advanceUploads() }
        guard answer["type"] == "result" else { return end(upload, because: Session.refusal(answer)) }
        guard let slot = UploadSlot(answer) else {
            return end(upload, because: "the server names no place by https to put it")
        }
        uploads[index].stage = .running(address: slot.get)
        let attachment = upload.attachment
        order(
            .put(
                UploadJob(
                    token: token, path: attachment.path, size: attachment.size, mediaType: attachment.mediaType,
                    address: slot.put, headers: slot.headers)))
    }

    private static func refusal(_ answer: XMLElement) -> String {
        let error = answer.child("error")
        if let limit = error?.child("file-too-large", Names.upload) {
            let most = limit.child("max-file-size").flatMap { Int($0.text) }
            let told = most.map { "the \(FileAttachment.text(ofSize: $0)) that " } ?? ""
            return "it is larger than \(told)the server takes"
        }
        let words = HarmlessText.line(error?.child("text", Namespace.stanzaErrors)?.text ?? "")
        return words.isEmpty ? reason(condition(answer)) : words
    }

    // MARK: News

    /// Takes in how far a file is.
    func take(_ news: UploadNews) {
        switch news {
        case .progress(let token, let part):
            guard let message = uploads.first(where: { $0.token == token })?.message else { return }
            tell(.progress(message.room, message.id, part))
        case .ended(let token, let reason):
            guard let upload = uploads.first(where: { $0.token == token }),
                case .running(let address) = upload.stage
            else { return }
            end(upload, because: reason)
            if reason == nil { send(upload, at: address) }
            advanceUploads()
        }
    }

    /// The file is where others get it: now the message says so.
    private func send(_ upload: Upload, at address: String) {
        var message = upload.message
        guard conversations[message.room] != nil else {
            return tell(.failed(message.room, message.id, reason: "one is not in this room"))
        }
        let file = SharedFile(upload.attachment, at: address)
        sharedFiles[upload.attachment.path] = file
        message.body = file.standsIn(message.body)
        outbox.put(.message(message))
        flushOutbox()
    }
}
