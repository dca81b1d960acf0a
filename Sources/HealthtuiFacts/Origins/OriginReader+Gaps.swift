import Foundation
import HealthKit

// Days without data, and the versions of software.
extension OriginReader {
    /// The days without data, with the source that has most of them.
    ///
    /// - Parameter page: The page, of which all rows were read.
    /// - Returns: The runs of days, the latest first.
    /// - Throws: `HKError` if the store can't be read.
    package func gaps(_ page: OriginPage) throws -> [OriginGap] {
        let gaps = page.gaps(on: clock)
        guard let type = page.measureOfGaps, let first = gaps.last, let last = gaps.first else {
            return gaps.map { OriginGap(days: $0, owner: nil) }
        }
        let reader = MeasureReader(.person(person), calendar: calendar, now: now)
        let span = first.lowerBound..<last.upperBound
        let isSum = type.aggregationStyle == .cumulative
        var owners = gaps.map { _ in [HKSource: (days: Int, total: Double)]() }
        var index = gaps.count - 1
        for statistics in try reader.dailyStatistics(type, span, separatesSources: true) {
            let day = CalendarDay(statistics.startDate, on: clock)
            // The gaps are the latest first, the days the oldest.
            while index > 0, gaps[index].upperBound <= day { index -= 1 }
            guard gaps[index].contains(day) else { continue }
            for source in statistics.separated ?? [] {
                let value = isSum ? source.values.sum : source.values.average
                guard let value, value.isFinite, !isOwn(source.source) else { continue }
                let known = owners[index][source.source] ?? (0, 0)
                owners[index][source.source] = (known.days + 1, known.total + value)
            }
        }
        return zip(gaps, owners).map { OriginGap(days: $0, owner: Self.owner($1, isSum: isSum)) }
    }

    /// The source that has most days, of several the one with the most, then by name.
    private static func owner(_ owners: [HKSource: (days: Int, total: Double)], isSum: Bool) -> OriginGap.Owner? {
        let most = owners.min { left, right in
            (-left.value.days, -left.value.total, left.key.bundleIdentifier)
                < (-right.value.days, -right.value.total, right.key.bundleIdentifier)
        }
        return most.map {
            OriginGap.Owner(
                source: $0.key,
                days: $0.value.days,
                total: isSum && $0.value.total.isFinite ? $0.value.total : nil
            )
        }
    }

    private func isOwn(_ source: HKSource) -> Bool { overview.origin == .source(source) }

    /// The largest number of versions whose spans are read.
    private static let mostVersions = 24

    /// The versions of a device's software, or of a source's app, the oldest first.
    ///
    /// - Returns: The spans.
    /// - Throws: `HKError` if the store can't be read.
    package func software() throws -> [SoftwareSpan] {
        switch overview.origin {
        case .source(let source): try versions(of: source)
        case .device: try softwareOfDevice()
        }
    }

    private func softwareOfDevice() throws -> [SoftwareSpan] {
        let known = Set(overview.devices)
        let summaries = try person.devices().filter { known.contains($0.device) }
        let versions = Dictionary(grouping: summaries) { $0.device.softwareVersion }
            .map { (version: $0.key, own: $0.value, samples: $0.value.reduce(0) { $0 + $1.count }) }
            .sorted { ($1.samples, $0.version ?? "") < ($0.samples, $1.version ?? "") }
        let spans = try versions.prefix(Self.mostVersions)
            .map { version in
                let ends = try version.own.compactMap { summary in
                    try days(summary.types) { SampleListQuery(type: $0, device: summary.device) }
                }
                let first = ends.map(\.lowerBound).min()
                let last = ends.map(\.upperBound).max()
                return SoftwareSpan(
                    version: version.version,
                    samples: version.samples,
                    days: first.flatMap { first in last.map { first...max(first, $0) } }
                )
            }
        let rest = versions.dropFirst(Self.mostVersions)
            .map { SoftwareSpan(version: $0.version, samples: $0.samples, days: nil) }
        return (spans + rest).sorted { Self.isOlder($0, $1) }
    }

    /// The versions of a source's app; of very many the spans of the newest.
    private func versions(of source: HKSource) throws -> [SoftwareSpan] {
        let types = Dictionary(
            overview.types.map { ($0.type.identifier, $0.samples) },
            uniquingKeysWith: { first, _ in first }
        )
        let newest = overview.versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
        let spans = try newest.prefix(Self.mostVersions)
            .map { version in
                let revision = HKSourceRevision(source: source, version: version)
                let filter = try SampleFilter(HKQuery.predicateForObjects(from: [revision]))
                let days = try days(types) { type in
                    var query = SampleListQuery(type: type)
                    query.matching = filter
                    return query
                }
                return SoftwareSpan(version: version, samples: nil, days: days)
            }
        let rest = newest.dropFirst(Self.mostVersions).map { SoftwareSpan(version: $0, samples: nil, days: nil) }
        return (spans + rest).sorted { Self.isOlder($0, $1) }
    }

    /// Whether a version comes before another: those from before the year first.
    private static func isOlder(_ left: SoftwareSpan, _ right: SoftwareSpan) -> Bool {
        switch (left.days?.lowerBound, right.days?.lowerBound) {
        case (let one?, let other?) where one != other: one < other
        case (nil, .some): true
        case (.some, nil): false
        default: (left.version ?? "").compare(right.version ?? "", options: .numeric) == .orderedAscending
        }
    }

    /// The first and the last day of the year with a sample of a version.
    ///
    /// - Parameters:
    ///   - types: How many samples there are, by type. Types with few come first: between the days that they give, no sample
    ///     of the others has to be read.
    ///   - query: All samples of the version that are of a type.
    /// - Returns: The days; `nil` without any.
    /// - Throws: `HKError` if the store can't be read.
    private func days(
        _ types: [String: Int],
        _ query: (HKSampleType) -> SampleListQuery
    ) throws -> ClosedRange<CalendarDay>? {
        let reader = SampleReader(.person(person))
        let (start, end) = (year.start.start(on: clock), year.days.upperBound.start(on: clock))
        var found: (first: Date, last: Date)?
        func sample(_ type: HKSampleType, from: Date, to: Date, ascending: Bool) throws -> Date? {
            guard from < to else { return nil }
            var query = query(type)
            (query.from, query.to) = (from, to)
            let sample = try reader.samples(query, ascending: ascending, limit: 1).first
            return sample.map { min(max($0.startDate, start), end) }
        }
        for identifier in types.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }).map(\.key) {
            guard let type = HKSampleType.ofStored(identifier), !(type is UnknownSampleType) else { continue }
            let first = try sample(type, from: start, to: found?.first ?? end, ascending: true)
            guard first != nil || found != nil else { continue }
            let last = try sample(type, from: found?.last ?? start, to: end, ascending: false)
            let times = [found?.first, found?.last, first, last].compactMap { $0 }
            if let least = times.min(), let most = times.max() { found = (least, most) }
        }
        return found.map { found in
            let first = min(CalendarDay(found.first, on: clock), year.today)
            return first...max(first, min(CalendarDay(found.last, on: clock), year.today))
        }
    }
}
