import CExpat

/// Reads one stream: bytes in, stanzas out. A stream that starts anew needs a new parser.
public final class StreamParser {
    /// What was read.
    public enum Item: Hashable, Sendable {
        /// The stream's opening tag, without children.
        case opened(XMLElement)
        /// A whole element at the stream's first level: a stanza, or one that only the two ends of a stream see.
        case element(XMLElement)
        /// The stream's closing tag.
        case closed
        /// Nothing can be read any more. This is the last item that a parser gives.
        case failed(XMLFault)
    }

    private let parser: XML_Parser?
    private let builder: ElementBuilder
    private var total = 0
    private var isFailed = false

    /// A parser at the beginning of a stream.
    public init(limits: ParserLimits = ParserLimits()) {
        builder = ElementBuilder(limits: limits)
        // A separator that no name can hold: XML 1.0 does not allow it at all.
        parser = XML_ParserCreateNS("UTF-8", XML_Char(bitPattern: ElementBuilder.separator))
        builder.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        XML_SetElementHandler(parser, elementBegan, elementEnded)
        XML_SetCharacterDataHandler(parser, textCame)
        XML_SetStartDoctypeDeclHandler(parser, doctypeBegan)
        XML_SetCommentHandler(parser, commentCame)
        XML_SetProcessingInstructionHandler(parser, instructionCame)
    }

    deinit { XML_ParserFree(parser) }

    /// How many bytes came after the last item: of these some may be the beginning of the next.
    public var bytesAfterLastItem: Int { total - builder.endOfLastItem }

    /// Takes in `bytes`, cut anywhere, and gives what they complete.
    public func parse(_ bytes: UnsafeRawBufferPointer) -> [Item] {
        guard !isFailed, let start = bytes.baseAddress, !bytes.isEmpty else { return [] }
        total += bytes.count
        let text = start.assumingMemoryBound(to: XML_Char.self)
        let status = XML_Parse(parser, text, Int32(bytes.count), 0)
        defer { builder.items = [] }
        if let fault = fault(status) {
            isFailed = true
            builder.items.append(.failed(fault))
        }
        return builder.items
    }

    /// Takes in `bytes`, cut anywhere, and gives what they complete.
    public func parse(_ bytes: [UInt8]) -> [Item] { bytes.withUnsafeBytes { parse($0) } }

    private func fault(_ status: XML_Status) -> XMLFault? {
        if let fault = builder.fault { return fault }
        guard status == XML_STATUS_OK else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unreadable"
            return .illFormed(reason)
        }
        let limits = builder.limits
        if total - builder.endOfLastItem > limits.stanzaBytes { return .endless }
        // What expat keeps of an unfinished tag begins at the current event.
        let seen = XML_GetCurrentByteIndex(parser)
        if total - max(0, Int(seen)) > limits.tagBytes + (64 << 10) { return .endless }
        return nil
    }
}

private func builder(_ pointer: UnsafeMutableRawPointer?) -> ElementBuilder? {
    pointer.map { Unmanaged<ElementBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private func elementBegan(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
    guard let name else { return }
    builder(data)?.began(name, attributes)
}

private func elementEnded(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
    builder(data)?.ended()
}

private func textCame(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard let text else { return }
    builder(data)?.took(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func doctypeBegan(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?, _ system: UnsafePointer<XML_Char>?,
    _ publicID: UnsafePointer<XML_Char>?, _ hasSubset: Int32
) {
    builder(data)?.stop(.forbidden("a document type"))
}

private func commentCame(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?) {
    builder(data)?.stop(.forbidden("a comment"))
}

private func instructionCame(
    _ data: UnsafeMutableRawPointer?, _ target: UnsafePointer<XML_Char>?, _ text: UnsafePointer<XML_Char>?
) {
    builder(data)?.stop(.forbidden("a processing instruction"))
}
