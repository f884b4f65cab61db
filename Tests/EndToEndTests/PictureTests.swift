import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Pictures as people send and see them, and what happens when a picture or its decoder is bad.
    @Suite final class Pictures {
        private static let sample = Program.repository + "/Tests/Samples/still.png"

        /// Puts a picture beside the archive, as one that was sent, and returns its name there.
        private func kept(_ bytes: [UInt8], in sandbox: Sandbox) -> String {
            let name = String(repeating: "a", count: 64) + ".png"
            _ = sandbox.file("data/mingle/archive.sqlite.pictures/" + name, bytes)
            return name
        }

        /// Whoever names a file of the reader's has it not opened, and the reader is told nothing of it.
        @Test func aFileIsNotOpenedBecauseAMessageNamesIt() throws {
            let sandbox = Sandbox()
            let secret = sandbox.file("private.png", sandbox.bytes(of: Pictures.sample))
            let line = """
                {"v":1,"id":"p","room":"lobby","time":"2026-11-30T09:00:00Z","from":{"id":"local:x/eve","name":"Eve"},\
                "text":"\\ufffc","mentions":[],"everyone":null,"pictures":[{"source":"local-static:\(secret)",\
                "width":40,"height":3,"alt":"the garden","start":0}]}
                """
            #expect(try sandbox.mingle("import", input: line + "\n").status == 0)
            let bea = try sandbox.terminal("--as", "Bea", width: 100)
            try bea.waitUntilShown("the picture did not come along")
            try bea.press("M-i")
            try bea.waitUntilShown("1 of 1")
            #expect(try !bea.screen.contains("▀"))
        }

        /// Whatever is drawn in glyphs moves by the clock alone: nothing is pressed and nothing comes.
        @Test func anEmoticonMoves() throws {
            let sandbox = Sandbox()
            _ = sandbox.file("config/mingle/settings.json5", "{ pictures: \"cells\", animationRounds: 0 }")
            #expect(try sandbox.mingle("send", "--as", "Ann", "[wave] hurrah").status == 0)
            let bea = try sandbox.terminal("--as", "Bea", width: 100)
            try bea.waitUntil("all of it") { $0.contains("hurrah") && $0.contains("1 here") }
            var looks: Set<String> = []
            let moves = try poll(seconds: 60) {
                looks.insert(try bea.screen.rows.joined(separator: "\n"))
                return looks.count >= 2
            }
            #expect(moves, "\(looks.count) looks")
        }

        @Test func aPictureReachesTheOtherAndOutlivesItsFile() throws {
            let sandbox = Sandbox()
            let file = sandbox.file("my garden.png", sandbox.bytes(of: Pictures.sample))
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("here")
            try ann.say("/image '\(file)' the roses")
            try ann.waitUntilShown("the roses ✓")
            try FileManager.default.removeItem(atPath: file)
            let bea = try sandbox.terminal("--as", "Bea")
            try bea.waitUntilShown("the roses")
            // Half of the cells of a picture are blocks; the words that stand in its place are gone.
            try bea.waitUntil("the picture is drawn") { screen in
                screen.contains("▀") && !screen.contains("my garden.png")
            }
            let folder = sandbox.archive + ".pictures"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 1 && names[0].hasSuffix(".png"))
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/" + names[0])[.posixPermissions]
            #expect(mode as? Int == 0o600)
            try bea.press("M-i")
            try bea.waitUntilShown("my garden.png, 48 × 32 · 1 of 1")
            try bea.press("Escape")
            try bea.waitUntilShown("the roses")
        }

        @Test func aDroppedFileIsOffered() throws {
            let sandbox = Sandbox()
            let file = sandbox.file("a.png", sandbox.bytes(of: Pictures.sample))
            let ann = try sandbox.terminal("--as", "Ann")
            try ann.waitUntilShown("here")
            try ann.paste(file)
            try ann.waitUntilShown("Send a.png as a picture?")
            try ann.type("n")
            try ann.waitUntilGone("as a picture?")
            #expect(try ann.screen.contains("a.png"))
        }

        @Test(arguments: [
            ("no.png", "cannot be read"), ("text.png", "is no PNG, JPEG, GIF or WebP"), ("cut.png", "the picture"),
            (".", "is not a regular file"),
        ]) func whatIsNoPictureIsNotSent(name: String, reason: String) throws {
            let sandbox = Sandbox()
            _ = sandbox.file("text.png", "hello")
            _ = sandbox.file("cut.png", Array(sandbox.bytes(of: Pictures.sample).prefix(40)))
            let ann = try sandbox.terminal("--as", "Ann", width: 120)
            try ann.waitUntilShown("here")
            try ann.say("/image \(name)")
            try ann.waitUntilShown("was not sent")
            #expect(try ann.screen.contains(reason))
            try ann.say("still here")
            try ann.waitUntilShown("still here ✓")
        }

        /// A decoder that dies, says nonsense or cannot be started costs the picture and nothing else.
        @Test(arguments: [
            ("kill -SEGV $$", "cannot be decoded"), ("echo nonsense", "cannot be decoded"),
            ("echo 'is bad' >&2; exit 3", "the picture is bad"), ("", "cannot be decoded"),
        ]) func aBadDecoderCostsThePictureAlone(script: String, reason: String) throws {
            let sandbox = Sandbox()
            let program = sandbox.folder + "/bin/mingle"
            let decoder = sandbox.file("bin/mingle-decode", "#!/bin/sh\n\(script)\n")
            chmod(decoder, 0o755)
            _ = try sandbox.run("/bin/cp", Program.path, program)
            let picture = kept(sandbox.bytes(of: Pictures.sample), in: sandbox)
            let line = """
                {"v":1,"id":"p","room":"lobby","time":"2026-11-30T09:00:00Z","from":{"id":"local:x/ann","name":"Ann"},\
                "text":"\\ufffc","mentions":[],"everyone":null,"pictures":[{"source":"local-static:\(picture)",\
                "width":40,"height":3,"alt":"the garden","start":0}]}
                """
            #expect(try sandbox.mingle("import", input: line + "\n").status == 0)
            let bea = try sandbox.open([program, "--as", "Bea"], width: 100, height: 24)
            try bea.waitUntilShown("the garden")
            try bea.waitUntilShown(reason)
            try bea.say("still here")
            try bea.waitUntilShown("still here ✓")
        }

        /// Servers and files that mean harm, all in sight at once: each ends in its alt text with the reason, and the
        /// client answers keys meanwhile.
        @Test func whatMeansHarmEndsInItsReason() throws {
            let sandbox = Sandbox()
            let server = try #require(LoopbackServer())
            defer { server.stop() }
            let program = sandbox.folder + "/bin/mingle"
            // It never comes to an end with one picture, and does its work with all others.
            let decoder = sandbox.file(
                "bin/mingle-decode",
                """
                #!/bin/sh
                file=$(mktemp /tmp/mingle-hang-XXXXXX)
                cat > "$file"
                if grep -q HANG "$file"; then rm "$file"; sleep 60; fi
                exec 0< "$file"
                rm "$file"
                exec \(Program.path)-decode "$@"

                """)
            chmod(decoder, 0o755)
            _ = try sandbox.run("/bin/cp", Program.path, program)
            let hanging = kept(sandbox.bytes(of: Pictures.sample) + Array("HANG".utf8), in: sandbox)
            let expected = [
                ("local-static:" + hanging, "it hangs", "takes too long to decode"),
                ("remote-static:" + server.url("trickle"), "it trickles", "the server is too slow"),
                ("remote-static:" + server.url("gif"), "it lies", "the picture"),
                ("remote-static:" + server.url("good"), "it is text", "it is no picture"),
                ("remote-static:" + server.url("endless"), "it never ends", "it is too large"),
                ("remote-static:" + server.url("private"), "it leads inside", "the address is not one of the public"),
                ("remote-static:" + server.url("hop4"), "it leads on and on", "leads from one place to the"),
                ("remote-static:" + server.url("missing"), "it is gone", "the server answers 404"),
            ]
            let lines = expected.enumerated().map { number, picture in
                """
                {"v":1,"id":"p\(number)","room":"lobby","time":"2026-11-30T09:00:00Z",\
                "from":{"id":"local:x/ann","name":"Ann"},"text":"\\ufffc","mentions":[],"everyone":null,\
                "pictures":[{"source":"\(picture.0)","width":60,"height":3,"alt":"\(picture.1)","start":0}]}

                """
            }
            #expect(try sandbox.mingle("import", input: lines.joined()).status == 0)
            let settings = sandbox.file("settings.json5", "{ picturesFromLoopback: true }")
            let bea = try sandbox.open([program, "--as", "Bea", "--config", settings], width: 100, height: 50)
            try bea.waitUntilShown("it is gone")
            #expect(server.requests.withLock { $0.isEmpty }, "nothing is fetched before one agrees")
            try bea.press("M-i")
            try bea.waitUntilShown("Fetch")
            try bea.type("r")
            try bea.press("Escape")
            try bea.waitUntilShown("F1 help")
            try bea.say("still here")
            try bea.waitUntilShown("still here ✓")
            for (_, words, reason) in expected {
                // The decoder is given 10 seconds, a server 30.
                try bea.waitUntil("\(words): \(reason)", seconds: 120) { screen in
                    guard let row = screen.rows.firstIndex(where: { $0.contains(words) }) else { return false }
                    return screen.rows[row...].prefix(3).contains { $0.contains(reason) }
                }
                try bea.type("x")
            }
            try bea.waitUntilShown(String(repeating: "x", count: expected.count))
        }
    }
}
