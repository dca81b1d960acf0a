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
        var scan = scan
        let clauses = request.filter.timeClauses
        scan.columns = clauses == nil ? .all : [.times, .values]
        let canonical = type.canonicalUnit
        try store.scan(scan) { block in
            try checkpoint?()
            guard let conversion = try unit(block.unit).conversion(to: canonical) else { return .continue }
            let bundle = try source(block.source).bundleIdentifier
            var columns = bySource.removeValue(forKey: bundle) ?? SourceColumns()
            if let clauses {
                columns.append(block, clauses, request.bounds, scale: conversion.scale, offset: conversion.offset)
            } else {
                for index in 0..<block.count {
                    let row = block.sample(at: index)
                    guard request.matches(StoredRow(row, self, kind: type)) else { continue }
                    columns.append(
                        start: row.start,
                        end: row.end,
                        value: row.value * conversion.scale + conversion.offset
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
    /// Appends the rows of a block that a filter by time admits.
    fileprivate mutating func append(
        _ block: SampleBlock,
        _ clauses: TimeClauses,
        _ bounds: TimeBounds,
        scale: Double,
        offset: Double
    ) {
        let isPlain = scale == 1 && offset == 0
        if clauses == .unbounded, bounds == .unbounded {
            starts.append(contentsOf: block.starts)
            ends.append(contentsOf: block.ends)
            values.append(contentsOf: block.values)
            guard !isPlain else { return }
            for index in (values.count - block.count)..<values.count { values[index] = values[index] * scale + offset }
            return
        }
        for index in 0..<block.count {
            let start = block.starts[index]
            let end = block.ends[index]
            guard clauses.matches(start: start, end: end), bounds.matches(start: start, end: end) else { continue }
            append(start: start, end: end, value: block.values[index] * scale + offset)
        }
    }
}
