import Glibc
import Terminal

/// Rows of a frame as text for a terminal that just prints.
enum ScreenText {
    /// The row without blanks at its end, with SGR sequences (ECMA-48) when `coloured`.
    static func row(_ y: Int, of frame: Frame, coloured: Bool) -> String {
        var end = frame.size.width
        while end > 0, frame[end - 1, y].text == " ", !coloured || frame[end - 1, y].style == .plain { end -= 1 }
        var result = ""
        var style = Style.plain
        for x in 0..<end {
            let cell = frame[x, y]
            if coloured && cell.style != style {
                style = cell.style
                result += "\u{1B}[0" + codes(of: style) + "m"
            }
            result += cell.text
        }
        if style != .plain { result += "\u{1B}[0m" }
        return result
    }

    private static func codes(of style: Style) -> String {
        var codes = ""
        let attributes: [(Attributes, String)] = [
            (.bold, ";1"), (.dim, ";2"), (.italic, ";3"), (.underline, ";4"), (.reverse, ";7"),
            (.strikethrough, ";9"),
        ]
        for (attribute, code) in attributes where style.attributes.contains(attribute) { codes += code }
        return codes + code(of: style.foreground, base: 30) + code(of: style.background, base: 40)
    }

    private static func code(of colour: Colour, base: Int) -> String {
        switch colour {
        case .standard: ""
        case .indexed(let index) where index < 8: ";\(base + Int(index))"
        case .indexed(let index): ";\(base + 8);5;\(index)"
        case .rgb(let red, let green, let blue): ";\(base + 8);2;\(red);\(green);\(blue)"
        }
    }
}

/// How wide the output is.
enum ScreenWidth {
    /// The columns of the terminal behind standard output, else of `COLUMNS`, else 80.
    static func ofOutput() -> Int {
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 { return columns }
        return 80
    }
}
