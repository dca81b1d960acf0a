extension ExportScanner {
    /// The longest text that identifies markup at a `<` before the root: `<HealthData` and the byte after it.
    private static let longestOpening = 12

    /// Finds the root.
    ///
    /// Everything before it is skipped, comments and the document type as a whole, since either may mention the root
    /// without being it.
    ///
    /// - Returns: Whether the available bytes need more processing.
    mutating func stepProlog(isAtEnd: Bool) -> Bool {
        guard let opening = ByteSearch.find(Byte.less, window, cursor, end) else {
            advance(to: end)
            return false
        }
        advance(to: opening)
        guard isAtEnd || end - cursor >= ExportScanner.longestOpening else {
            wanted = ExportScanner.longestOpening
            return false
        }
        if ByteSearch.stands("<!DOCTYPE", window, cursor, end) {
            mode = .documentType
        } else if let markup = prologMarkup() {
            mode = .markup(terminator: markup.terminator, isInBody: false)
            advance(to: min(end, cursor + markup.opening))
        } else if rootStands(at: cursor) {
            return stepRoot(isAtEnd: isAtEnd)
        } else {
            advance(to: cursor + 1)
        }
        return true
    }

    private func prologMarkup() -> Markup? {
        guard cursor + 1 < end, window[cursor + 1] == Byte.bang || window[cursor + 1] == Byte.question else {
            return nil
        }
        return Markup(window, cursor, end)
    }

    /// Whether the root's start tag begins at an offset.
    func rootStands(at offset: Int) -> Bool {
        let name: StaticString = "<HealthData"
        let after = offset + name.utf8CodeUnitCount
        guard ByteSearch.stands(name, window, offset, end), after < end else { return false }
        return Byte.endsName(window[after])
    }

    /// Reads the root's start tag, at the cursor.
    mutating func stepRoot(isAtEnd: Bool) -> Bool {
        let nameEnd = cursor + "<HealthData".utf8.count
        let tag = parser.readRoot(window, nameEnd, end)
        if tag.end == .cut, !isAtEnd, end - cursor < limits.longestElement {
            wanted = (end - cursor) * 2
            return false
        }
        var next = tag.next
        if tag.end == .malformed || tag.end == .cut {
            // The rest of the tag isn't text between elements.
            next = nameEnd
            while next < end, window[next] != Byte.greater, window[next] != Byte.less { next += 1 }
            if next == end, !isAtEnd, end - cursor < limits.longestElement {
                wanted = (end - cursor) * 2
                return false
            }
            if next < end, window[next] == Byte.greater { next += 1 }
            note(.malformedTag, at: cursor, subject: "\(ElementName.healthData.text)")
        }
        if report.foundRoot { noteAfterEnd(.unclosedElement) }
        report.foundRoot = true
        mode = .body
        if let locale = tag.locale, report.locale == nil { report.locale = locale }
        if tag.end == .closed { rootIsClosed = true }
        advance(to: next)
        return true
    }

    /// Skips the document type declaration: to the line that starts with `]>`, since the text before it may not be
    /// well-formed, or to the root.
    mutating func stepDocumentType(isAtEnd: Bool) -> Bool {
        let isTooLong = end - cursor >= limits.longestElement
        let close =
            endOfDocumentType(believingComments: true)
            // At the end of the input, a comment that never ends isn't treated as one.
            ?? (isAtEnd || isTooLong ? endOfDocumentType(believingComments: false) : nil)
        if let close {
            readVersion(before: close)
            advance(to: close)
            mode = .prolog
            return true
        }
        if isAtEnd {
            advance(to: end)
        } else if isTooLong {
            // Too long: drop everything except a possible beginning of its end.
            advance(to: max(cursor, end - 64))
        } else {
            wanted = (end - cursor) * 2
        }
        return false
    }

    /// The end of the declaration, or `nil` if the available bytes don't reach it.
    private func endOfDocumentType(believingComments: Bool) -> Int? {
        var position = cursor + 1
        var isInSubset = false
        while position < end {
            switch window[position] {
            case UInt8(ascii: "["):
                isInSubset = true
            case Byte.greater where !isInSubset:
                return position + 1
            case Byte.closingBracket where isInSubset && startsLine(position):
                let after = ByteSearch.skipSpace(window, position + 1, end)
                guard after < end else { return nil }
                if window[after] == Byte.greater { return after + 1 }
            case Byte.less where believingComments && ByteSearch.stands("<!--", window, position, end):
                guard let close = ByteSearch.find("-->", window, position + 4, end) else { return nil }
                position = close + 2
            case Byte.less where rootStands(at: position):
                return position
            default:
                break
            }
            position += 1
        }
        return nil
    }

    private func startsLine(_ offset: Int) -> Bool {
        var position = offset
        while position > cursor {
            position -= 1
            if window[position] == Byte.newline { return true }
            if !Byte.isSpace(window[position]) { return false }
        }
        return true
    }

    private mutating func readVersion(before close: Int) {
        let label: StaticString = "HealthKit Export Version:"
        guard let found = ByteSearch.find(label, window, cursor, close) else { return }
        var position = ByteSearch.skipSpace(window, found + label.utf8CodeUnitCount, close)
        var version = 0
        let first = position
        while position < close, Byte.digit(window[position]) <= 9, position - first < 6 {
            version = version * 10 + Int(Byte.digit(window[position]))
            position += 1
        }
        if position > first { report.version = version }
    }

    /// Skips to the end of a comment or the like.
    mutating func stepMarkup(_ terminator: StaticString, isInBody: Bool, isAtEnd: Bool) -> Bool {
        let count = terminator.utf8CodeUnitCount
        if let last = ByteSearch.find(terminator, window, cursor, end) {
            advance(to: last + count)
            mode = isInBody ? .body : .prolog
            return true
        }
        advance(to: isAtEnd ? end : max(cursor, end - count + 1))
        wanted = count
        return false
    }
}

extension ElementParser {
    /// Reads the root's attributes and the end of its start tag.
    mutating func readRoot(
        _ base: UnsafePointer<UInt8>,
        _ from: Int,
        _ end: Int
    ) -> (end: TagEnd, next: Int, locale: String?) {
        let first = arena.attributeCount
        let tag = readAttributes(of: .healthData, base, from, end)
        var locale: String?
        for index in first..<arena.attributeCount where arena.attributes[index].name == .locale {
            let span = arena.attributes[index]
            locale = ByteSlice(start: base + Int(span.valueStart), count: Int(span.valueCount)).text
        }
        return (tag.end, tag.next, locale)
    }
}
