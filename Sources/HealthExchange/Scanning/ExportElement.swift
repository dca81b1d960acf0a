/// An element of the export with everything inside it, as it stands in the scanner's memory.
///
/// Valid only during the event it came with.
package struct ExportElement {
    let base: UnsafePointer<UInt8>
    let tags: UnsafePointer<TagSpan>
    let attributes: UnsafePointer<AttributeSpan>
    let index: Int
    /// From where lines are counted; the scanner's own.
    let mark: UnsafeMutablePointer<LineMark>

    /// The line the element begins on, counted from one.
    package var line: Int { mark.pointee.move(to: Int(tags[index].start), in: base) }

    /// The raw value of an attribute, entities and all.
    ///
    /// - Parameter name: An attribute the grammar knows.
    /// - Returns: The bytes between the quotes, or `nil` when there is no such attribute.
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

    /// The raw value of an attribute that only elements of this name have, by the text of its name.
    ///
    /// - Parameter name: One of the element's own attributes.
    /// - Returns: The bytes between the quotes, or `nil` when there is no such attribute.
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

    /// The attributes the grammar does not know, in the order they stand.
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

    /// Whether anything stands inside the element.
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

/// The understood elements of one name inside another, in the order they stand.
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
