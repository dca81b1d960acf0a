import Foundation
import HealthKitStore

extension ObjectWriter {
    /// Recomputes a workout's statistics from the samples that were added to it (R2.23, R7.5, R7.7).
    ///
    /// - Parameters:
    ///   - uuid: The workout.
    ///   - lost: Types of which it lost samples: if none are left, it has no statistics of them. Other types without samples
    ///     keep the statistics that the workout was saved with.
    /// - Throws: `errorDatabaseInaccessible`.
    func refreshStatistics(ofWorkout uuid: UUID, lost: Set<HKQuantityType> = []) throws {
        guard let workout = try sample(uuid: uuid) as? HKWorkout else { return }
        let members = try store.children(of: uuid, role: LinkRole.workoutSample.rawValue).map(\.child)
        let samples = try self.samples(uuids: members).flatMap(\.quantitySamples)
        var content = workout.content
        var byType = Dictionary(grouping: samples, by: \.quantityType)
        for type in lost where byType[type] == nil { byType[type] = [] }
        for (type, samples) in byType {
            try content.refresh(type, samples, workout.startDate, workout.endDate, self)
            guard HKWorkoutZoneConfiguration.types.contains(type) else { continue }
            let preferred = try preferredZones(of: type, at: workout.startDate)
            content.refreshZones(type, samples, workout, preferred: preferred)
        }
        guard content != workout.content else { return }
        try writer.update(record: uuid, payload: content.json)
    }
}

extension ObjectReader {
    /// The contents of a workout as visible to the caller: without statistics of samples that the caller can't see.
    ///
    /// Apple doesn't document what a workout shows for types that an app may not read, so this is our choice. The
    /// totals saved with a workout stay unchanged.
    func visible(_ content: WorkoutContent, of record: StoredRecord) throws -> WorkoutContent {
        let content = try content.showingZones(seesOrigin).ofApps
        let named =
            content.statistics.map(\.type) + content.activities.flatMap { $0.statistics.map(\.type) }
            + (content.zones ?? []).map(\.type)
        var hidden: Set<String> = []
        var partial: [HKQuantityType] = []
        for name in Set(named) {
            guard let type = HKObjectType.type(identifier: name) as? HKQuantityType else { continue }
            let visibility = try visibility(of: type)
            switch visibility?.scope {
            case .everything? where (visibility?.since ?? 0) <= record.start: continue
            case .everything?, .only?: partial.append(type)
            default: break
            }
            hidden.insert(name)
        }
        guard !hidden.isEmpty, makes(.workoutStatistics) else { return content }
        var shown = content.withSavedTotals
        shown.statistics.removeAll { hidden.contains($0.type) }
        shown.zones?.removeAll { hidden.contains($0.type) }
        for index in shown.activities.indices {
            shown.activities[index].statistics.removeAll { hidden.contains($0.type) }
            shown.activities[index].zones?.removeAll { hidden.contains($0.type) }
        }
        guard !partial.isEmpty else { return shown }
        let members = try store.children(of: record.uuid, role: LinkRole.workoutSample.rawValue).map(\.child)
        let samples = try self.samples(uuids: members).flatMap(\.quantitySamples)
        for type in partial {
            try shown.refresh(
                type,
                samples.filter { $0.quantityType == type },
                Date(timeIntervalSinceReferenceDate: record.start),
                Date(timeIntervalSinceReferenceDate: record.end),
                self
            )
        }
        return shown
    }

    fileprivate static func replacing(
        _ type: HKQuantityType,
        in statistics: [WorkoutStatisticsContent],
        with fresh: WorkoutStatisticsContent?
    ) -> [WorkoutStatisticsContent] {
        (statistics.filter { $0.type != type.identifier } + [fresh].compactMap { $0 }).sorted { $0.type < $1.type }
    }

    /// The samples as columns in the canonical unit, with sources in order of priority.
    fileprivate func sources(of samples: [HKQuantitySample], _ type: HKQuantityType) throws -> [StatisticsCalculator
        .Source]
    {
        var bySource: [HKSource: SourceColumns] = [:]
        for sample in samples {
            guard let conversion = sample.unit.conversion(to: type.canonicalUnit) else { continue }
            let single = QuantitySeries.Element(
                start: sample.startDate.timeIntervalSinceReferenceDate,
                end: sample.endDate.timeIntervalSinceReferenceDate,
                value: sample.value
            )
            for element in sample.series?.elements ?? [single] {
                bySource[sample.sourceRevision.source, default: SourceColumns()]
                    .append(
                        start: element.start,
                        end: element.end,
                        value: element.value * conversion.scale + conversion.offset
                    )
            }
        }
        return try orderedSources(of: type.identifier)
            .compactMap { traits in
                guard var columns = bySource[traits.source] else { return nil }
                columns.sortByStart()
                return .init(source: traits.source, columns: columns)
            }
    }

