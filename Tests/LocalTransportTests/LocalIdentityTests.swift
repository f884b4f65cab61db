import LocalTransport
import RichText
import Testing

@Suite struct LocalIdentityTests {
    @Test(
        arguments: [
            ("ann", "Ann Smith,Room 5,,", nil, "Ann Smith", "local:ann/ann smith"),
            ("ann", "", nil, "ann", "local:ann/ann"),
            ("ann", nil, nil, "ann", "local:ann/ann"), ("ann", "Ann", "Bea", "Bea", "local:ann/bea"),
            ("ann", "Ann", " BEA\t Jones ", "BEA  Jones", "local:ann/bea jones"),
            ("ann", "& Smith", nil, "Ann Smith", "local:ann/ann smith"),
            ("ann", "Ann", "王伟", "王伟", "local:ann/王伟"), ("ann", "  ,x", " \t ", "ann", "local:ann/ann"),
            ("ann", "A\u{1B}[1m", nil, "A␛[1m", "local:ann/a␛[1m"), ("", nil, nil, "unknown", "local:unknown/unknown"),
        ] as [(String, String?, String?, String, String)])
    func aPersonIsTheLoginAndTheNameThatIsUsed(
        _ login: String, _ fullName: String?, _ chosen: String?, _ name: String, _ id: String
    ) {
        let person = LocalIdentity.person(login: login, fullName: fullName, chosen: chosen)
        #expect(person.name == name)
        #expect(person.id == PersonID(id))
    }

    @Test func namesAreBounded() {
        let long = String(repeating: "x", count: 100_000)
        let person = LocalIdentity.person(login: long, fullName: long, chosen: long)
        #expect(person.name.unicodeScalars.count == LocalIdentity.longestName)
        #expect(person.id.text.utf8.count < 300)
    }

    @Test func oneIsTheSameEveryTime() {
        #expect(LocalIdentity.current(chosen: nil) == LocalIdentity.current(chosen: nil))
        #expect(LocalIdentity.current(chosen: "Bea").name == "Bea")
        #expect(LocalIdentity.current(chosen: "Bea").id != LocalIdentity.current(chosen: "Ann").id)
    }
}
