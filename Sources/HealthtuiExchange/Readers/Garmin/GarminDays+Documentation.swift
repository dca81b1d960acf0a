import HealthKit

extension GarminDays {
    /// The members of a day as rows of documentation: the member, what becomes of it, and its unit.
    static var documentation: [[String]] { values.map { [$0.name, $0.type.rawValue, $0.unit] } }
}

extension GarminActivities {
    /// The members of a workout as rows of documentation: the member, what becomes of it, and its unit.
    static var documentation: [[String]] { numbers.map { [$0.name, $0.becomes, $0.unit] } }
}
