import Terminal
import Testing

@Suite struct NoticeSequenceTests {
    private let title = "Ann;in\u{1B}]0;x\u{7} lobby"
    private let body = "4;1 \u{9B}2J\u{1B}\\ hi"

    private func text(_ dialect: NoticeSequence.Dialect) -> String {
        String(decoding: NoticeSequence.bytes(title: title, body: body, dialect), as: UTF8.self)
    }

    @Test func nothingInANoticeSteersTheTerminal() {
        #expect(text(.osc9) == "\u{1B}]9;Ann,in]0,x lobby: 4,1 2J\\ hi\u{1B}\\")
        #expect(text(.osc777) == "\u{1B}]777;notify;Ann,in]0,x lobby;4,1 2J\\ hi\u{1B}\\")
        #expect(
            text(.osc99)
                == "\u{1B}]99;i=mingle:d=0:p=title;Ann;in]0;x lobby\u{1B}\\"
                + "\u{1B}]99;i=mingle:d=1:p=body;4;1 2J\\ hi\u{1B}\\")
    }

    @Test func aNoticeIsBounded() {
        let long = String(repeating: "é", count: 100_000)
        #expect(NoticeSequence.bytes(title: long, body: long, .osc777).count < 1_000)
    }
}
