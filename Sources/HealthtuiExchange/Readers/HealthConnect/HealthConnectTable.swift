import HealthKit

/// A table of a Health Connect export: the columns that are read of it, and what its records become.
///
/// Names are those of Android's HealthFitness module. Every table with health data that is known is one of ``all``.
package struct HealthConnectTable: Sendable, Equatable {
    /// Whether a record has a start and an end, or a time.
    package enum Shape: String, Sendable {
        case interval, instant
    }

    /// A column besides those that every record has.
    package struct Column: Sendable, Equatable {
        package let name: String
        /// The unit of its numbers as they are stored; empty for none.
        package let unit: String
        package let isText: Bool

        init(_ name: String, _ unit: String = "", isText: Bool = false) {
            self.name = name
            self.unit = unit
            self.isText = isText
        }
    }

    /// A table of parts of records; `parent_key` is the number of each row's record.
    package struct Child: Sendable, Equatable {
        /// The kinds of parts.
        package enum Kind: String, Sendable {
            case points, stages, segments, laps, places
        }

        package let kind: Kind
        package let table: String
        /// The columns in the order in which they are read, the times first.
        package let columns: [Column]
    }

    /// The quantity that a number of a column becomes.
    package struct Quantity: Sendable, Equatable {
        package let column: String
        package let type: HKQuantityTypeIdentifier
        /// The unit of the type in which the number is given.
        package let unit: String
        /// The divisor of the number.
        package var divisor = 1.0
    }

    /// The kind of object that records become.
    package enum Outcome: Sendable, Equatable {
        /// A quantity of a column; a metadata entry for a number of another column.
        case quantity(Quantity, HealthConnectCode.Entry? = nil)
        /// A quantity for each point, whose number is of the child's column.
        case series(Quantity)
        /// A quantity whose type depends on the session of the same app over it.
        case bySession(HealthConnectMeasure)
        /// A category sample, whose value a number of a column stands for.
        case category(HKCategoryTypeIdentifier, HealthConnectCode.Values)
        case menstrualFlow
        case sexualActivity
        case bloodPressure
        case food
        case sleep
        case workout
        /// The first day of a period, which is said of that day's flow.
        case cycleStart
        /// Nothing: they are counted.
        case counted
    }

    package let name: String
    package let shape: Shape
    package var columns: [Column] = []
    package var children: [Child] = []
    package let outcome: Outcome

    /// The columns that every record has, in the order in which they are read.
    package static let head = [
        "uuid", "app_info_id", "device_info_id", "recording_method", "client_record_id", "last_modified_time",
    ]

    /// The columns with the times, in the order in which they are read.
    package var times: [String] {
        switch shape {
        case .interval: ["start_time", "end_time", "start_zone_offset", "end_zone_offset"]
        case .instant: ["time", "zone_offset"]
        }
    }

    /// How many of ``times`` no record can do without.
    package var neededTimes: Int { shape == .interval ? 2 : 1 }
}

extension HealthConnectTable {
    /// The same without the parts of its records.
    var withoutParts: HealthConnectTable {
        var table = self
        table.children = []
        return table
    }

    /// The object that a row of a table becomes.
    ///
    /// - Parameter name: The name of the table.
    /// - Returns: The kind of object, or nil for a part of one, such as a place of a route.
    static func kind(of name: String) -> ImportKind? {
        for table in all {
            if table.name == name { return table.kind }
            if let child = table.children.first(where: { $0.table == name }) {
                return child.kind == .points || child.kind == .stages ? .records : nil
            }
        }
        return .records
    }

    private var kind: ImportKind {
        switch outcome {
        case .bloodPressure, .food: .correlations
        case .workout: .workouts
        default: .records
        }
    }
}
