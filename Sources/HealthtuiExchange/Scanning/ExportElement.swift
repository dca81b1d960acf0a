/// An element of the export with everything inside it, in the scanner's memory.
///
/// Valid only during the event that delivers it.
package struct ExportElement {
    let base: UnsafePointer<UInt8>
    let tags: UnsafePointer<TagSpan>
    let attributes: UnsafePointer<AttributeSpan>
    let index: Int
    /// The mark that lines are counted from; it belongs to the scanner.
    let mark: UnsafeMutablePointer<LineMark>

    /// The line the element begins on, counted from one.
    package var line: Int { mark.pointee.move(to: Int(tags[index].start), in: base) }

    /// The raw value of an attribute, entities and all.
    ///
    /// - Parameter name: An attribute the grammar knows.
    /// - Returns: The bytes between the quotes, or `nil` if there is no such attribute.
    @inline(__always)
    package subscript(name: AttributeName) -> ByteSlice? {
        guard has(name) else { return nil }
        var attribute = attributes + Int(tags[index].firstAttribute)
        while attribute.pointee.name != name { attribute += 1 }
        return value(attribute.pointee)
    }

    /// Whether there is such an attribute.
    ///
    /// - Parameter name: An attribute the grammar knows.
    /// - Returns: Whether the element has it.
    @inline(__always)
    func has(_ name: AttributeName) -> Bool { tags[index].attributeNames & name.bit != 0 }

    /// The raw value of an attribute that only elements of this name have, looked up by name.
    ///
    /// - Parameter name: One of the element's own attributes.
    /// - Returns: The bytes between the quotes, or `nil` if there is no such attribute.
    package subscript(own name: StaticString) -> ByteSlice? {
        let tag = tags[index]
        let first = Int(tag.firstAttribute)
        for position in first..<first + Int(tag.attributeCount) where attributes[position].name == .other {
            let attribute = attributes[position]
            let text = ByteSlice(start: base + Int(attribute.nameStart), count: Int(attribute.nameCount))
            if text.equals(name) { return value(attribute) }
        }
        return nil
    }

    /// The attributes that the grammar doesn't know, in their original order.
    package var otherAttributes: [(name: ByteSlice, value: ByteSlice)] {
        let tag = tags[index]
        let first = Int(tag.firstAttribute)
        return (first..<first + Int(tag.attributeCount))
            .compactMap { position in
                let attribute = attributes[position]
                guard attribute.name == .other else { return nil }
                let name = ByteSlice(start: base + Int(attribute.nameStart), count: Int(attribute.nameCount))
                return (name, value(attribute))
            }
    }

    @inline(__always)
    private func value(_ attribute: AttributeSpan) -> ByteSlice {
        ByteSlice(start: base + Int(attribute.valueStart), count: Int(attribute.valueCount))
    }

    /// Whether the element has contents.
    @inline(__always)
    var hasChildren: Bool { Int(tags[index].next) > index &+ 1 }

    /// The elements of one name directly inside this one.
    @inline(__always)
    func children<Child: ExportChild>(_: Child.Type = Child.self) -> ExportChildren<Child> {
        ExportChildren(parent: self)
    }
}

/// A typed view of one element of the export.
package protocol ExportChild {
    /// The element's name.
    static var name: ElementName { get }

    /// Makes the view.
    ///
    /// - Parameter element: An element of that name.
    init(element: ExportElement)
}

/// The understood elements of one name inside another, in their original order.
package struct ExportChildren<Child: ExportChild>: Sequence, IteratorProtocol {
    private let parent: ExportElement
    private var position: Int
    private let end: Int

    @inline(__always)
    init(parent: ExportElement) {
        self.parent = parent
        position = parent.index &+ 1
        end = Int(parent.tags[parent.index].next)
    }

    @inline(__always)
    package mutating func next() -> Child? {
        while position < end {
            let index = position
            let tag = parent.tags[index]
            position = Int(tag.next)
            guard tag.isUnderstood, tag.name == Child.name else { continue }
            return Child(
                element: ExportElement(
                    base: parent.base,
                    tags: parent.tags,
                    attributes: parent.attributes,
                    index: index,
                    mark: parent.mark
                )
            )
        }
        return nil
    }
}
