import Foundation
import HealthKit

/// Imports the contents of a Health Connect export.
///
/// A record has a name, by which a later export replaces it, if that is cheap and useful. Measurements shorter than an
/// hour, or taken all night, have none unless they were typed in: phones and watches write millions of them and don't
/// change them.
struct HealthConnectImport {
    private let file: HealthConnectFile
    let sources: [Int64: ReadSource]
    let devices: [Int64: HKDevice]
    private var series = DatabaseSeries<Kind>()
    /// How many samples of sleep the record gave so far: the night as a whole comes before its stages.
    private var stage = 0

    /// The properties that measurements share that are handed over together.
    private struct Kind: Hashable {
        var type: HKQuantityTypeIdentifier
        var unit: String
        var app: Int64?
        var device: Int64?
        var offset: Int64?
        var isTypedIn: Bool
    }

    /// The source of records that name no app.
    static let unknownSource = ReadSource(identifier: "health-connect", name: "Health Connect")

    /// The length from which a measurement is known by its name, in milliseconds: apps write the sum of a day again as it grows.
    static let namedLength: Int64 = 3_600_000

    /// The tables of instants that watches measure all night.
    static let frequent: Set<String> = [
        "oxygen_saturation_record_table", "respiratory_rate_record_table", "heart_rate_variability_rmssd_record_table",
    ]

    /// Takes an export.
    ///
    /// - Parameter file: The export.
    init(_ file: HealthConnectFile) {
        self.file = file
        sources = file.apps.mapValues { ReadSource(identifier: $0.package, name: $0.name ?? $0.package) }
        devices = file.devices.compactMapValues { device in
            let (maker, model) = (Self.named(device.manufacturer), Self.named(device.model))
            if maker == nil, model == nil { return nil }
            return HKDevice(
                name: model ?? maker,
                manufacturer: maker,
                model: model,
                hardwareVersion: nil,
                firmwareVersion: nil,
                softwareVersion: nil,
                localIdentifier: nil,
                udiDeviceIdentifier: nil
            )
        }
    }

    private static func named(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

    /// Reads everything.
    ///
    /// - Parameter sink: Receives the samples.
    /// - Throws: `ForeignDatabaseError`, and any error of the sink; earlier data has been passed on.
    mutating func read(into sink: inout ReaderSink) throws {
        do {
            let file = file
            var mapping = try HealthConnectMapping(file)
            let report = try file.read { table, record in
                stage = 0
                try mapping.objects(of: record, in: table) { object in try take(object, record, table, &sink) }
            }
            try series.flush(&sink)
            report.report(to: &sink)
            for (reason, count) in mapping.leftOut.sorted(by: { $0.key < $1.key }) {
                sink.passOver(reason, count, isData: false)
            }
        } catch {
            try series.flush(&sink)
            throw error
        }
    }

    private mutating func take(
        _ object: HealthConnectObject,
        _ record: HealthConnectRecord,
        _ table: HealthConnectTable,
        _ sink: inout ReaderSink
    ) throws {
        switch object {
        case .quantity(let quantity): try take(quantity, record, table, &sink)
        case .category(let category):
            if category.type == .sleepAnalysis { stage += 1 }
            try take(category, record, stage > 1 ? String(stage - 1) : nil, table, &sink)
        case .correlation(let correlation): try take(correlation, record, table, &sink)
        case .workout(let workout): try take(workout, record, table, &sink)
        }
    }

    private mutating func take(
        _ quantity: HealthConnectObject.Quantity,
        _ record: HealthConnectRecord,
        _ table: HealthConnectTable,
        _ sink: inout ReaderSink
    ) throws {
        guard quantity.metadata.isEmpty, !isNamed(record, table) else {
            var sample = sample(quantity, record)
            if isNamed(record, table) { sample.identity = identity(record, sink) }
            return try sink.take(sample, at: Self.place(record, table))
        }
        let kind = Kind(
            type: quantity.type,
            unit: quantity.unit,
            app: record.app,
            device: record.device,
            offset: record.startOffset,
            isTypedIn: record.recordingMethod == HealthConnectRecord.typedIn
        )
        let point = ReadSeries.Point(
            start: Self.seconds(quantity.start),
            end: Self.seconds(quantity.end),
            value: quantity.value
        )
        if series.add(point, of: kind, record.row) { return }
        try series.begin(
            kind,
            ReadSeries(type: quantity.type, unit: quantity.unit, source: source(record), device: device(record)),
            values(record),
            table.name,
            record.row,
            &sink
        )
        _ = series.add(point, of: kind, record.row)
    }
}
