import Archive
import ChatCore
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_796_030_045_250, "2026-11-30T09:14:05.250Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
        (Int64.min, "0000-01-01T00:00:00.000Z"),
    ])
    func momentsAreWrittenInUTCWithMilliseconds(_ milliseconds: Int64, _ text: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
    }

    @Test func whatIsWrittenIsReadTheSame() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let moment = Timestamp(milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
            #expect(Timestamp(iso8601: moment.iso8601) == moment)
        }
    }

    @Test(arguments: [
        ("2026-11-30", "2026-11-30T00:00:00.000Z"), ("2026-11-30T09:14", "2026-11-30T09:14:00.000Z"),
        ("2026-11-30T09:14:05Z", "2026-11-30T09:14:05.000Z"), ("2026-11-30 09:14:05.5", "2026-11-30T09:14:05.500Z"),
        ("2026-11-30T09:14:05.123456Z", "2026-11-30T09:14:05.123Z"),
        ("2026-11-30T01:14:05+02:00", "2026-11-29T23:14:05.000Z"),
        ("2026-11-30T23:14:05-0330", "2026-12-01T02:44:05.000Z"),
    ])
    func otherFormsAreRead(_ text: String, _ expected: String) {
        #expect(Timestamp(iso8601: text)?.iso8601 == expected)
    }

    @Test(arguments: [
        "", "yesterday", "2026", "2026-13-01", "2026-02-29", "2026-00-10", "2026-11-31", "2026-11-30T",
        "2026-11-30T24:00",
        "2026-11-30T09", "2026-11-30T09:60", "2026-11-30T09:14:05.Z", "2026-11-30T09:14:05Zx", "2026-11-30T09:14+25:00",
        "26-11-30", "2026-1-3", "٢٠٢٦-11-30",
    ])
    func whatNamesNoMomentIsRefused(_ text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }
}
