import Glibc
import InlineLayout
import Testing

/// Cells of clusters and texts.
@Suite struct WidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("王伟", 4), ("e\u{301}", 1), ("👍🏽 ok", 5), ("🇦🇺 🇻🇳 🇳🇱", 8), ("1\u{FE0F}\u{20E3}.", 3),
        ("👨‍👩‍👧‍👦|", 3), ("❤\u{FE0F}|", 3), ("❤|", 2), ("☝", 2), ("⌚\u{FE0E}", 1), ("\u{200B}", 0), ("\u{301}", 0), ("각", 2),
        ("\u{1100}\u{1161}\u{11A8}", 2), ("क्षि", 1), ("\t\n\u{7}", 0), ("ｶ", 1), ("Ａ", 2), ("🇦", 2), ("[😮‍💨]", 4),
        ("quack\u{200B}! ok", 9), ("\u{600}1", 1), ("\u{FFFF}", 0), ("\u{E000}", 1),
    ])
    func cellsAreThoseOfKitty(text: String, cells: Int) {
        #expect(text.cellWidth == cells)
        #expect(Clusters(text).reduce(0) { $0 + $1.width } == cells)
    }

    @Test func truncationNeverCutsAClusterAndFits() {
        #expect("王伟 is typing".truncated(toCells: 8) == "王伟 is…")
        #expect("ab".truncated(toCells: 2) == "ab")
        #expect("王伟".truncated(toCells: 3) == "王…")
        #expect("王伟".truncated(toCells: 2) == "…")
        #expect("abc".truncated(toCells: 2, ellipsis: "...") == "..")
        #expect("abc".truncated(toCells: 0) == "")
        #expect("e\u{301}e\u{301}e\u{301}".truncated(toCells: 2) == "e\u{301}…")
        #expect("a⌚\u{FE0E}bc".truncated(toCells: 3) == "a⌚\u{FE0E}…")
    }

    @Test func profilesDifferWhereTheirProgramsDo() {
        #expect("👨‍👩‍👧".cellWidth(.legacy) == 6)
        #expect("❤\u{FE0F}".cellWidth(.legacy) == 1)
        #expect("नि".cellWidth(.wcwidth) == 2)
        #expect("नि".cellWidth(.modern) == 1)
        #expect("漢a".cellWidth(.wcwidth) == 3)
    }
}
