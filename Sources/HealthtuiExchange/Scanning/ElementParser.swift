import Glibc

/// Reads one element of the export, with everything inside it, from a chunk of bytes.
///
/// The parser keeps no state between elements: an incomplete element is read again from its start when there are more
/// bytes. That keeps every position it notes inside one chunk, and costs nothing as long as the chunk doubles
/// before the next attempt.
struct ElementParser: ~Copyable {
    /// The result of an attempt.
    enum Outcome {
        /// The element is complete; the offset after it.
        case complete(next: Int)
        /// The chunk ends inside the element.
        case incomplete
    }

    /// A warning whose line hasn't been counted yet.
    struct PendingWarning {
        let kind: ScanWarning.Kind
        let offset: Int
        let subject: String
    }

    /// The element's tags and attributes, in document order.
    private(set) var arena = ElementArena()

    /// The warnings about the element.
    private(set) var warnings: [PendingWarning] = []

    /// Whether something in the element is not understood.
    private(set) var needsReview = false

    /// Whether the element's own start tag could not be read.
    private(set) var isBroken = false

    let elementNames: NameTable
    let attributeNames: NameTable
    let patterns = AttributePatterns()

    /// For each element and attribute, the attribute that came next the last time: an export repeats itself a million times.
    let successors: UnsafeMutablePointer<UInt8>
    static let successorsPerElement = 64

    /// The indexes of the open tags.
    private let open: UnsafeMutablePointer<Int>
    private var depth = 0
    /// The number of open tags below the deepest level that is kept.
    private var excess = 0
    /// Whether to look for the end of an unknown element, rather than treating it as a start tag only.
    var readsUnknownContents = true
    /// The end of the element's start tag; zero before it has been read.
    private var startTagEnd = 0

    static let deepest = 24
    static let longestName = 256
    static let mostWarnings = 256

    init() {
        elementNames = NameTable(
            ElementName.allCases.filter { $0 != .other }.map { ("\($0.text)", $0.rawValue) }
        )
        attributeNames = NameTable(
            AttributeName.allCases.filter { $0 != .other }.map { ($0.text, $0.rawValue) }
        )
        let count = ElementName.allCases.count * ElementParser.successorsPerElement
        successors = .allocate(capacity: count)
        successors.initialize(repeating: 0, count: count)
        open = .allocate(capacity: ElementParser.deepest)
        open.initialize(repeating: 0, count: ElementParser.deepest)
    }

    deinit {
        successors.deallocate()
        open.deallocate()
    }

    /// The step after a tag.
    private enum Step {
        case next(Int)
        case finished(Int)
        case incomplete
    }

