import Foundation
import HealthKit
import HealthStore

/// Turns the elements of an export into rows and records, and hands them to the writer chunk by chunk.
struct ImportSink: ExportSink, ~Copyable {
    /// What was read and refused, and why.
    private(set) var summary = ImportSummary()
    var dictionary = ImportDictionary()
    var definitions = ImportDefinitions()
    var dates = ExportDateParser()
    var chunk = ImportChunk()

    private let writer: ImportWriter
    private let isCancelled: @Sendable () -> Bool
    private let fileName: String

    /// How much a chunk holds before it is written.
    private static let chunkWeight = 16_384

    init(_ writer: ImportWriter, fileName: String, isCancelled: @escaping @Sendable () -> Bool) {
        self.writer = writer
        self.fileName = fileName
        self.isCancelled = isCancelled
    }

    /// Hands over what is left.
    ///
    /// - Throws: The error at which the writer stopped.
    mutating func flush() throws {
        guard !chunk.isEmpty else { return }
        chunk.definitions = definitions.takeNew()
        try writer.hand(chunk)
        chunk = ImportChunk()
        chunk.rows = writer.emptyRows()
        chunk.rows.reserveCapacity(Self.chunkWeight)
    }

    mutating func flushIfFull() throws {
        guard chunk.weight >= Self.chunkWeight else { return }
        if isCancelled() { throw CancellationError() }
        try flush()
    }

    mutating func warn(_ line: Int, _ text: String) { summary.warn("\(fileName):\(line): \(text)") }

    mutating func takeSummary() -> ImportSummary {
        summary.types = definitions.typesMet
        return summary
    }

    mutating func exportDate(_ value: ByteSlice) {}

    mutating func me(_ element: ExportElement) {
        chunk.characteristics = ImportCharacteristics.values(element)
    }

    mutating func record(_ record: ExportRecord) throws {
        summary.records.read += 1
        guard let row = try row(record, isTopLevel: true) else {
            summary.records.refused += 1
            return
        }
        chunk.rows.append(row)
        try flushIfFull()
    }

    mutating func correlation(_ correlation: ExportCorrelation) throws {
        summary.correlations.read += 1
        guard let header = try header(correlation.element, type: correlation.element[.type]) else {
            summary.correlations.refused += 1
            return
        }
        var members: [NewSample] = []
        for member in correlation.records {
            if let row = try row(member, isTopLevel: false) { members.append(row) }
        }
        let metadata = try dictionary.metadata(correlation.metadata, in: &definitions)
        let record = NewRecord(
            type: header.series,
            source: 0,
            revision: header.revision,
            device: header.device,
            metadata: metadata.map { definitions.place(metadata: $0) } ?? 0,
            start: header.start,
            end: header.end,
            creation: header.creation
        )
        chunk.correlations.append(.init(record: record, members: members))
        try flushIfFull()
    }

    mutating func workout(_ workout: ExportWorkout) throws {
        summary.workouts.read += 1
        guard let workout = try read(workout) else {
            summary.workouts.refused += 1
            return
        }
        chunk.workouts.append(workout)
        try flushIfFull()
    }

    mutating func activitySummary(_ summary: ExportActivitySummary) throws {
        self.summary.activitySummaries.read += 1
        guard let content = ImportActivitySummary.content(summary.element) else {
            self.summary.activitySummaries.refused += 1
            return warn(summary.element.line, "activity summary without a day")
        }
        chunk.summaries.append(content)
        try flushIfFull()
    }

    // MARK: Rows

    /// A row of a record; `nil` when it cannot be taken, with a warning.
    private mutating func row(_ record: ExportRecord, isTopLevel: Bool) throws -> NewSample? {
        let element = record.element
        guard let type = element[.type] else {
            warn(element.line, "record without a type")
            return nil
        }
        let number = try dictionary.series(type: type, unit: element[.unit], in: &definitions)
        if isTopLevel { definitions.meet(series: number) }
        if !definitions.isQuantity(series: number), case .refused(let reason) = definitions.series[Int(number)].kind {
            warn(element.line, reason)
            return nil
        }
        var extra: [Metadata.Entry] = []
        guard let value = try value(element, number, &extra),
            let header = try times(element)
        else { return nil }
        return NewSample(
            type: DictionaryID(bitPattern: number),
            source: 0,
            revision: header.revision,
            device: header.device,
            metadata: try metadata(record, extra),
            start: header.start,
            end: header.end,
            value: value,
            creation: header.creation
        )
    }

