/// How a photograph is to be turned and mirrored, as its camera noted it (Exif 2.3, tag 0x0112).
enum ExifTurn: Int {
    case none = 1
    case mirrored, upsideDown, flipped, transposed, right, transversed, left

    /// Reads the note of a JPEG file; without one, or with a broken one, nothing is turned.
    init(of file: UnsafeBufferPointer<UInt8>) {
        self = ExifTurn.note(in: file).flatMap(ExifTurn.init(rawValue:)) ?? .none
    }

    private var swapsSides: Bool { rawValue >= 5 }

    func size(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        swapsSides ? (height, width) : (width, height)
    }

    func size(_ size: (width: Int, height: Int)) -> (width: Int, height: Int) { self.size(size.width, size.height) }

    /// `pixels` of `width` × `height`, four bytes each, the right way up.
    func applied(to pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
        let (newWidth, newHeight) = size(width, height)
        var result = [UInt8](repeating: 0, count: pixels.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (fromX, fromY) = source(x, y, width, height)
                let (from, to) = ((fromY * width + fromX) * 4, (y * newWidth + x) * 4)
                for channel in 0..<4 { result[to + channel] = pixels[from + channel] }
            }
        }
        return result
    }

    private func source(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (Int, Int) {
        switch self {
        case .none: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .flipped: (x, height - 1 - y)
        case .transposed: (y, x)
        case .right: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .left: (width - 1 - y, x)
        }
    }

    /// The value of the tag, looked for in the segments before the picture.
    private static func note(in file: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = 2
        while place + 4 <= file.count, file[place] == 0xFF, file[place + 1] != 0xDA {
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= file.count else { return nil }
            let content = UnsafeBufferPointer(rebasing: file[place + 4..<max(end, place + 4)])
            if file[place + 1] == 0xE1, content.starts(with: Array("Exif\0\0".utf8)) {
                return tag(in: UnsafeBufferPointer(rebasing: content[6...]))
            }
            place = end
        }
        return nil
    }

    /// Looks through the first directory of a TIFF block.
    private static func tag(in block: UnsafeBufferPointer<UInt8>) -> Int? {
        guard block.count >= 8 else { return nil }
        let isLittle = block[0] == 0x49
        func number(_ place: Int, _ bytes: Int) -> Int? {
            guard place >= 0, place + bytes <= block.count else { return nil }
            let parts = block[place..<place + bytes]
            return (isLittle ? Array(parts.reversed()) : Array(parts)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 64) {
            let place = directory + 2 + 12 * entry
            if number(place, 2) == 0x0112 { return number(place + 8, 2) }
        }
        return nil
    }
}