    /// Reads the element at an offset.
    ///
    /// - Parameters:
    ///   - base: The address offsets count from; `AttributePatterns.reach` bytes must be readable past `end`.
    ///   - start: The offset of the element's `<`.
    ///   - end: The offset to stop before.
    /// - Returns: Whether the element is complete, and the offset after it.
    mutating func parse(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Outcome {
        reset()
        var position = start
        while true {
            guard position &+ 1 < end else { return .incomplete }
            let step: Step
            switch base[position &+ 1] {
            case Byte.slash: step = readEndTag(base, position, end)
            case Byte.bang, Byte.question: step = skipMarkup(base, position, end)
            default: step = readStartTag(base, position, end)
            }
            switch step {
            case .finished(let next): return .complete(next: next)
            case .incomplete: return .incomplete
            case .next(let next): position = ByteSearch.skipSpace(base, next, end)
            }
            if !readsUnknownContents, isUnknown { return .complete(next: giveUpContents()) }
            guard position < end else { return .incomplete }
            if base[position] != Byte.less {
                guard let next = ByteSearch.find(Byte.less, base, position, end) else { return .incomplete }
                if depth > 0, arena.tags[open[depth &- 1]].isUnderstood {
                    warn(.strayText, position, in: base)
                }
                position = next
            }
        }
    }

    /// Clears the last element, and frees its memory if that was large.
    mutating func releaseExcess() {
        arena.releaseExcess()
    }

    @inline(__always)
    private mutating func reset() {
        arena.removeAll()
        depth = 0
        excess = 0
        startTagEnd = 0
        needsReview = false
        isBroken = false
        if !warnings.isEmpty { warnings.removeAll(keepingCapacity: true) }
    }

    // MARK: Start tags

    private mutating func readStartTag(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> Step {
        let nameStart = position &+ 1
        guard let nameEnd = ElementParser.endOfName(base, nameStart, end) else { return .incomplete }
        let nameCount = nameEnd &- nameStart
        let name = ElementName(rawValue: elementNames.value(base + nameStart, nameCount)) ?? .other
        var isUnderstood = name.isUnderstoodAtTopLevel
        if depth > 0 {
            if name.isTopLevel, let step = closeUnclosed(before: name, base, position) { return step }
            let parent = arena.tags[open[depth &- 1]]
            isUnderstood = parent.isUnderstood && parent.name.understands(name)
        }
        let firstAttribute = arena.attributeCount
        let tag = readAttributes(of: name, base, nameEnd, end)
        if tag.end == .cut { return .incomplete }
        if tag.end == .malformed || nameCount == 0 || nameCount > ElementParser.longestName {
            arena.truncate(tags: arena.tagCount, attributes: firstAttribute)
            return skipMalformed(name, nameCount, base, position, end)
        }
        return push(
            TagSpan(
                start: UInt32(truncatingIfNeeded: position),
                nameCount: UInt32(truncatingIfNeeded: nameCount),
                firstAttribute: UInt32(truncatingIfNeeded: firstAttribute),
                attributeCount: UInt32(truncatingIfNeeded: arena.attributeCount &- firstAttribute),
                next: UInt32(truncatingIfNeeded: arena.tagCount &+ 1),
                name: name,
                isUnderstood: isUnderstood,
                attributeNames: tag.names
            ),
            isOpen: tag.end == .open,
            base,
            next: tag.next
        )
    }

    /// Adds a tag, and makes it the parent of what follows unless it closes itself.
    @inline(__always)
    private mutating func push(_ tag: TagSpan, isOpen: Bool, _ base: UnsafePointer<UInt8>, next: Int) -> Step {
        if !tag.isUnderstood { needsReview = true }
        if isOpen {
            if depth == ElementParser.deepest {
                if excess == 0 { warn(.tooDeep, Int(tag.start), in: base) }
                excess &+= 1
                return .next(next)
            }
            if depth == 0 { startTagEnd = next }
            open[depth] = arena.tagCount
            depth &+= 1
            arena.append(tag)
            return .next(next)
        }
        if excess > 0 { return .next(next) }
        arena.append(tag)
        return depth == 0 ? .finished(next) : .next(next)
    }

    /// Closes the tags that must have been left open when a top-level element appears.
    ///
    /// - Returns: The step that follows if that closes everything, or `nil` if the new element belongs where it is.
    private mutating func closeUnclosed(
        before name: ElementName,
        _ base: UnsafePointer<UInt8>,
        _ position: Int
    ) -> Step? {
        // Everything in an unknown element is part of it.
        if isUnknown { return nil }
        var level = depth
        while level > 0, !arena.tags[open[level &- 1]].name.understands(name) { level &-= 1 }
        if level == depth { return nil }
        warn(.unclosedElement, position, in: base)
        close(downTo: level)
        return level == 0 ? .finished(position) : nil
    }

    /// Continues after a start tag that can't be read.
    private mutating func skipMalformed(
        _ name: ElementName,
        _ nameCount: Int,
        _ base: UnsafePointer<UInt8>,
        _ position: Int,
        _ end: Int
    ) -> Step {
        guard let next = ByteSearch.find(Byte.less, base, position &+ 1, end) else { return .incomplete }
        // The scanner itself reports that the whole element is skipped.
        if depth == 0 { isBroken = true } else { warn(.malformedTag, position, subject: "\(name.text)") }
        var last = next &- 1
        while last > position, Byte.isSpace(base[last]) { last &-= 1 }
        let closesItself = base[last] == Byte.greater && base[last &- 1] == Byte.slash
        if closesItself || name == .other {
            return depth == 0 ? .finished(next) : .next(next)
        }
        let tag = TagSpan(
            start: UInt32(truncatingIfNeeded: position),
            nameCount: UInt32(truncatingIfNeeded: nameCount),
            firstAttribute: UInt32(truncatingIfNeeded: arena.attributeCount),
            attributeCount: 0,
            next: UInt32(truncatingIfNeeded: arena.tagCount &+ 1),
            name: name,
            isUnderstood: false,
            attributeNames: 0
        )
        return push(tag, isOpen: true, base, next: next)
    }

    // MARK: End tags

    private mutating func readEndTag(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> Step {
        let nameStart = position &+ 2
        if excess == 0, depth > 0 {
            let tag = arena.tags[open[depth &- 1]]
            let nameEnd = nameStart &+ Int(tag.nameCount)
            if nameEnd < end, base[nameEnd] == Byte.greater,
                memcmp(base + nameStart, base + Int(tag.start) + 1, Int(tag.nameCount)) == 0
            {
                close(downTo: depth &- 1)
                return depth == 0 ? .finished(nameEnd &+ 1) : .next(nameEnd &+ 1)
            }
        }
        return readUnexpectedEndTag(base, position, end)
    }

    @inline(never)
    private mutating func readUnexpectedEndTag(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> Step {
        let nameStart = position &+ 2
        var close = nameStart
        while close < end, base[close] != Byte.greater, base[close] != Byte.less { close &+= 1 }
        guard close < end else { return .incomplete }
        let isWhole = base[close] == Byte.greater
        let next = isWhole ? close &+ 1 : close
        if excess > 0 {
            excess &-= 1
            return .next(next)
        }
        if !isWhole { warn(.malformedTag, position, in: base) }
        var nameEnd = close
        while nameEnd > nameStart, Byte.isSpace(base[nameEnd &- 1]) { nameEnd &-= 1 }
        let name = ByteSlice(start: base + nameStart, count: nameEnd &- nameStart)
        var level = depth
        while level > 0 {
            let tag = arena.tags[open[level &- 1]]
            if name.holdsSameBytes(as: ByteSlice(start: base + Int(tag.start) + 1, count: Int(tag.nameCount))) { break }
            level &-= 1
        }
        if level > 0 {
            if level < depth { warn(.unclosedElement, position, in: base) }
            self.close(downTo: level &- 1)
            return depth == 0 ? .finished(next) : .next(next)
        }
        if name.equals(ElementName.healthData.text) {
            if isUnknown { return .finished(giveUpContents()) }
            warn(.unclosedElement, position, in: base)
            self.close(downTo: 0)
            return .finished(position)
        }
        warn(.strayEndTag, position, subject: "")
        // The end of a known element inside an unknown one: most likely the start tag's name was damaged, and this is
        // its end.
        if isUnknown, elementNames.value(name.start, name.count) != 0 {
            self.close(downTo: 0)
            return .finished(next)
        }
        return .next(next)
    }

    /// Closes open tags down to a number.
    @inline(__always)
    private mutating func close(downTo level: Int) {
        while depth > level {
            depth &-= 1
            arena.tags[open[depth]].next = UInt32(truncatingIfNeeded: arena.tagCount)
        }
    }

    // MARK: Unknown elements

    /// Whether the current element isn't part of the grammar and its start tag has been read.
    var isUnknown: Bool {
        startTagEnd > 0 && arena.tagCount > 0 && arena.tags[0].name == .other
    }

    /// Reduces an unknown element to its start tag, because nothing closes it.
    ///
    /// Its contents are then read separately.
    ///
    /// - Returns: The offset after the start tag.
    mutating func giveUpContents() -> Int {
        arena.truncate(tags: 1, attributes: Int(arena.tags[0].attributeCount))
        arena.tags[0].next = 1
        warnings.removeAll(keepingCapacity: true)
        warn(.unclosedElement, Int(arena.tags[0].start), subject: "")
        depth = 0
        excess = 0
        return startTagEnd
    }

    // MARK: Workouts without an end

    /// The offset of the first record inside the current element, or `nil` if there is none.
    var firstRecordInside: Int? {
        (0..<arena.tagCount).dropFirst().first { arena.tags[$0].name == .record && arena.tags[$0].isUnderstood }
            .map { Int(arena.tags[$0].start) }
    }

    /// Ends the current workout before its trailing records: its end tag is missing, and they are most likely the
    /// records that follow it.
    ///
    /// - Returns: The offset of the first of those records; `nil` for another element, or if something else comes last.
    mutating func endBeforeLastRecords() -> Int? {
        guard depth > 0, arena.tags[0].name == .workout else { return nil }
        let openChild = depth > 1 ? open[1] : Int.max
        var first: Int?
        var index = 1
        while index < arena.tagCount {
            let tag = arena.tags[index]
            if tag.name != .record { first = nil } else if first == nil { first = index }
            // The contents of an open child haven't been counted as its own yet.
            if index == openChild { break }
            index = Int(tag.next)
        }
        guard let first else { return nil }
        let start = Int(arena.tags[first].start)
        warnings.removeAll { $0.offset >= start }
        warn(.unclosedElement, start, subject: "\(ElementName.workout.text)")
        arena.truncate(tags: first, attributes: Int(arena.tags[first].firstAttribute))
        close(downTo: 0)
        excess = 0
        return start
    }

    // MARK: Everything else

    /// Skips a comment, a CDATA section, a declaration or a processing instruction.
    private func skipMarkup(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> Step {
        guard let markup = Markup(base, position, end) else { return .incomplete }
        guard let last = ByteSearch.find(markup.terminator, base, position &+ markup.opening, end) else {
            return .incomplete
        }
        return .next(last &+ markup.terminator.utf8CodeUnitCount)
    }

    /// The end of a tag's name, or `nil` if the chunk ends first.
    @inline(__always)
    private static func endOfName(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var position = start
        while position < end {
            switch base[position] {
            case Byte.space, Byte.newline, Byte.tab, Byte.carriageReturn, Byte.slash, Byte.greater, Byte.less,
                Byte.quote, Byte.apostrophe, Byte.equals:
                return position
            default:
                position &+= 1
            }
        }
        return nil
    }

    /// Notes a warning about the innermost open element.
    @inline(never)
    func subjectOfOpenTag() -> String {
        depth > 0 ? "\(arena.tags[open[depth &- 1]].name.text)" : ""
    }

    @inline(never)
    private mutating func warn(_ kind: ScanWarning.Kind, _ offset: Int, in base: UnsafePointer<UInt8>) {
        warn(kind, offset, subject: subjectOfOpenTag())
    }

    @inline(never)
    mutating func warn(_ kind: ScanWarning.Kind, _ offset: Int, subject: String) {
        guard warnings.count < ElementParser.mostWarnings else { return }
        warnings.append(PendingWarning(kind: kind, offset: offset, subject: subject))
    }

    /// Adds an attribute to the tag being read.
    @inline(__always)
    mutating func append(_ attribute: AttributeSpan) {
        arena.append(attribute)
    }

    /// Notes that something in the element is not understood.
    mutating func markForReview() {
        needsReview = true
    }
}