    private mutating func metadata(_ record: ExportRecord, _ extra: [Metadata.Entry]) throws -> DictionaryID {
        guard record.element.hasChildren || !extra.isEmpty else { return 0 }
        let beats = beats(of: record)
        guard !beats.isEmpty || !extra.isEmpty else {
            let number = try dictionary.metadata(record.metadata, in: &definitions)
            return number.map { definitions.place(metadata: $0) } ?? 0
        }
        let entries = record.metadata.map {
            ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "")
        }
        chunk.ownTextLength += beats.utf8.count
        let own = beats.isEmpty ? [] : [Metadata.Entry(key: ImportMetadata.beatsKey, value: .text(beats))]
        return definitions.add(ImportMetadata.make(entries, adding: own + extra))
    }

    private func beats(of record: ExportRecord) -> String {
        var text = ""
        for list in record.beatLists {
            for beat in list.beats {
                if !text.isEmpty { text += ";" }
                text += (beat.element[.bpm]?.text ?? "") + "@" + (beat.element[.time]?.text ?? "")
            }
        }
        return text
    }

    private mutating func value(
        _ element: ExportElement,
        _ number: UInt32,
        _ extra: inout [Metadata.Entry]
    ) throws -> Double? {
        if definitions.isQuantity(series: number), let value = element[.value]?.decimal, value.isFinite {
            return value
        }
        let series = definitions.series[Int(number)]
        guard let text = element[.value] else {
            if case .quantity = series.kind {
                warn(element.line, "\(series.type) without a value")
                return nil
            }
            return 0
        }
        if let value = text.decimal {
            guard series.admits(value) else {
                warn(element.line, "\(series.type) has no value \(text.text)")
                return nil
            }
            return value
        }
        switch series.kind {
        case .category:
            let name = try dictionary.caseName(text, in: &definitions)
            if let value = definitions.value(series: number, caseName: name) { return value }
            warn(element.line, "\(series.type) has no value \(text.text)")
            return nil
        case .unknown:
            extra.append(Metadata.Entry(key: ImportMetadata.valueKey, value: .text(text.text)))
            return 0
        default:
            warn(element.line, "\(text.text) is no number, for \(series.type)")
            return nil
        }
    }

    /// Source, device and times of an element.
    struct Header {
        var series: DictionaryID = 0
        var revision: DictionaryID
        var device: DictionaryID
        var start: Double
        var end: Double
        var creation: Double
    }

    /// The header of an element whose type has no unit.
    mutating func header(_ element: ExportElement, type: ByteSlice?) throws -> Header? {
        guard let type else {
            warn(element.line, "element without a type")
            return nil
        }
        let number = try dictionary.series(type: type, unit: nil, in: &definitions)
        guard var header = try times(element) else { return nil }
        header.series = DictionaryID(bitPattern: number)
        return header
    }

    /// Source, device and times; `nil` when a time is missing or wrong, with a warning.
    mutating func times(_ element: ExportElement) throws -> Header? {
        guard let start = element[.startDate].flatMap({ dates.seconds($0) }),
            let end = element[.endDate].flatMap({ dates.seconds($0) })
        else {
            let texts = [element[.startDate], element[.endDate]].map { $0?.text ?? "nothing" }
            warn(element.line, "unreadable date: startDate \(texts[0]), endDate \(texts[1])")
            return nil
        }
        guard start <= end else {
            warn(
                element.line,
                "the end (\(element[.endDate]?.text ?? "")) is before the start (\(element[.startDate]?.text ?? ""))"
            )
            return nil
        }
        let creation = element[.creationDate].flatMap { dates.seconds($0) } ?? start
        let revision = try dictionary.sourceRevision(
            name: element[.sourceName],
            version: element[.sourceVersion],
            in: &definitions
        )
        let device = try element[.device].map { try dictionary.device($0, in: &definitions) + 1 } ?? 0
        return Header(
            revision: DictionaryID(bitPattern: revision),
            device: DictionaryID(bitPattern: device),
            start: start,
            end: end,
            creation: creation
        )
    }
}
