import Glibc
import PictureStore
import Pictures
import TestSupport
import Testing

private let red = SIMD4<UInt8>(255, 0, 0, 255)
private let clear = SIMD4<UInt8>(0, 0, 0, 0)

@Suite struct DecoderTests {
    private let decoder = DecoderProcess(path: Programs.decoder)
    private let usual = DecoderProcess.Limits(width: 64, height: 64, frames: 10)

    private func isNear(_ pixel: SIMD4<UInt8>, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
        abs(Int(pixel.x) - red) < 12 && abs(Int(pixel.y) - green) < 12 && abs(Int(pixel.z) - blue) < 12
    }

    @Test(arguments: ["still.png", "still.webp", "photo.jpg"]) func stillPicturesAreDecoded(name: String) throws {
        let picture = try decoder.decode(Programs.sample(name), usual)
        #expect(picture.width == 48 && picture.height == 32 && !picture.isMoving && !picture.isCut)
        let bitmap = picture.frames[0].bitmap
        #expect(bitmap.width == 48 && bitmap.height == 32)
        #expect(isNear(bitmap[10, 14], 200, 30, 30) && isNear(bitmap[40, 14], 30, 60, 200))
        #expect(isNear(bitmap[10, 3], 255, 255, 255))
        if name != "photo.jpg" { #expect(bitmap[10, 28].w == 0) }
    }

    @Test func aPhotographIsTurnedAsItsCameraWasHeld() throws {
        let picture = try decoder.decode(Programs.sample("turned.jpg"), usual)
        #expect(picture.width == 32 && picture.height == 48)
        let bitmap = picture.frames[0].bitmap
        #expect(isNear(bitmap[28, 20], 255, 255, 255), "what was on top is at the right")
        #expect(isNear(bitmap[10, 8], 200, 30, 30) && isNear(bitmap[10, 40], 30, 60, 200))
    }

    @Test func movingPicturesAreDecodedFrameByFrame() throws {
        let gif = try decoder.decode(Programs.sample("moving.gif"), usual)
        #expect(gif.frames.map(\.milliseconds) == [100, 50, 10, 200])
        let webP = try decoder.decode(Programs.sample("moving.webp"), usual)
        #expect(webP.frames.map(\.milliseconds) == [120, 120, 120, 120])
        for picture in [gif, webP] {
            #expect(picture.frames.map { $0.bitmap[3, 10] } == [red, clear, clear, clear], "frames are taken away")
            #expect(picture.frames[1].bitmap[9, 10] == SIMD4(0, 255, 0, 255))
        }
        let kept = try decoder.decode(Programs.sample("kept.gif"), usual)
        #expect(kept.frames.map { isNear($0.bitmap[4, 10], 250, 200, 0) } == [true, true, true], "frames stay")
        #expect(kept.frames.map { isNear($0.bitmap[20, 10], 250, 200, 0) } == [false, false, true])
        let cut = try decoder.decode(
            Programs.sample("moving.gif"), DecoderProcess.Limits(width: 64, height: 64, frames: 2))
        #expect(cut.frames.count == 2 && cut.isCut)
    }

    @Test func picturesAreMadeSmallerAndNeverLarger() throws {
        for name in ["still.png", "still.webp", "photo.jpg", "turned.jpg"] {
            let picture = try decoder.decode(Programs.sample(name), DecoderProcess.Limits(width: 6, height: 99))
            let bitmap = picture.frames[0].bitmap
            #expect(bitmap.width == 6 && bitmap.height == (name == "turned.jpg" ? 9 : 4), "\(name)")
            #expect(max(picture.width, picture.height) == 48)
        }
        let dot = try decoder.decode(Programs.sample("still.png"), DecoderProcess.Limits(width: 1, height: 1))
        #expect(dot.frames[0].bitmap.byteCount == 4)
    }

    @Test func bombsAreRefusedAtOnce() {
        let clock = ContinuousClock()
        for (bytes, reason) in [
            (Bombs.png(side: 30_000), "has too many pixels"), (Bombs.png(side: 16_000), "has too many pixels"),
            (Bombs.gif(side: 65_535), "has too many pixels"),
            ([UInt8](repeating: 0x47, count: 11 << 20), "is larger than 10 MiB"),
        ] {
            let start = clock.now
            #expect(throws: DecodeFailure.refused(reason)) { try decoder.decode(bytes, usual) }
            #expect(clock.now - start < .seconds(60))
        }
    }

    @Test func whatIsNoPictureIsRefused() {
        for text in ["", "x", "<svg/>", "GIF8", "RIFF1234WEBP", "\u{FFFD}"] {
            #expect(throws: DecodeFailure.self) { try decoder.decode(Array(text.utf8), usual) }
        }
        #expect(throws: DecodeFailure.refused("is no PNG, JPEG, GIF or WebP")) {
            try decoder.decode(Array("#!/bin/sh".utf8), usual)
        }
    }

    @Test func filesThatAreNotThereOrNoFilesAreTold() {
        #expect(throws: DecodeFailure.unreadable(ENOENT)) { try decoder.decode(file: "/nowhere/x.png", usual) }
        #expect(throws: DecodeFailure.notRegular) { try decoder.decode(file: "/dev/zero", usual) }
        #expect(throws: DecodeFailure.noDecoder(ENOENT)) {
            try DecoderProcess(path: "/nowhere/mingle-decode").decode([1], usual)
        }
        #expect(DecodeFailure.noDecoder(ENOENT).sentence.hasSuffix("No such file or directory"))
    }

    @Test func everyTruncationEndsWell() {
        for name in ["still.png", "photo.jpg", "moving.gif", "moving.webp"] {
            let bytes = Programs.sample(name)
            for length in stride(from: 0, to: bytes.count, by: max(bytes.count / 40, 1)) {
                expectGoodEnd(Array(bytes[..<length]), "\(name) cut to \(length)")
            }
        }
    }

    /// Two thousand pictures with seeded faults: each is decoded or refused, and the decoder never dies of one.
    @Test func mutatedPicturesEndWell() async {
        await withTaskGroup { group in
            for part in 0..<2 {
                group.addTask {
                    var generator = SeededGenerator(seed: 2_000 + UInt64(part))
                    let names = Files.names(Programs.repository + "/Tests/Samples")
                    for round in 0..<1_000 {
                        let name = names[round % names.count]
                        let bytes = Bombs.mutated(Programs.sample(name), using: &generator)
                        expectGoodEnd(bytes, "\(name), round \(round) of part \(part)")
                    }
                }
            }
        }
    }

    private func expectGoodEnd(_ bytes: [UInt8], _ name: String) {
        do {
            let output = try ChildProcess.run(
                decoder.path, ["64", "64", "10"], input: bytes, largestOutput: 1 << 22, milliseconds: 10_000)
            #expect(output.end == .code(0) || output.end == .code(3), "\(name)")
            #expect(output.end == .code(0) || !output.words.isEmpty, "\(name)")
        } catch {
            Issue.record("\(name): \(error.sentence)")
        }
    }
}
