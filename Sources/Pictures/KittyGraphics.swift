import RichText
import Terminal

/// The bytes of kitty's graphics protocol: pictures that stand where placeholder cells stand.
///
/// A picture is sent once and placed virtually (`U=1`); a cell that holds U+10EEEE with two marks for its row and column
/// shows that part of the picture whose number is the cell's text colour. So ncurses scrolls, clips and erases pictures
/// like any text. All commands ask for no answer (`q=2`).
public enum KittyGraphics {
    /// The most bytes of one piece of a picture, as text.
    static let largestPiece = 4096

    /// Asks whether the protocol is known. That alone decides nothing: see ``PictureTier``.
    public static let query = command("i=31,s=1,v=1,a=q,t=d,f=24", "AAAA")

    /// The questions for the terminal outside of tmux, which answers others itself: the protocol and the name.
    public static let queryThroughTmux = passedThrough(query) + passedThrough(Array("\u{1B}[>0q".utf8))

    /// Sends `bitmap` as picture `id` (16 to 2^32 − 1), placed on `size` cells, which it fills.
    public static func transmit(_ bitmap: Bitmap, id: UInt32, size: CellSize) -> [UInt8] {
        let base = Base64.text(of: bitmap.pixels)
        var result: [UInt8] = []
        var start = 0
        var keys = "a=T,U=1,i=\(id),f=32,s=\(bitmap.width),v=\(bitmap.height),c=\(size.width),r=\(size.height),q=2"
        repeat {
            let end = min(start + largestPiece, base.count)
            let more = end < base.count ? "1" : "0"
            result += command(keys + ",m=" + more, base[start..<end])
            keys = "q=2"
            start = end
        } while start < base.count
        return result
    }

    /// Takes picture `id` out of the terminal's memory.
    public static func delete(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2", "") }

    /// The bytes for a terminal around tmux, which hands them on where its owner allows it (`allow-passthrough`).
    public static func passedThrough(_ bytes: [UInt8]) -> [UInt8] {
        var result = Array("\u{1B}Ptmux;".utf8)
        for byte in bytes {
            if byte == 0x1B { result.append(0x1B) }
            result.append(byte)
        }
        return result + [0x1B, 0x5C]
    }

    /// Every command as its own string, for a terminal around tmux.
    public static func commandsPassedThrough(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        for place in bytes.indices.dropFirst() where bytes[place - 1] == 0x1B && bytes[place] == 0x5C {
            result += passedThrough(Array(bytes[start...place]))
            start = place + 1
        }
        return result
    }

    private static func command(_ keys: String, _ payload: some StringProtocol) -> [UInt8] {
        command(keys, Array(payload.utf8)[...])
    }

    private static func command(_ keys: String, _ payload: ArraySlice<UInt8>) -> [UInt8] {
        Array("\u{1B}_G\(keys)".utf8) + (payload.isEmpty ? [] : [0x3B] + payload) + [0x1B, 0x5C]
    }
}

/// A picture's place in the terminal's memory, shown by placeholder cells.
public struct KittyPlacement: Hashable, Sendable {
    /// The picture's number.
    public var id: UInt32
    /// The cells that it fills; at most ``largestSide`` each way.
    public var size: CellSize

    /// As many rows and columns as there are marks for here.
    public static let largestSide = KittyMarks.scalars.count

    /// Picture `id` on `size` cells.
    public init(id: UInt32, size: CellSize) {
        self.id = id
        self.size = CellSize(
            width: min(max(size.width, 1), Self.largestSide), height: min(max(size.height, 1), Self.largestSide))
    }

    /// What stands in the cell in column `x` of row `y`: the placeholder, the marks of row and column, and for a number
    /// of more than 24 bits the mark of its highest byte. Every cell has them all, so that clipping breaks nothing.
    public func text(x: Int, y: Int) -> String {
        var text = String.UnicodeScalarView(["\u{10EEEE}", KittyMarks.scalars[y], KittyMarks.scalars[x]])
        let high = Int(id >> 24)
        if high > 0, high < KittyMarks.scalars.count { text.append(KittyMarks.scalars[high]) }
        return String(text)
    }

    /// The text colour that tells the picture's number: its lower 24 bits, or with a palette only the lowest 8.
    public func colour(_ depth: ColourDepth) -> Colour {
        if depth < .direct { return .indexed(UInt8(truncatingIfNeeded: id)) }
        return .rgb(
            UInt8(truncatingIfNeeded: id >> 16), UInt8(truncatingIfNeeded: id >> 8), UInt8(truncatingIfNeeded: id))
    }

    /// The number for the `count`th picture of a client that drew the number `salt` (any) at its start.
    ///
    /// Two clients in one terminal are not to take each other's pictures, so `salt` is in the upper bits. With direct
    /// colour no number is below 0x100, since those colours are the palette's; with a palette the numbers are 16 to 255
    /// and a high byte of 1 to 61, and after 240 pictures they are used again.
    public static func number(_ count: Int, salt: UInt32, depth: ColourDepth) -> UInt32 {
        let count = UInt32(truncatingIfNeeded: count)
        if depth < .direct { return (1 + salt % 61) << 24 | 16 + count % 240 }
        return (1 + salt % 255) << 16 | (count & 0xFF00) | (count & 0xFF)
    }
}

extension Frame {
    /// Draws the placeholder cells of `placement` with their top left at (`x`, `y`), as far as they lie inside `clip`.
    public mutating func draw(_ placement: KittyPlacement, x: Int, y: Int, clip: Rect, depth: ColourDepth) {
        let visible = Rect(x: x, y: y, width: placement.size.width, height: placement.size.height)
            .intersection(clip).intersection(Rect(size))
        guard !visible.isEmpty else { return }
        let style = Style(foreground: placement.colour(depth))
        for row in visible.rows {
            for column in visible.columns {
                write(placement.text(x: column - x, y: row - y), x: column, y: row, style: style, maxWidth: 1)
            }
        }
    }
}

/// Text for bytes, as RFC 4648 has it.
enum Base64 {
    static func text(of pixels: [SIMD4<UInt8>]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count * 6)
        var pending: UInt32 = 0
        var count: UInt32 = 0
        for pixel in pixels {
            for channel in 0..<4 {
                pending = pending << 8 | UInt32(pixel[channel])
                count += 8
                while count >= 6 {
                    count -= 6
                    result.append(letters[Int(pending >> count & 63)])
                }
            }
        }
        if count > 0 { result.append(letters[Int(pending << (6 - count) & 63)]) }
        while result.count % 4 != 0 { result.append(UInt8(ascii: "=")) }
        return result
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
