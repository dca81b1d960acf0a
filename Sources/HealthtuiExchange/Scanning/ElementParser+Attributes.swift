extension ElementParser {
    /// The way a start tag ends.
    enum TagEnd {
        /// With `>`: what follows is inside it.
        case open
        /// With `/>`.
        case closed
        /// The chunk ends inside the tag.
        case cut
        /// It isn't a tag.
        case malformed
    }

    /// Reads a tag's attributes and its end.
    ///
    /// - Parameters:
    ///   - element: The tag's name.
    ///   - base: The address offsets count from.
    ///   - from: The offset after the name.
    ///   - end: The offset to stop before.
    /// - Returns: The way the tag ends, the offset after it, and its known attributes.
    @inline(__always)
    mutating func readAttributes(
        of element: ElementName,
        _ base: UnsafePointer<UInt8>,
        _ from: Int,
        _ end: Int
    ) -> (end: TagEnd, next: Int, names: UInt64) {
        let followers = successors + Int(element.rawValue) * ElementParser.successorsPerElement
        var seen: UInt64 = 0
        var previous = 0
        var position = from
        while true {
            // The common case: one space, then the same attribute as last time.
            let expected = followers[previous]
            if expected != 0, position &+ 1 < end, base[position] == Byte.space {
                let nameStart = position &+ 1
                let length = patterns.length(of: expected, at: base + nameStart, available: end &- nameStart)
                if length > 0 {
                    let valueStart = nameStart &+ length
                    guard let quote = ByteSearch.find(Byte.quote, base, valueStart, end) else {
                        return (.cut, end, seen)
                    }
                    let name = AttributeName(rawValue: expected) ?? .other
                    let bit: UInt64 = 1 << UInt64(expected)
                    if seen & bit == 0 {
                        seen |= bit
                        append(
                            AttributeSpan(
                                valueStart: UInt32(truncatingIfNeeded: valueStart),
                                valueCount: UInt32(truncatingIfNeeded: quote &- valueStart),
                                nameStart: UInt32(truncatingIfNeeded: nameStart),
                                nameCount: UInt16(truncatingIfNeeded: length &- 2),
                                name: name
                            )
                        )
                    } else {
                        warn(.duplicateAttribute, nameStart, subject: name.text)
                    }
                    previous = Int(expected)
                    position = quote &+ 1
                    continue
                }
            }
            // An unexpected attribute, or the end of the tag.
            let start = position
            position = ByteSearch.skipSpace(base, position, end)
            guard position < end else { return (.cut, end, seen) }
            if base[position] == Byte.greater { return (.open, position &+ 1, seen) }
            if base[position] == Byte.slash {
                guard position &+ 1 < end else { return (.cut, end, seen) }
                let isEnd = base[position &+ 1] == Byte.greater
                return isEnd ? (.closed, position &+ 2, seen) : (.malformed, position, seen)
            }
            // Without white space before it, this is the rest of a value that lost its quote.
            guard position > start else { return (.malformed, position, seen) }
            switch readAttribute(base, position, end) {
            case .cut: return (.cut, end, seen)
            case .malformed: return (.malformed, position, seen)
            case .read(let attribute, let next):
                if keep(attribute, &seen, base) { append(attribute) }
                if attribute.name != .other {
                    followers[previous] = attribute.name.rawValue
                    previous = Int(attribute.name.rawValue)
                }
                position = next
            }
        }
    }

    /// The result of reading one attribute.
    private enum Attribute {
        case read(AttributeSpan, next: Int)
        case cut
        case malformed
    }

    /// Reads one attribute: any name, even with spaces; either quote; white space around the equals sign.
    @inline(never)
    private func readAttribute(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Attribute {
        var position = start
        var nameEnd = start
        scanning: while true {
            guard position < end else { return .cut }
            switch base[position] {
            case Byte.equals: break scanning
            case Byte.less, Byte.greater, Byte.quote, Byte.apostrophe: return .malformed
            case Byte.space, Byte.newline, Byte.tab, Byte.carriageReturn: break
            default: nameEnd = position &+ 1
            }
            position &+= 1
            if position &- start > ElementParser.longestName { return .malformed }
        }
        guard nameEnd > start else { return .malformed }
        position = ByteSearch.skipSpace(base, position &+ 1, end)
        guard position < end else { return .cut }
        let quote = base[position]
        guard quote == Byte.quote || quote == Byte.apostrophe else { return .malformed }
        guard let close = ByteSearch.find(quote, base, position &+ 1, end) else { return .cut }
        let name = AttributeName(rawValue: attributeNames.value(base + start, nameEnd &- start)) ?? .other
        let span = AttributeSpan(
            valueStart: UInt32(truncatingIfNeeded: position &+ 1),
            valueCount: UInt32(truncatingIfNeeded: close &- position &- 1),
            nameStart: UInt32(truncatingIfNeeded: start),
            nameCount: UInt16(truncatingIfNeeded: nameEnd &- start),
            name: name
        )
        return .read(span, next: close &+ 1)
    }

    /// Whether an attribute is the first of its name in the tag; warns when it is not.
    @inline(never)
    private mutating func keep(
        _ attribute: AttributeSpan,
        _ seen: inout UInt64,
        _ base: UnsafePointer<UInt8>
    ) -> Bool {
        guard attribute.name != .other else {
            markForReview()
            return true
        }
        let bit: UInt64 = 1 << UInt64(attribute.name.rawValue)
        guard seen & bit == 0 else {
            warn(.duplicateAttribute, Int(attribute.nameStart), subject: attribute.name.text)
            return false
        }
        seen |= bit
        return true
    }
}
