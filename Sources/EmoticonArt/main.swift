import Glibc

// Makes a pack out of its drawings: EmoticonArt FOLDER [TARGET] reads FOLDER/drawings and writes pack.json and the
// pictures into TARGET, which is FOLDER itself unless told otherwise. With a third word, only the pictures are written,
// with so many pixels on a side.

private func fail(_ sentence: String) -> Never {
    let bytes = Array(("EmoticonArt: " + sentence + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
}

private func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { fail("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += chunk[..<count]
    }
}

private func save(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "w") else { fail("cannot write \(path)") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { fail("cannot write \(path)") }
}

private func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { fail("cannot read \(folder)") }
    defer { closedir(handle) }
    var result: [String] = []
    while let entry = readdir(handle) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name.hasSuffix(".txt") { result.append(name) }
    }
    // The inks and parts come before what is drawn with them.
    return result.filter { $0 == "pack.txt" } + result.filter { $0 != "pack.txt" }.sorted()
}

/// The sides of the pictures, in pixels.
private let (side, smallSide) = (64, 32)

private func make(_ folder: String, _ target: String) throws(DrawingMistake) {
    var pack = PackSource()
    for name in names(in: folder + "/drawings") { try pack.read(read(folder + "/drawings/" + name)) }
    var small: [[SIMD4<UInt8>]] = []
    for entry in pack.entries {
        var frames: [[SIMD4<UInt8>]] = []
        for frame in 0..<entry.frames {
            let t = Double(frame) / Double(entry.frames)
            frames.append(try Painter.paint(entry.picture, of: pack, side: side, t: t, isSmall: false).bytes)
        }
        let bold = entry.small ?? entry.picture
        small.append(try Painter.paint(bold, of: pack, side: smallSide, t: 0, isSmall: true).bytes)
        save(PNGWriter.bytes(frames[0], side: side), target + "/" + entry.name + ".png")
        save(PNGWriter.bytes(small[small.count - 1], side: smallSide), target + "/" + entry.name + "-small.png")
        if frames.count > 1 {
            let gif = GIFWriter.bytes(frames, side: side, milliseconds: entry.milliseconds)
            save(gif, target + "/" + entry.name + ".gif")
        }
    }
    save(Array(try ManifestWriter.text(pack, small: small, smallSide: smallSide).utf8), target + "/pack.json")
}

private func makePictures(_ folder: String, _ target: String, side: Int) throws(DrawingMistake) {
    var pack = PackSource()
    for name in names(in: folder + "/drawings") { try pack.read(read(folder + "/drawings/" + name)) }
    for entry in pack.entries {
        let picture = try Painter.paint(entry.picture, of: pack, side: side, t: 0, isSmall: false).bytes
        save(PNGWriter.bytes(picture, side: side), target + "/" + entry.name + ".png")
    }
}

private let words = CommandLine.arguments
guard (2...4).contains(words.count) else { fail("usage: EmoticonArt FOLDER [TARGET [SIDE]]") }
do throws(DrawingMistake) {
    if words.count == 4 {
        guard let side = Int(words[3]), (16...1024).contains(side) else { fail("\(words[3]): not a side in pixels") }
        try makePictures(words[1], words[2], side: side)
    } else {
        try make(words[1], words.count == 3 ? words[2] : words[1])
    }
} catch {
    fail("\(error.line): \(error.reason)")
}
