import Foundation

/// A record of a Health Connect export, as it is stored: numbers in the table's units, times in milliseconds since 1970.
package struct HealthConnectRecord: Sendable, Equatable {
    /// The number of its row.
    package var row: Int64
    package var uuid: UUID?
    /// The number of the app that wrote it, one of ``HealthConnectFile/apps``.
    package var app: Int64?
    /// The number of the device that measured it, one of ``HealthConnectFile/devices``.
    package var device: Int64?
    /// How it came about; 3 is typed in.
    package var recordingMethod: Int64?
    /// The identifier that the app has for it.
    package var clientID: String?
    package var modified: Int64?
    package var start: Int64
    /// The start again, for a record of an instant.
    package var end: Int64
    /// The person's clock at the start, in seconds ahead of UTC.
    package var startOffset: Int64?
    package var endOffset: Int64?
    /// The number of the table's first column.
    package var value: Double?
    /// The numbers of its other columns, nil for one that is empty or that the table doesn't have.
    package var others: [Double?] = []
    /// The text of its column with a text.
    package var text: String?
    package var points: [Point] = []
    package var stages: [Part] = []
    package var segments: [Part] = []
    package var laps: [Part] = []
    package var places: [Place] = []

    /// A number of a series.
    package struct Point: Sendable, Equatable {
        package var time: Int64
        package var value: Double
    }

    /// A stage of sleep, a segment or a lap.
    package struct Part: Sendable, Equatable {
        package var start: Int64
        package var end: Int64
        /// Android's number of the stage or segment; nil for a lap.
        package var code: Int64?
        /// The length of a lap in meters, or the repetitions of a segment.
        package var amount: Double?
    }

    /// A place of a route.
    package struct Place: Sendable, Equatable {
        package var time: Int64
        package var latitude: Double
        package var longitude: Double
        /// In meters, as are the accuracies.
        package var altitude: Double?
        package var horizontalAccuracy: Double?
        package var verticalAccuracy: Double?
    }

    /// The recording method of typed values.
    package static let typedIn: Int64 = 3

    /// The number of a column.
    ///
    /// - Parameter index: Its place among the table's columns.
    /// - Returns: The number, or nil.
    package func number(_ index: Int) -> Double? {
        if index == 0 { return value }
        return others.indices.contains(index - 1) ? others[index - 1] : nil
    }
}

/// An app of a Health Connect export.
package struct HealthConnectApp: Sendable, Equatable {
    package var package: String
    package var name: String?
}

/// A device of a Health Connect export.
package struct HealthConnectDevice: Sendable, Equatable {
    package var manufacturer: String?
    package var model: String?
    /// Android's number of the kind of device, such as 1 for a watch and 2 for a phone.
    package var type: Int64?
}
