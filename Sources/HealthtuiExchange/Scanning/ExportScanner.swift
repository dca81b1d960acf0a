/// Reads an Apple Health export as it streams past.
///
/// The export's grammar is small and its text is large, so this isn't an XML parser: it knows the grammar's names,
/// never validates, and continues where an XML parser must stop. Memory stays flat: one window of the text, which grows
/// only while a single element does not fit, up to a limit.
///
/// ```swift
/// var scanner = ExportScanner()
/// while let chunk = source.next() { try scanner.feed(chunk, into: &sink) }
/// let report = try scanner.finish(into: &sink)
/// ```
package struct ExportScanner: ~Copyable {
    /// Size limits.
    package struct Limits: Sendable {
        /// The longest element that is read, in bytes; a longer one is reported and skipped.
        package var longestElement: Int

        /// The number of bytes added to the window at a time.
        package var piece: Int

        /// The longest attribute that is read, in bytes; the element of a longer one is reported and skipped.
        ///
        /// Attributes written by the Health app have some hundreds.
        static let longestValue = 1 << 20

        /// Sets the limits.
        ///
        /// - Parameters:
        ///   - longestElement: The longest element that is read, in bytes. 32 MiB hold a correlation of 100,000
        ///     members, or forty hours of locations written inline, as exports of version 8 have them.
        ///   - piece: The number of bytes added to the window at a time.
        package init(longestElement: Int = 32 << 20, piece: Int = 256 << 10) {
            self.longestElement = min(max(longestElement, 1), 1 << 30)
            self.piece = min(max(piece, 1), 1 << 30)
        }
    }

    /// The scan's position in the document's structure.
    enum Mode {
        /// Before `<HealthData`.
        case prolog
        /// Inside `<!DOCTYPE`.
        case documentType
        /// Inside `HealthData`.
        case body
        /// Inside a comment, a processing instruction or the like.
        case markup(terminator: StaticString, isInBody: Bool)
        /// Inside text between elements.
        case text
        /// Inside an element too long to be read.
        case passing(ElementName)
    }

    /// The results of the scan so far.
    package internal(set) var report = ScanReport()

    let limits: Limits
    var parser = ElementParser()
    var mode = Mode.prolog
    var rootIsClosed = false

    /// The window: the part of the text that is still being processed, from `cursor` to `end`.
    ///
    /// Usually it is in the reader's own memory; the rest of a chunk is kept in the scanner's own memory.
    private(set) var window: UnsafeMutablePointer<UInt8>
    private var own: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    var cursor = 0
    var end = 0

    /// The line at `end`, counted from one: others are counted from there, on request.
    private(set) var lastLine = 1

    /// A position in the window whose line is known.
    let lineMark: UnsafeMutablePointer<LineMark>

    /// The number of bytes searched in vain for the end of unknown elements.
    var lookedInVain = 0

    /// The number of bytes that the window must hold before the next attempt.
    var wanted = 1

    /// The offset of the last byte in the window that no text may hold, or -1.
    private var lastFlaw = -1

    /// Readable bytes past the end of the window, zeroed, so that a comparison of whole words may overshoot.
    static let slack = 64

    /// Makes a scanner for one export.
    ///
    /// - Parameter limits: The size limits.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        capacity = ExportScanner.initialCapacity(limits)
        own = .allocate(capacity: capacity)
        window = own
        lineMark = .allocate(capacity: 1)
        lineMark.initialize(to: LineMark(offset: 0, line: 1))
    }

    deinit {
        own.deallocate()
        lineMark.deallocate()
    }

    /// Takes the next bytes of the export.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, any number of them.
    ///   - sink: Receives the elements that these bytes complete.
    /// - Throws: Any error that the sink throws.
    package mutating func feed<Sink: ExportSink & ~Copyable>(
        _ bytes: UnsafeRawBufferPointer,
        into sink: inout Sink
    ) throws {
        try feed(bytes, survey: nil, into: &sink)
    }

    /// Processes the next bytes of the export in place, with a survey already made.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, any number of them.
    ///   - room: The number of writable bytes before them; `slack` bytes after them are writable too.
    ///   - survey: The result of `TextSoundness.survey(_:)` for them.
    ///   - sink: Receives the elements that these bytes complete.
    /// - Throws: Any error that the sink throws.
    mutating func feed<Sink: ExportSink & ~Copyable>(
        lent bytes: UnsafeMutableRawBufferPointer,
        room: Int,
        survey: TextSoundness.Survey,
        into sink: inout Sink
    ) throws {
        let kept = end - cursor
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), kept <= room,
            bytes.count <= limits.piece, kept + bytes.count >= wanted
        else { return try feed(UnsafeRawBufferPointer(bytes), survey: survey, into: &sink) }
        move(to: start - kept)
        end = kept + bytes.count
        (window + end).update(repeating: 0, count: ExportScanner.slack)
        note(survey, from: kept)
        report.bytes &+= UInt64(bytes.count)
        defer { takeHome() }
        try drain(into: &sink, isAtEnd: false)
    }

    /// Moves the rest of a chunk into the scanner's own memory.
    private mutating func takeHome() {
        let needed = end - cursor + ExportScanner.slack
        if needed > capacity {
            own.deallocate()
            capacity = needed
            own = .allocate(capacity: capacity)
        }
        move(to: own)
        (window + end).update(repeating: 0, count: ExportScanner.slack)
    }

    /// Moves the rest of the window to other memory.
    private mutating func move(to other: UnsafeMutablePointer<UInt8>) {
        let kept = end - cursor
        other.update(from: window + cursor, count: kept)
        lastFlaw = max(-1, lastFlaw - cursor)
        if lineMark.pointee.offset < cursor { lineMark.pointee = LineMark(offset: end, line: lastLine) }
        lineMark.pointee.offset -= cursor
        (window, cursor, end) = (other, 0, kept)
    }

    /// Records the survey of bytes added to the window.
    private mutating func note(_ survey: TextSoundness.Survey, from offset: Int) {
        if let flaw = survey.lastFlaw { lastFlaw = offset + flaw }
        lastLine &+= survey.newlines
    }

    /// Takes the next bytes of the export.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, any number of them.
    ///   - survey: The result of `TextSoundness.survey(_:)` for them, if already made.
    ///   - sink: Receives the elements that these bytes complete.
    /// - Throws: Any error that the sink throws.
    private mutating func feed<Sink: ExportSink & ~Copyable>(
        _ bytes: UnsafeRawBufferPointer,
        survey: TextSoundness.Survey?,
        into sink: inout Sink
    ) throws {
        var offset = 0
        while offset < bytes.count {
            let count = min(limits.piece, bytes.count - offset)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
            let known = count == bytes.count ? survey : nil
            let kept = append(piece)
            note(known ?? TextSoundness.survey(piece), from: kept)
            offset += count
            if end - cursor >= wanted { try drain(into: &sink, isAtEnd: false) }
        }
    }

    /// Ends the scan.
    ///
    /// - Parameter sink: Receives the remaining elements.
    /// - Returns: The scan's results.
    /// - Throws: Any error that the sink throws.
    package mutating func finish<Sink: ExportSink & ~Copyable>(into sink: inout Sink) throws -> ScanReport {
        try drain(into: &sink, isAtEnd: true)
        if report.foundRoot, !rootIsClosed, !report.isTruncated {
            note(.truncated, at: cursor, subject: "\(ElementName.healthData.text)")
        }
        report.lines = line(at: cursor)
        return report
    }

    private mutating func drain<Sink: ExportSink & ~Copyable>(into sink: inout Sink, isAtEnd: Bool) throws {
        wanted = 1
        var goesOn = true
        while goesOn, cursor < end {
            switch mode {
            case .body: goesOn = try stepBody(into: &sink, isAtEnd: isAtEnd)
            case .prolog: goesOn = stepProlog(isAtEnd: isAtEnd)
            case .documentType: goesOn = stepDocumentType(isAtEnd: isAtEnd)
            case .markup(let terminator, let isInBody):
                goesOn = stepMarkup(terminator, isInBody: isInBody, isAtEnd: isAtEnd)
            case .text:
                advance(to: ByteSearch.find(Byte.less, window, cursor, end) ?? end)
                if cursor < end { mode = .body }
            case .passing(let name): goesOn = stepPassing(name, isAtEnd: isAtEnd)
            }
        }
    }

    // MARK: The window

    private static func initialCapacity(_ limits: Limits) -> Int { limits.piece * 2 + slack }

    /// Appends bytes to the rest of the window.
    ///
    /// - Returns: The offset of the first of them.
    private mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let source = bytes.baseAddress else { return end }
        let kept = end - cursor
        let needed = kept + bytes.count + ExportScanner.slack
        let usual = ExportScanner.initialCapacity(limits)
        if needed > capacity || (capacity > usual * 4 && needed <= usual) {
            let size = needed > capacity ? max(needed, min(capacity * 2, limits.longestElement + usual)) : usual
            let other = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
            let former = own
            move(to: other)
            former.deallocate()
            (own, capacity) = (other, size)
            parser.releaseExcess()
        } else {
            move(to: window)
        }
        UnsafeMutableRawPointer(window + kept).copyMemory(from: source, byteCount: bytes.count)
        end = kept + bytes.count
        (window + end).update(repeating: 0, count: ExportScanner.slack)
        report.bytes &+= UInt64(bytes.count)
        return kept
    }

    /// Moves the cursor on.
    @inline(__always)
    mutating func advance(to offset: Int) { cursor = offset }

    /// Whether there is a byte at or after an offset that no text may hold.
    @inline(__always)
    func mayHoldFlaws(from offset: Int) -> Bool {
        lastFlaw >= offset
    }

    /// Notes a warning at an offset not before the cursor.
    mutating func note(_ kind: ScanWarning.Kind, at offset: Int, subject: String) {
        report.note(ScanWarning(kind: kind, line: line(at: offset), subject: subject))
    }

    /// The line at an offset not before the cursor.
    func line(at offset: Int) -> Int { lineMark.pointee.move(to: min(offset, end), in: window) }
}
