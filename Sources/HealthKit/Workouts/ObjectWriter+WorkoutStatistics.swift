import Foundation
import HealthStore

extension ObjectWriter {
    /// Computes a workout's statistics again from the samples that were added to it; types that have none keep what the
    /// workout came with (R2.23, R7.5, R7.7).
    func refreshStatistics(ofWorkout uuid: UUID) throws {
        guard let workout = try sample(uuid: uuid) as? HKWorkout else { return }
        let samples = try store.children(of: uuid, role: LinkRole.workoutSample.rawValue)
            .compactMap { try sample(uuid: $0.child) }
            .flatMap { sample in (sample as? HKCorrelation).map { Array($0.objects) } ?? [sample] }
            .compactMap { $0 as? HKQuantitySample }
        var content = workout.content
        for (type, samples) in Dictionary(grouping: samples, by: \.quantityType) {
            let sources = try sources(of: samples, type)
            content.statistics = Self.replacing(
                type,
                in: content.statistics,
                with: try statistics(type, sources, workout.startDate, workout.endDate, clips: false)
            )
            for index in content.activities.indices {
                let start = content.activities[index].start
                let end = content.activities[index].end ?? workout.endDate
                content.activities[index].statistics = Self.replacing(
                    type,
                    in: content.activities[index].statistics,
                    with: try statistics(type, sources, start, end, clips: true)
                )
            }
        }
        guard content != workout.content else { return }
        try writer.update(record: uuid, payload: content.json)
    }

    private static func replacing(
        _ type: HKQuantityType,
        in statistics: [WorkoutStatisticsContent],
        with fresh: WorkoutStatisticsContent?
    ) -> [WorkoutStatisticsContent] {
        (statistics.filter { $0.type != type.identifier } + [fresh].compactMap { $0 }).sorted { $0.type < $1.type }
    }

    /// The samples as columns in the canonical unit, sources in the order in which they count.
    private func sources(of samples: [HKQuantitySample], _ type: HKQuantityType) throws -> [StatisticsCalculator.Source]
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

    private func statistics(
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
            maximum: quantity(values.maximum)
        )
    }
}
