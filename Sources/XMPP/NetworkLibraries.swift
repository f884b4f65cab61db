import CLateLibraries

/// The libraries that connections need: OpenSSL, expat, c-ares and libidn.
///
/// They are loaded when the first of their functions is called, since a program in a room of this machine needs none of
/// them and they would take a tenth of the time to its first frame.
public enum NetworkLibraries {
    /// Loads them all, and returns the file name of one that is not installed; nil when all are there. Without this
    /// check, the first call of a function that is missing ends the program.
    public static func missing() -> String? { mingle_load_late_libraries().map { String(cString: $0) } }
}
