/// One attribute of a tag: the positions of its name and value.
struct AttributeSpan {
    var valueStart: UInt32
    var valueCount: UInt32
    var nameStart: UInt32
    var nameCount: UInt16
    var name: AttributeName
}

/// One tag of an element, with its attributes and the end of the tags inside it.
struct TagSpan {
    /// The offset of its `<`.
    var start: UInt32
    var nameCount: UInt32
    var firstAttribute: UInt32
    var attributeCount: UInt32
    /// The index of the first tag after everything inside this one.
    var next: UInt32
    var name: ElementName
    var isUnderstood: Bool
    /// The known attributes that it has: a bit for each, at the name's raw value.
    var attributeNames: UInt64
}

/// The tags and attributes of the element being read, in document order.
///
/// Cleared and reused for each element, so that reading a million records allocates nothing.
struct ElementArena: ~Copyable {
    private(set) var tags: UnsafeMutablePointer<TagSpan>
    private(set) var tagCount = 0
    private(set) var attributes: UnsafeMutablePointer<AttributeSpan>
    private(set) var attributeCount = 0
    private var tagCapacity = 64
    private var attributeCapacity = 256

    init() {
        tags = .allocate(capacity: tagCapacity)
        attributes = .allocate(capacity: attributeCapacity)
    }

    deinit {
        tags.deallocate()
        attributes.deallocate()
    }

    @inline(__always)
    mutating func removeAll() {
        tagCount = 0
        attributeCount = 0
    }

    /// Drops everything added after a mark.
    mutating func truncate(tags tagMark: Int, attributes attributeMark: Int) {
        tagCount = min(tagCount, tagMark)
        attributeCount = min(attributeCount, attributeMark)
    }

    @inline(__always)
    mutating func append(_ tag: TagSpan) {
        if tagCount == tagCapacity { growTags() }
        (tags + tagCount).initialize(to: tag)
        tagCount &+= 1
    }

    @inline(__always)
    mutating func append(_ attribute: AttributeSpan) {
        if attributeCount == attributeCapacity { growAttributes() }
        (attributes + attributeCount).initialize(to: attribute)
        attributeCount &+= 1
    }

    /// Shrinks back to a small size after an unusually large element.
    mutating func releaseExcess() {
        guard tagCapacity > 1 << 14 || attributeCapacity > 1 << 16 else { return }
        tags.deallocate()
        attributes.deallocate()
        (tagCapacity, attributeCapacity) = (64, 256)
        tags = .allocate(capacity: tagCapacity)
        attributes = .allocate(capacity: attributeCapacity)
        removeAll()
    }

    @inline(never)
    private mutating func growTags() {
        let larger = UnsafeMutablePointer<TagSpan>.allocate(capacity: tagCapacity * 2)
        larger.moveInitialize(from: tags, count: tagCount)
        tags.deallocate()
        (tags, tagCapacity) = (larger, tagCapacity * 2)
    }

    @inline(never)
    private mutating func growAttributes() {
        let larger = UnsafeMutablePointer<AttributeSpan>.allocate(capacity: attributeCapacity * 2)
        larger.moveInitialize(from: attributes, count: attributeCount)
        attributes.deallocate()
        (attributes, attributeCapacity) = (larger, attributeCapacity * 2)
    }
}
