import Foundation
import HealthKit

extension ReaderSink {
    /// Stores a sample.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - place: Its location in the file, for warnings: `line 7`, `metrics[3].data[12]`.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ sample: ReadSample, at place: String) throws {
        summary.counts[.records].read += 1
        let series: ImportSeries
        switch check(sample) {
        case .success(let sound): series = sound
        case .failure(let flaw): return refuse(flaw.reason, place)
        }
        types.insert(sample.type)
        for old in sample.superseded {
            builder.chunk.superseded.append(
                SupersededRow(
                    type: sample.type,
                    unit: series.unit,
                    bundleIdentifier: HKSource.importBundleIdentifier(of: old.source ?? sample.source.name),
                    start: old.start.timeIntervalSinceReferenceDate,
                    values: old.values
                )
            )
        }
        if let identity = sample.identity?.imported {
            try builder.begin(identity)
            var named = sample
            for entry in identity.metadata { named.values[entry.key] = entry.value }
            try add(bucket: row(named), identity.identifier, version: identity.version)
        } else if let bucket = sample.relay?.bucket {
            let version = (hints.posted.timeIntervalSince1970 * 1_000).rounded(.down)
            var summed = sample
            summed.metadata[HKMetadataKeySyncIdentifier] = bucket
            summed.metadata[HKMetadataKeySyncVersion] = String(Int64(version))
            try add(bucket: row(summed), bucket, version: version)
        } else {
            builder.noteUnnamed()
            builder.chunk.rows.append(row(sample))
            try builder.flushIfFull()
        }
    }

    private mutating func add(bucket row: ImportedRow, _ identifier: String, version: Double) throws {
        // Samples that it supersedes are deleted before anything else of its chunk is stored.
        builder.noteUnnamed()
        builder.chunk.buckets.append(ImportedBucket(row: row, identifier: identifier, version: version))
        try builder.flushIfFull()
    }

    /// Stores many samples of one type.
    ///
    /// - Parameters:
    ///   - series: The samples, with their source.
    ///   - place: Their location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ series: ReadSeries, at place: String) throws {
        let source = series.source ?? ReadSource(name: "")
        for row in rows(of: series, source, series.device, at: place) {
            builder.noteUnnamed()
            builder.chunk.rows.append(row)
            try builder.flushIfFull()
        }
    }

    /// Stores a series of heartbeats.
    ///
    /// - Parameters:
    ///   - heartbeats: The heartbeats, with their source.
    ///   - place: Their location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ heartbeats: ReadHeartbeats, at place: String) throws {
        builder.noteUnnamed()
        let source = heartbeats.source ?? ReadSource(name: "")
        try add(heartbeats, source, heartbeats.device, of: nil, at: place)
        try builder.flushIfFull()
    }

    /// Stores a blood pressure: a correlation and its two members.
    ///
    /// - Parameters:
    ///   - pressure: The blood pressure.
    ///   - place: Its location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ pressure: ReadPressure, at place: String) throws {
        guard pressure.start <= pressure.end else {
            return refuse("the blood pressure ends before it starts", at: place, as: .correlations)
        }
        let parts: [(HKQuantityTypeIdentifier, Double)] = [
            (.bloodPressureSystolic, pressure.systolic), (.bloodPressureDiastolic, pressure.diastolic),
        ]
        var correlation = ReadCorrelation(
            type: .bloodPressure,
            start: pressure.start,
            end: pressure.end,
            source: pressure.source
        )
        correlation.device = pressure.device
        correlation.members = parts.map { type, value in
            var member = ReadSample(
                type: type.rawValue,
                unit: pressure.unit,
                value: value,
                start: pressure.start,
                end: pressure.end,
                source: pressure.source
            )
            member.device = pressure.device
            return member
        }
        for member in correlation.members {
            if case .failure(let flaw) = check(member) { return refuse(flaw.reason, at: place, as: .correlations) }
        }
        guard pressure.systolic > pressure.diastolic || hints.isForced else {
            return refuse("the systolic value is not above the diastolic one", at: place, as: .correlations)
        }
        try take(correlation, at: place)
    }

    /// Stores a correlation and its members.
    ///
    /// - Parameters:
    ///   - correlation: The correlation; it is refused if one of its members can't be stored.
    ///   - place: Its location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ correlation: ReadCorrelation, at place: String) throws {
        summary.counts[.correlations].read += 1
        guard correlation.start <= correlation.end else {
            return refuse("\(correlation.type) ends before it starts", place, .correlations)
        }
        if let reason = ImportGate.refusal(ofCorrelation: correlation.type) {
            return refuse(reason, place, .correlations)
        }
        for member in correlation.members {
            if case .failure(let flaw) = check(member) { return refuse(flaw.reason, place, .correlations) }
        }
        var identity = correlation.identity?.imported
        var values = correlation.values
        if let named = identity {
            try builder.begin(named)
            for entry in named.metadata { values[entry.key] = entry.value }
        } else {
            builder.noteUnnamed()
        }
        types.insert(correlation.type)
        let members = correlation.members.map { row($0) }
        if identity != nil {
            var digest = ImportedIdentity.Digest()
            let whole = [correlation.start, correlation.end].map(\.timeIntervalSinceReferenceDate)
            digest.add(ReaderSink.metadata(correlation.metadata, correlation.values)?.bytes ?? [])
            digest.add(device: correlation.device)
            digest.add(numbers: whole)
            for member in correlation.members { digest.add(member) }
            identity?.digest = digest.value
        }
        let header = header(
            correlation.start,
            correlation.end,
            correlation.source,
            correlation.device,
            define(correlation.metadata, values)
        )
        let series = define(correlation.type, "")
        builder.chunk.correlations.append(
            ImportedCorrelation(
                series: builder.definitions.place(series: series),
                header: header,
                members: members,
                identity: identity
            )
        )
        try builder.flushIfFull()
    }

    // MARK: Rows

    /// The reason a sample isn't stored.
    private struct Flaw: Error {
        let reason: String
    }

    /// The series of a sample that can be stored.
    private mutating func check(_ sample: ReadSample) -> Result<ImportSeries, Flaw> {
        let number = define(sample.type, sample.unit)
        let series = builder.definitions.series[Int(number)]
        if case .refused(let reason) = series.kind { return .failure(Flaw(reason: reason)) }
        guard sample.start <= sample.end else { return .failure(Flaw(reason: "\(sample.type) ends before it starts")) }
        guard series.admits(sample.value) else { return .failure(Flaw(reason: "\(sample.type) has no such value")) }
        // Bounds are those of a sample; a day's sum keeps them too.
        let isLong = sample.isRelayed && sample.end.timeIntervalSince(sample.start) > Self.longestBounded
        if sample.relay?.isBounded ?? true, !isLong, let doubt = doubt(sample.value, sample.unit, sample.type) {
            return .failure(Flaw(reason: doubt))
        }
        return .success(series)
    }

    /// The most seconds of a sum that must be plausible as a sample's value: a day and the hour that clocks are set back.
    private static let longestBounded = 90_000.0

    /// The row of a sample.
    private mutating func row(_ sample: ReadSample) -> ImportedRow {
        let number = define(sample.type, sample.unit)
        let metadata = define(sample.metadata, sample.values)
        var source = sample.source
        source.isRelayed = sample.relay != nil
        source.isOfSums = sample.isRelayed && Self.isSum(sample.type, sample.end.timeIntervalSince(sample.start))
        let header = header(sample.start, sample.end, source, sample.device, metadata)
        return ImportedRow(series: builder.definitions.place(series: number), value: sample.value, header: header)
    }

    /// Whether a sum of a type and length counts only its excess over the samples of its span (R5.29).
    static func isSum(_ type: String, _ length: Double) -> Bool {
        length >= 3_600 && (HKObjectType.type(identifier: type) as? HKQuantityType)?.admitsRelayedSums == true
    }

    /// The rows of a series that can be stored.
    mutating func rows(
        of series: ReadSeries,
        _ source: ReadSource,
        _ device: HKDevice?,
        at place: String
    ) -> [ImportedRow] {
        summary.counts[.records].read += series.points.count
        if series.points.isEmpty { return [] }
        let number = define(series.type, series.unit)
        let known = builder.definitions.series[Int(number)]
        if case .refused(let reason) = known.kind {
            refuse(reason, place, count: series.points.count)
            return []
        }
        var plausible: ClosedRange<Double>?
        if !hints.isForced, let type = HKObjectType.type(identifier: series.type) as? HKQuantityType,
            let unit = HKUnit.named(known.unit)
        {
            plausible = EntryBounds.values(of: type, in: unit)
        }
        types.insert(series.type, 0)
        let metadata = define([:], series.values)
        var header = ImportedHeader(
            start: 0,
            end: 0,
            creation: 0,
            revision: define(source),
            device: define(device),
            metadata: metadata
        )
        var sums = source
        sums.isOfSums = series.isRelayed && Self.isSum(series.type, .infinity)
        let revisions = (samples: header.revision, sums: sums.isOfSums ? define(sums) : header.revision)
        let numbered = builder.definitions.place(series: number)
        var rows: [ImportedRow] = []
        rows.reserveCapacity(series.points.count)
        var flaws: [String: Int] = [:]
        for point in series.points {
            if !(point.start <= point.end) {
                flaws["\(series.type) ends before it starts", default: 0] += 1
            } else if !known.admits(point.value) {
                flaws["\(series.type) has no such value", default: 0] += 1
            } else if let plausible, !plausible.contains(point.value),
                !(series.isRelayed && point.end - point.start > Self.longestBounded)
            {
                flaws[doubt(point.value, series.unit, series.type) ?? "\(series.type) has no such value", default: 0] +=
                    1
            } else {
                (header.start, header.end, header.creation) = (point.start, point.end, point.end)
                header.revision = point.end - point.start >= 3_600 ? revisions.sums : revisions.samples
                rows.append(ImportedRow(series: numbered, value: point.value, header: header))
            }
        }
        for (reason, count) in flaws.sorted(by: { $0.key < $1.key }) { refuse(reason, place, count: count) }
        types.insert(series.type, rows.count)
        return rows
    }
}

extension ImportedIdentity.Digest {
    /// Adds a sample's values.
    fileprivate mutating func add(_ sample: ReadSample) {
        add(numbers: [
            sample.start.timeIntervalSinceReferenceDate, sample.end.timeIntervalSinceReferenceDate, sample.value,
        ])
        add("\(sample.type)\u{1F}\(sample.unit)\u{1F}\(sample.source.lastingName)\u{1F}".utf8)
        add(ReaderSink.metadata(sample.metadata, sample.values)?.bytes ?? [])
    }

    /// Adds the fields of a device.
    mutating func add(device: HKDevice?) {
        for field in device?.fields ?? [] { add("\(field ?? "")\u{1F}".utf8) }
    }

    /// Adds numbers.
    mutating func add(numbers: [Double]) {
        for number in numbers { withUnsafeBytes(of: number.bitPattern.littleEndian) { add($0) } }
    }
}
