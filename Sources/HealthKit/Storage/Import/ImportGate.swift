import Foundation

/// Validates imported data before it is written: nothing is stored that the store's own readers couldn't decode.
///
/// File readers call it while reading, so that they can report the location of rejected data. ``ObjectImport`` calls it again
/// for everything, regardless of the origin.
package struct ImportGate {
    /// The kind of a series' values.
    private enum Kind {
        case quantity, category, unknown, refused
    }

    private var kinds: [Kind] = []

    /// The number of series.
    var count: Int { kinds.count }

    init() {}

    mutating func define(_ series: [ImportedSeries]) { kinds += series.map(Self.kind) }

    /// Discards the series added since this count was taken.
    mutating func forget(after count: Int) { kinds.removeSubrange(count...) }

    private static func kind(_ series: ImportedSeries) -> Kind {
        switch HKObjectType.type(identifier: series.type) {
        case let type as HKQuantityType:
            HKUnit.named(series.unit).map { type.is(compatibleWith: $0) } ?? false ? .quantity : .refused
        case is HKCategoryType: .category
        case nil: series.type.isEmpty ? .refused : .unknown
        default: .refused
        }
    }

    // MARK: Chunks

    /// Removes everything from a chunk that can't be stored.
    ///
    /// Objects with their own content are checked one by one, see ``admits(_:_:)``.
    ///
    /// - Parameters:
    ///   - chunk: The chunk to store.
    ///   - series: Each series of the import.
    ///   - tallies: Counts the rejected objects.
    func sift(_ chunk: inout ImportChunk, _ series: [ImportedSeries], _ tallies: inout ImportTallies) {
        Self.sift(&chunk.rows, &tallies[.records]) { admits($0) }
        Self.sift(&chunk.buckets, &tallies[.records]) { admits($0.row) }
        Self.sift(&chunk.correlations, &tallies[.correlations]) { correlation in
            Self.isSound(correlation.header) && correlation.members.allSatisfy { admits($0) }
                && Self.refusal(ofCorrelation: series[Int(correlation.series.place)].type) == nil
        }
        if !chunk.workouts.allSatisfy({ Self.refusal(of: $0) == nil && admits($0.members) }) {
            // A record is kept even if the workout that contains it is rejected.
            let loose = chunk.workouts.filter { Self.refusal(of: $0) != nil }.flatMap { $0.members ?? [] }.map(\.row)
            chunk.rows += loose.filter { admits($0) }
            tallies[.records].refused += loose.count { !admits($0) }
            Self.sift(&chunk.workouts, &tallies[.workouts]) { Self.refusal(of: $0) == nil }
            for index in chunk.workouts.indices {
                guard var members = chunk.workouts[index].members else { continue }
                Self.sift(&members, &tallies[.records]) { admits($0.row) }
                chunk.workouts[index].members = members
            }
        }
        for index in chunk.members.indices {
            Self.sift(&chunk.members[index].rows, &tallies[.records]) { admits($0) }
        }
        Self.sift(&chunk.summaries, &tallies[.activitySummaries]) { Self.refusal(of: $0) == nil }
    }

    private static func sift<Element>(
        _ elements: inout [Element],
        _ tally: inout ImportTally,
        _ isAdmitted: (Element) -> Bool
    ) {
        // Nearly always all are admitted, and then nothing is copied.
        if elements.allSatisfy(isAdmitted) { return }
        let count = elements.count
        elements.removeAll { !isAdmitted($0) }
        tally.refused += count - elements.count
    }

    private func admits(_ members: [ImportedWorkoutMember]?) -> Bool { (members ?? []).allSatisfy { admits($0.row) } }

    @inline(__always)
    private func admits(_ row: ImportedRow) -> Bool {
        guard Self.isSound(row.header), row.value.isFinite else { return false }
        switch kinds[Int(row.series.place)] {
        case .quantity, .unknown: return true
        case .category: return Int(exactly: row.value) != nil
        case .refused: return false
        }
    }

    @inline(__always)
    private static func isSound(_ header: ImportedHeader) -> Bool {
        header.start.isFinite && header.end.isFinite && header.creation.isFinite && header.start <= header.end
    }

    // MARK: One by one

    /// The reason a correlation can't be stored.
    ///
    /// - Parameter type: The identifier of its type; one that HealthKit doesn't know is kept unchanged.
    /// - Returns: The reason; `nil` if it can be stored.
    package static func refusal(ofCorrelation type: String) -> String? {
        switch HKObjectType.type(identifier: type) {
        case is HKCorrelationType: nil
        case nil: type.isEmpty ? "it has no type" : nil
        default: "\(type) isn't a correlation type"
        }
    }

    /// The reason a workout can't be stored; `nil` if it can.
    package static func refusal(of workout: ImportedWorkout) -> String? {
        guard isSound(workout.header) else { return "a time is missing, or it ends before it starts" }
        return workout.content.isFinite ? nil : "a number in it is too large"
    }

    /// The reason a daily summary can't be stored; `nil` if it can.
    package static func refusal(of summary: ActivitySummaryContent) -> String? {
        if summary.calendarDay == nil { return "it has no day" }
        return summary.quantities.allSatisfy(\.value.isFinite) ? nil : "a number in it is too large"
    }

    /// Whether an object with its own content can be read back.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - payload: Its content in the store's form.
    /// - Returns: Whether the store's reader creates an object from it.
    static func admits(_ object: ImportedObject, _ payload: [UInt8]) -> Bool {
        guard isSound(object.header) else { return false }
        guard let type = HKObjectType.type(identifier: object.type) else { return !object.type.isEmpty }
        guard let type = type as? HKSampleType, let recordClass = type.recordClass else { return false }
        let parts = SampleParts(
            ObjectAttributes(device: nil, metadata: nil),
            type: type,
            start: Date(timeIntervalSinceReferenceDate: object.header.start),
            end: Date(timeIntervalSinceReferenceDate: object.header.end)
        )
        return recordClass.sample(parts, bytes: payload) != nil
    }

    /// Keeps only quantities whose units can be read back; the others become text.
    package static func storable(_ metadata: Metadata) -> Metadata {
        func isReadable(_ entry: Metadata.Entry) -> Bool {
            guard case .quantity(_, let unit) = entry.value else { return true }
            // The only possible error is an unknown unit.
            return (try? HKUnit(validating: unit.unitString)) != nil
        }
        if metadata.entries.allSatisfy(isReadable) { return metadata }
        return Metadata(
            metadata.entries.map { entry in
                guard !isReadable(entry), case .quantity(let value, let unit) = entry.value else { return entry }
                return Metadata.Entry(key: entry.key, value: .text("\(value) \(unit.unitString)"))
            }
        )
    }
}

