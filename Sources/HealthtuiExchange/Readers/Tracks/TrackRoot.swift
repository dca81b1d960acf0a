/// Makes workouts of the elements of a file.
protocol TrackParts {
    var report: TrackReport { get set }
    /// Whether anything was handed over.
    var hasWorkouts: Bool { get }

    /// Takes a start tag.
    ///
    /// - Parameter scanner: The file, at the tag.
    mutating func start(_ scanner: borrowing XMLScanner)

    /// Takes an end tag.
    ///
    /// - Parameters:
    ///   - scanner: The file, at the tag.
    ///   - sink: Receives the workouts.
    /// - Throws: The sink's errors.
    mutating func end(_ scanner: borrowing XMLScanner, _ sink: inout ReaderSink) throws

    /// Hands over what the file has of a workout that it ends within.
    ///
    /// - Parameter sink: Receives the workout.
    /// - Throws: The sink's errors.
    mutating func cut(_ sink: inout ReaderSink) throws
}

/// Reads files of tracks from their root element to its end.
enum TrackRoot {
    /// Whether a file begins with a root element.
    ///
    /// - Parameters:
    ///   - beginning: Its first bytes.
    ///   - vocabulary: The elements of the format.
    ///   - declaration: How its document type declaration would begin, which is refused as it is read.
    ///   - isRoot: Whether the first element is the root.
    /// - Returns: Whether it does.
    static func begins(
        _ beginning: [UInt8],
        _ vocabulary: XMLVocabulary,
        _ declaration: StaticString,
        isRoot: (borrowing XMLScanner) -> Bool
    ) -> Bool {
        let first = beginning.prefix(64).first { !Byte.isSpace($0) }
        guard first == Byte.less || first == 0xEF else { return false }
        let stream = MemberStream(beginning)
        var scanner = XMLScanner(vocabulary, capacity: beginning.count + 1) { try stream.read(into: $0) }
        // An error that ends the scanner here ends it again when the file is read, which reports it.
        if let token = try? scanner.next() { return token == .start && isRoot(scanner) }
        return beginning.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteSearch.find(declaration, $0, 0, buffer.count) != nil } ?? false
        }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - scanner: The file, at its start.
    ///   - parts: Makes workouts of its elements.
    ///   - sink: Receives the workouts.
    /// - Throws: ``ImportError`` for a file of no use, and what the sink throws.
    static func read(_ scanner: inout XMLScanner, _ parts: inout some TrackParts, into sink: inout ReaderSink) throws {
        do {
            try walk(&scanner, &parts, &sink)
        } catch let fault as XMLFault {
            if fault.isHostile { throw ImportError(fault.description) }
            try parts.cut(&sink)
            guard parts.hasWorkouts else { throw ImportError(fault.description) }
            sink.leaveOut(1, "\(fault.description); what comes after it isn't read")
        }
        parts.report.report(to: &sink)
    }

    private static func walk(
        _ scanner: inout XMLScanner,
        _ parts: inout some TrackParts,
        _ sink: inout ReaderSink
    ) throws {
        while true {
            switch try scanner.next() {
            case .start: parts.start(scanner)
            case .end: try parts.end(scanner, &sink)
            case .finished: return
            }
        }
    }
}
