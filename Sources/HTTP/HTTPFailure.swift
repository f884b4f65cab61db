/// Why nothing came back.
public enum HTTPFailure: Error, Hashable, Sendable {
    /// libcurl is not installed.
    case noLibrary
    /// The address is malformed, not `https`, or leads into a private network.
    case forbiddenAddress
    /// It led elsewhere more often than is allowed.
    case tooManyRedirects
    /// It is larger than is allowed.
    case tooLarge
    /// It took longer than is allowed.
    case tooSlow
    /// It was given up.
    case cancelled
    /// The server cannot prove who it is.
    case notVerified
    /// The server refused, with this status.
    case status(Int)
    /// What was to be put cannot be read, or is not as long as it was.
    case unreadable
    /// Something else went wrong, in libcurl's words.
    case failed(String)

    /// The reason as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .noLibrary: "libcurl is not installed"
        case .forbiddenAddress: "the address is not one of the public network by https"
        case .tooManyRedirects: "the address leads from one place to the next"
        case .tooLarge: "it is too large"
        case .tooSlow: "the server is too slow"
        case .cancelled: "it was given up"
        case .notVerified: "the server cannot prove who it is"
        case .status(let status): "the server answers \(status)"
        case .unreadable: "the file cannot be read, or was changed meanwhile"
        case .failed(let words): words
        }
    }
}
