import HealthKit

/// The samples that a table of Google Health becomes, by the name of its file and of its column.
///
/// Such a table has a time of UTC, values, and what wrote them: `timestamp,beats per minute,data source`.
struct GoogleHealthKind {
    /// The kind of sample that rows become.
    enum Outcome: Equatable {
        /// A quantity at the time, divided by a number.
        case instant(HKQuantityTypeIdentifier, unit: String, divisor: Double)
        /// A quantity of the minute that begins then.
        case minute(HKQuantityTypeIdentifier, unit: String)
        /// A quantity of the day whose date the time has, whatever the zone.
        case day(HKQuantityTypeIdentifier, unit: String)
        /// Nothing: they are counted. It is data where HealthKit has a type for it.
        case counted(isData: Bool)
    }

    /// The beginning of the file's name, before its date.
    let family: String
    /// The column of the values; empty where none is read.
    let column: String
    let outcome: Outcome

    /// A saturation that devices write when they have none.
    static let noSaturation = 50.0

    /// The kinds that are known.
    static let all: [GoogleHealthKind] = [
        GoogleHealthKind(family: "steps", column: "steps", outcome: .minute(.stepCount, unit: "count")),
        instant("heart_rate", "beats per minute", .heartRate, "count/min"),
        instant("resting_heart_rate", "beats per minute", .restingHeartRate, "count/min"),
        instant("weight", "weight grams", .bodyMass, "g"), instant("height", "height millimeters", .height, "mm"),
        instant("body_fat", "body fat percentage", .bodyFatPercentage, "%", 100),
        instant("oxygen_saturation", "oxygen saturation percentage", .oxygenSaturation, "%", 100),
        instant("Minute SpO2", "value", .oxygenSaturation, "%", 100),
        GoogleHealthKind(
            family: "daily_resting_heart_rate",
            column: "beats per minute",
            outcome: .day(.restingHeartRate, unit: "count/min")
        ),
        GoogleHealthKind(
            family: "daily_respiratory_rate",
            column: "breaths per minute",
            outcome: .day(.respiratoryRate, unit: "count/min")
        ),
        counted("live_pace"), counted("calories"), counted("calories_in_heart_rate_zone"), counted("active_minutes"),
        counted("active_zone_minutes"), counted("sedentary_period"), counted("time_in_heart_rate_zone"),
        counted("daily_heart_rate_zones"), counted("daily_readiness"), counted("altitude"), counted("gps_location"),
    ]

    private static func instant(
        _ family: String,
        _ column: String,
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ divisor: Double = 1
    ) -> GoogleHealthKind {
        GoogleHealthKind(family: family, column: column, outcome: .instant(type, unit: unit, divisor: divisor))
    }

    private static func counted(_ family: String, isData: Bool = false) -> GoogleHealthKind {
        GoogleHealthKind(family: family, column: "", outcome: .counted(isData: isData))
    }

    /// Beginnings of tables that Fitbit's export has in addition to those with a source; they aren't read.
    private static let others = [
        ["date_time", "heart_zone_id", "total_minutes"], ["recorded_time", "temperature", "sensor_type"],
        ["sleep_log_entry_id", "timestamp"], ["timestamp", "average_value", "lower_bound"],
        ["timestamp", "daily_respiratory_rate"], ["timestamp", "rmssd", "nremhr"], ["timestamp", "rmssd", "coverage"],
        ["timestamp", "Infrared to Red Signal Ratio"], ["type", "sleep_start", "sleep_end"],
    ]

    /// The kind of a table.
    ///
    /// - Parameters:
    ///   - header: The names of its columns.
    ///   - fileName: The file's name without folders.
    /// - Returns: The kind, or `nil` for a table of another program.
    static func of(_ header: [String], named fileName: String) -> GoogleHealthKind? {
        guard fileName.hasSuffix(".csv"), header.count > 1 else { return nil }
        let family = self.family(fileName)
        if header == ["timestamp", "value"], family == "Minute SpO2" { return all.first { $0.family == family } }
        if header.last == "data source", header[0] == "timestamp" || header[0] == "start time" {
            let known = all.first { $0.family == family && ($0.column.isEmpty || header.contains($0.column)) }
            return known ?? counted(family, isData: true)
        }
        return others.contains { header.starts(with: $0) } ? counted(family, isData: true) : nil
    }

    /// The name of a file without its date and ending.
    private static func family(_ fileName: String) -> String {
        let name = fileName.dropLast(4)
        let end = name.dropLast(10)
        guard name.suffix(10).filter({ $0 == "-" }).count == 2, name.suffix(10).allSatisfy({ $0 == "-" || $0.isNumber })
        else { return String(name) }
        return String(end.hasSuffix(" - ") ? end.dropLast(3) : end.dropLast())
    }

    /// Whether the times are days, which begin in the person's time zone.
    var isDaily: Bool { if case .day = outcome { true } else { false } }
}
