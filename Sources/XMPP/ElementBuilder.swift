import CExpat
import Glibc

/// Builds elements from what expat tells, within the limits.
final class ElementBuilder {
    /// Between namespace and name in what expat tells.
    static let separator: UInt8 = 0x1F

    let limits: ParserLimits
    var parser: XML_Parser?
    var items: [StreamParser.Item] = []
    private(set) var fault: XMLFault?
    private(set) var endOfLastItem = 0

    private var level = 0
    private var open: [XMLElement] = []
    /// Levels below the last one that is kept; all in them is dropped.
    private var droppedLevels = 0
    private var text: [UInt8] = []
    private var textBudget = 0
    private var elementBudget = 0
    private var isTruncated = false
    private var names = NameCache()

    init(limits: ParserLimits) { self.limits = limits }

    func stop(_ fault: XMLFault) {
        self.fault = self.fault ?? fault
        XML_StopParser(parser, 0)
    }

    func began(_ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        level += 1
        if level == 2 { beginStanza(name) }
        guard droppedLevels == 0, level == 1 || (elementBudget > 0 && open.count < limits.depth) else {
            droppedLevels += 1
            isTruncated = true
            return
        }
        elementBudget -= 1
        flushText()
        let (namespace, local) = names.split(name)
        var element = XMLElement(local, namespace)
        if let attributes { take(attributes, into: &element) }
        if level == 1 {
            finish(.opened(element))
        } else {
            open.append(element)
        }
    }

    func took(_ bytes: UnsafeRawBufferPointer) {
        // White space between stanzas keeps a connection alive and says nothing.
        guard !open.isEmpty, droppedLevels == 0 else { return }
        if bytes.count <= textBudget {
            textBudget -= bytes.count
            text += bytes
            return
        }
        var kept = textBudget
        while kept > 0 && bytes[kept] & 0xC0 == 0x80 { kept -= 1 }
        text += bytes[..<kept]
        textBudget = 0
        isTruncated = true
    }

    func ended() {
        level -= 1
        if droppedLevels > 0 {
            droppedLevels -= 1
            return
        }
        if level == 0 {
            finish(.closed)
            return
        }
        flushText()
        guard var element = open.popLast() else { return }
        if open.isEmpty {
            element.isTruncated = isTruncated
            finish(.element(element))
        } else {
            open[open.count - 1].children.append(.element(element))
        }
    }

    private func beginStanza(_ name: UnsafePointer<XML_Char>) {
        isTruncated = false
        textBudget = limits.textBytes
        let isQuery = strcmp(name, "\(Namespace.client)\u{1F}iq") == 0
        elementBudget = isQuery ? limits.iqElements : limits.elements
    }

    private func finish(_ item: StreamParser.Item) {
        endOfLastItem = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
        items.append(item)
    }

    private func flushText() {
        guard !text.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    private func take(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>, into element: inout XMLElement) {
        var index = 0
        while let name = list[index], let value = list[index + 1] {
            index += 2
            let count = strlen(value)
            guard element.attributes.count < limits.attributes, level == 1 || count <= textBudget else {
                isTruncated = true
                continue
            }
            if level > 1 { textBudget -= count }
            let (namespace, local) = names.split(name)
            element.attributes.append(.init(local, String(cString: value), namespace: namespace))
        }
    }
}

/// Names and namespaces come again and again: the strings made of them are kept.
private struct NameCache {
    private var namespaces: [(bytes: [UInt8], text: String)] = []

    /// The namespace and the local name in what expat tells of a name.
    mutating func split(_ name: UnsafePointer<XML_Char>) -> (namespace: String, local: String) {
        guard let end = strchr(name, Int32(ElementBuilder.separator)) else { return ("", String(cString: name)) }
        let count = UnsafePointer(end) - name
        let bytes = UnsafeRawBufferPointer(start: name, count: count)
        return (namespace(bytes), String(cString: end + 1))
    }

    private mutating func namespace(_ bytes: UnsafeRawBufferPointer) -> String {
        for known in namespaces where known.bytes.count == bytes.count {
            if known.bytes.withUnsafeBytes({ memcmp($0.baseAddress!, bytes.baseAddress!, bytes.count) == 0 }) {
                return known.text
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if namespaces.count < 64 { namespaces.append((Array(bytes), text)) }
        return text
    }
}
