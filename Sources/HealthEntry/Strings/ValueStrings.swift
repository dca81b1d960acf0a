/// What samples, devices, workouts and zones say in a few words, wherever they are listed.
enum ValueStrings {
    // MARK: Samples

    static let contacts = "Contacts"
    /// In the place of a value, of a sample that says no more than that it was.
    static let recorded = "recorded"
    static func activity(_ number: Int) -> String { "Activity \(number)" }
    /// Beats in a minute.
    static func heartRate(_ number: String) -> String { "\(number) BPM" }
    /// Of a hearing test.
    static func frequencies(_ count: Int) -> String { NumberText.count(count, "frequency", "frequencies") }
    static func beats(_ count: Int) -> String { NumberText.count(count, "beat") }
    static func values(_ count: Int) -> String { NumberText.count(count, "value") }

    // MARK: Metadata

    static let no = "no"
    static let yes = "yes"

    // MARK: Devices

    static let unnamedDevice = "unnamed device"
    static let appleWatch = "Apple Watch"
    static func hardware(_ version: String) -> String { "hardware \(version)" }
    static func software(_ version: String) -> String { "software \(version)" }
    static func firmware(_ version: String) -> String { "firmware \(version)" }
    static func identifier(_ identifier: String) -> String { "identifier \(identifier)" }
    /// The unique identifier of a medical device.
    static func udi(_ identifier: String) -> String { "UDI \(identifier)" }

    // MARK: Workouts and rings

    static func outdoor(_ activity: String) -> String { "Outdoor \(activity)" }
    static func indoor(_ activity: String) -> String { "Indoor \(activity)" }
    static func pool(_ activity: String) -> String { "Pool \(activity)" }
    static func openWater(_ activity: String) -> String { "Open Water \(activity)" }
    static func metres(_ number: String) -> String { "\(number) m" }
    static func feet(_ number: String) -> String { "\(number) ft" }
    /// The unit of the ring for standing.
    static let hours = "h"
    static func zone(under most: String, _ unit: String) -> String { "under \(most) \(unit)" }
    static func zone(from least: String, _ unit: String) -> String { "from \(least) \(unit)" }
    static func statistics(_ range: String, _ unit: String, average: String) -> String {
        "\(range) \(unit), average \(average)"
    }
}
