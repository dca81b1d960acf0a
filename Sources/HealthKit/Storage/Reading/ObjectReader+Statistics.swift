import Foundation
import HealthKitStore

extension ObjectReader {
    /// The samples of each source that match a request, in the canonical unit, with sources in order of priority.
    ///
    /// The samples are read in batches as the statistics need them. Data that an app relays from other sources omits
    /// the times for which those sources have samples (R5.27). Sums of unnamed sources come last, with the amounts they
    /// add (R5.29).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - type: The type of the samples.
    ///   - context: The larger request that `request` is a part of, if any: samples at its edges may affect the result.
    /// - Returns: The sources, each with access to its samples.
    /// - Throws: `HKError`.
    package func sources(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        partOf context: FetchRequest? = nil
    ) throws -> [StatisticsCalculator.Source] {
        guard let samples = try requestedSamples(request, type) else { return [] }
        let ordered = try orderedSources(of: type.identifier)
        let doubled = request.findsDoubled ? doubledInstants(request, type, of: ordered) : nil
        let excluded = try sourcePriority(of: type.identifier).excluded
        return sumsLast(ordered, type).map(\.source)
            .compactMap { source in
                let bundle = source.bundleIdentifier
                guard let extent = samples.extent(of: bundle) else { return nil }
                func runs(_ need: HourlyNeed? = nil) throws -> any SampleRuns {
                    try self.runs(of: source, in: samples, partOf: context, type, need)
                }
                return .init(
                    source: source,
                    isExcluded: excluded.contains(bundle),
                    extent: extent,
                    expectedCount: samples.groups[bundle]?.reduce(0) { $0 + $1.count } ?? 0,
                    addition: isSum(source, type)
                        ? { self.addition(of: [bundle], to: context ?? request, chosenBy: request, type, isOnce: $0) }
                        : nil,
                    once: doubled.map { doubled in
                        { try doubled.dropped(of: bundle).map { OnceRuns(try runs(), without: $0) } }
                    },
                    runs: { try runs($0) }
                )
            }
    }

    /// The samples of a source; relayed data omits the times for which the original sources have samples (R5.27).
    private func runs(
        of source: HKSource,
        in samples: RequestedSamples,
        partOf context: FetchRequest?,
        _ type: HKQuantityType,
        _ need: HourlyNeed?
    ) throws -> any SampleRuns {
        let own = source.relayedBundleIdentifiers
        if own.isEmpty { return try runs(of: [source.bundleIdentifier], in: samples, type, need) }
        let runs = try self.runs(of: [source.bundleIdentifier], in: samples, type)
        let around = try context.flatMap { try requestedSamples($0, type) } ?? samples
        let times = try SampledTimes(try self.runs(of: own, in: around, type))
        return times.isEmpty ? runs : RelayedRuns(runs, besides: times)
    }

    /// The samples of a request by source, before they are read.
    private struct RequestedSamples {
        let scan: ScanRequest
        let filter: RequestMatcher
        var groups: [String: [ColumnGroup]] = [:]
        let series: [String: SourceColumns]

        /// The time range of all samples of a source; `nil` if it has none.
        func extent(of bundle: String) -> ClosedRange<Double>? {
            let parts = groups[bundle] ?? []
            let columns = series[bundle]
            let starts = parts.map(\.firstStart) + [columns?.starts.first].compactMap { $0 }
            let ends = parts.map(\.lastEnd) + [columns?.ends.max()].compactMap { $0 }
            guard let start = starts.min(), let end = ends.max() else { return nil }
            return start...max(start, end)
        }
    }

    private func requestedSamples(_ request: FetchRequest, _ type: HKQuantityType) throws -> RequestedSamples? {
        guard var scan = try scanRequest(request) else { return nil }
        let filter = RequestMatcher(request, self)
        scan.columns = filter.columns.union([.times, .values])
        var samples = RequestedSamples(scan: scan, filter: filter, series: try seriesColumns(request, type))
        for group in try store.columnGroups(scan) {
            guard try unit(group.unit).conversion(to: type.canonicalUnit) != nil else { continue }
            samples.groups[try source(group.source).bundleIdentifier, default: []].append(group)
        }
        return samples
    }

    /// The samples of several sources as one series.
    ///
    /// - Parameters:
    ///   - bundles: The sources.
    ///   - samples: The requested samples.
    ///   - type: The type.
    ///   - need: The purpose for which hourly sums are sufficient; `nil` if samples are needed.
    /// - Returns: The series.
    /// - Throws: `HKError`.
    private func runs(
        of bundles: [String],
        in samples: RequestedSamples,
        _ type: HKQuantityType,
        _ need: HourlyNeed? = nil
    ) throws -> any SampleRuns {
        var runs: [any SampleRuns] = []
        let groups = bundles.flatMap { samples.groups[$0] ?? [] }
        let series = bundles.compactMap { samples.series[$0] }
        // A series that is mixed with others must be read sample by sample.
        let isAlone = groups.count + series.count == 1
        for group in groups {
            guard let conversion = try unit(group.unit).conversion(to: type.canonicalUnit) else { continue }
            let isSame = conversion.scale == 1 && conversion.offset == 0
            let summed = isAlone && isSame ? try need.flatMap { try cursor(group, samples, summed: $0) } : nil
            runs.append(
                StoredRuns(
                    try summed ?? store.cursor(group, samples.scan),
                    filter: samples.filter,
                    conversion: conversion,
                    checkpoint: checkpoint
                )
            )
        }
        runs += series.map { ColumnRuns($0) }
        return try MergedRuns.merging(runs)
    }