extension WorkoutContent {
    /// Whether all its numbers are finite; JSON can't represent others.
    fileprivate var isFinite: Bool {
        (duration ?? 0).isFinite && events.allSatisfy { $0.start.isFinite && $0.end.isFinite }
            && totals.values.allSatisfy(\.value.isFinite) && statistics.allSatisfy(\.isFinite)
            && activities.allSatisfy(\.isFinite) && WorkoutZoneContent.areFinite(zones)
            && WorkoutZoneContent.areFinite(standardZones)
    }
}

extension WorkoutActivityContent {
    fileprivate var isFinite: Bool {
        start.timeIntervalSinceReferenceDate.isFinite && (end?.timeIntervalSinceReferenceDate ?? 0).isFinite
            && (duration ?? 0).isFinite && statistics.allSatisfy(\.isFinite)
            && (configuration.lapLength?.value ?? 0).isFinite && WorkoutZoneContent.areFinite(zones)
            && WorkoutZoneContent.areFinite(standardZones)
    }
}

extension WorkoutStatisticsContent {
    fileprivate var isFinite: Bool {
        start.timeIntervalSinceReferenceDate.isFinite && end.timeIntervalSinceReferenceDate.isFinite
            && [sum, average, minimum, maximum].allSatisfy { ($0?.value ?? 0).isFinite }
    }
}

extension WorkoutZoneContent {
    fileprivate static func areFinite(_ zones: [WorkoutZoneContent]?) -> Bool {
        (zones ?? [])
            .allSatisfy { zone in
                zone.boundaries.allSatisfy(\.value.isFinite) && (zone.durations ?? []).allSatisfy(\.isFinite)
            }
    }
}

extension ActivitySummaryContent {
    /// Its quantities.
    fileprivate var quantities: [QuantityText] {
        [
            activeEnergyBurned, activeEnergyBurnedGoal, appleMoveTime, appleMoveTimeGoal, appleExerciseTime,
            appleExerciseTimeGoal, appleStandHours, appleStandHoursGoal,
        ]
        .compactMap { $0 }
    }
}
