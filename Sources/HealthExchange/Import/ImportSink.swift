import Foundation
import HealthKit

/// Turns the elements of an export into rows and records, and hands them to the writer chunk by chunk.
struct ImportSink: ExportSink, ~Copyable {
    /// What was read and refused, and why.
    var summary = ImportSummary()
    var dictionary = ImportDictionary()
    var definitions = ImportDefinitions()
    var dates = ExportDateParser()
    var chunk = ImportChunk()
    /// The length of the texts of the chunk that belong to one record each, such as lists of beats.
    private var ownTextLength = 0
    /// How much the objects of the chunk are to hold and to write, roughly in rows.
    var objectWeight = 0

    /// What the main file says of the files beside it.
    var references = FileReferences()
    /// The file beside the main one that is at hand.
    var file: ExportSideFile?
    var task = FileTask.passed
    /// How many routes the file at hand gave already, because it holds too many places for one.
    var routeParts = 0
    /// How many pictures and scans belong to nothing.
    var unreferencedFiles = 0
    /// When the export was made.
    private(set) var exportTime: Double?
    private var ownerCount: UInt32 = 0
    /// How many records were read since the summary was taken: the one count that every line of an export changes.
    private var recordsRead = 0

    private let writer: ImportWriter
    let isCancelled: @Sendable () -> Bool
    let fileName: String

    /// How much a chunk holds before it is written.
    private static let chunkWeight = 8_192

    /// How many places a route has at most.
    let longestRoute: Int
    /// The largest document that is held in memory, in bytes.
    let largestDocument: Int
    /// Where what is too large to be held is kept meanwhile.
    let spoolFolder: String

    init(
        _ writer: ImportWriter,
        fileName: String,
        longestRoute: Int = GPXReader.mostPlaces,
        largestDocument: Int = CDAFile.largestInMemory,
        spoolFolder: String = NSTemporaryDirectory(),
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.writer = writer
        self.largestDocument = largestDocument
        self.spoolFolder = spoolFolder
        self.longestRoute = longestRoute
        self.fileName = fileName
        self.isCancelled = isCancelled
    }

    /// Hands over what is left.
    ///
    /// - Throws: The error at which the writer stopped.
    mutating func flush() throws {
        guard weight > 0 || chunk.characteristics != nil else { return }
        chunk.definitions = definitions.takeNew()
        try writer.hand(chunk)
        chunk = ImportChunk()
        (ownTextLength, objectWeight) = (0, 0)
        chunk.rows = writer.emptyRows()
        chunk.rows.reserveCapacity(Self.chunkWeight)
    }

    /// How much there is to hold and to write, roughly in rows.
    private var weight: Int {
        chunk.rows.count + 20 * chunk.correlations.count + 50 * chunk.workouts.count + 8 * chunk.summaries.count
            + ownTextLength / 64 + definitions.newTextLength / 256 + objectWeight
    }

    /// A number for an object that others belong to.
    mutating func makeOwner() -> ImportNumber.Owner {
        defer { ownerCount += 1 }
        return ImportNumber.Owner(ownerCount)
    }

    mutating func flushIfFull() throws {
        guard weight >= Self.chunkWeight else { return }
        if isCancelled() { throw CancellationError() }
        try flush()
    }

    /// Notes what is wrong with an element: its type, the attribute and the line, never what the attribute says, which is
    /// about a person's health and stays out of terminals' histories and logs.
    ///
    /// To find an element's line takes a look at everything before it, so it is found only where it is told.
    mutating func warn(_ element: ExportElement, _ text: @autoclosure () -> String) {
        guard summary.keepsWarnings else { return summary.countWarning() }
        summary.warn("\(fileName):\(element.line): \(text())")
    }

    /// Notes a part of an object that is left out, as ``warn(_:_:)`` does.
    mutating func leaveOut(_ element: ExportElement, _ text: @autoclosure () -> String) {
        let line = summary.keepsWarnings ? element.line : 0
        summary.leaveOut(1, "\(fileName):\(line): \(text())")
    }

    mutating func takeSummary() -> ImportSummary {
        summary.types = definitions.typesMet
        summary.counts[.records].read += recordsRead
        recordsRead = 0
        return summary
    }

