/// Reads XML as it streams past: start tags, end tags, and the texts between them.
///
/// Elements are recognized by the addresses of their namespaces. Memory is bounded: a tag with the text before it has at most
/// 1 MiB, elements are nested at most 64 deep. Entities other than XML's own five and character references stay as they
/// are written; a document type declaration is refused.
struct XMLScanner: ~Copyable {
    /// The next token of the file.
    enum Token {
        case start
        case end
        /// The root element is closed, and nothing comes after it.
        case finished
    }

    /// The most bytes of a tag and the text before it.
    static let longest = 1 << 20
    static let deepest = 64
    private static let mostAttributes = 64
    private static let mostDeclarations = 256

    /// The element of the current token, by its number in the vocabulary.
    private(set) var element = XMLVocabulary.other
    /// The element around it.
    var parent: UInt8 { open.count > 1 ? open[open.count - 2].element : XMLVocabulary.other }
    /// The line of the current tag, counted from one.
    private(set) var line = 1
    /// Whether the element that ends has no elements in it.
    private(set) var isLeaf = false
    /// The number of elements around the current one, and itself.
    var depth: Int { open.count }

    private let vocabulary: XMLVocabulary
    private let fill: (UnsafeMutableRawBufferPointer) throws -> Int
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// The number of bytes in the window.
    private var count = 0
    /// The offset in the window from which the current token counts its offsets.
    private var mark = 0
    /// The length of the current token, which the next one begins after.
    private var used = 0
    private var linesUsed = 0
    private var hasEnded = false
    private var hasRoot = false
    /// Whether the current start tag closes itself, so that its end comes next.
    private var closesItself = false
    /// Whether the current element's end was delivered.
    private var isClosing = false

    /// An open element.
    private struct Open {
        let element: UInt8
        let nameStart: Int
        let declarations: Int
        var hasElements: Bool
    }

    /// A prefix and its namespace.
    private struct Declaration {
        let prefix: [UInt8]
        let namespace: Int?
    }

    /// An attribute's offsets from the mark.
    private struct Attribute {
        let name: Range<Int>
        let value: Range<Int>
    }

    private var open: [Open] = []
    /// The names of the open elements, as they are written.
    private var names: [UInt8] = []
    private var declarations: [Declaration] = []
    private var attributes: [Attribute] = []
    private var nameRange = 0..<0
    private var textRange = 0..<0
    /// The text of the current leaf, where it isn't in one piece.
    private var pieces: [UInt8] = []

    /// Makes a scanner.
    ///
    /// - Parameters:
    ///   - vocabulary: The elements that the format has names for.
    ///   - capacity: The most bytes of a tag and the text before it.
    ///   - fill: Reads the next bytes into a buffer and returns their number, zero at the end.
    init(
        _ vocabulary: XMLVocabulary,
        capacity: Int = XMLScanner.longest,
        fill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) {
        self.vocabulary = vocabulary
        self.capacity = max(capacity, 64)
        self.fill = fill
        base = .allocate(capacity: self.capacity)
        // Without a declaration, elements without a prefix have no namespace.
        let none = vocabulary.namespaces.firstIndex { $0.address.utf8CodeUnitCount == 0 }
        declarations = [Declaration(prefix: [], namespace: none)]
    }

    deinit { base.deallocate() }

    // MARK: The current token

