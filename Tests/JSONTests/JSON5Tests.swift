import JSON
import Testing

private func read(_ text: String) throws -> JSONValue { try JSONValue(json5: Array(text.utf8)) }

@Suite struct JSON5Tests {
    @Test func whatPeopleWriteIsRead() throws {
        let text = """
            \u{FEFF}// who one is
            {
              name: 'Bea "the bee"', /* a
              comment */ "mouse": true,
              $size_2: [ 0x1F, +5, -7, .5, 3., -0xA, 1e2, Infinity, ],
              größe:\u{A0}null,
              long: "one \\
            two\\x41\\v\\'",
            }
            """
        #expect(
            try read(text)
                == .object([
                    "name": .string("Bea \"the bee\""), "mouse": .bool(true),
                    "$size_2": .array([
                        .number(31), .number(5), .number(-7), .number(nil), .number(3), .number(-10), .number(100),
                        .number(nil),
                    ]),
                    "größe": .null, "long": .string("one twoA\u{B}'"),
                ]))
        #expect(try read("{}") == .object([:]))
        #expect(try read("[]") == .array([]))
    }

    @Test(arguments: [
        ("{ a: 1,, }", 8), ("{ 1a: 1 }", 3), ("{ a }", 5), ("[ 1 /* ", 5), ("'open", 6), ("[,]", 2), ("0x", 3),
        ("+-1", 2), ("'\\1'", 3), ("// only a comment", 18), ("{} {}", 4),
    ])
    func aMistakeIsToldByItsPlace(text: String, byte: Int) {
        let fault = #expect(throws: JSONFault.self) { try read(text) }
        #expect(fault?.byte == byte)
    }

    @Test func strictJSONStaysStrict() {
        for text in ["{a: 1}", "[1,]", "'a'", "// c\n1", "0x10", "+1", "1.", ".5", "\"\\x41\"", "\u{A0}1"] {
            #expect(throws: JSONFault.self) { try JSONValue(Array(text.utf8)) }
        }
    }

    @Test func aFaultKnowsItsLine() {
        let text = Array("{\n  a: 1,\n  b 2\n}".utf8)
        let fault = #expect(throws: JSONFault.self) { try JSONValue(json5: text) }
        #expect(fault?.line(of: text) == 3)
    }
}
