import HealthKitLocalization

/// The units that stand behind numbers: of time, of bytes, and those of HealthKit that people write otherwise.
enum NumberStrings {
    static func seconds(_ count: Int) -> String { localized("\(count) s") }
    static func minutes(_ count: Int) -> String { localized("\(count) min") }
    static func hours(_ count: String) -> String { localized("\(count) h") }
    static func hours(_ count: String, minutes: Int) -> String { localized("\(count) h \(minutes) min") }
    static let byte = "B"
    /// The number of bytes in each larger unit, and its name, the largest first.
    static let bytes = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    /// The customary symbol of a unit, by HealthKit's own string.
    static let units = [
        "degC": "°C", "degF": "°F", "mi/hr": "mph", "km/hr": "km/h", "fl_oz_us": "fl oz", "fl_oz_imp": "fl oz",
        "count/min": "/min", "mcg": "µg",
    ]
}
