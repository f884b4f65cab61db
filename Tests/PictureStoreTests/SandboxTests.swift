import Glibc
import PictureStore
import Pictures
import TestSupport
import Testing

@Suite struct SandboxTests {
    private let limits = DecoderProcess.Limits(width: 8, height: 8, frames: 1)

    private func end(_ word: String) throws -> ChildProcess.End {
        try ChildProcess.run(
            Programs.probe, [], input: Array(word.utf8), largestOutput: 1 << 20, milliseconds: 60_000
        ).end
    }

    @Test(arguments: ["open", "socket", "exec", "fork", "kill"]) func aDecoderThatWasTakenOverDies(word: String) throws
    {
        #expect(try end(word) == .signal(SIGSYS))
        #expect(throws: DecodeFailure.broken) {
            try DecoderProcess(path: Programs.probe).decode(Array(word.utf8), limits)
        }
    }

    @Test func computingHasAnEnd() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let end = try end("spin")
        #expect(end == .signal(SIGKILL) || end == .signal(SIGXCPU) || end == .stopped)
        #expect(clock.now - start < .seconds(90))
    }

    @Test func memoryHasAnEnd() throws {
        #expect(try end("eat") == .code(3))
    }

    @Test func waitingHasAnEnd() {
        let short = DecoderProcess.Limits(width: 8, height: 8, milliseconds: 200)
        #expect(throws: DecodeFailure.tooMuchWork) {
            try DecoderProcess(path: Programs.probe).decode(Array("hang".utf8), short)
        }
    }

    /// One that was taken over may say no more and stay, alone or with others that it started.
    @Test(arguments: ["exec >&- 2>&-; sleep 60", "sleep 60 & sleep 60", "sleep 60 & exit 0"])
    func stayingHasAnEnd(script: String) throws {
        let folder = TemporaryFolder()
        let path = folder("decode")
        Files.write(Array("#!/bin/sh\n\(script)\n".utf8), to: path)
        #expect(chmod(path, 0o700) == 0)
        let clock = ContinuousClock()
        let start = clock.now
        let output = try ChildProcess.run(path, [], input: [], largestOutput: 99, milliseconds: 300)
        #expect(output.end == .stopped)
        #expect(clock.now - start < .seconds(50))
    }

    @Test func talkingHasAnEnd() throws { #expect(try end("flood") == .stopped) }

    @Test func whatTheDecoderSaysIsNotBelieved() throws {
        let probe = DecoderProcess(path: Programs.probe)
        let picture = try probe.decode(Array("good".utf8), limits)
        #expect(picture.frames.map(\.milliseconds) == [7] && picture.frames[0].bitmap[1, 0] == SIMD4(1, 2, 3, 255))
        for word in ["short", "long", "large", "empty", "nothing", "unknown"] {
            #expect(throws: DecodeFailure.broken, "\(word)") { try probe.decode(Array(word.utf8), limits) }
        }
    }
}