    /// Hands over the text of the element that ends, entities replaced; it is empty unless the element is a leaf.
    ///
    /// - Parameter body: Receives the text, valid during the call, without white space around it.
    /// - Returns: What the closure returns.
    func withText<Result>(_ body: (ByteSlice) -> Result) -> Result {
        guard isLeaf else { return body(slice(0..<0)) }
        let written = slice(textRange)
        let isPlain = ByteSearch.find(Byte.ampersand, written.start, 0, written.count) == nil
        if pieces.isEmpty, isPlain { return body(written.trimmed) }
        var bytes = pieces
        written.appendDecoded(to: &bytes)
        let count = bytes.count
        bytes.append(0)
        return bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return body(written.part(0..<0)) }
            return body(ByteSlice(start: start, count: count).trimmed)
        }
    }

    /// The text of the element that ends, of at most 256 bytes.
    var string: String { withText { String(decoding: $0.buffer.prefix(256), as: UTF8.self) } }

    /// The name of the element of the current tag, without its prefix; valid until the next token.
    var localName: ByteSlice { slice(nameRange) }

    /// The value of an attribute without a prefix of the current start tag; valid until the next token.
    func attribute(_ name: StaticString) -> ByteSlice? {
        for attribute in attributes where slice(attribute.name).equals(name) { return slice(attribute.value) }
        return nil
    }

    // MARK: Reading

    /// Reads the next tag.
    ///
    /// - Returns: What comes next.
    /// - Throws: ``XMLFault``, and what reading the file throws.
    mutating func next() throws -> Token {
        if isClosing { pop() }
        if closesItself {
            closesItself = false
            (isLeaf, isClosing) = (true, true)
            textRange = 0..<0
            return .end
        }
        advance()
        attributes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        while true {
            guard let tag = try search(Byte.less, from: 0) else { return try finish() }
            if open.isEmpty, !isBlank(0..<tag), !hasRoot { throw fault("not XML: text before the first element") }
            line += ByteSearch.countNewlines(base, mark, mark + tag)
            switch try byte(tag + 1) {
            case nil: throw cut()
            case Byte.slash: return try readEnd(tag)
            case Byte.question: try skip(tag, opening: 2, "?>", isText: false)
            case Byte.bang: try skipMarkup(tag)
            default: return try readStart(tag)
            }
        }
    }

    private mutating func finish() throws -> Token {
        line += ByteSearch.countNewlines(base, mark, count)
        mark = count
        guard open.isEmpty, hasRoot else { throw cut() }
        return .finished
    }

    private func cut() -> XMLFault {
        fault(hasRoot ? "the file ends within an element" : "the file ends before its first element")
    }

    private mutating func readStart(_ tag: Int) throws -> Token {
        guard !open.isEmpty || !hasRoot else { throw fault("a second root element") }
        guard open.count < Self.deepest else {
            throw fault("elements are nested deeper than \(Self.deepest)", isHostile: true)
        }
        if let last = open.indices.last { open[last].hasElements = true }
        let whole = try nameEnd(tag + 1)
        let name = tag + 1..<whole
        guard !name.isEmpty else { throw fault("a tag without a name") }
        let declared = declarations.count
        var at = whole
        while true {
            let before = at
            while let next = try byte(at), Byte.isSpace(next) { at += 1 }
            guard let next = try byte(at) else { throw cut() }
            if next == Byte.greater {
                at += 1
                break
            }
            if next == Byte.slash {
                guard let last = try byte(at + 1) else { throw cut() }
                guard last == Byte.greater else { throw fault("a tag that can't be read") }
                closesItself = true
                at += 2
                break
            }
            guard at > before else { throw fault("a tag that can't be read") }
            at = try readAttribute(at)
        }
        try declare()
        let colon = ByteSearch.find(Byte.colon, base, mark + name.lowerBound, mark + name.upperBound)
        let prefix = name.lowerBound..<(colon.map { $0 - mark } ?? name.lowerBound)
        nameRange = (colon.map { $0 - mark + 1 } ?? name.lowerBound)..<name.upperBound
        element = vocabulary.element(slice(nameRange), in: namespace(slice(prefix)))
        open.append(Open(element: element, nameStart: names.count, declarations: declared, hasElements: false))
        names.append(contentsOf: slice(name).buffer)
        hasRoot = true
        end(tag: tag, at: at)
        return .start
    }

    private mutating func readEnd(_ tag: Int) throws -> Token {
        guard let close = try search(Byte.greater, from: tag + 2) else { throw cut() }
        var nameEnd = close
        while nameEnd > tag + 2, Byte.isSpace(base[mark + nameEnd - 1]) { nameEnd -= 1 }
        let name = slice(tag + 2..<nameEnd)
        guard let last = open.last else { throw fault("an end tag without a start tag") }
        let isSame = names.withUnsafeBufferPointer { names in
            guard let start = names.baseAddress else { return false }
            let expected = ByteSlice(start: start + last.nameStart, count: names.count - last.nameStart)
            return expected.holdsSameBytes(as: name)
        }
        guard isSame else { throw fault("an end tag that closes another element") }
        (element, isLeaf, isClosing) = (last.element, !last.hasElements, true)
        textRange = 0..<tag
        let colon = ByteSearch.find(Byte.colon, base, mark + tag + 2, mark + nameEnd)
        nameRange = (colon.map { $0 - mark + 1 } ?? tag + 2)..<nameEnd
        end(tag: tag, at: close + 1)
        return .end
    }

    private mutating func pop() {
        isClosing = false
        guard let last = open.popLast() else { return }
        names.removeSubrange(last.nameStart...)
        if declarations.count > last.declarations { declarations.removeSubrange(last.declarations...) }
    }

    // MARK: Attributes and namespaces

    private mutating func readAttribute(_ start: Int) throws -> Int {
        var at = start
        while let next = try byte(at), next != Byte.equals, !Byte.endsName(next) { at += 1 }
        let name = start..<at
        while let next = try byte(at), Byte.isSpace(next) { at += 1 }
        guard let equals = try byte(at) else { throw cut() }
        guard equals == Byte.equals, !name.isEmpty else { throw fault("an attribute without a value") }
        at += 1
        while let next = try byte(at), Byte.isSpace(next) { at += 1 }
        guard let quote = try byte(at) else { throw cut() }
        guard quote == Byte.quote || quote == Byte.apostrophe else { throw fault("a value without quotes") }
        guard let close = try search(quote, from: at + 1) else { throw cut() }
        guard attributes.count < Self.mostAttributes else {
            throw fault("a tag with more than \(Self.mostAttributes) attributes", isHostile: true)
        }
        let known = slice(name)
        guard !attributes.contains(where: { slice($0.name).holdsSameBytes(as: known) }) else {
            throw fault("a tag with two attributes of one name")
        }
        attributes.append(Attribute(name: name, value: at + 1..<close))
        return close + 1
    }

    /// Notes the namespaces that the current tag declares.
    private mutating func declare() throws {
        for attribute in attributes {
            let name = slice(attribute.name)
            guard ByteSearch.stands("xmlns", name.start, 0, name.count) else { continue }
            guard name.count == 5 || name[5] == Byte.colon else { continue }
            guard declarations.count < Self.mostDeclarations else {
                throw fault("more than \(Self.mostDeclarations) namespaces", isHostile: true)
            }
            let prefix = name.count > 6 ? Array(name.part(6..<name.count).buffer) : []
            let namespace = vocabulary.namespace(slice(attribute.value))
            declarations.append(Declaration(prefix: prefix, namespace: namespace))
        }
    }

    private func namespace(_ prefix: ByteSlice) -> Int? {
        for declaration in declarations.reversed()
        where declaration.prefix.count == prefix.count && prefix.buffer.elementsEqual(declaration.prefix) {
            return declaration.namespace
        }
        return nil
    }

    // MARK: Everything else

    private mutating func skipMarkup(_ tag: Int) throws {
        // Enough bytes to distinguish the kinds, unless the file ends.
        _ = try byte(tag + Markup.longestOpening - 1)
        let at = mark + tag
        if ByteSearch.stands("<!--", base, at, count) {
            try skip(tag, opening: 4, "-->", isText: false)
        } else if ByteSearch.stands("<![CDATA[", base, at, count) {
            try skip(tag, opening: 9, "]]>", isText: true)
        } else {
            throw fault("a document type declaration, which isn't read", isHostile: true)
        }
    }

    /// Skips a comment, a text section or an instruction; text before it still belongs to the element.
    private mutating func skip(_ tag: Int, opening: Int, _ terminator: StaticString, isText: Bool) throws {
        let last = terminator.utf8Start[terminator.utf8CodeUnitCount - 1]
        let length = terminator.utf8CodeUnitCount
        var from = tag + opening + length - 1
        while true {
            guard let close = try search(last, from: from) else { throw cut() }
            let start = close - length + 1
            if ByteSearch.stands(terminator, base, mark + start, count) {
                slice(0..<tag).appendDecoded(to: &pieces)
                if isText { pieces.append(contentsOf: slice(tag + opening..<start).buffer) }
                guard pieces.count <= Self.longest else { throw long() }
                line += ByteSearch.countNewlines(base, mark + tag, mark + close)
                mark += close + 1
                return
            }
            from = close + 1
        }
    }

    private mutating func nameEnd(_ start: Int) throws -> Int {
        var at = start
        while let next = try byte(at), !Byte.endsName(next) {
            guard next != Byte.less else { throw fault("a tag that can't be read") }
            at += 1
        }
        return at
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        // A byte order mark may precede the first element.
        slice(range).buffer.allSatisfy { Byte.isSpace($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    }

    // MARK: The window

    private func slice(_ range: Range<Int>) -> ByteSlice {
        ByteSlice(start: base + mark + range.lowerBound, count: range.count)
    }

    private mutating func end(tag: Int, at: Int) {
        linesUsed = ByteSearch.countNewlines(base, mark + tag, mark + at)
        used = at
    }

    private mutating func advance() {
        mark += used
        line += linesUsed
        (used, linesUsed) = (0, 0)
    }

    @inline(__always)
    private mutating func byte(_ offset: Int) throws -> UInt8? {
        while mark + offset >= count {
            guard try readMore() else { return nil }
        }
        return base[mark + offset]
    }

    /// The offset of a byte, or `nil` if the file ends before it.
    private mutating func search(_ byte: UInt8, from: Int) throws -> Int? {
        var from = from
        while true {
            if let found = ByteSearch.find(byte, base, mark + from, count) { return found - mark }
            from = max(from, count - mark)
            guard try readMore() else { return nil }
        }
    }

    /// Reads more of the file behind what the current token has.
    private mutating func readMore() throws -> Bool {
        if hasEnded { return false }
        if mark > 0 {
            base.update(from: base + mark, count: count - mark)
            count -= mark
            mark = 0
        }
        guard count < capacity else { throw long() }
        let filled = try fill(UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count))
        hasEnded = filled == 0
        count += filled
        return filled > 0
    }

    private func long() -> XMLFault {
        fault("more than \(capacity >> 10) KiB without the end of a tag", isHostile: true)
    }

    private func fault(_ reason: String, isHostile: Bool = false) -> XMLFault {
        XMLFault(line: line, reason: reason, isHostile: isHostile)
    }
}
