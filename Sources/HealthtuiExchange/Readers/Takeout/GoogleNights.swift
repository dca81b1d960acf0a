import Foundation
import HealthKit

/// The nights of Google Health, of which several computations may have been exported.
struct GoogleNights {
    /// A night as one computation found it.
    private struct Night {
        var source: String
        var version: String
        var start: Double
        var end: Double
        /// The offset of its zone from UTC, in seconds.
        var offset: Int?
    }

    private var nights: [String: Night] = [:]
    private var superseded = 0
    private var foreign = 0
    private var unknown = 0

    /// The most nights: three a day for a hundred years.
    private static let most = 110_000

    /// The stages by their words; `RESTLESS` leaves open whether it is sleep.
    static let stages: [String: HKCategoryValueSleepAnalysis] = [
        "AWAKE": .awake, "WAKE": .awake, "LIGHT": .asleepCore, "DEEP": .asleepDeep, "REM": .asleepREM,
        "ASLEEP": .asleepUnspecified,
    ]

    /// Reads a table of nights.
    ///
    /// - Parameters:
    ///   - lines: The rows behind the header.
    ///   - header: The names of the columns.
    ///   - sink: Receives reports about unreadable files.
    /// - Throws: ``ImportError``.
    mutating func add(_ lines: SeparatedLines, _ header: [String], _ sink: inout ReaderSink) throws {
        let columns = Columns(header)
        while let row = try lines.next() {
            let place = "line \(lines.line)"
            guard let id = columns.text("sleep_id", row), !id.isEmpty, id.utf8.count <= 64,
                let start = columns.time("sleep_start", row), let end = columns.time("sleep_end", row), start <= end
            else {
                sink.refuse("not a night with its times", at: place)
                continue
            }
            let offset = columns.text("start_utc_offset", row).flatMap { WallTime.offset(Array($0.utf8)[...]) }
            let night = Night(
                source: columns.text("data_source", row) ?? "",
                version: columns.text("algorithm_version", row) ?? "",
                start: start,
                end: end,
                offset: offset
            )
            if let known = nights[id] {
                if known.version != night.version { superseded += 1 }
                if Self.isLater(night.version, known.version) { nights[id] = night }
            } else if nights.count < Self.most {
                nights[id] = night
            } else {
                throw ImportError("\(place): more than \(Self.most) nights; the rest are left out")
            }
        }
    }

    /// Whether a version of the computation is later than another.
    private static func isLater(_ version: String, _ other: String) -> Bool {
        if let new = Double(version), let old = Double(other) { return new > old }
        return version > other
    }

    /// Lets go of nights of which a later computation is there too, under another number.
    mutating func choose() {
        for (_, all) in Dictionary(grouping: nights, by: \.value.source) where all.count > 1 {
            let ordered = all.sorted { ($0.value.start, $0.key) < ($1.value.start, $1.key) }
            var last = ordered[0]
            for night in ordered.dropFirst() {
                guard night.value.start < last.value.end, night.value.version != last.value.version else {
                    if night.value.end > last.value.end { last = night }
                    continue
                }
                superseded += 1
                let isLater = Self.isLater(night.value.version, last.value.version)
                nights[isLater ? last.key : night.key] = nil
                if isLater { last = night }
            }
        }
    }

    /// Hands over when the person was in bed.
    ///
    /// - Parameter sink: Receives the samples.
    /// - Throws: The sink's errors.
    func take(_ sink: inout ReaderSink) throws {
        for (id, night) in nights.sorted(by: { ($0.value.start, $0.key) < ($1.value.start, $1.key) }) {
            try sink.take(sample(night, .inBed, night.start, night.end), at: "sleep_id \(id.printableName)")
        }
    }

    /// Reads a table of stages.
    ///
    /// - Parameters:
    ///   - lines: The table.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError``, and what the sink throws.
    mutating func readStages(_ lines: SeparatedLines, _ sink: inout ReaderSink) throws {
        let columns = Columns(try lines.next() ?? [])
        while let row = try lines.next() {
            let place = "line \(lines.line)"
            guard let start = columns.time("sleep_stage_start", row), let end = columns.time("sleep_stage_end", row),
                start <= end
            else {
                sink.refuse("not a stage with its times", at: place)
                continue
            }
            guard let night = nights[columns.text("sleep_id", row) ?? ""] else {
                foreign += 1
                continue
            }
            if let version = columns.text("algorithm_version", row), version != night.version {
                foreign += 1
                continue
            }
            guard let stage = Self.stages[columns.text("sleep_stage_type", row) ?? ""] else {
                unknown += 1
                continue
            }
            try sink.take(sample(night, stage, start, end), at: place)
        }
    }

    /// Reports what wasn't read.
    ///
    /// - Parameter sink: Gets the numbers.
    func finish(_ sink: inout ReaderSink) {
        sink.passOver("nights that were computed again", superseded, isData: false)
        sink.passOver("stages of nights that aren't there, or were computed again", foreign, isData: false)
        sink.passOver("stages of nights: restless or unknown", unknown)
    }

    private func sample(
        _ night: Night,
        _ stage: HKCategoryValueSleepAnalysis,
        _ start: Double,
        _ end: Double
    ) -> ReadSample {
        var sample = ReadSample(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
            value: Double(stage.rawValue),
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            source: night.source.isEmpty
                ? ReadSource(identifier: "google-health", name: "Google Health")
                : ReadSource(identifier: "google-health:\(night.source)", name: night.source)
        )
        if let zone = night.offset.flatMap({ TimeZone(secondsFromGMT: $0) }) {
            sample.values[HKMetadataKeyTimeZone] = .text(zone.identifier)
        }
        return sample
    }

    /// The columns of a table, by their names.
    private struct Columns {
        private let places: [String: Int]

        init(_ header: [String]) {
            places = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
        }

        func text(_ name: String, _ row: [String]) -> String? {
            places[name].flatMap { $0 < row.count ? row[$0] : nil }
        }

        /// A time in UTC, whether or not the text mentions the zone.
        func time(_ name: String, _ row: [String]) -> Double? {
            text(name, row).flatMap { WallTime.iso($0) }.map { $0.time.time(offset: $0.offset ?? 0) }
        }
    }
}
