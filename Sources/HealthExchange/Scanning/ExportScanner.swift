/// Reads an Apple Health export as it streams past.
///
/// The export's grammar is small and its text is large, so this is no XML parser: it knows the grammar's names, never
/// validates, and reads on where an XML parser must stop. Memory stays flat: one window of the text, which grows only
/// while a single element does not fit, up to a limit.
///
/// ```swift
/// var scanner = ExportScanner()
/// while let chunk = source.next() { try scanner.feed(chunk, into: &sink) }
/// let report = try scanner.finish(into: &sink)
/// ```
package struct ExportScanner: ~Copyable {
    /// How large things may get.
    package struct Limits: Sendable {
        /// The longest element that is read, in bytes; a longer one is reported and skipped.
        package var longestElement: Int

        /// How many bytes are taken into the window at a time.
        package var piece: Int

        /// The longest attribute that is read, in bytes; the element of a longer one is reported and skipped.
        ///
        /// Those that the Health app writes have some hundreds.
        static let longestValue = 1 << 20

        /// Sets the limits.
        ///
        /// - Parameters:
        ///   - longestElement: The longest element that is read, in bytes. 32 MiB hold a correlation of 100,000
        ///     members, or forty hours of locations written inline, as exports of version 8 have them.
        ///   - piece: How many bytes are taken into the window at a time.
        package init(longestElement: Int = 32 << 20, piece: Int = 256 << 10) {
            self.longestElement = min(max(longestElement, 1), 1 << 30)
            self.piece = min(max(piece, 1), 1 << 30)
        }
    }

    /// Where in the document the scan stands.
    enum Mode {
        /// Before `<HealthData`.
        case prolog
        /// Inside `<!DOCTYPE`.
        case documentType
        /// Inside `HealthData`.
        case body
        /// Inside a comment, a processing instruction or the like.
        case markup(terminator: StaticString, isInBody: Bool)
        /// Inside text that stands between elements.
        case text
        /// Inside an element too long to be read.
        case passing(ElementName)
    }

    /// What the scan has met so far.
    package internal(set) var report = ScanReport()

    let limits: Limits
    var parser = ElementParser()
    var mode = Mode.prolog
    var rootIsClosed = false

    /// The window: the part of the text that is not done with, from `cursor` to `end`.
    ///
    /// Mostly it lies where the text was read to; what one stretch leaves over is kept in the scanner's own memory.
    private(set) var window: UnsafeMutablePointer<UInt8>
    private var own: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    var cursor = 0
    var end = 0

    /// The line at `end`, counted from one: others are counted from there, where somebody asks.
    private(set) var lastLine = 1

    /// A place in the window whose line was counted.
    let lineMark: UnsafeMutablePointer<LineMark>

    /// How many bytes were looked through in vain for the end of unknown elements.
    var lookedInVain = 0

    /// How many bytes the window must hold before it is worth looking at again.
    var wanted = 1

    /// The offset of the last byte in the window that no text may hold, or -1.
    private var lastFlaw = -1

    /// Readable bytes past the end of the window, zeroed, so that a comparison of whole words may overshoot.
    static let slack = 64

    /// Makes a scanner for one export.
    ///
    /// - Parameter limits: How large things may get.
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
    ///   - sink: Receives the elements that are whole with these bytes.
    /// - Throws: What the sink throws.
    package mutating func feed<Sink: ExportSink & ~Copyable>(
        _ bytes: UnsafeRawBufferPointer,
        into sink: inout Sink
    ) throws {
        try feed(bytes, survey: nil, into: &sink)
    }

    /// Takes the next bytes of the export where they lie, which were looked through already.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, any number of them.
    ///   - room: How many bytes in front of them may be written; behind them `slack` may be.
    ///   - survey: What `TextSoundness.survey(_:)` says of them.
    ///   - sink: Receives the elements that are whole with these bytes.
    /// - Throws: What the sink throws.
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

    /// Takes what a stretch left over into the scanner's own memory.
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

    /// Moves what the window still holds to other memory.
    private mutating func move(to other: UnsafeMutablePointer<UInt8>) {
        let kept = end - cursor
        other.update(from: window + cursor, count: kept)
        lastFlaw = max(-1, lastFlaw - cursor)
        if lineMark.pointee.offset < cursor { lineMark.pointee = LineMark(offset: end, line: lastLine) }
        lineMark.pointee.offset -= cursor
        (window, cursor, end) = (other, 0, kept)
    }

    /// Notes what there is to know of bytes that the window got.
    private mutating func note(_ survey: TextSoundness.Survey, from offset: Int) {
        if let flaw = survey.lastFlaw { lastFlaw = offset + flaw }
        lastLine &+= survey.newlines
    }

    /// Takes the next bytes of the export.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, any number of them.
    ///   - survey: What `TextSoundness.survey(_:)` says of them, where somebody has asked.
    ///   - sink: Receives the elements that are whole with these bytes.
    /// - Throws: What the sink throws.
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
    /// - Parameter sink: Receives the elements that were still waiting.
    /// - Returns: What the scan met.
    /// - Throws: What the sink throws.
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

    /// Puts bytes behind what the window still holds.
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

    /// Whether a byte that no text may hold stands at or after an offset.
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
