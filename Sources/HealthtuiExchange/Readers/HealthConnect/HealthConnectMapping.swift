import HealthKit

/// Converts the records of a Health Connect export into HealthKit objects, as described by ``HealthConnectTable/all``.
package struct HealthConnectMapping {
    private let sessions: HealthConnectSessions
    /// The first days of periods by the number of the app: days since 1970 on the person's calendar.
    private var periods: [Int64?: Set<Int64>] = [:]

    /// How many values became nothing, by the reason.
    package private(set) var leftOut: [String: Int] = [:]

    /// A number below which an app means that it has none: Java's smallest one.
    private static let least = 1e-300

    /// Reads what records of other tables depend on.
    ///
    /// - Parameter file: The export.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    package init(_ file: HealthConnectFile) throws {
        sessions = try HealthConnectSessions(file)
        guard let table = HealthConnectTable.all.first(where: { $0.name == HealthConnectTable.periodsName }) else {
            return
        }
        _ = try file.read(table) { periods[$0.app, default: []].insert(Self.day($0)) }
    }

    /// The metadata that every object of a record gets.
    ///
    /// - Parameter record: The record.
    /// - Returns: Whether it was typed in, and the person's zone.
    package static func metadata(of record: HealthConnectRecord) -> [HealthConnectObject.Entry] {
        var entries: [HealthConnectObject.Entry] = []
        if let offset = record.startOffset {
            let minutes = abs(offset) / 60
            let hours = "\(minutes / 600)\(minutes / 60 % 10)"
            let rest = "\(minutes % 60 / 10)\(minutes % 10)"
            let zone = minutes == 0 ? "GMT" : "GMT\(offset < 0 ? "-" : "+")\(hours)\(rest)"
            entries.append(HealthConnectObject.Entry(key: HKMetadataKeyTimeZone, value: .text(zone)))
        }
        if record.recordingMethod == HealthConnectRecord.typedIn {
            entries.append(HealthConnectObject.Entry(key: HKMetadataKeyWasUserEntered, value: .boolean(true)))
        }
        return entries
    }

    /// Makes the objects of a record, and counts what becomes nothing.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - table: Its table.
    ///   - body: Gets each object.
    /// - Throws: The errors of `body`.
    package mutating func objects(
        of record: HealthConnectRecord,
        in table: HealthConnectTable,
        _ body: (HealthConnectObject) throws -> Void
    ) throws {
        switch table.outcome {
        case .quantity(let quantity, let entry):
            guard let value = sound(record.value, quantity.column, table) else { return }
            try body(.quantity(sample(record, quantity, value, Self.metadata(record, entry))))
        case .series(let quantity):
            for point in record.points {
                guard let value = sound(point.value, quantity.column, table) else { continue }
                try body(.quantity(sample(point, quantity, value)))
            }
        case .bySession(let measure): try objects(of: record, measure, table, body)
        case .category(let type, let values):
            guard let value = value(record, values, table) else { return }
            try body(.category(category(record, type, value)))
        case .menstrualFlow:
            guard let value = value(record, HealthConnectCode.Values("flow", HealthConnectCode.flow), table) else {
                return
            }
            let isStart = periods[record.app]?.contains(Self.day(record)) == true
            let entry = HealthConnectObject.Entry(key: HKMetadataKeyMenstrualCycleStart, value: .boolean(isStart))
            try body(.category(category(record, .menstrualFlow, value, [entry])))
        case .sexualActivity:
            let used = record.value.flatMap { Int64(exactly: $0) }.flatMap { HealthConnectCode.protection[$0] }
            let entry = used.map {
                HealthConnectObject.Entry(key: HKMetadataKeySexualActivityProtectionUsed, value: .boolean($0))
            }
            try body(.category(category(record, .sexualActivity, 0, entry.map { [$0] } ?? [])))
        case .bloodPressure: try pressure(record, table, body)
        case .food: try food(record, table, body)
        case .sleep: try sleep(record, body)
        case .workout: try workout(record, body)
        case .cycleStart, .counted: break
        }
    }

    private mutating func leaveOut(_ reason: String, _ count: Int = 1) { leftOut[reason, default: 0] += count }

    /// A finite number, or nil.
    private mutating func sound(_ value: Double?, _ column: String, _ table: HealthConnectTable) -> Double? {
        guard let value, value == 0 || abs(value) > Self.least else {
            leaveOut("\(table.name): \(column) is empty")
            return nil
        }
        return value
    }

    /// The day of a record on the person's calendar.
    private static func day(_ record: HealthConnectRecord) -> Int64 {
        let time = record.start + 1_000 * (record.startOffset ?? 0)
        return (time - (time % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
    }

    private static func metadata(
        _ record: HealthConnectRecord,
        _ entry: HealthConnectCode.Entry?
    ) -> [HealthConnectObject.Entry] {
        guard let entry, let number = record.number(1).flatMap({ Int64(exactly: $0) }),
            let value = entry.values[number]
        else { return [] }
        return [HealthConnectObject.Entry(key: entry.key, value: .number(value))]
    }

    private func sample(
        _ record: HealthConnectRecord,
        _ quantity: HealthConnectTable.Quantity,
        _ value: Double,
        _ metadata: [HealthConnectObject.Entry] = []
    ) -> HealthConnectObject.Quantity {
        HealthConnectObject.Quantity(
            type: quantity.type,
            unit: quantity.unit,
            value: value / quantity.divisor,
            start: record.start,
            end: record.end,
            metadata: metadata
        )
    }

    private func sample(
        _ point: HealthConnectRecord.Point,
        _ quantity: HealthConnectTable.Quantity,
        _ value: Double
    ) -> HealthConnectObject.Quantity {
        HealthConnectObject.Quantity(
            type: quantity.type,
            unit: quantity.unit,
            value: value / quantity.divisor,
            start: point.time,
            end: point.time
        )
    }

    private func category(
        _ record: HealthConnectRecord,
        _ type: HKCategoryTypeIdentifier,
        _ value: Int,
        _ metadata: [HealthConnectObject.Entry] = []
    ) -> HealthConnectObject.Category {
        HealthConnectObject.Category(
            type: type,
            value: value,
            start: record.start,
            end: record.end,
            metadata: metadata
        )
    }

    private mutating func value(
        _ record: HealthConnectRecord,
        _ values: HealthConnectCode.Values,
        _ table: HealthConnectTable
    ) -> Int? {
        guard let column = values.column else { return values.value }
        guard let value = record.value.flatMap({ Int64(exactly: $0) }).flatMap({ values.values[$0] }) else {
            leaveOut("\(table.name): \(column) has a number that HealthKit has no value for")
            return nil
        }
        return value
    }

    private mutating func objects(
        of record: HealthConnectRecord,
        _ measure: HealthConnectMeasure,
        _ table: HealthConnectTable,
        _ body: (HealthConnectObject) throws -> Void
    ) throws {
        let untyped = "\(table.name): no session tells the activity, or HealthKit has no type for it"
        func quantity(_ type: HKQuantityTypeIdentifier) -> HealthConnectTable.Quantity {
            HealthConnectTable.Quantity(column: measure.column, type: type, unit: measure.unit)
        }
        guard !table.children.isEmpty else {
            let activity = sessions.activity(of: record.app, record.start, record.end)
            guard let type = measure.type(for: activity) else { return leaveOut(untyped) }
            guard let value = sound(record.value, measure.column, table) else { return }
            return try body(.quantity(sample(record, quantity(type), value)))
        }
        for point in record.points {
            let activity = sessions.activity(of: record.app, point.time, point.time)
            guard let type = measure.type(for: activity) else {
                leaveOut(untyped)
                continue
            }
            guard let value = sound(point.value, measure.column, table) else { continue }
            try body(.quantity(sample(point, quantity(type), value)))
        }
    }

    private mutating func pressure(
        _ record: HealthConnectRecord,
        _ table: HealthConnectTable,
        _ body: (HealthConnectObject) throws -> Void
    ) throws {
        guard let systolic = sound(record.number(0), "systolic", table),
            let diastolic = sound(record.number(1), "diastolic", table)
        else { return }
        let parts: [(String, HKQuantityTypeIdentifier, Double)] = [
            ("systolic", .bloodPressureSystolic, systolic), ("diastolic", .bloodPressureDiastolic, diastolic),
        ]
        let members = parts.map { column, type, value in
            sample(record, HealthConnectTable.Quantity(column: column, type: type, unit: "mmHg"), value)
        }
        try body(
            .correlation(
                HealthConnectObject.Correlation(
                    type: .bloodPressure,
                    members: members,
                    start: record.start,
                    end: record.end
                )
            )
        )
    }

    private mutating func food(
        _ record: HealthConnectRecord,
        _ table: HealthConnectTable,
        _ body: (HealthConnectObject) throws -> Void
    ) throws {
        var members: [HealthConnectObject.Quantity] = []
        for (index, nutrient) in HealthConnectFood.nutrients.enumerated() {
            guard let value = record.number(index), value > Self.least else { continue }
            members.append(sample(record, nutrient, value))
        }
        for (index, column) in HealthConnectFood.untyped.enumerated() {
            guard let value = record.number(HealthConnectFood.nutrients.count + index), value > Self.least else {
                continue
            }
            leaveOut("\(table.name): HealthKit has no type for \(column)")
        }
        guard !members.isEmpty else { return leaveOut("\(table.name): a meal without nutrients") }
        let name = record.text.map { HealthConnectObject.Entry(key: HKMetadataKeyFoodType, value: .text($0)) }
        try body(
            .correlation(
                HealthConnectObject.Correlation(
                    type: .food,
                    members: members,
                    start: record.start,
                    end: record.end,
                    metadata: name.map { [$0] } ?? []
                )
            )
        )
    }

    private mutating func sleep(_ record: HealthConnectRecord, _ body: (HealthConnectObject) throws -> Void) throws {
        let type = HKCategoryTypeIdentifier.sleepAnalysis
        let inBed = HKCategoryValueSleepAnalysis.inBed.rawValue
        try body(.category(category(record, type, inBed)))
        for stage in record.stages {
            guard let value = stage.code.flatMap({ HealthConnectCode.stages[$0] }) else {
                leaveOut("sleep_stages_table: a stage that isn't known")
                continue
            }
            try body(
                .category(
                    HealthConnectObject.Category(
                        type: type,
                        value: value.rawValue,
                        start: stage.start,
                        end: stage.end
                    )
                )
            )
        }
    }

    private mutating func workout(_ record: HealthConnectRecord, _ body: (HealthConnectObject) throws -> Void) throws {
        let number = record.value.flatMap { Int64(exactly: $0) }
        let exercise = number.map { HealthConnectExercise.numbered($0) } ?? HealthConnectExercise(activity: .other)
        var metadata: [HealthConnectObject.Entry] = []
        if let isIndoor = exercise.isIndoor {
            metadata.append(HealthConnectObject.Entry(key: HKMetadataKeyIndoorWorkout, value: .boolean(isIndoor)))
        }
        if let swimming = exercise.swimming {
            let value = HealthConnectObject.Value.number(swimming.rawValue)
            metadata.append(HealthConnectObject.Entry(key: HKMetadataKeySwimmingLocationType, value: value))
        }
        if record.text?.isEmpty == false { leaveOut("\(HealthConnectTable.sessionsName): HealthKit has no title") }
        let kinds = record.segments.count { $0.code != nil }
        if kinds > 0 { leaveOut("exercise_segments_table: HealthKit has no kinds of segments", kinds) }
        let lengths = record.laps.count { $0.amount != nil }
        if lengths > 0 { leaveOut("exercise_laps_table: HealthKit has no lengths of laps", lengths) }
        let first = { (one: HealthConnectRecord.Part, other: HealthConnectRecord.Part) in
            (one.start, one.end) < (other.start, other.end)
        }
        try body(
            .workout(
                HealthConnectObject.Workout(
                    exercise: exercise,
                    start: record.start,
                    end: record.end,
                    segments: record.segments.sorted(by: first),
                    laps: record.laps.sorted(by: first),
                    places: record.places.sorted { $0.time < $1.time },
                    metadata: metadata
                )
            )
        )
    }
}
