import Foundation
import HealthKit

/// Turns the elements of an export into rows and records, and passes them to the writer chunk by chunk.
struct ImportSink: ExportSink, ~Copyable {
    /// The counts of imported and rejected objects, with the reasons.
    var summary = ImportSummary()
    var dictionary = ImportDictionary()
    var builder: ChunkBuilder
    var dates = ExportDateParser()

    /// The main file's references to the files next to it.
    var references = FileReferences()
    /// The current file next to the main one.
    var file: ExportSideFile?
    var task = FileTask.passed
    /// The number of routes already made of the current file, because it has too many locations for one.
    var routeParts = 0
    /// The number of pictures and scans that nothing refers to.
    var unreferencedFiles = 0
    /// The time of the export.
    private(set) var exportTime: Double?
    /// The number of records read since the summary was taken: the one count that every line of an export changes.
    private var recordsRead = 0

    let isCancelled: @Sendable () -> Bool
    let fileName: String

    /// The largest number of locations in a route.
    let longestRoute: Int
    /// The largest document that is held in memory, in bytes.
    let largestDocument: Int
    /// The folder for data that is too large to hold in memory.
    let spoolFolder: String

    init(
        _ writer: ImportWriter,
        fileName: String,
        startsFile: Bool = false,
        longestRoute: Int = GPXReader.mostPlaces,
        largestDocument: Int = CDAFile.largestInMemory,
        spoolFolder: String = NSTemporaryDirectory(),
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        builder = ChunkBuilder(writer, startsFile: startsFile, isCancelled: isCancelled)
        self.largestDocument = largestDocument
        self.spoolFolder = spoolFolder
        self.longestRoute = longestRoute
        self.fileName = fileName
        self.isCancelled = isCancelled
    }

    /// Passes on the rest.
    ///
    /// - Throws: The error that stopped the writer.
    mutating func flush() throws { try builder.flush() }

    /// Warns about an element: its type, the attribute and the line, never the attribute's value, which is health data
    /// and stays out of terminal histories and logs.
    ///
    /// Finding an element's line requires scanning everything before it, so it is found only when it is reported.
    mutating func warn(_ element: ExportElement, _ text: @autoclosure () -> String) {
        guard summary.keepsWarnings else { return summary.countWarning() }
        summary.warn("\(fileName):\(element.line): \(text())")
    }

    /// Reports a part of an object that is left out, like ``warn(_:_:)``.
    mutating func leaveOut(_ element: ExportElement, _ text: @autoclosure () -> String) {
        let line = summary.keepsWarnings ? element.line : 0
        summary.leaveOut(1, "\(fileName):\(line): \(text())")
    }

    mutating func takeSummary() -> ImportSummary {
        summary.types = builder.definitions.typesMet.count
        summary.counts[.records].read += recordsRead
        recordsRead = 0
        return summary
    }

    mutating func exportDate(_ value: ByteSlice) { exportTime = dates.seconds(value) }

    mutating func me(_ element: ExportElement) {
        builder.chunk.characteristics = ImportCharacteristics.values(element)
        if ImportCharacteristics.hasUnreadableBirth(element) { leaveOut(element, "Me: the date of birth isn't a date") }
    }

    mutating func record(_ record: ExportRecord) throws {
        recordsRead &+= 1
        guard let row = try row(record, isTopLevel: true) else {
            summary.counts[.records].refused += 1
            return
        }
        builder.chunk.rows.append(row)
        try builder.flushIfFull()
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
        builder.chunk.correlations.append(ImportedCorrelation(series: series, header: header, members: members))
        try builder.flushIfFull()
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
        builder.chunk.summaries.append(content)
        try builder.flushIfFull()
    }

    // MARK: Rows