    mutating func exportDate(_ value: ByteSlice) { exportTime = dates.seconds(value) }

    mutating func me(_ element: ExportElement) {
        chunk.characteristics = ImportCharacteristics.values(element)
        if ImportCharacteristics.hasUnreadableBirth(element) { leaveOut(element, "Me: the date of birth isn't a date") }
    }

    mutating func record(_ record: ExportRecord) throws {
        recordsRead &+= 1
        guard let row = try row(record, isTopLevel: true) else {
            summary.counts[.records].refused += 1
            return
        }
        chunk.rows.append(row)
        try flushIfFull()
    }

    mutating func correlation(_ correlation: ExportCorrelation) throws {
        summary.counts[.correlations].read += 1
        guard let (series, given) = try header(correlation.element, type: correlation.element[.type]) else {
            summary.counts[.correlations].refused += 1
            return
        }
        if let reason = ImportGate.refusal(ofCorrelation: correlation.element[.type]?.text ?? "") {
            summary.counts[.correlations].refused += 1
            return warn(correlation.element, reason)
        }
        var members: [ImportedRow] = []
        for member in correlation.records {
            if let row = try row(member, isTopLevel: false) { members.append(row) } else { summary.unreadable += 1 }
        }
        var header = given
        header.metadata = try metadata(of: correlation.element, correlation.metadata)
        chunk.correlations.append(ImportedCorrelation(series: series, header: header, members: members))
        try flushIfFull()
    }

    mutating func activitySummary(_ summary: ExportActivitySummary) throws {
        self.summary.counts[.activitySummaries].read += 1
        guard let content = ImportActivitySummary.content(summary.element) else {
            self.summary.counts[.activitySummaries].refused += 1
            return warn(summary.element, "activity summary without a day")
        }
        for _ in 0..<ImportActivitySummary.unreadableNumbers(summary.element) {
            leaveOut(summary.element, "activity summary: a value isn't a number")
        }
        chunk.summaries.append(content)
        try flushIfFull()
    }

    // MARK: Rows

    /// A row of a record; `nil` when it cannot be taken, with a warning.
    mutating func row(_ record: ExportRecord, isTopLevel: Bool) throws -> ImportedRow? {
        let element = record.element
        guard let type = element[.type] else {
            warn(element, "record without a type")
            return nil
        }
        var number = try dictionary.series(type: type, unit: element[.unit], in: &definitions)
        if !definitions.isQuantity(series: number), let unknown = try unknownCase(element, number) {
            number = try withByteSlice(of: unknown.identifier) { identifier in
                try dictionary.series(type: identifier, unit: nil, in: &definitions)
            }
            warn(element, "\(unknown.type): value is unknown, kept under its name")
        }
        if isTopLevel { definitions.meet(series: number) }
        if !definitions.isQuantity(series: number), case .refused(let reason) = definitions.series[Int(number)].kind {
            warn(element, reason)
            return nil
        }
        var extra: [Metadata.Entry] = []
        guard let value = try value(element, number, &extra),
            var header = try times(element)
        else { return nil }
        let beats = beats(of: record)
        header.metadata = try metadata(record, beats, extra)
        if isTopLevel, !beats.isEmpty { try heartbeats(beats, of: record, header) }
        return ImportedRow(series: ImportNumber.Series(number), value: value, header: header)
    }

    /// The case of a category that this version doesn't know; `nil` for a record that it understands.
    private mutating func unknownCase(_ element: ExportElement, _ number: UInt32) throws -> UnknownCase? {
        let series = definitions.series[Int(number)]
        guard case .category = series.kind, let text = element[.value] else { return nil }
        if let value = text.decimal {
            if series.admits(value) { return nil }
        } else {
            let name = try dictionary.caseName(text, in: &definitions)
            if definitions.value(series: number, caseName: name) != nil { return nil }
        }
        // What is neither a name nor a number of HealthKit's is no case of any version.
        return UnknownCase(type: series.type, exported: text.text)
    }

