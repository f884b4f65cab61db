import ChatUI
import Testing

@Suite struct NoticeMeansTests {
    /// Names as terminals tell them (XTVERSION).
    @Test(
        arguments: [
            ("kitty(0.42.1)", .osc99), ("WezTerm 20240203-110809", .osc777), ("iTerm2 3.5.0", .osc9),
            ("foot(1.16.2)", .osc777), ("ghostty 1.0.1", .osc777), ("contour 0.4.1", .osc777),
        ] as [(String, NotifyMeans)], [true, false])
    func aTerminalWithPopupsShowsThemThroughEverything(terminal: (String, NotifyMeans), isRelayed: Bool) {
        for hasDesktop in [true, false] {
            let means = NotifyMeans.best(terminal: terminal.0, isRelayed: isRelayed, hasDesktop: hasDesktop)
            #expect(means == terminal.1)
        }
    }

    @Test(arguments: ["XTerm(390)", "VTE(7006)", "tmux 3.3a", "Konsole 22.12.3", "", nil])
    func theDesktopIsNextWhereOneSitsAtItAndThenTheBell(terminal: String?) {
        #expect(NotifyMeans.best(terminal: terminal, isRelayed: false, hasDesktop: true) == .desktop)
        #expect(NotifyMeans.best(terminal: terminal, isRelayed: true, hasDesktop: true) == .bell)
        #expect(NotifyMeans.best(terminal: terminal, isRelayed: false, hasDesktop: false) == .bell)
    }
}
