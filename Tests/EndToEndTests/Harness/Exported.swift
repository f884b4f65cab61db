import Foundation

/// A message as `export` prints it, as far as tests ask.
struct Exported: Decodable {
    struct Sender: Decodable, Equatable {
        let id: String
        let name: String
    }

    struct Mention: Decodable, Equatable {
        let id: String?
        let name: String
        let start: Int
        let end: Int
    }

    let v: Int
    let id: String
    let room: String
    let time: String
    let from: Sender
    let text: String
    let mentions: [Mention]
    let everyone: [String]?

    /// Reads one line.
    init(_ line: String?) throws {
        guard let line else { throw HarnessError("no message was exported") }
        self = try JSONDecoder().decode(Exported.self, from: Data(line.utf8))
    }
}

extension Sandbox {
    /// The id of the person who goes by `name`, in lower case, under the login of the tests.
    func person(_ name: String) -> String { "local:\(NSUserName())/\(name)" }
}
