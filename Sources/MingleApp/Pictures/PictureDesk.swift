import ChatCore
import ChatUI
import Dispatch
import Glibc
import HTTP
import PictureStore
import Pictures
import RichText
import Synchronization
import Terminal

/// Reads, decodes and draws the pictures that the application asks for, on threads of its own.
final class PictureDesk: Sendable {
    /// Where pictures of messages are.
    struct Places: Sendable {
        /// Those beside the archive; nil where there is none.
        var kept: KeptPictures?
        /// Whose are fetched.
        var consent: ConsentFile?
        /// The cache for pictures of the network; nil where nothing is fetched.
        var remote: RemotePictures?
        /// Whether all rooms are those of an account.
        var isOfAccount = false
    }

    private let places: Places
    private let shelf: PictureShelf
    private let decoder = DecoderProcess(besides: Packs.executable)
    private let orders: Orders
    /// Fetching waits for servers, so it has a line of its own.
    private let fetching = DispatchQueue(label: "mingle.fetching", attributes: .concurrent)
    private let drawing = DispatchQueue(label: "mingle.pictures")
    /// No more than this many servers are waited for at the same time.
    private let fetches = DispatchSemaphore(value: 3)

    /// A desk that decodes by the program beside this one, and tells `tell` what becomes of requests.
    init(_ places: Places, tell: @escaping @Sendable (PictureNews) -> Void) {
        self.places = places
        let orders = Orders(tell: tell)
        self.orders = orders
        // Half of the memory for pictures; what is shown of them has the other half.
        shelf = PictureShelf(
            decoder: decoder, capacity: PictureShelf.usualCapacity / 2
        ) { order, answer in orders.deliver(order, answer) }
    }

    /// Does what is asked; never waits.
    func carryOut(_ errand: PictureErrand) {
        switch errand {
        case .load(let request): load(request)
        case .keep(let offer): fetching.async { [self] in orders.tell(.kept(offer, kept(offer))) }
        case .attach(let offer): fetching.async { [self] in attach(offer) }
        case .look(let path):
            fetching.async { [self] in
                if PictureFiles.isPicture(path) { orders.tell(.recognized(path)) }
            }
        case .list(let question):
            fetching.async { [self] in
                orders.tell(.listed(FolderListing(question, names: PictureFiles.names(for: question))))
            }
        case .keepConsent(let consent): drawing.async { [self] in places.consent?.keep(consent) }
        case .send, .remove: break
        }
    }

    private func load(_ request: PictureRequest) {
        switch request.origin {
        case .file(let path): decode(path, for: request)
        case .kept(let name):
            guard let folder = places.kept?.folder, KeptPictures.isName(name) else {
                return orders.fail(request, "there is no such picture here")
            }
            decode(folder + "/" + name, for: request)
        case .remote(let address): fetch(address, for: request)
        }
    }

    /// Nothing more is decoded.
    func close() { shelf.close() }

    /// Whether the files of a room's messages go along with them; else they lie beside the archive.
    private func sendsFiles(_ offer: PictureOffer) -> Bool {
        places.isOfAccount || Routes.isOfAccount(offer.room)
    }

    /// Makes a file of any kind ready to be sent.
    private func attach(_ offer: PictureOffer) {
        guard sendsFiles(offer) else {
            let reason = "in rooms of this machine only pictures are kept; say where the file is"
            return orders.tell(.attached(offer, .failure(PictureFailure(reason))))
        }
        if PictureFiles.isPicture(offer.location) {
            // One that cannot be shown is a file like any other.
            if case .success(let picture) = kept(offer) { return orders.tell(.kept(offer, .success(picture))) }
        }
        orders.tell(.attached(offer, SentFiles.attachment(at: PictureFiles.expanded(offer.location))))
    }