    private mutating func metadata(
        _ record: ExportRecord,
        _ beats: String,
        _ extra: [Metadata.Entry]
    ) throws -> ImportNumber.MetadataSet {
        guard record.element.hasChildren || !extra.isEmpty || record.element.isOfFirstExports else { return .none }
        guard !beats.isEmpty || !extra.isEmpty || record.element.isOfFirstExports else {
            let number = try dictionary.metadata(record.metadata, in: &definitions)
            return number.map { definitions.place(metadata: $0) } ?? .none
        }
        let entries =
            record.metadata.map {
                ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "")
            } + record.element.metadataAttributes
        ownTextLength += beats.utf8.count
        let own = beats.isEmpty ? [] : [Metadata.entry(own: .beats, .text(beats))]
        return definitions.add(ImportMetadata.make(entries, adding: own + extra))
    }

    /// The beats of a record, as ``HeartBeatList`` keeps them; empty for none.
    private func beats(of record: ExportRecord) -> String {
        guard record.element.hasChildren else { return "" }
        var text: [UInt8] = []
        for list in record.beatLists {
            for beat in list.beats {
                if !text.isEmpty { text.append(Byte.semicolon) }
                beat.element[.bpm]?.appendDecoded(to: &text)
                text.append(UInt8(ascii: "@"))
                beat.element[.time]?.appendDecoded(to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func value(
        _ element: ExportElement,
        _ number: UInt32,
        _ extra: inout [Metadata.Entry]
    ) throws -> Double? {
        if definitions.isQuantity(series: number), let value = element[.value]?.decimal, value.isFinite {
            if element.isSummed { keepSummed(element, ofAverage: element.isAverage, &extra) }
            return value
        }
        let series = definitions.series[Int(number)]
        if case .quantity = series.kind, element[.value] == nil, element.isOfFirstExports || element.isAverage {
            return summarizedValue(element, series, &extra)
        }
        guard let text = element[.value] else {
            if case .quantity = series.kind {
                warn(element, "\(series.type) without a value")
                return nil
            }
            return 0
        }
        if let value = text.decimal {
            guard series.admits(value) else {
                warn(element, "\(series.type) has no case of that value")
                return nil
            }
            return value
        }
        switch series.kind {
        case .category:
            let name = try dictionary.caseName(text, in: &definitions)
            if let value = definitions.value(series: number, caseName: name) { return value }
            warn(element, "\(series.type) has no case of that value")
            return nil
        case .unknown:
            extra.append(Metadata.entry(own: .value, .text(text.text)))
            return 0
        default:
            warn(element, "\(series.type) with an invalid value")
            return nil
        }
    }

    /// The series and the header of an element whose type has no unit.
    mutating func header(
        _ element: ExportElement,
        type: ByteSlice?
    ) throws -> (series: ImportNumber.Series, header: ImportedHeader)? {
        guard let type else {
            warn(element, "element without a type")
            return nil
        }
        let number = try dictionary.series(type: type, unit: nil, in: &definitions)
        return try times(element).map { (ImportNumber.Series(number), $0) }
    }

    /// The attribute of a time that cannot be read.
    private mutating func undatedAttribute(_ element: ExportElement) -> String {
        element[.startDate].flatMap { dates.seconds($0) } == nil ? "startDate" : "endDate"
    }

    /// Source, device and times; `nil` when a time is missing or wrong, with a warning.
    mutating func times(_ element: ExportElement) throws -> ImportedHeader? {
        guard let start = element[.startDate].flatMap({ dates.seconds($0) }),
            let end = element[.endDate].flatMap({ dates.seconds($0) })
        else {
            let attribute = undatedAttribute(element)
            warn(element, "\(element.kindText): \(attribute) is missing or no date")
            return nil
        }
        guard start <= end else {
            warn(element, "\(element.kindText): endDate is before startDate")
            return nil
        }
        let creation = element[.creationDate].flatMap { dates.seconds($0) } ?? start
        let revision = try dictionary.sourceRevision(
            name: element[.sourceName] ?? element[.source],
            version: element[.sourceVersion],
            in: &definitions
        )
        let device = try element[.device].map { try dictionary.device($0, in: &definitions) + 1 } ?? 0
        return ImportedHeader(
            start: start,
            end: end,
            creation: creation,
            revision: ImportNumber.Revision(revision),
            device: ImportNumber.Device(device)
        )
    }
}

extension ExportElement {
    /// What a warning calls the element: its type, which the export names in the words of HealthKit.
    var kindText: String { self[.type]?.text ?? "workout" }
}
