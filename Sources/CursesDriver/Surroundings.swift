import CNcurses
import Glibc

extension CursesDriver {
    /// The version of ncurses, such as `ncurses 6.4.20221231`.
    public static var libraryVersion: String { String(cString: curses_version()) }

    /// From now on a crash leaves a note in the file `path`: `signal N`, then the calls that the program stood in, one a
    /// line. The folder must be there; nothing is written while all goes well.
    public static func noteCrashes(in path: String) { EmergencyRestore.leaveNotes(in: path) }
}
