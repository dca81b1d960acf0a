/// The elements that a format has names for, distinguished by their namespaces.
struct XMLVocabulary: Sendable {
    /// The elements of one namespace, whatever prefix a file gives it.
    struct Namespace: Sendable {
        /// The address; empty for elements without a namespace.
        let address: StaticString
        /// The elements' names and numbers, frequent ones first; numbers begin with 1.
        let elements: [(name: StaticString, number: UInt8)]
    }

    let namespaces: [Namespace]

    /// The number of all elements that the format has no name for.
    static let other: UInt8 = 0

    /// The position of a namespace.
    ///
    /// - Parameter address: Its address.
    /// - Returns: The position, or `nil` for one that the format doesn't know.
    func namespace(_ address: ByteSlice) -> Int? { namespaces.firstIndex { address.equals($0.address) } }

    /// The number of an element.
    ///
    /// - Parameters:
    ///   - name: Its name without a prefix.
    ///   - namespace: The position of its namespace.
    /// - Returns: The number, ``other`` for an unknown one.
    func element(_ name: ByteSlice, in namespace: Int?) -> UInt8 {
        guard let namespace, namespaces.indices.contains(namespace) else { return Self.other }
        for element in namespaces[namespace].elements where name.equals(element.name) { return element.number }
        return Self.other
    }
}

/// The reason an XML file can't be read on.
struct XMLFault: Error, Hashable {
    /// The line of the fault.
    let line: Int
    let reason: String
    /// Whether the file is rejected completely; otherwise, the part before the error is valid.
    var isHostile = false

    var description: String { "line \(line): \(reason)" }
}
