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

    @Test(arguments: ["", "[]", "1", "{", "{ a }", "{ a: 1 } x", "{ a: 1 b: 2 }", "{ a: \"x }", "{ /* a: 1 }"])
    func halfAFileIsRefused(text: String) {
        #expect(throws: JSONFault.self) { try JSON5Document(Array(text.utf8)) }
    }
}
