import ChatCore
import ChatUI
import Emoticons
import RichText
import Terminal
import Testing

/// Messages that are made to cost much are set in a time that grows with their length alone. Each of these took seconds
/// to minutes with a search that begins anew for each part.
@Suite struct HostileMessageTests {
    @Test(arguments: [")", "]", "()", ")]", "([", ".)", "(", ",", "!)("])
    func aLinkWithManyBracketsTakesLinearTime(part: String) {
        let text = "https://x" + String(repeating: part, count: 200_000 / part.utf8.count)
        #expect(WebLinks.find(in: text).count <= 1)
        #expect(WebLinks.find(in: "(\(text)").count <= 1)
    }

    @Test func bracketsAreLeftOutAsFarAsTheyBelongToTheSentence() {
        #expect(WebLinks.find(in: "https://x/(a))))") == ["https://x/(a)"])
        #expect(WebLinks.find(in: "https://x/(a)[b]])].") == ["https://x/(a)[b]"])
        #expect(WebLinks.find(in: "https://x/((a)") == ["https://x/((a)"])
        #expect(WebLinks.find(in: "https://x/)a)") == ["https://x/)a"])
    }

    @Test func whatIsLongerThanAnAddressMayBeIsText() {
        let longest = "https://x/" + String(repeating: "a", count: Frame.longestAddress - 10)
        #expect(WebLinks.find(in: longest) == [longest] && WebLinks.find(in: longest + "a").isEmpty)
    }

    @Test func aMessageInManyColoursTakesLinearTime() {
        let elements = (0..<40_000).map { number in
            let digits = String(0x100_0000 + number, radix: 16).dropFirst()
            return RichText.Element.text("a", RichText.Style(colour: "#\(digits)"))
        }
        let message = TypesetMessage(
            RichText(elements), catalogue: Catalogue(), tier: .text, marksLinks: true, styles: true)
        #expect(message.pieces.count == 40_000 && message.styles.count == 40_000)
    }
}
