import CoreLocation
import Foundation
import HealthKit

extension HealthConnectImport {
    /// Whether a record is known by its name.
    func isNamed(_ record: HealthConnectRecord, _ table: HealthConnectTable) -> Bool {
        guard record.uuid != nil, table.children.isEmpty else { return false }
        if record.recordingMethod == HealthConnectRecord.typedIn { return true }
        switch table.shape {
        case .instant: return !Self.frequent.contains(table.name)
        case .interval: return record.end - record.start >= Self.namedLength
        }
    }

    /// The name of a record, or of a part of it.
    func identity(_ record: HealthConnectRecord, _ sink: ReaderSink, _ part: String? = nil) -> ReadIdentity? {
        guard let uuid = record.uuid else { return nil }
        // Half a millisecond more: a date is slightly before the millisecond that it was made from, and would be
        // rounded down.
        let changed = record.modified.map { Date(timeIntervalSince1970: (Double($0) + 0.5) / 1_000) }
        return ReadIdentity([uuid.uuidString] + [part].compactMap { $0 }, changed: changed ?? sink.hints.posted)
    }

    func source(_ record: HealthConnectRecord) -> ReadSource {
        record.app.flatMap { sources[$0] } ?? Self.unknownSource
    }

    func device(_ record: HealthConnectRecord) -> HKDevice? { record.device.flatMap { devices[$0] } }

    func values(
        _ record: HealthConnectRecord,
        _ own: [HealthConnectObject.Entry] = []
    ) -> [String: MetadataValue] {
        var values: [String: MetadataValue] = [:]
        for entry in HealthConnectMapping.metadata(of: record) + own {
            switch entry.value {
            case .number(let number): values[entry.key] = .integer(number)
            case .boolean(let flag): values[entry.key] = .flag(flag)
            case .text(let text): values[entry.key] = .text(text)
            }
        }
        return values
    }

    static func place(_ record: HealthConnectRecord, _ table: HealthConnectTable) -> String {
        "table \(table.name), row \(record.row)"
    }

    /// A time in seconds since the reference date, which no milliseconds from 1970 to 2100 overflow.
    static func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds - 978_307_200_000) / 1_000 }

    static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSinceReferenceDate: seconds(milliseconds))
    }

    func sample(_ quantity: HealthConnectObject.Quantity, _ record: HealthConnectRecord) -> ReadSample {
        var sample = ReadSample(
            type: quantity.type.rawValue,
            unit: quantity.unit,
            value: quantity.value,
            start: Self.date(quantity.start),
            end: Self.date(quantity.end),
            source: source(record)
        )
        sample.device = device(record)
        sample.values = values(record, quantity.metadata)
        return sample
    }

    func take(
        _ category: HealthConnectObject.Category,
        _ record: HealthConnectRecord,
        _ part: String?,
        _ table: HealthConnectTable,
        _ sink: inout ReaderSink
    ) throws {
        var sample = ReadSample(
            type: category.type.rawValue,
            value: Double(category.value),
            start: Self.date(category.start),
            end: Self.date(category.end),
            source: source(record)
        )
        sample.device = device(record)
        sample.values = values(record, category.metadata)
        sample.identity = identity(record, sink, part)
        try sink.take(sample, at: Self.place(record, table))
    }

    func take(
        _ correlation: HealthConnectObject.Correlation,
        _ record: HealthConnectRecord,
        _ table: HealthConnectTable,
        _ sink: inout ReaderSink
    ) throws {
        let values = correlation.members.map(\.value)
        if correlation.type == .bloodPressure, values.count == 2, values[0] <= values[1], !sink.hints.isForced {
            let reason = "the systolic value is not above the diastolic one"
            return sink.refuse(reason, at: Self.place(record, table), as: .correlations)
        }
        var read = ReadCorrelation(
            type: correlation.type,
            start: Self.date(correlation.start),
            end: Self.date(correlation.end),
            source: source(record),
            members: correlation.members.map { sample($0, record) }
        )
        read.device = device(record)
        read.values = self.values(record, correlation.metadata)
        read.identity = identity(record, sink)
        try sink.take(read, at: Self.place(record, table))
    }

    func take(
        _ workout: HealthConnectObject.Workout,
        _ record: HealthConnectRecord,
        _ table: HealthConnectTable,
        _ sink: inout ReaderSink
    ) throws {
        var read = ReadWorkout(
            activity: workout.exercise.activity,
            unknownName: workout.exercise.name,
            start: Self.date(workout.start),
            end: Self.date(workout.end),
            source: source(record)
        )
        read.device = device(record)
        read.values = values(record, workout.metadata)
        read.identity = identity(record, sink)
        read.events = Self.events(.segment, workout.segments) + Self.events(.lap, workout.laps)
        if !workout.places.isEmpty { read.routes = [workout.places.map(Self.location)] }
        try sink.take(read, at: Self.place(record, table))
    }

    private static func events(
        _ type: HKWorkoutEventType,
        _ parts: [HealthConnectRecord.Part]
    ) -> [ReadWorkout.Event] {
        parts.map { ReadWorkout.Event(type, start: date($0.start), end: date($0.end)) }
    }

    private static func location(_ place: HealthConnectRecord.Place) -> LocationFields {
        LocationFields(
            coordinate: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
            altitude: place.altitude ?? 0,
            horizontalAccuracy: place.horizontalAccuracy ?? 0,
            verticalAccuracy: place.altitude == nil ? -1 : place.verticalAccuracy ?? 0,
            timestamp: date(place.time)
        )
    }
}