    /// A row of a record, or `nil`, with a warning, if it can't be imported.
    mutating func row(_ record: ExportRecord, isTopLevel: Bool) throws -> ImportedRow? {
        let element = record.element
        guard let type = element[.type] else {
            warn(element, "record without a type")
            return nil
        }
        var number = try dictionary.series(type: type, unit: element[.unit], in: &builder.definitions)
        if !builder.definitions.isQuantity(series: number), let unknown = try unknownCase(element, number) {
            number = try withByteSlice(of: unknown.identifier) { identifier in
                try dictionary.series(type: identifier, unit: nil, in: &builder.definitions)
            }
            warn(element, "\(unknown.type): value is unknown, kept under its name")
        }
        if isTopLevel { builder.definitions.meet(series: number) }
        if !builder.definitions.isQuantity(series: number),
            case .refused(let reason) = builder.definitions.series[Int(number)].kind
        {
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
        return ImportedRow(series: builder.definitions.place(series: number), value: value, header: header)
    }

    /// The case of a category that this version doesn't know, or `nil` for a record that it understands.
    private mutating func unknownCase(_ element: ExportElement, _ number: UInt32) throws -> UnknownCase? {
        let series = builder.definitions.series[Int(number)]
        guard case .category = series.kind, let text = element[.value] else { return nil }
        if let value = text.decimal {
            if series.admits(value) { return nil }
        } else {
            let name = try dictionary.caseName(text, in: &builder.definitions)
            if builder.definitions.value(series: number, caseName: name) != nil { return nil }
        }
        // A value that is neither a name nor a number of HealthKit's isn't a case in any version.
        return UnknownCase(type: series.type, exported: text.text)
    }

    private mutating func metadata(
        _ record: ExportRecord,
        _ beats: String,
        _ extra: [Metadata.Entry]
    ) throws -> ImportNumber.MetadataSet {
        guard record.element.hasChildren || !extra.isEmpty || record.element.isOfFirstExports else { return .none }
        guard !beats.isEmpty || !extra.isEmpty || record.element.isOfFirstExports else {
            let number = try dictionary.metadata(record.metadata, in: &builder.definitions)
            return number.map { builder.definitions.place(metadata: $0) } ?? .none
        }
        let entries =
            record.metadata.map {
                ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "")
            } + record.element.metadataAttributes
        builder.weigh(text: beats.utf8.count)
        let own = beats.isEmpty ? [] : [Metadata.entry(own: .beats, .text(beats))]
        return builder.definitions.add(ImportMetadata.make(entries, adding: own + extra))
    }

    /// The beats of a record, as ``HeartBeatList`` keeps them; empty if there are none.
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
        if builder.definitions.isQuantity(series: number), let value = element[.value]?.decimal, value.isFinite {
            if element.isSummed { keepSummed(element, ofAverage: element.isAverage, &extra) }
            return value
        }
        let series = builder.definitions.series[Int(number)]
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
            let name = try dictionary.caseName(text, in: &builder.definitions)
            if let value = builder.definitions.value(series: number, caseName: name) { return value }
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
        let number = try dictionary.series(type: type, unit: nil, in: &builder.definitions)
        return try times(element).map { (builder.definitions.place(series: number), $0) }
    }

    /// The name of the time attribute that can't be read.
    private mutating func undatedAttribute(_ element: ExportElement) -> String {
        element[.startDate].flatMap { dates.seconds($0) } == nil ? "startDate" : "endDate"
    }

    /// Source, device and times; `nil`, with a warning, if a time is missing or invalid.
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
            in: &builder.definitions
        )
        var device = ImportNumber.Device.none
        if let text = element[.device] {
            let number = try dictionary.device(text, in: &builder.definitions)
            device = builder.definitions.place(device: number)
        }
        return ImportedHeader(
            start: start,
            end: end,
            creation: creation,
            revision: builder.definitions.place(revision: revision),
            device: device
        )
    }
}

extension ExportElement {
    /// The element's name in a warning: its type, which the export names with HealthKit's identifier.
    var kindText: String { self[.type]?.text ?? "workout" }
}
