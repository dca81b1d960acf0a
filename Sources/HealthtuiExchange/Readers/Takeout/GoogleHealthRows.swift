import Foundation
import HealthKit

/// Reads the rows of a table of Google Health.
struct GoogleHealthRows {
    private let kind: GoogleHealthKind
    /// The zone of days.
    private let zone: TimeZone?
    private let value: Int?
    private let source: Int?
    private var batches: [String: SampleBatches] = [:]
    private var empty = 0

    /// The most sources whose samples are gathered at once.
    private static let mostSources = 16

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - header: The names of the columns.
    ///   - kind: What the table is.
    ///   - zone: The zone of days.
    init(_ header: [String], _ kind: GoogleHealthKind, zone: TimeZone?) {
        self.kind = kind
        self.zone = zone
        value = header.firstIndex(of: kind.column)
        source = header.firstIndex(of: "data source")
    }

    /// Reads a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - place: Where it is.
    ///   - sink: Receives the sample.
    /// - Throws: The sink's errors.
    mutating func read(_ row: [String], _ place: String, _ sink: inout ReaderSink) throws {
        guard let time = row.first.flatMap({ WallTime.iso($0) }), time.offset == 0 else {
            return sink.refuse("not a time of UTC", at: place)
        }
        guard let text = value.flatMap({ $0 < row.count ? row[$0] : nil }), text.utf8.count <= 64 else {
            return sink.refuse("a row without a value", at: place)
        }
        if text.isEmpty {
            empty += 1
            return
        }
        guard let number = withByteSlice(of: text, { $0.decimal }), number.isFinite else {
            return sink.refuse("not a number", at: place)
        }
        let at = time.time.time(offset: 0)
        let name = source.flatMap { $0 < row.count ? row[$0] : nil } ?? ""
        switch kind.outcome {
        case .instant(let type, let unit, let divisor):
            guard number != 0, type != .oxygenSaturation || number != GoogleHealthKind.noSaturation else {
                empty += 1
                return
            }
            try add(type, unit, (at, at), number / divisor, name, place, &sink)
        case .minute(let type, let unit):
            guard number != 0 else {
                empty += 1
                return
            }
            // Other times than whole minutes are those of apps whose values Google only copied.
            let isWhole = (at / 60).rounded() * 60 == at
            try add(type, unit, (at, isWhole ? at + 60 : at), number, name, place, &sink)
        case .day(let type, let unit):
            guard number != 0 else {
                empty += 1
                return
            }
            try add(type, unit, days(time.time, at), number, name, place, &sink)
        case .counted: break
        }
    }

    /// The day whose date a time at midnight has; another time is one.
    private func days(_ time: WallTime, _ at: Double) -> (start: Double, end: Double) {
        guard let zone, time == time.day else { return (at, at) }
        return (time.dayStart(in: zone), time.nextDay.dayStart(in: zone))
    }

    private mutating func add(
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ times: (start: Double, end: Double),
        _ value: Double,
        _ source: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        if batches[source] == nil {
            if batches.count >= Self.mostSources { try handOver(&sink) }
            batches[source] = SampleBatches(
                source.isEmpty
                    ? ReadSource(identifier: "google-health", name: "Google Health")
                    : ReadSource(identifier: "google-health:\(source)", name: source)
            )
        }
        try batches[source]?.add(type.rawValue, unit, times, value, place, &sink)
    }

    private mutating func handOver(_ sink: inout ReaderSink) throws {
        for source in batches.keys.sorted() { try batches[source]?.finish(&sink) }
        batches = [:]
    }

    /// Passes on the rest.
    ///
    /// - Parameter sink: Receives the samples.
    /// - Throws: The sink's errors.
    mutating func finish(_ sink: inout ReaderSink) throws {
        try handOver(&sink)
        sink.passOver("\(kind.family): empty values", empty, isData: false)
    }
}
