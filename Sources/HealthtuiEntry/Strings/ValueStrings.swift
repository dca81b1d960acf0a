import HealthKitLocalization

/// Short descriptions of samples, devices, workouts and zones, wherever they are listed.
enum ValueStrings {
    // MARK: Samples

    static var contacts: String { localized("Contacts") }
    /// In the place of a value, of a sample that says no more than that it was.
    static var recorded: String { localized("recorded") }
    static func activity(_ number: Int) -> String { localized("Activity \(plain: number)") }
    /// Beats in a minute.
    static func heartRate(_ number: String) -> String { localized("\(number) BPM") }
    /// Of a hearing test.
    static func frequencies(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) frequency", other: "\(NumberText.text(count)) frequencies")
    }
    static func beats(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) beat", other: "\(NumberText.text(count)) beats")
    }
    static func values(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) value", other: "\(NumberText.text(count)) values")
    }

    // MARK: Metadata

    static var no: String { localized("no") }
    static var yes: String { localized("yes") }

    // MARK: Devices

    static var unnamedDevice: String { localized("unnamed device") }
    static var appleWatch: String { localized("Apple Watch") }
    static func hardware(_ version: String) -> String { localized("hardware \(version)") }
    static func software(_ version: String) -> String { localized("software \(version)") }
    static func firmware(_ version: String) -> String { localized("firmware \(version)") }
    static func identifier(_ identifier: String) -> String { localized("identifier \(identifier)") }
    /// The unique identifier of a medical device.
    static func udi(_ identifier: String) -> String { localized("UDI \(identifier)") }

    // MARK: Workouts and rings

    static func outdoor(_ activity: String) -> String { localized("Outdoor \(activity)") }
    static func indoor(_ activity: String) -> String { localized("Indoor \(activity)") }
    static func pool(_ activity: String) -> String { localized("Pool \(activity)") }
    static func openWater(_ activity: String) -> String { localized("Open Water \(activity)") }
    static func metres(_ number: String) -> String { localized("\(number) m") }
    static func feet(_ number: String) -> String { localized("\(number) ft") }
    /// The unit of the ring for standing.
    static var hours: String { localized("h") }
    /// A zone below a value with its unit, or without.
    static func zone(under most: String) -> String { localized("under \(most)", context: "zone") }
    static func zone(from least: String) -> String { localized("from \(least)", context: "zone") }
    static func statistics(_ range: String, _ unit: String, average: String) -> String {
        localized("\(range) \(unit), average \(average)")
    }
}
