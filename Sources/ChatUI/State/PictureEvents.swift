import ChatCore
import Pictures
import RichText
import Terminal

/// What the application wants done about pictures.
public enum PictureErrand: Hashable, Sendable {
    /// Read, decode and draw it, and tell ``PictureNews/prepared(_:_:)``.
    case load(PictureRequest)
    /// Send the terminal these pixels, which placeholder cells will show. Sending them again replaces what was there.
    case send(Bitmap, KittyPlacement)
    /// Take the picture of that number out of the terminal's memory.
    case remove(UInt32)
    /// Make a picture that can be sent of a file or an address, and tell ``PictureNews/kept(_:_:)``.
    case keep(PictureOffer)
    /// Make ready any file that is to be sent, and tell ``PictureNews/kept(_:_:)`` of a picture and
    /// ``PictureNews/attached(_:_:)`` of another.
    case attach(PictureOffer)
    /// Say by ``PictureNews/recognized(_:)`` whether there is a picture at that path; `~/` is one's home.
    case look(at: String)
    /// List a folder, and tell ``PictureNews/listed(_:)``.
    case list(FolderQuestion)
    /// Keep in mind whose pictures are fetched from the network.
    case keepConsent(PictureConsent)
}

/// What is told about pictures.
public enum PictureNews: Sendable {
    /// How the terminal shows pictures, now that it has answered.
    case drawing(PictureDrawing)
    /// Another terminal may show the screen by now, which has none of the pictures that were sent.
    case forgotten
    /// What became of a request.
    case prepared(PictureRequest, Result<PreparedPicture, PictureFailure>)
    /// What became of an offer.
    case kept(PictureOffer, Result<KeptPicture, PictureFailure>)
    /// What became of the offer of a file.
    case attached(PictureOffer, Result<FileAttachment, PictureFailure>)
    /// There is a picture at that path.
    case recognized(String)
    /// What is in a folder.
    case listed(FolderListing)
}

/// A picture, or another file, that somebody wants to send.
public struct PictureOffer: Hashable, Sendable {
    /// The room that it is for.
    public var room: RoomID
    /// Its path, or its address by https.
    public var location: String
    /// What is said below it.
    public var caption: RichText

    /// An offer of what is at `location`.
    public init(room: RoomID, location: String, caption: RichText) {
        self.room = room
        self.location = location
        self.caption = caption
    }
}

/// A picture that can be sent.
public struct KeptPicture: Hashable, Sendable {
    /// Where it is now.
    public var source: Picture.Source
    /// Its width and height, in pixels.
    public var pixels: Size
    /// The name of the file that it was made of.
    public var name: String
    /// What is to go along with the message, where the picture does not lie where all who are there find it.
    public var attachment: FileAttachment?

    /// A picture of that source.
    public init(source: Picture.Source, pixels: Size, name: String, attachment: FileAttachment? = nil) {
        self.attachment = attachment
        self.source = source
        self.pixels = pixels
        self.name = name
    }
}

/// Which names are looked for, for completion.
public struct FolderQuestion: Hashable, Sendable {
    /// The folder as it was typed, with the slash at its end; empty for the one that the program was started in.
    public var folder: String
    /// Whether of the files only pictures are wanted.
    public var picturesOnly: Bool

    /// A question for the names in `folder`.
    public init(folder: String, picturesOnly: Bool) {
        self.folder = folder
        self.picturesOnly = picturesOnly
    }
}

/// The names in a folder, for completion.
public struct FolderListing: Hashable, Sendable {
    /// What was asked for.
    public var question: FolderQuestion
    /// The names of files, and those of folders with a slash at the end; in order.
    public var names: [String]

    /// The answer `names`.
    public init(_ question: FolderQuestion, names: [String]) {
        self.question = question
        self.names = names
    }
}

/// Why a picture is not shown.
public struct PictureFailure: Error, Hashable, Sendable {
    /// The reason as a sentence without a full stop.
    public let reason: String

    /// A failure for that reason; text from outside is harmless by then.
    public init(_ reason: String) { self.reason = reason }
}

/// The numbers that the terminal is sent pictures under.
public enum PictureNumbers {
    /// All that a client with that salt ever uses, for a terminal of that depth.
    public static func all(salt: UInt32, depth: ColourDepth) -> [UInt32] {
        PictureAlbum.numbers(salt: salt, depth: depth)
    }
}