    /// Makes a picture that can be sent: a file goes along or is copied beside the archive, what is on the network stays
    /// there.
    private func kept(_ offer: PictureOffer) -> Result<KeptPicture, PictureFailure> {
        do {
            let isRemote = offer.location.hasPrefix("https://") || offer.location.hasPrefix("http://")
            let path = isRemote ? try file(at: offer.location) : PictureFiles.expanded(offer.location)
            // Only what can be shown is sent.
            let picture = try decoder.decode(file: path, DecoderProcess.Limits(width: 64, height: 64, frames: 2))
            let name = HarmlessText.line(PictureFiles.name(of: offer.location))
            let pixels = Size(width: picture.width, height: picture.height)
            if !isRemote, sendsFiles(offer) {
                return SentFiles.attachment(at: path).map { attachment in
                    var attachment = attachment
                    attachment.pixels = FileAttachment.Pixels(width: pixels.width, height: pixels.height)
                    let source = Picture.Source(picture.isMoving ? .localAnimated : .localStatic, attachment.path)
                    return KeptPicture(source: source, pixels: pixels, name: name, attachment: attachment)
                }
            }
            guard isRemote || places.kept != nil else {
                return .failure(PictureFailure("pictures cannot be kept here"))
            }
            let source =
                isRemote
                ? Picture.Source(picture.isMoving ? .remoteAnimated : .remoteStatic, offer.location)
                : Picture.Source(
                    picture.isMoving ? .localAnimated : .localStatic, try places.kept?.keep(path) ?? path)
            return .success(KeptPicture(source: source, pixels: pixels, name: name))
        } catch let failure as FetchFailure {
            return .failure(PictureFailure(HarmlessText.line(failure.sentence)))
        } catch let failure as DecodeFailure {
            return .failure(PictureFailure(HarmlessText.line(failure.sentence)))
        } catch let failure as KeepFailure {
            return .failure(PictureFailure(HarmlessText.line(failure.sentence)))
        } catch {
            return .failure(PictureFailure("it cannot be read"))
        }
    }

    private func file(at address: String) throws(FetchFailure) -> String {
        guard let remote = places.remote else { throw .unwritable }
        return try remote.fetch(address)
    }

    private func fetch(_ address: String, for request: PictureRequest) {
        guard let remote = places.remote else { return orders.fail(request, "there is no folder to keep it in") }
        fetching.async { [self] in
            fetches.wait()
            defer { fetches.signal() }
            do throws(FetchFailure) {
                decode(try remote.fetch(address), for: request)
            } catch {
                orders.fail(request, error.sentence)
            }
        }
    }

    private func decode(_ path: String, for request: PictureRequest) {
        let pixels = request.pixels
        let limits = DecoderProcess.Limits(width: pixels.width, height: pixels.height, frames: request.frames)
        let order = PictureShelf.Request(path: path, limits: limits)
        orders.add(request, to: order)
        guard let answer = shelf.picture(order) else { return }
        drawing.async { [self] in orders.deliver(order, answer) }
    }
}

/// Who waits for what is being decoded.
private final class Orders: Sendable {
    private let waiting = Mutex<[PictureShelf.Request: [PictureRequest]]>([:])
    let tell: @Sendable (PictureNews) -> Void

    init(tell: @escaping @Sendable (PictureNews) -> Void) { self.tell = tell }

    func add(_ request: PictureRequest, to order: PictureShelf.Request) {
        waiting.withLock { $0[order, default: []].append(request) }
    }

    func fail(_ request: PictureRequest, _ reason: String) {
        tell(.prepared(request, .failure(PictureFailure(HarmlessText.line(reason)))))
    }

    func deliver(_ order: PictureShelf.Request, _ answer: PictureShelf.Answer) {
        for request in waiting.withLock({ $0.removeValue(forKey: order) }) ?? [] {
            switch answer {
            case .failure(let failure): fail(request, failure.sentence)
            case .success(let picture):
                let prepared = PreparedPicture(
                    picture.frames.map(\.bitmap), milliseconds: picture.frames.map(\.milliseconds),
                    pixels: Size(width: picture.width, height: picture.height), for: request)
                guard let prepared else { return fail(request, DecodeFailure.broken.sentence) }
                tell(.prepared(request, .success(prepared)))
            }
        }
    }
}
