/// The number of a link's address in one frame, as ``Frame/link(to:)`` gives it; it means nothing in another frame.
public struct LinkID: Hashable, Sendable {
    let number: UInt16
}

extension Frame {
    /// The most addresses that one frame keeps.
    public static let mostLinks = 4096
    /// The most bytes of an address; what terminals agree on.
    public static let longestAddress = 2083

    /// Makes an address known to the frame, for styles to carry (``Style/link``); the same address has one number.
    ///
    /// Bytes beyond ASCII are written in percents, as RFC 3986 has it. Nil for an address with blanks or controls, for
    /// an empty or too long one, and when the frame is full of links: the text is shown without a link then.
    public mutating func link(to address: String) -> LinkID? {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in address.utf8 {
            guard byte > 0x20, byte != 0x7F else { return nil }
            if byte < 0x80 {
                bytes.append(byte)
            } else {
                bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        guard !bytes.isEmpty, bytes.count <= Frame.longestAddress else { return nil }
        let clean = String(decoding: bytes, as: UTF8.self)
        if let number = linkNumbers[clean] { return LinkID(number: number) }
        guard addresses.count < Frame.mostLinks else { return nil }
        addresses.append(clean)
        let number = UInt16(addresses.count)
        linkNumbers[clean] = number
        return LinkID(number: number)
    }

    /// Where a link leads; nil for a number of another frame.
    public func address(of link: LinkID) -> String? {
        let index = Int(link.number) - 1
        return addresses.indices.contains(index) ? addresses[index] : nil
    }

    /// Whether two cells, of this frame and another, lead to the same place.
    func leadsWhere(_ cell: PackedCell, _ other: PackedCell, of frame: Frame) -> Bool {
        if cell.link == 0 || other.link == 0 { return cell.link == other.link }
        return address(of: LinkID(number: cell.link)) == frame.address(of: LinkID(number: other.link))
    }
}
