/// An element of a stream as a value: its name, attributes and children.
///
/// Elements that were read are at most ``ParserLimits/depth`` deep, so that walking one never exhausts a stack.
public struct XMLElement: Hashable, Sendable {
    /// An attribute.
    public struct Attribute: Hashable, Sendable {
        /// The name, without a prefix.
        public var name: String
        /// The namespace; empty for nearly all, and that of `xml:` for `xml:lang`.
        public var namespace: String
        /// The value.
        public var value: String

        /// An attribute, without a namespace unless told.
        public init(_ name: String, _ value: String, namespace: String = "") {
            self.name = name
            self.namespace = namespace
            self.value = value
        }
    }

    /// What an element holds.
    public enum Node: Hashable, Sendable {
        /// An element.
        case element(XMLElement)
        /// Text; two neighbours are never both text in what was read.
        case text(String)
    }

    /// The name, without a prefix.
    public var name: String
    /// The namespace.
    public var namespace: String
    /// The attributes, in order.
    public var attributes: [Attribute] = []
    /// What is inside, in order.
    public var children: [Node] = []
    /// Whether something was left out because it passed a limit of the parser.
    public var isTruncated = false

    /// An element with attributes (those of nil value are left out), child elements and text.
    public init(
        _ name: String, _ namespace: String, _ attributes: KeyValuePairs<String, String?> = [:],
        _ elements: [XMLElement] = [], text: String? = nil
    ) {
        self.name = name
        self.namespace = namespace
        for (name, value) in attributes {
            if let value { self.attributes.append(Attribute(name, value)) }
        }
        children = elements.map { .element($0) }
        if let text { children.append(.text(text)) }
    }

    /// The attribute `name` that has no namespace. Setting nil removes it.
    public subscript(name: String) -> String? {
        get { attributes.first { $0.name == name && $0.namespace.isEmpty }?.value }
        set {
            let index = attributes.firstIndex { $0.name == name && $0.namespace.isEmpty }
            switch (index, newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?): attributes.append(Attribute(name, value))
            case (nil, nil): break
            }
        }
    }

    /// The child elements, in order.
    public var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text directly inside, joined.
    public var text: String {
        var result = ""
        for case .text(let text) in children { result += text }
        return result
    }

    /// The first child element of that name and namespace (its own namespace unless told).
    public func child(_ name: String, _ namespace: String? = nil) -> XMLElement? {
        let namespace = namespace ?? self.namespace
        for case .element(let element) in children {
            if element.name == name && element.namespace == namespace { return element }
        }
        return nil
    }

    /// The last child element of that name and namespace that is `wanted`.
    public func last(_ name: String, _ namespace: String, where wanted: (XMLElement) -> Bool) -> XMLElement? {
        for case .element(let element) in children.reversed() {
            if element.name == name && element.namespace == namespace && wanted(element) { return element }
        }
        return nil
    }

    /// All child elements of that name and namespace.
    public func all(_ name: String, _ namespace: String? = nil) -> [XMLElement] {
        let namespace = namespace ?? self.namespace
        var result: [XMLElement] = []
        for case .element(let element) in children
        where element.name == name && element.namespace == namespace { result.append(element) }
        return result
    }

    /// Whether it is of that name and namespace.
    public func matches(_ name: String, _ namespace: String) -> Bool {
        self.name == name && self.namespace == namespace
    }

    /// Puts `element` at the end.
    public mutating func append(_ element: XMLElement) { children.append(.element(element)) }
}
