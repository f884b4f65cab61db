import CNcurses
import Glibc
import Terminal

extension CursesDriver {
    /// Throws what is wrong with the process's surroundings, before anything is touched.
    static func checkSurroundings() throws(CursesError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        guard let name = variable("TERM") else { throw .terminalUnknown }
        guard name != "dumb" else { throw .terminalUnsuitable(name) }
        setlocale(LC_CTYPE, "")
        if encoding == "ANSI_X3.4-1968" { setlocale(LC_CTYPE, "C.UTF-8") }
        guard encoding == "UTF-8" else { throw .notUTF8(encoding) }
    }

    /// Lets ncurses take the screen; nil when terminfo does not know the terminal or it cannot be taken.
    static func openScreen(_ output: UnsafeMutablePointer<FILE>) -> OpaquePointer? {
        // The size is what the terminal tells, not what a shell once exported.
        use_env(false)
        use_tioctl(true)
        guard let screen = DirectColour.newScreen(output) ?? mingle_newterm(nil, output) else { return nil }
        raw()
        noecho()
        nonl()
        keypad(mingle_stdscr(), true)
        // Input is read past ncurses, so it must not look for any while it draws; and it must not move cells on the
        // terminal, since it does not know of the glyphs that the overlay put there.
        typeahead(-1)
        idcok(mingle_stdscr(), false)
        idlok(mingle_stdscr(), false)
        scrollok(mingle_stdscr(), false)
        return screen
    }

    /// The value of an environment variable that is set and not empty.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    private static var encoding: String { String(cString: nl_langinfo(nl_item(CODESET))) }
}
