import JSON
import Testing

@Suite struct JSON5DocumentTests {
    private func setting(_ key: String, to source: String, in text: String) throws -> String {
        let document = try JSON5Document(Array(text.utf8))
        let result = document.setting(key, to: source)
        let value = try JSONValue(json5: result)
        guard case .object(let members) = value else { return "no object" }
        #expect(members[key] == (try JSONValue(json5: Array(source.utf8))))
        return String(decoding: result, as: UTF8.self)
    }

    @Test(arguments: [
        ("{ a: 1 }", "{ a: 2 }"), ("{ a: 1, a: 3 /* x */ }", "{ a: 1, a: 2 /* x */ }"), ("{}", "{ a: 2, }"),
        ("{ b: 1 }", "{ b: 1,  a: 2, }"), ("{ b: 1, }", "{ b: 1,  a: 2, }"),
        ("{\n  b: 1 // one\n}\n", "{\n  b: 1, // one\n  a: 2,\n}\n"),
        ("{\n  // nothing\n}", "{\n  // nothing\n  a: 2,\n}"),
        ("{ b: { a: 1 } }", "{ b: { a: 1 },  a: 2, }"), ("// c\n{ 'a' : [1, {x: 2}] }", "// c\n{ 'a' : 2 }"),
        ("", "{\n  a: 2,\n}\n"), ("// mine", "// mine\n{\n  a: 2,\n}\n"),
        ("/* b: 1 */\n", "/* b: 1 */\n{\n  a: 2,\n}\n"),
    ])
    func oneValueIsWrittenAndAllElseStays(text: String, expected: String) throws {
        #expect(try setting("a", to: "2", in: text) == expected)
    }

    @Test func membersTellTheirLines() throws {
        let text = "/* a\n b */ {\n a: 1,\n b: { // x\n  c: '\\\n', d: 2 },\n e: [\n {f: 1}],\n}"
        let members = try JSON5Document(Array(text.utf8)).members
        let lines = members.map { $0.path.joined(separator: ".") + " \($0.line)" }
        #expect(lines == ["a 3", "b 4", "b.c 5", "b.d 6", "e 7", "e.f 8"])
    }

    @Test(arguments: ["[]", "1", "{", "{ a }", "{ a: 1 } x", "{ a: 1 b: 2 }", "{ a: \"x }", "{ /* a: 1 }"])
    func halfAFileIsRefused(text: String) {
        #expect(throws: JSONFault.self) { try JSON5Document(Array(text.utf8)) }
    }

    @Test(arguments: [
        ("{ keys: vi,\n}", "1:9 a text needs quotes around it"),
        ("{ a: true1 }", "1:10 a comma is missing before this"),
        ("{\n  keys: \"vi\"\n  theme: 1 }", "3:3 a comma is missing before this"),
        ("{ a \"b\" }", "1:5 a colon is missing before this"), ("{ a: }", "1:6 a value is missing before this"),
        ("{ a: ", "1:6 a value is missing"), ("{ a: 1", "1:7 the } at its end is missing"),
        ("{ a: 1,", "1:8 the } at its end is missing"), ("{ a: [1", "1:8 the ] at its end is missing"),
        ("{ a: \"x\n\" }", "1:8 the text has no closing quote in its line"),
        ("{ a: \"你", "1:8 the text has no closing quote"), ("{ /* a", "1:3 the comment has no end"),
        ("a: 1", "1:1 it should hold one object, { key: \"value\", … }"),
        ("// x\n[1]", "2:1 it should hold one object, { key: \"value\", … }"),
        ("{ } }", "1:5 there is more behind its end"), ("{ a: ~/x }", "1:6 a text needs quotes around it"),
        ("{ ,a: 1 }", "1:3 a key is missing before this"), ("{ 'é': truth }", "1:11 a text needs quotes around it"),
    ])
    func aMistakeIsToldByPlaceAndReason(text: String, expected: String) throws {
        let bytes = Array(text.utf8)
        let fault = try #require(#expect(throws: JSONFault.self) { try JSON5Document(bytes) })
        #expect("\(fault.line(of: bytes)):\(fault.column(of: bytes)) \(fault.reason)" == expected)
    }
}
