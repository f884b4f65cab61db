import Terminal
import TestSupport
import Testing

/// Events with the text of neighbouring plain characters joined: only how clusters are grouped may depend on reads.
private func joined(_ events: [TerminalEvent]) -> [String] {
    var result: [String] = []
    var text = ""
    for event in events {
        if case .key(let press) = event, case .character(let cluster) = press.key, press.modifiers.isEmpty {
            text += cluster
            continue
        }
        if !text.isEmpty { result.append("text \(text)") }
        text = ""
        result.append("\(event)")
    }
    if !text.isEmpty { result.append("text \(text)") }
    return result
}

/// Pieces of input, well formed and not.
private let pieces: [[UInt8]] =
    [
        "a", "é", "e\u{301}", "👨‍👩‍👧‍👦", "\r", "\n", "\t", "\u{1B}", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}x",
        "\u{1B}ж",
        "\u{1B}[200~two\r\nlines\u{1B}[201~", "\u{1B}[<0;5;7M", "\u{1B}[M !!", "\u{1B}]0;t\u{7}", "\u{1B}P1$r\u{1B}\\",
        "\u{1B}[I",
        "\u{1B}[13;2u", "\u{1B}[27;2;13~", "\u{1B}[[A", "\u{1B}[7$", "\u{1B}\u{1B}[D", "\u{1B}_", "\u{3}", "[", "O",
        "~",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xC2, 0x9B]]

private func input(_ random: inout SeededGenerator, pieces count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
}

@Suite struct KeyPropertyTests {
    @Test(arguments: 1...60)
    func anySplitIntoTwoReadsGivesTheSameEvents(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = input(&random, pieces: 12)
        let whole = joined(decoded(bytes))
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            var events = decoder.received(bytes[..<cut], now: 0)
            events += decoder.received(bytes[cut...], now: 0)
            events += decoder.elapsed(now: 10_000)
            #expect(joined(events) == whole, "seed \(seed), cut at \(cut) of \(bytes)")
        }
    }

    @Test(arguments: 1...60)
    func aByteAtATimeGivesTheSameEvents(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = input(&random, pieces: 40)
        var decoder = KeyDecoder()
        var events = bytes.flatMap { decoder.received([$0], now: 0) }
        events += decoder.elapsed(now: 10_000)
        #expect(joined(events) == joined(decoded(bytes)), "seed \(seed): \(bytes)")
    }

    @Test(arguments: 1...100)
    func afterAnyBytesAndASilenceTheNextKeyIsRead(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var decoder = KeyDecoder()
        var bytes = (0..<300).map { _ in
            // Controls and the bytes of sequences more often than chance has them.
            Bool.random(using: &random)
                ? UInt8.random(in: 0...255, using: &random)
                : (Array("\u{1B}[]OP;0<M~$".utf8).randomElement(using: &random) ?? 0)
        }
        if Bool.random(using: &random) { bytes += input(&random, pieces: 10) }
        _ = decoder.received(bytes, now: 0)
        _ = decoder.elapsed(now: 10_000)
        // A paste that began by chance is closed, and half a character is broken by the next key.
        _ = decoder.received("\u{1B}[201~".utf8, now: 20_000)
        _ = decoder.elapsed(now: 30_000)
        #expect(decoder.received("\u{1B}[Ax\r".utf8, now: 40_000).suffix(3) == presses("Up x Enter")[...], "\(bytes)")
        #expect(decoder.deadline == nil)
    }
}
