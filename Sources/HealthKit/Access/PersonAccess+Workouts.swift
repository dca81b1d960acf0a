import Foundation
import HealthStore

/// Numbers of a type over time, in order of start, whatever sources they came from.
package struct Readings: Sendable {
    /// Seconds since the reference date.
    package var starts: [Double] = []
    package var ends: [Double] = []
    /// In the type's canonical unit.
    package var values: [Double] = []
    /// Whether they were added to the workout that was asked about, rather than measured in its time.
    package var areOwn = false

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }
}

extension PersonAccess {
    /// The workouts whose identity begins with a text, at most a few.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of a UUID, in any capitals; hyphens may be left out.
    ///   - limit: How many to look for.
    /// - Returns: The workouts; one where the text is a whole UUID.
    /// - Throws: `HKError`.
    package func workouts(beginning prefix: String, limit: Int = 5) throws -> [HKWorkout] {
        if let uuid = UUID(uuidString: prefix) { return try [sample(uuid) as? HKWorkout].compactMap { $0 } }
        let wanted = prefix.uppercased().filter { $0 != "-" }
        return try read { reader in
            var found: [HKWorkout] = []
            try reader.forEachRecord(FetchRequest(type: HKObjectType.workoutType()), ascending: false) { record in
                guard record.uuid.uuidString.filter({ $0 != "-" }).hasPrefix(wanted) else { return true }
                if let workout = try reader.sample(uuid: record.uuid) as? HKWorkout { found.append(workout) }
                return found.count < limit
            }
            return found
        }
    }

    /// The numbers of a type that belong to a workout: those that were added to it; where none was, those that were
    /// measured in its time (imports do not say what belongs to a workout).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - workout: The workout.
    /// - Returns: The numbers.
    /// - Throws: `HKError`.
    package func readings(_ type: HKQuantityType, of workout: HKWorkout) throws -> Readings {
        try read { reader in
            let own = try Self.readings(reader, type, Self.request(type, of: workout))
            if !own.isEmpty {
                var own = own
                own.areOwn = true
                return own
            }
            let time = TimeFields.sample.filter(start: workout.startDate, end: workout.endDate, options: [])
            return try Self.readings(reader, type, FetchRequest(type: type, filter: time.simplified()))
        }
    }

    private static func readings(
        _ reader: ObjectReader,
        _ type: HKQuantityType,
        _ request: FetchRequest
    ) throws -> Readings {
        var all = SourceColumns()
        for source in try reader.sources(request, type) where !source.isExcluded {
            all.append(contentsOf: try source.columns())
        }
        all.sortByStart()
        return Readings(starts: all.starts, ends: all.ends, values: all.values)
    }

    /// The routes of a workout with their places, in order of start.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The routes; none where it has none.
    /// - Throws: `HKError`.
    package func routes(of workout: HKWorkout) throws -> [RouteData] {
        let type = HKSeriesType.workoutRoute()
        return try read { reader in
            var routes: [RouteData] = []
            try reader.forEachRecord(Self.request(type, of: workout)) { record in
                guard let payload = SplitPayload(bytes: record.payload), let route = RouteData(bytes: payload.data)
                else {
                    throw HKError.error(.errorDatabaseInaccessible, "The route \(record.uuid) cannot be read")
                }
                routes.append(route)
                return true
            }
            return routes
        }
    }

    /// How many samples of each type were added to a workout, the type with the most first.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The types that have some.
    /// - Throws: `HKError`.
    package func memberCounts(of workout: HKWorkout) throws -> [(type: HKSampleType, count: Int)] {
        let types = try types().compactMap { HKObjectType.type(identifier: $0.identifier) as? HKSampleType }
        var counts: [(type: HKSampleType, count: Int)] = []
        try read { reader in
            var sought = reader.members(of: workout.uuid)
            var found: [HKSampleType: Int] = [:]
            // Nearly all lie within the workout's time, and its time is a small part of the store.
            let (start, end) = (workout.startDate, workout.endDate)
            let time = start.timeIntervalSinceReferenceDate...max(start, end).timeIntervalSinceReferenceDate
            for type in types where !sought.isEmpty && !(type is HKWorkoutType) {
                let request = FetchRequest(type: type).touching(time)
                try reader.forEachRow(request) { row in
                    if sought.remove(row.uuid) != nil { found[type, default: 0] += 1 }
                    return true
                }
                try reader.forEachRecord(request) { record in
                    if sought.remove(record.uuid) != nil { found[type, default: 0] += 1 }
                    return true
                }
            }
            for sample in try reader.samples(uuids: Array(sought)) { found[sample.sampleType, default: 0] += 1 }
            counts = found.map { (type: $0.key, count: $0.value) }
        }
        return counts.sorted { ($1.count, $0.type.identifier) < ($0.count, $1.type.identifier) }
    }

    /// The latest score that tells how hard a workout was, a person's before an estimated one; `nil` where there is none.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: From 0 to 10.
    /// - Throws: `HKError`.
    package func effort(of workout: HKWorkout) throws -> HKQuantitySample? {
        try read { reader in
            let scores = try reader.store.children(of: workout.uuid, role: LinkRole.workoutEffort.rawValue)
                .compactMap { try reader.sample(uuid: $0.child) as? HKQuantitySample }
            let rated = HKQuantityTypeIdentifier.workoutEffortScore.rawValue
            return scores.max { left, right in
                let leftIsRated = left.quantityType.identifier == rated
                guard leftIsRated == (right.quantityType.identifier == rated) else { return !leftIsRated }
                return left.startDate < right.startDate
            }
        }
    }

    /// What was added to a workout, of one type.
    private static func request(_ type: HKSampleType, of workout: HKWorkout) -> FetchRequest {
        FetchRequest(type: type, filter: SampleListQuery(type: type, workout: workout).filter)
    }
}

extension PersonAccess {
    /// When the workout began that a console runs, here or in another process; `nil` when none does.
    ///
    /// - Throws: `HKError`.
    package func startOfOpenWorkout() throws -> Date? {
        try store.gate.answer(SessionsCall(withParts: nil)).lazy.filter(\.content.isOpen).compactMap(\.content.start)
            .first
    }

    /// When the workout began that a console left behind as it ended without a word; `nil` when there is none to go on with.
    ///
    /// - Throws: `HKError`.
    package func startOfWorkoutLeftBehind() throws -> Date? {
        try store.gate.answer(SessionsCall(withParts: nil))
            .filter { $0.content.isOpen && ($0.isPrimary || $0.content.state == .ended) }
            .first { try !store.gate.isSessionMarked($0.content.identifier) }?
            .content.start
    }
}