    fileprivate func statistics(
        _ type: HKQuantityType,
        _ sources: [StatisticsCalculator.Source],
        _ start: Date,
        _ end: Date,
        clips: Bool
    ) throws -> WorkoutStatisticsContent? {
        let isCumulative = type.aggregationStyle == .cumulative
        let options: HKStatisticsOptions =
            isCumulative ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
        let buckets =
            clips
            ? BucketEdges([start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate.nextUp]) : .always
        guard
            let values = try StatisticsCalculator(type: type, options: options).statistics(sources, buckets: buckets)
                .first??
                .values
        else { return nil }
        let unit = type.canonicalUnit.unitString
        let quantity = { (value: Double?) in value.map { QuantityText(value: $0, unit: unit) } }
        return WorkoutStatisticsContent(
            type: type.identifier,
            start: start,
            end: end,
            sum: quantity(values.sum),
            average: quantity(values.average),
            minimum: quantity(values.minimum),
            maximum: quantity(values.maximum),
            isComputed: true
        )
    }
}

extension WorkoutContent {
    /// Recomputes the time in the zones of one type from samples: in the workout's own zones, otherwise in `preferred`, and in
    /// the default ones where those are computed or unknown.
    ///
    /// Without samples the zones are kept, for samples that may be added later.
    fileprivate mutating func refreshZones(
        _ type: HKQuantityType,
        _ samples: [HKQuantitySample],
        _ workout: HKWorkout,
        preferred: HKWorkoutZoneConfiguration?
    ) {
        let known = zones?.first { $0.type == type.identifier }?.configuration
        let configuration = known ?? preferred
        let isOwn = configuration.map { $0.source != .system } ?? false
        let standard = isOwn ? nil : ObjectReader.defaultZones(of: type)
        let running = RunningTime(from: workout.startDate, to: workout.endDate, events: workout.workoutEvents ?? [])
        func counted(_ configuration: HKWorkoutZoneConfiguration, _ running: RunningTime) -> WorkoutZoneContent {
            var tally = WorkoutZoneTally(configuration, running: running)
            tally.add(samples)
            return WorkoutZoneContent(configuration, durations: samples.isEmpty ? nil : tally.durations())
        }
        func replacing(
            _ zones: [WorkoutZoneContent]?,
            _ configuration: HKWorkoutZoneConfiguration?,
            _ running: RunningTime
        ) -> [WorkoutZoneContent]? {
            let fresh = configuration.map { [counted($0, running)] } ?? []
            let all = ((zones ?? []).filter { $0.type != type.identifier } + fresh).sorted { $0.type < $1.type }
            return all.isEmpty ? nil : all
        }
        if configuration != nil { zones = replacing(zones, configuration, running) }
        standardZones = replacing(standardZones, standard, running)
        for index in activities.indices {
            let part = running.clipped(from: activities[index].start, to: activities[index].end)
            if configuration != nil {
                activities[index].zones = replacing(activities[index].zones, configuration, part)
            }
            activities[index].standardZones = replacing(activities[index].standardZones, standard, part)
        }
    }

    /// Recomputes the statistics of one type from samples.
    fileprivate mutating func refresh(
        _ type: HKQuantityType,
        _ samples: [HKQuantitySample],
        _ start: Date,
        _ end: Date,
        _ reader: ObjectReader
    ) throws {
        let sources = try reader.sources(of: samples, type)
        statistics = ObjectReader.replacing(
            type,
            in: statistics,
            with: try reader.statistics(type, sources, start, end, clips: false)
        )
        for index in activities.indices {
            activities[index].statistics = ObjectReader.replacing(
                type,
                in: activities[index].statistics,
                with: try reader.statistics(
                    type,
                    sources,
                    activities[index].start,
                    activities[index].end ?? end,
                    clips: true
                )
            )
        }
    }
}

extension ObjectWriter {
    /// Changes objects, and recomputes the statistics of the workouts that they were added to.
    func refreshingWorkouts<T>(of objects: [UUID], _ change: () throws -> T) throws -> T {
        var lost: [UUID: Set<HKQuantityType>] = [:]
        for uuid in try objectsInWorkouts(objects) {
            let types = Set(try sample(uuid: uuid)?.quantitySamples.map(\.quantityType) ?? [])
            for workout in try workouts(of: uuid) { lost[workout, default: []].formUnion(types) }
        }
        let result = try change()
        for (workout, types) in lost { try refreshStatistics(ofWorkout: workout, lost: types) }
        return result
    }

    /// The objects that may belong to a workout: most belong to none, and aren't checked individually.
    private func objectsInWorkouts(_ objects: [UUID]) throws -> [UUID] {
        guard objects.count > Self.singleLookups else { return objects }
        let added = try store.linkedChildren(role: LinkRole.workoutSample.rawValue)
        if added.isEmpty { return [] }
        let members = try store.linkedChildren(role: LinkRole.correlationMember.rawValue)
        return objects.filter { added.contains($0) || members.contains($0) }
    }

    /// The workouts that an object was added to, directly or as a member of a correlation.
    private func workouts(of object: UUID) throws -> Set<UUID> {
        let correlations = try store.parents(of: object, role: LinkRole.correlationMember.rawValue).map(\.parent)
        return try ([object] + correlations)
            .reduce(into: []) { workouts, child in
                workouts.formUnion(try store.parents(of: child, role: LinkRole.workoutSample.rawValue).map(\.parent))
            }
    }
}

extension HKSample {
    /// The quantity samples that it is or contains.
    fileprivate var quantitySamples: [HKQuantitySample] {
        if let correlation = self as? HKCorrelation {
            return correlation.objects.compactMap { $0 as? HKQuantitySample }
        }
        return [self].compactMap { $0 as? HKQuantitySample }
    }
}
