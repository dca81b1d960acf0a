import Foundation
import HealthKit

/// The rows of a table that a mapping is for.
struct MappedTable {
    private let rules: TableRules
    private let columns: [Column]
    /// The rows that aren't measurements.
    private(set) var skipped = 0
    /// The rows that the mapping doesn't say how to read.
    private(set) var unread = 0

    /// The mapping's rule for a column.
    private struct Column {
        var sentinels: Set<Double> = []
        var restrictions: [TableRules.Condition] = []
        var clamps: [TableRules.Clamp] = []
        var notes: [TableRules.Note] = []
    }

    /// The most values of a list in a cell.
    private static let longestList = 100_000

    init?(_ mapping: TableMapping) {
        guard let rules = mapping.rules else { return nil }
        self.rules = rules
        columns = mapping.columns.indices.map { index in
            var column = Column()
            column.sentinels = Set(
                rules.sentinels.filter { $0.place?.columns.contains(index) ?? true }.map(\.value)
            )
            column.restrictions = rules.restrictions.filter { $0.place.columns.contains(index) }.map(\.condition)
            column.clamps = rules.clamps.filter { $0.place.columns.contains(index) }
            column.notes = rules.notes.filter { $0.place.columns.contains(index) }
            return column
        }
    }

    // MARK: Rows

    /// Whether a row is read; others are counted.
    mutating func reads(_ row: [String]) -> Bool {
        if TableHead.isBlank(row) { return false }
        if let read = rules.read, !read.holds(row) {
            if rules.skipped.contains(where: { $0.holds(row) }) { skipped += 1 } else { unread += 1 }
            return false
        }
        guard rules.skipped.contains(where: { $0.holds(row) }), rules.read == nil else { return true }
        skipped += 1
        return false
    }

    /// Whether a column is read in a row.
    func reads(_ column: Int, of row: [String]) -> Bool { columns[column].restrictions.allSatisfy { $0.holds(row) } }

    func source(_ row: [String]) -> ReadSource { rules.source(row) }

    func device(_ row: [String]) -> HKDevice? { rules.device(row) }

    // MARK: Values

    /// Whether a number means that there is none.
    func isNone(_ number: Double, _ column: Int) -> Bool { columns[column].sentinels.contains(number) }

    /// The value represented by a word.
    func clamped(_ text: String, _ column: Int) -> TableQuantity? {
        columns[column].clamps.first { $0.word.matches(text) }
            .map { TableQuantity($0.value, $0.unit, clampKey: $0.key) }
    }

    /// The metadata of a column's values in a row.
    func metadata(_ column: Int, _ row: [String]) -> [String: String] {
        var metadata: [String: String] = [:]
        for note in columns[column].notes where note.condition?.holds(row) ?? true { metadata[note.key] = note.value }
        return metadata
    }

    /// The key of metadata that a sample needs and hasn't, or `nil` if it has all.
    static func missingKey(_ sample: ReadSample) -> String? {
        TypeCatalogue.shared.entry(identifier: sample.type)?.requiredMetadata.first { sample.metadata[$0] == nil }
    }

    // MARK: What no role has

    /// Stores the categories, spans and lists of a row.
    func take(
        _ row: [String],
        _ moment: TableTimes.Moment,
        _ times: TableTimes,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        for category in rules.categories {
            guard let text = category.place.text(row), !TableNumbers.isMissing(text) else { continue }
            guard let value = category.values[text.lowercased()] else {
                sink.refuse("\(Self.name(category.place)): a value that the mapping doesn't have", at: place)
                continue
            }
            try take(category.type, value, moment.start, moment.end, row, place, &sink)
        }
        for span in rules.spans {
            do {
                guard let start = try times.time(at: span.start.columns.first, of: row),
                    let end = try times.time(at: span.end.columns.first, of: row)
                else { continue }
                try take(span.type, span.value, start, end, row, place, &sink)
            } catch let reason as TableTimes.Reason {
                sink.refuse(reason.text, at: place)
            }
        }
        for list in rules.lists { try take(list, row, moment, place, &sink) }
    }

    private static func name(_ place: TableRules.Place) -> String { place.pattern.text.printableName }

    private func take(
        _ type: String,
        _ value: Int,
        _ start: Date,
        _ end: Date,
        _ row: [String],
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        var sample = ReadSample(type: type, value: Double(value), start: start, end: end, source: source(row))
        sample.device = device(row)
        try sink.take(sample, at: place)
    }

    private func take(
        _ list: TableRules.List,
        _ row: [String],
        _ moment: TableTimes.Moment,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let text = list.place.text(row), let column = list.place.columns.first else { return }
        let values = Self.list(text)
        let durations = list.durations.text(row).flatMap { Self.list($0) }
        guard let values, let durations, values.count == durations.count,
            durations.allSatisfy({ (0...86_400).contains($0) })
        else {
            return sink.refuse("\(Self.name(list.place)): not a list with how long each value lasted", at: place)
        }
        var series = ReadSeries(type: HKQuantityTypeIdentifier(rawValue: list.type), unit: list.unit)
        var time = moment.start.timeIntervalSinceReferenceDate
        for (value, duration) in zip(values, durations) {
            if !isNone(value, column) { series.points.append(.init(start: time, end: time + duration, value: value)) }
            time += duration
        }
        series.source = source(row)
        series.device = device(row)
        try sink.take(series, at: place)
    }

    /// The numbers of a list such as `[57,59]`, or `nil` if it isn't one.
    private static func list(_ text: String) -> [Double]? {
        guard text.hasPrefix("["), text.hasSuffix("]"), text.count > 1 else { return nil }
        let inside = text.dropFirst().dropLast()
        guard inside.contains(where: { !$0.isWhitespace }) else { return [] }
        let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= longestList else { return nil }
        let values = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }.filter(\.isFinite)
        return values.count == parts.count ? values : nil
    }
}
