import Archive
import ChatCore
import RichText
import TestSupport
import Testing

@Suite struct MessageJSONTests {
    private func decode(_ line: String, author: Person? = ann) throws -> Message {
        try MessageJSON.decode(
            line, id: MessageID("new"), time: Timestamp(milliseconds: 7), room: garden, author: author)
    }

    @Test func aPlainMessageHasTheseKeysInThisOrder() {
        var plain = message("1", "a \"b\"\n\\\u{7F}ü", at: 1_796_030_045_250)
        plain.order = 4
        #expect(
            MessageJSON.encode(plain)
                == #"{"v":1,"id":"1","room":"lobby","time":"2026-11-30T09:14:05.250Z","#
                + #""from":{"id":"local:ann/ann","name":"Ann"},"text":"a \"b\"\n\\\u007fü","mentions":[],"everyone":null}"#
        )
    }

    @Test func aRichMessageHasTheseKeysInThisOrder() throws {
        var body = RichText()
        body.append(.text("é", .init(colour: "red", scale: 2)))
        body.append(.mention(Mention(.person(bea.id), name: "Bea")))
        body.append(.mention(Mention(.everyone([ann.id, bea.id]), name: "everyone")))
        body.append(.emoticon(EmoticonCode("smile", pack: "classic", size: CellSize(width: 6, height: 3))))
        body.append(.emoticon(EmoticonCode("tea")))
        let picture = Picture(
            source: .init(.localStatic, "/a.png"), size: CellSize(width: 4, height: 2), paddingX: 1, alt: "a")
        body.append(.picture(picture))
        var rich = Message(
            id: MessageID("1"), room: lobby, time: Timestamp(milliseconds: 0), author: ann, body: body,
            replyTo: MessageID("0"))
        rich.edits = [.init(time: Timestamp(milliseconds: 1), text: "e")]
        rich.reactions = [.init(emoji: "☕", by: [bea.id])]
        let line = MessageJSON.encode(rich)
        #expect(
            line
                == #"{"v":1,"id":"1","room":"lobby","time":"1970-01-01T00:00:00.000Z","#
                + #""from":{"id":"local:ann/ann","name":"Ann"},"text":"é@Bea@everyone[classic/smile:6x3][tea]"#
                + "\u{FFFC}\","
                + #""mentions":[{"id":"local:bea/bea","name":"Bea","start":1,"end":5},"#
                + #"{"id":null,"name":"everyone","start":5,"end":14}],"everyone":["local:ann/ann","local:bea/bea"],"#
                + #""emoticons":[{"name":"smile","pack":"classic","start":14,"end":33},{"name":"tea","start":33,"end":38}],"#
                + #""pictures":[{"source":"local-static:/a.png","width":4,"height":2,"padX":1,"padY":0,"alt":"a","start":38}],"#
                + #""runs":[{"start":0,"end":1,"colour":"red","scale":2}],"replyTo":"0","#
                + #""edits":[{"time":"1970-01-01T00:00:00.001Z","text":"e"}],"reactions":[{"emoji":"☕","by":["local:bea/bea"]}]}"#
        )
        #expect(try decode(line) == rich)
    }

    @Test func whatIsWrittenIsReadTheSame() throws {
        var random = SeededGenerator(seed: 2)
        for number in 0..<1000 {
            let before = randomMessage(number, using: &random)
            #expect(try decode(MessageJSON.encode(before)) == before)
        }
    }

    @Test func whatIsMissingIsTakenFromTheCaller() throws {
        let read = try decode(#" {"text":"hi","later":{"x":[1,2.5e3,true]}} "#)
        #expect(read.id == MessageID("new"))
        #expect(read.time == Timestamp(milliseconds: 7))
        #expect(read.room == garden)
        #expect(read.author == ann)
        #expect(read.body == RichText(plain: "hi"))
    }

    @Test func textsAreFilteredAndRangesFollow() throws {
        let read = try decode(
            #"{"text":"a\r\n@Be\u001ba \ud83d\ude00\ud800","mentions":[{"id":"b","name":"Be\u001ba","start":3,"end":8}]}"#
        )
        let mention = RichText.Element.mention(Mention(.person(PersonID("b")), name: "Be␛a"))
        #expect(read.body.elements == [.text("a", .plain), .lineBreak, mention, .text(" 😀\u{FFFD}", .plain)])
        let marks = String(repeating: "\u{301}", count: 40)
        let piled = try decode(#"{"text":"e"# + marks + #"@b","mentions":[{"id":"b","name":"b","start":41,"end":43}]}"#)
        #expect(piled.body.mentions.map(\.name) == ["b"])
        #expect(FlatText(piled.body).text.unicodeScalars.count == 24)
    }

    @Test(arguments: [
        ("", "not JSON at byte 1"), ("{\"text\":\"a\"", "not JSON at byte 12"),
        ("{\"text\":\"a\"}x", "not JSON at byte 13"),
        ("[1]", "not a JSON object"), ("\"text\"", "not a JSON object"), ("{\"text\":01}", "not JSON at byte 10"),
        ("{}", "the key text is missing"), (#"{"text":null}"#, "the key text is missing"),
        (#"{"text":5}"#, "the key text should be a text"), (#"{"v":2,"text":""}"#, "the key v should be 1"),
        (#"{"text":"","time":"noon"}"#, "the key time should be a time in ISO 8601, such as 2026-11-30T09:14:05.250Z"),
        (#"{"text":"","id":""}"#, "the key id should be a text that is not empty"),
        (#"{"text":"","from":{"name":"x"}}"#, "the key from.id is missing"),
        (#"{"text":"","from":"x"}"#, "the key from should be an object"),
        (#"{"text":"@a","mentions":{}}"#, "the key mentions should be an array"),
        (
            #"{"text":"pay 500 now","mentions":[{"id":"b","name":"Bea","start":0,"end":7}]}"#,
            "the key mentions[0].name should be what stands in the text there, with or without an @"
        ),
        (#"{"text":"@a","mentions":[7]}"#, "the key mentions[0] should be an object"),
        (#"{"text":"@a","mentions":[{"name":"a","start":0,"end":2}]}"#, "the key mentions[0].id is missing"),
        (
            #"{"text":"@a","mentions":[{"id":"a","name":"a","start":0,"end":3}]}"#,
            "the key mentions[0].end should be inside the text"
        ),
        (
            #"{"text":"@a","mentions":[{"id":"a","name":"a","start":2,"end":2}]}"#,
            "the key mentions[0].end should be after the start"
        ),
        (
            #"{"text":"@a","mentions":[{"id":"a","name":"a","start":-1,"end":2}]}"#,
            "the key mentions[0].start should be a whole number from 0 to 9223372036854775807"
        ),
        (
            #"{"text":"@a","mentions":[{"id":"a","name":"a","start":0,"end":2}],"emoticons":[{"name":"e","start":1,"end":2}]}"#,
            "the key emoticons[0].start should be after what stands before it"
        ),
        (#"{"text":"a","everyone":[1]}"#, "the key everyone[0] should be a text"),
        (
            #"{"text":"a","pictures":[{"source":"x","width":1,"height":1,"start":1}]}"#,
            "the key pictures[0].start should be inside the text"
        ),
        (
            #"{"text":"a","pictures":[{"source":"x","width":1e9,"height":1,"start":0}]}"#,
            "the key pictures[0].width should be a whole number from 0 to 1000"
        ),
        (
            #"{"text":"a","runs":[{"start":0,"end":1,"scale":0}]}"#,
            "the key runs[0].scale should be a whole number from 1 to 1000"
        ),
        (#"{"text":"a","reactions":[{"by":[]}]}"#, "the key reactions[0].emoji is missing"),
        (#"{"text":"a","edits":[{"text":"b"}]}"#, "the key edits[0].time is missing"),
    ])
    func everyMistakeIsNamed(_ line: String, _ sentence: String) {
        do throws(MessageJSONError) {
            let read = try MessageJSON.decode(
                line, id: MessageID("i"), time: Timestamp(milliseconds: 0), room: lobby, author: ann)
            Issue.record("\(line) was read as \(read)")
        } catch {
            #expect(error.sentence == sentence)
        }
    }

    @Test func theAuthorIsNeededWhenTheCallerHasNone() {
        #expect(throws: MessageJSONError.missing(key: "from")) { try decode(#"{"text":"a"}"#, author: nil) }
    }

    @Test func deepNestingAndAnyBytesAreNoDanger() {
        let deep = #"{"text":"a","x":"# + String(repeating: "[", count: 100_000)
        #expect(throws: MessageJSONError.self) { try decode(deep) }
        var random = SeededGenerator(seed: 5)
        let line = Array(MessageJSON.encode(randomMessage(1, using: &random)).utf8)
        for _ in 0..<3000 {
            var bytes = line
            for _ in 0..<3 {
                bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            // Either outcome will do; what counts is that there is one, and that it can be written again.
            if let read = try? MessageJSON.decode(bytes, id: MessageID("i"), time: .init(milliseconds: 0), room: lobby)
            {
                #expect(MessageJSON.encode(read).hasPrefix("{\"v\":1"))
            }
        }
    }

    @Test func whatOneHasWrittenOneselfIsReadAsFarAsItMakesSense() throws {
        let id = String(repeating: "x", count: 1_500)
        func read(_ line: String, isLenient: Bool) throws -> Message {
            try MessageJSON.decode(
                line.utf8, id: MessageID("draft"), time: Timestamp(milliseconds: 0), room: lobby, author: ann,
                isLenient: isLenient)
        }
        let long = #"{"text":"@Bea hi","replyTo":"\#(id)","mentions":[{"id":"\#(id)","name":"Bea","start":0,"end":4}]}"#
        #expect(throws: MessageJSONError.self) { try read(long, isLenient: false) }
        let message = try read(long, isLenient: true)
        #expect(message.replyTo == MessageID(id) && message.body.mentions(PersonID(id)))
        let wrong = #"{"text":"hi","replyTo":7,"mentions":[{"start":5,"end":9,"name":"y","id":"z"}]}"#
        #expect(try read(wrong, isLenient: true).body == "hi")
        #expect(throws: MessageJSONError.self) { try read(#"{"words":"of a later version"}"#, isLenient: true) }
    }
}
