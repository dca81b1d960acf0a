import HealthKit

extension GarminDays {
    /// What is read of a day as rows of documentation: the member, what becomes of it, and its unit.
    static var documentation: [[String]] { values.map { [$0.name, $0.type.rawValue, $0.unit] } }
}

extension GarminActivities {
    /// What is read of a workout as rows of documentation: the member, what becomes of it, and its unit.
    static var documentation: [[String]] { numbers.map { [$0.name, $0.becomes, $0.unit] } }
}
