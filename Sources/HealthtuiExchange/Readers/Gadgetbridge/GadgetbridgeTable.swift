import HealthKit

/// A table of Gadgetbridge's database whose columns mean the same for every device that writes it.
///
/// Names are those of the app's own definitions of its tables. In other tables and columns, the meaning of a number
/// depends on the device and on the version of the app.
package struct GadgetbridgeTable: Sendable, Equatable {
    /// The quantity in a column.
    package struct Measure: Sendable, Equatable {
        package let column: String
        package let type: HKQuantityTypeIdentifier
        /// The unit of the type in which the number is given.
        package let unit: String
        /// The divisor of the number.
        var divisor = 1.0
        /// The numbers that stand for none.
        let none: Set<Int64>
        /// The numbers that there can be.
        let sound: ClosedRange<Int64>
        /// Whether it is a sum over the row's time, or was measured at its beginning.
        var isSum = false
    }

    package let name: String
    /// The number of the table's units of time in a second.
    let unitsInSecond: Int64
    /// The column with the other end of the row's time, for a table that has one; else a sum is of a minute.
    var otherEnd: String?
    package let measures: [Measure]
    /// Columns that are only counted, where they have a number above 0.
    var counted: [String] = []

    /// The columns that no table can do without.
    static let head = ["TIMESTAMP", "DEVICE_ID"]

    private static func heartRate(
        _ column: String = "HEART_RATE",
        _ type: HKQuantityTypeIdentifier = .heartRate
    ) -> Measure {
        Measure(column: column, type: type, unit: "count/min", none: [-1, 0, 254, 255], sound: 1...253)
    }

    private static func oxygen(_ column: String) -> Measure {
        Measure(
            column: column,
            type: .oxygenSaturation,
            unit: "%",
            divisor: 100,
            none: [-1, 0, 255],
            sound: 1...100
        )
    }

    private static let steps = Measure(
        column: "STEPS",
        type: .stepCount,
        unit: "count",
        none: [-1, 0],
        sound: 1...65_535,
        isSum: true
    )

    /// The tables, in the order in which they are read.
    package static let all =
        [
            GadgetbridgeTable(name: "MI_BAND_ACTIVITY_SAMPLE", unitsInSecond: 1, measures: [steps, heartRate()]),
            GadgetbridgeTable(
                name: "HUAMI_EXTENDED_ACTIVITY_SAMPLE",
                unitsInSecond: 1,
                measures: [steps, heartRate()]
            ),
            GadgetbridgeTable(
                name: "XIAOMI_ACTIVITY_SAMPLE",
                unitsInSecond: 1,
                measures: [steps, heartRate(), oxygen("SPO2")],
                counted: ["STRESS", "DISTANCE_CM", "ACTIVE_CALORIES"]
            ),
            GadgetbridgeTable(
                name: "HUAWEI_ACTIVITY_SAMPLE",
                unitsInSecond: 1,
                otherEnd: "OTHER_TIMESTAMP",
                measures: [steps, heartRate(), oxygen("SPO")],
                counted: ["CALORIES", "DISTANCE", "RESTING_HEART_RATE"]
            ),
            GadgetbridgeTable(name: "PEBBLE_HEALTH_ACTIVITY_SAMPLE", unitsInSecond: 1, measures: [steps, heartRate()]),
        ] + moments

    /// The tables of single measurements, whose kinds the app has one form of for all devices.
    private static let moments =
        ["HUAMI_HEART_RATE_MANUAL", "CMF_HEART_RATE", "COLMI_HEART_RATE"].map { moment($0, heartRate()) }
        + ["HUAMI_HEART_RATE_RESTING", "GARMIN_HEART_RATE_RESTING"]
        .map { moment($0, heartRate("HEART_RATE", .restingHeartRate)) }
        + ["HUAMI_SPO2", "CMF_SPO2", "COLMI_SPO2", "GARMIN_SPO2"].map { moment($0, oxygen("SPO2")) }
        + [
            moment(
                "HUAMI_SLEEP_RESPIRATORY_RATE",
                Measure(column: "RATE", type: .respiratoryRate, unit: "count/min", none: [-1, 0, 255], sound: 1...100)
            )
        ]

    private static func moment(_ name: String, _ measure: Measure) -> GadgetbridgeTable {
        GadgetbridgeTable(name: name + ending, unitsInSecond: 1_000, measures: [measure])
    }

    /// The end of the names of tables with measurements.
    static let ending = "_SAMPLE"

    /// The table of workouts, whose kinds have had other numbers in other versions of the app.
    static let workouts = "BASE_ACTIVITY_SUMMARY"

    /// Parts of names of what HealthKit has no type for.
    static let untyped = ["STRESS", "_PAI_", "BODY_ENERGY", "TRAINING_LOAD", "EMOTIONS", "MAX_SAMPLE"]
}

extension GadgetbridgeTable {
    /// The tables as rows of documentation: the table, the column, and its HealthKit type.
    package static var documentation: [[String]] {
        let measured = all.flatMap { table in
            table.measures.map { [table.name, $0.column, $0.type.rawValue] }
                + table.counted.map { [table.name, $0, "counted"] }
        }
        return measured + GadgetbridgeSleep.documentation
    }
}
