import Foundation
import HealthKitStore

/// Counts the objects of each type and source in an import, for a dry run.
///
/// Other imports add everything as a whole.
struct ImportParts {
    /// How values of a series become ones in their type's canonical unit.
    private struct Scale {
        var factor: Double
        var offset: Double
    }

    private let isCounting: Bool
    private var series: [ImportedSeries] = []
    private var scales: [Scale?] = []
    private var sources: [HKSource] = []
    /// The parts of the current chunk.
    private var parts: [ImportPart.Key: ImportPart] = [:]

    init(isCounting: Bool) { self.isCounting = isCounting }

    /// The number of entries of each kind.
    struct Counts { fileprivate var series, sources: Int }

    var counts: Counts { Counts(series: series.count, sources: sources.count) }

    /// Starts a chunk with its definitions.
    mutating func begin(_ new: ImportChunk.Definitions) {
        guard isCounting else { return }
        parts.removeAll(keepingCapacity: true)
        series += new.series
        scales += new.series.map(Self.scale)
        sources += new.revisions.map(\.source)
    }

    /// Discards the entries added since these counts were taken.
    mutating func forget(after counts: Counts) {
        series.removeSubrange(counts.series...)
        scales.removeSubrange(counts.series...)
        sources.removeSubrange(counts.sources...)
    }

    /// The parts of the chunk; `nil` if they aren't counted.
    var ofChunk: [ImportPart]? { isCounting ? Array(parts.values) : nil }

    private static func scale(_ series: ImportedSeries) -> Scale? {
        guard let type = HKObjectType.type(identifier: series.type) as? HKQuantityType,
            let unit = HKUnit.named(series.unit), type.is(compatibleWith: unit)
        else { return nil }
        if unit == type.canonicalUnit { return Scale(factor: 1, offset: 0) }
        let offset = HKQuantity(unit: unit, doubleValue: 0).doubleValue(for: type.canonicalUnit)
        let one = HKQuantity(unit: unit, doubleValue: 1).doubleValue(for: type.canonicalUnit)
        return Scale(factor: one - offset, offset: offset)
    }

    // MARK: Rows

    /// Adds rows, those of each type and source separately if they are counted.
    ///
    /// Rows of one type and source are independent of those of another, so that the outcome is the same.
    ///
    /// - Parameters:
    ///   - rows: The rows in the store's form.
    ///   - imported: The same rows as the import has them.
    ///   - add: Adds some of them.
    /// - Returns: The outcome for all.
    /// - Throws: The errors of `add`.
    mutating func add(
        _ rows: [NewSample],
        _ imported: [ImportedRow],
        _ add: (_ rows: [NewSample], _ places: [Int]?) throws -> ImportCounts
    ) throws -> ImportCounts {
        guard isCounting else { return try add(rows, nil) }
        struct Group: Hashable {
            var type: TypeID
            var source: SourceID
        }
        var groups: [(rows: [NewSample], places: [Int], part: ImportPart)] = []
        var known: [Group: Int] = [:]
        for (index, pair) in zip(rows, imported).enumerated() {
            let group = Group(type: pair.0.type, source: pair.0.source)
            let place = known[group] ?? groups.count
            if place == groups.count {
                known[group] = place
                groups.append(([], [], ImportPart(key(of: pair.1.series, pair.1.header))))
            }
            groups[place].rows.append(pair.0)
            groups[place].places.append(index)
            note(pair.1, in: &groups[place].part)
        }
        var sum = ImportCounts()
        for group in groups {
            let counts = try add(group.rows, group.places)
            var part = group.part
            part.add(ImportTally(counts))
            note(part)
            sum = sum + counts
        }
        return sum
    }

    /// Counts a row by itself.
    mutating func count(_ row: ImportedRow, _ outcome: WritableKeyPath<ImportTally, Int>) {
        guard isCounting else { return }
        var part = ImportPart(key(of: row.series, row.header))
        note(row, in: &part)
        part.add(ImportTally(one: outcome))
        note(part)
    }

    private func note(_ row: ImportedRow, in part: inout ImportPart) {
        part.include(row.header.start, row.header.end)
        guard let scale = scales[Int(row.series.place)] else { return }
        part.add(row.value * scale.factor + scale.offset)
    }

    private func key(of series: ImportNumber.Series, _ header: ImportedHeader) -> ImportPart.Key {
        key(.records, self.series[Int(series.place)].type, header)
    }

    private func key(
        _ kind: ImportKind,
        _ type: String,
        _ header: ImportedHeader,
        activity: UInt? = nil
    ) -> ImportPart.Key {
        let source = sources[Int(header.revision.place)]
        return ImportPart.Key(
            kind: kind,
            type: type,
            source: source.name,
            bundleIdentifier: source.bundleIdentifier,
            activity: activity
        )
    }

    // MARK: Objects

    mutating func count(_ workout: ImportedWorkout, _ outcome: WritableKeyPath<ImportTally, Int>) {
        guard isCounting else { return }
        let type = HKObjectType.workoutType().identifier
        var part = ImportPart(key(.workouts, type, workout.header, activity: workout.content.activity))
        if let distance = workout.content.total(.distance)?.quantity, distance.is(compatibleWith: .meter()) {
            part.add(distance.doubleValue(for: .meter()))
        }
        count(workout.header, &part, outcome)
    }

    mutating func count(_ correlation: ImportedCorrelation, _ outcome: WritableKeyPath<ImportTally, Int>) {
        guard isCounting else { return }
        let type = series[Int(correlation.series.place)].type
        var part = ImportPart(key(.correlations, type, correlation.header))
        count(correlation.header, &part, outcome)
    }

    mutating func count(_ object: ImportedObject, _ outcome: WritableKeyPath<ImportTally, Int>) {
        guard isCounting else { return }
        var part = ImportPart(key(object.kind, object.type, object.header))
        count(object.header, &part, outcome)
    }

    private mutating func count(
        _ header: ImportedHeader,
        _ part: inout ImportPart,
        _ outcome: WritableKeyPath<ImportTally, Int>
    ) {
        part.include(header.start, header.end)
        part.add(ImportTally(one: outcome))
        note(part)
    }

    private mutating func note(_ part: ImportPart) { parts[part.key, default: ImportPart(part.key)].add(part) }
}

extension ImportTally {
    fileprivate init(_ counts: ImportCounts) {
        self.init()
        (added, duplicate, deleted) = (counts.added, counts.duplicate, counts.deleted)
    }

    fileprivate init(one outcome: WritableKeyPath<ImportTally, Int>) {
        self.init()
        self[keyPath: outcome] = 1
    }
}

extension ImportedRecord {
    /// The number that it is counted as.
    var outcome: WritableKeyPath<ImportTally, Int> {
        switch self {
        case .added: \.added
        case .duplicate: \.duplicate
        case .deleted: \.deleted
        }
    }
}