    /// A cursor that returns hourly sums where they are sufficient; `nil` if more than times determines the requested samples.
    private func cursor(
        _ group: ColumnGroup,
        _ samples: RequestedSamples,
        summed need: HourlyNeed
    ) throws -> ColumnCursor? {
        guard let bounds = samples.filter.exactBounds(of: try source(group.source)) else { return nil }
        var scan = samples.scan
        (scan.startLower, scan.startUpper) = (bounds.startLower, bounds.startUpper)
        (scan.endLower, scan.endUpper) = (bounds.endLower, bounds.endUpper)
        return try store.cursor(group, scan, need)
    }

    /// The quantities of series samples by source, each with its own time (R5.19).
    private func seriesColumns(_ request: FetchRequest, _ type: HKQuantityType) throws -> [String: SourceColumns] {
        var bySource: [String: SourceColumns] = [:]
        try forEachRecord(request) { record in
            guard let payload = SeriesPayload(bytes: record.payload),
                let conversion = payload.knownUnit?.conversion(to: type.canonicalUnit)
            else {
                HealthLog.debug("unreadable", ["in": type.identifier, "uuid": record.uuid.uuidString])
                return true
            }
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
        for bundle in bySource.keys { bySource[bundle]?.sortByStart() }
        return bySource
    }

    /// The statistics over all samples of a request; `nil` when there are none (R5.4, R5.5, R5.10).
    package func statistics(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        options: HKStatisticsOptions
    ) throws -> HKStatistics? {
        let sources = try sources(request, type).map { (source: $0, extent: MeasuredExtent()) }
        let calculator = StatisticsCalculator(type: type, options: options)
        let measured = sources.map { $0.source.measured($0.extent) }
        guard let whole = try calculator.statistics(measured, buckets: .always)[0] else { return nil }
        let extents = sources.filter { !$0.source.isExcluded }.compactMap(\.extent.range)
        guard let start = extents.map(\.lowerBound).min(), let end = extents.map(\.upperBound).max() else { return nil }
        return HKStatistics(
            type: type,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            values: whole.values,
            separated: whole.separated
        )
    }

    /// The maximum duration of sums that apps relay: a month.
    static let longestSum = 31.0 * 86_400

    /// The statistics of each interval that has samples, limited to the intervals that touch `range`.
    package func statistics(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        options: HKStatisticsOptions,
        intervals: IntervalCalendar,
        range: ClosedRange<Double>? = nil
    ) throws -> [HKStatistics] {
        let sources = try sources(request, type)
        let extents = sources.filter { !$0.isExcluded }.map(\.extent)
        guard var start = extents.map(\.lowerBound).min(), var end = extents.map(\.upperBound).max() else { return [] }
        if let range {
            start = max(start, range.lowerBound)
            end = min(end, range.upperBound)
        }
        let calculator = StatisticsCalculator(type: type, options: options)
        guard (end - start) / intervals.roughLength > Double(OccupiedTime.worthLooking) else {
            let buckets = try intervals.edges(from: start, through: end)
            return try calculator.statistics(sources, buckets: buckets).compactMap { $0 }
        }
        let spans = try OccupiedTime.spans(of: sources, from: start, through: end, intervals)
        return try intervals.pieces(of: spans, most: OccupiedTime.worthLooking)
            .flatMap { buckets -> [HKStatistics] in
                guard let first = buckets.edges.first, let last = buckets.edges.last else { return [] }
                let nearby = try self.sources(
                    request.touching(first...last),
                    type,
                    partOf: request.touching((first - Self.longestSum)...(last + Self.longestSum))
                )
                return try calculator.statistics(nearby, buckets: buckets).compactMap { $0 }
            }
    }
}

/// The first start and last end of samples, determined while they are read.
private final class MeasuredExtent {
    private(set) var range: ClosedRange<Double>?

    func include(_ chunk: SampleChunk) {
        let (start, end): (Double, Double)
        switch chunk {
        case .hours(let block): (start, end) = (block.firstStart, block.lastEnd)
        case .samples(let run):
            guard run.count > 0 else { return }
            var latest = run.ends[0]
            for row in 1..<max(1, run.count) where run.ends[row] > latest { latest = run.ends[row] }
            (start, end) = (run.starts[0], latest)
        }
        range = min(start, range?.lowerBound ?? start)...max(end, range?.upperBound ?? end)
    }
}

extension StatisticsCalculator.Source {
    /// The same source, with its samples measured as they are read.
    fileprivate func measured(_ measured: MeasuredExtent) -> StatisticsCalculator.Source {
        reading { MeasuredRuns($0) { measured.include($0) } }
    }
}

/// A series that passes its samples to a closure as they are read.
private final class MeasuredRuns: SampleRuns {
    private let runs: any SampleRuns
    private let body: (SampleChunk) -> Void

    init(_ runs: any SampleRuns, _ body: @escaping (SampleChunk) -> Void) {
        self.runs = runs
        self.body = body
    }

    func next() throws -> SampleRun? {
        let run = try runs.next()
        if let run { body(.samples(run)) }
        return run
    }

    func nextChunk() throws -> SampleChunk? {
        let chunk = try runs.nextChunk()
        if let chunk { body(chunk) }
        return chunk
    }
}
