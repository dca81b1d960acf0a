import Foundation
import HealthStore

extension ObjectReader {
    /// The columns of each source that match a request, in the canonical unit, sources in order of priority.
    package func columns(_ request: FetchRequest, _ type: HKQuantityType) throws -> [StatisticsCalculator.Source] {
        guard let scan = try scanRequest(request) else { return [] }
        var bySource: [String: SourceColumns] = [:]
        try scanColumns(scan, request, type, into: &bySource)
        try addSeries(request, type, into: &bySource)
        let excluded = try sourcePriority(of: type.identifier).excluded
        return try orderedSources(of: type.identifier)
            .compactMap { traits in
                guard var columns = bySource[traits.source.bundleIdentifier] else { return nil }
                columns.sortByStart()
                return .init(
                    source: traits.source,
                    columns: columns,
                    isExcluded: excluded.contains(traits.source.bundleIdentifier)
                )
            }
    }

    private func scanColumns(
        _ scan: ScanRequest,
        _ request: FetchRequest,
        _ type: HKQuantityType,
        into bySource: inout [String: SourceColumns]
    ) throws {
        let filter = RowFilter(request, self)
        let filtered = filter.columns
        var scan = scan
        scan.columns = filtered.union([.times, .values])
        let canonical = type.canonicalUnit
        try store.scan(scan) { block in
            try checkpoint?()
            guard let conversion = try unit(block.unit).conversion(to: canonical) else { return .continue }
            let bundle = try source(block.source).bundleIdentifier
            var columns = bySource.removeValue(forKey: bundle) ?? SourceColumns()
            if let bounds = filter.exactBounds {
                columns.append(block, within: bounds, scale: conversion.scale, offset: conversion.offset)
            } else {
                for index in 0..<block.count where try filter.admits(block.partialRow(at: index, with: filtered)) {
                    columns.append(
                        start: block.starts[index],
                        end: block.ends[index],
                        value: block.values[index] * conversion.scale + conversion.offset
                    )
                }
            }
            bySource[bundle] = columns
            return .continue
        }
    }

    /// Adds the quantities of series samples, each with its own time (R5.19).
    private func addSeries(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        into bySource: inout [String: SourceColumns]
    ) throws {
        try forEachRecord(request) { record in
            guard let payload = SeriesPayload(bytes: record.payload), let unit = try? HKUnit(validating: payload.unit),
                let conversion = unit.conversion(to: type.canonicalUnit)
            else { return true }
            let bundle = try source(record.source).bundleIdentifier
            for element in payload.series.elements {
                bySource[bundle, default: SourceColumns()]
                    .append(
                        start: element.start,
                        end: element.end,
                        value: element.value * conversion.scale + conversion.offset
                    )
            }
            return true
        }
    }

    /// The statistics over all samples of a request; `nil` when there are none (R5.4, R5.5, R5.10).
    package func statistics(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        options: HKStatisticsOptions
    ) throws -> HKStatistics? {
        let sources = try columns(request, type)
        let columns = sources.filter { !$0.isExcluded }.map(\.columns)
        guard let start = columns.compactMap(\.starts.first).min(),
            let end = columns.compactMap({ $0.ends.max() }).max(),
            let whole = StatisticsCalculator(type: type, options: options).statistics(sources, buckets: .always)[0]
        else { return nil }
        return HKStatistics(
            type: type,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            values: whole.values,
            separated: whole.separated
        )
    }

    /// The statistics of each interval that has samples; `range` limits the intervals to those that touch it.
    package func statistics(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        options: HKStatisticsOptions,
        intervals: IntervalCalendar,
        range: ClosedRange<Double>? = nil
    ) throws -> [HKStatistics] {
        let sources = try columns(request, type)
        let columns = sources.filter { !$0.isExcluded }.map(\.columns)
        guard var start = columns.compactMap(\.starts.first).min(),
            var end = columns.compactMap({ $0.ends.max() }).max()
        else { return [] }
        if let range {
            start = max(start, range.lowerBound)
            end = min(end, range.upperBound)
        }
        let buckets = try intervals.edges(from: start, through: end)
        return StatisticsCalculator(type: type, options: options).statistics(sources, buckets: buckets)
            .compactMap { $0 }
    }
}

extension SourceColumns {
    /// Appends the rows of a block that lie within bounds.
    fileprivate mutating func append(_ block: SampleBlock, within bounds: TimeBounds, scale: Double, offset: Double) {
        let isPlain = scale == 1 && offset == 0
        if bounds.isUnbounded {
            starts.append(contentsOf: block.starts)
            ends.append(contentsOf: block.ends)
            values.append(contentsOf: block.values)
            guard !isPlain else { return }
            for index in (values.count - block.count)..<values.count { values[index] = values[index] * scale + offset }
            return
        }
        for index in 0..<block.count where bounds.matches(start: block.starts[index], end: block.ends[index]) {
            append(
                start: block.starts[index],
                end: block.ends[index],
                value: block.values[index] * scale + offset
            )
        }
    }
}
