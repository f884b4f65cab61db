import CSQLite

/// A compiled statement: owns its handle, is used again and again.
final class Statement {
    /// A value to bind.
    enum Value {
        case integer(Int64)
        case text(String)
        case null

        /// An optional text.
        static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    }

    private let handle: OpaquePointer
    private let connection: Connection

    init(_ handle: OpaquePointer, on connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement to its end.
    func run(_ values: [Value]) throws(ArchiveError) {
        try each(values) { _ in true }
    }

    /// Runs the statement and hands each row to `body`, until that returns false.
    func each(_ values: [Value], _ body: (Statement) -> Bool) throws(ArchiveError) {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            let code = sqlite3_step(handle)
            switch code {
            case SQLITE_ROW: if !body(self) { return }
            case SQLITE_DONE: return
            default: throw connection.error(code)
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) throws(ArchiveError) {
        let code: Int32
        switch value {
        case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
        case .null: code = sqlite3_bind_null(handle, index)
        // An empty buffer may have no address, which SQLite would take for NULL.
        case .text(""): code = mingle_bind_text(handle, index, "", 0)
        case .text(var text):
            code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    mingle_bind_text(handle, index, characters.baseAddress, Int32(clamping: characters.count))
                }
            }
        }
        if code != SQLITE_OK { throw connection.error(code) }
    }

    /// The integer in `column` of the present row.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Whether `column` of the present row is empty.
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The text in `column` of the present row, at most its first `limit` bytes; empty when there is none.
    func text(_ column: Int32, limit: Int) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = min(Int(sqlite3_column_bytes(handle, column)), limit)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The number of bytes in `column` of the present row.
    func size(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }
}
