import TestSupport
import Testing
import XMPP

/// Addresses, and the hosts behind their domains.
@Suite struct JIDTests {
    @Test(arguments: [
        ("ann@chat.test", "ann@chat.test"), ("ANN@Chat.Test/Home", "ann@chat.test/Home"),
        ("chat.test", "chat.test"), ("chat.test.", "chat.test"), ("STRASSE@x.org", "strasse@x.org"),
        ("straße@x.org", "strasse@x.org"), ("Ａnn@x.org", "ann@x.org"), ("a@x.org/b@c/d", "a@x.org/b@c/d"),
        ("王伟@例え.test/👍🏽", "王伟@例え.test/👍🏽"), ("a@[::1]", "a@[::1]"),
    ]) func addressesArePrepared(text: String, prepared: String) {
        #expect(JID(text)?.description == prepared)
    }

    @Test(arguments: [
        "", "@", "a@", "@x.org", "a@x.org/", "a b@x.org", "a<b@x.org", "a@b@x.org", "a@x y", "a\u{0}@x.org",
        "a:b@x.org",
        "a@.x.org", "a&b@x.org", "a@x.org/\u{7}",
    ]) func whatIsNoAddressIsNone(text: String) {
        #expect(JID(text) == nil)
    }

    @Test func partsHoldAtMost1023Bytes() {
        let long = String(repeating: "a", count: 1023)
        #expect(JID("\(long)@x.org") != nil && JID("\(long)a@x.org") == nil)
        #expect(JID("a@x.org/\(long)") != nil && JID("a@x.org/\(long)a") == nil)
    }

    @Test func domainsAreWrittenInASCIIForDNSAndCertificates() {
        #expect(JID("a@bücher.example")?.asciiDomain == "xn--bcher-kva.example")
    }

    @Test func hostsAreTriedByPriorityAndDrawnByWeight() {
        var generator = SeededGenerator(seed: 3)
        let record = { (host: String, priority: UInt16, weight: UInt16) in
            ServiceRecord(host: host, port: 5222, priority: priority, weight: weight, isDirectTLS: false)
        }
        let records = [record("late", 20, 0), record("heavy", 10, 90), record("light", 10, 10), record("first", 5, 0)]
        var heavyFirst = 0
        for _ in 0..<1000 {
            let names = HostSearch.order(records, domain: "x", using: &generator)?.map(\.name) ?? []
            #expect(names.first == "first" && names.last == "late" && names.count == 4)
            if names[1] == "heavy" { heavyFirst += 1 }
        }
        #expect((850...950).contains(heavyFirst))
        #expect(HostSearch.order([], domain: "x.org", using: &generator) == [Host("x.org", 5222)])
        #expect(HostSearch.order([record(".", 0, 0)], domain: "x.org", using: &generator) == nil)
    }
}
