import Foundation

/// The statistics of all types of a workout that is under way, for the whole of it and for each of its activities.
package struct WorkoutStatistics: Sendable {
    /// The statistics of one type.
    private struct Entry: Sendable {
        var whole: RunningStatistics
        var activities: [UUID: RunningStatistics] = [:]
        /// The sources by their numbers.
        var sources: [HKSource] = []
        var numbers: [String: Int] = [:]

        mutating func number(of source: HKSource) -> Int {
            if let known = numbers[source.bundleIdentifier] { return known }
            let number = sources.count
            sources.append(source)
            numbers[source.bundleIdentifier] = number
            return number
        }
    }

    private var entries: [HKQuantityType: Entry] = [:]
    /// The interval of each activity.
    private var intervals: [UUID: ClosedRange<Double>] = [:]

    package init() {}

    /// The types of which there are samples.
    package var types: [HKQuantityType] { entries.filter { $0.value.whole.count > 0 }.map(\.key) }

    /// Adds samples; those of a correlation count individually.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - own: The source of those that were not read from the store.
    /// - Returns: The types that now have several sources, whose order should be set.
    @discardableResult
    package mutating func add(_ samples: [HKSample], own: HKSource) -> Set<HKQuantityType> {
        var rows: [HKQuantityType: [RunningStatistics.Row]] = [:]
        var grown: Set<HKQuantityType> = []
        for sample in samples {
            switch sample {
            case let sample as HKQuantitySample: add(sample, own, to: &rows, &grown)
            case let correlation as HKCorrelation:
                for case let member as HKQuantitySample in correlation.objects { add(member, own, to: &rows, &grown) }
            default: continue
            }
        }
        for (type, rows) in rows {
            entries[type]?.whole.add(rows)
            for activity in intervals.keys { entries[type]?.activities[activity]?.add(rows) }
        }
        return grown
    }

    private mutating func add(
        _ sample: HKQuantitySample,
        _ own: HKSource,
        to rows: inout [HKQuantityType: [RunningStatistics.Row]],
        _ grown: inout Set<HKQuantityType>
    ) {
        let type = sample.quantityType
        guard let conversion = sample.unit.conversion(to: type.canonicalUnit) else { return }
        if entries[type] == nil {
            var entry = Entry(whole: RunningStatistics(type: type))
            for (activity, interval) in intervals {
                entry.activities[activity] = RunningStatistics(type: type, interval: interval)
            }
            entries[type] = entry
        }
        let before = entries[type]?.sources.count ?? 0
        let source = entries[type]?.number(of: sample.creationDate == nil ? own : sample.source) ?? 0
        if before > 0, source == before { grown.insert(type) }
        let single = QuantitySeries.Element(
            start: sample.startDate.timeIntervalSinceReferenceDate,
            end: sample.endDate.timeIntervalSinceReferenceDate,
            value: sample.value
        )
        for element in sample.series?.elements ?? [single] {
            rows[type, default: []]
                .append(
                    RunningStatistics.Row(
                        start: element.start,
                        end: element.end,
                        value: element.value * conversion.scale + conversion.offset,
                        source: source,
                        sample: sample.uuid
                    )
                )
        }
    }

    /// Removes samples.
    package mutating func remove(_ samples: Set<UUID>) {
        for type in Array(entries.keys) {
            entries[type]?.whole.remove(samples)
            for activity in intervals.keys { entries[type]?.activities[activity]?.remove(samples) }
        }
    }

    /// The sources of a type, in the order in which they came.
    package func sources(of type: HKQuantityType) -> [HKSource] { entries[type]?.sources ?? [] }

    /// Sets the order in which the sources of a type count, by their bundle identifiers.
    package mutating func setOrder(_ order: [String], of type: HKQuantityType) {
        guard let entry = entries[type] else { return }
        let ranks = Dictionary(
            order.enumerated().compactMap { place, bundle in entry.numbers[bundle].map { ($0, place) } },
            uniquingKeysWith: { first, _ in first }
        )
        entries[type]?.whole.setRanks(ranks)
        for activity in intervals.keys { entries[type]?.activities[activity]?.setRanks(ranks) }
    }

    /// Sets which activities there are.
    package mutating func setActivities(_ activities: [WorkoutActivityContent]) {
        var wanted: [UUID: ClosedRange<Double>] = [:]
        for activity in activities {
            let start = activity.start.timeIntervalSinceReferenceDate
            let end = activity.end?.timeIntervalSinceReferenceDate ?? SampleTimes.limit
            wanted[activity.uuid] = start...max(start, end)
        }
        guard wanted != intervals else { return }
        let changed = wanted.filter { intervals[$0.key] != $0.value }
        let gone = intervals.keys.filter { wanted[$0] == nil }
        intervals = wanted
        for type in Array(entries.keys) {
            for activity in gone { entries[type]?.activities[activity] = nil }
            for (activity, interval) in changed {
                var statistics = RunningStatistics(type: type, interval: interval)
                statistics.add(entries[type]?.whole.rows(touching: interval) ?? [])
                entries[type]?.activities[activity] = statistics
            }
        }
    }

    /// The statistics of a type from one date to another, of all samples or of those in an activity; `nil` without any.
    package func statistics(
        of type: HKQuantityType,
        activity: UUID? = nil,
        from start: Date,
        to end: Date
    ) -> HKStatistics? {
        guard let entry = entries[type] else { return nil }
        let running = activity.map { entry.activities[$0] } ?? entry.whole
        guard let values = running?.values else { return nil }
        return HKStatistics(type: type, start: start, end: max(start, end), values: values)
    }
}
