import HealthKit

extension HealthConnectTable {
    /// The tables as rows of documentation: the table, its columns with their units, and what its records become.
    package static var documentation: [[String]] {
        all.map { table in
            let own = table.columns.map { named($0) }
            let parts = table.children.map { "\($0.table): " + $0.columns.map { named($0) }.joined(separator: ", ") }
            return [table.name, (own + parts).joined(separator: "; "), table.becomes]
        }
    }

    private static func named(_ column: Column) -> String {
        column.unit.isEmpty ? column.name : "\(column.name) (\(column.unit))"
    }

    private var becomes: String {
        switch outcome {
        case .quantity(let quantity, let entry):
            quantity.type.rawValue + (entry.map { ", \($0.key)" } ?? "")
        case .series(let quantity): "\(quantity.type.rawValue), one for each point"
        case .bySession(let measure):
            (Set(measure.types.values.map(\.rawValue)).sorted() + (measure.other.map { [$0.rawValue] } ?? []))
                .joined(separator: ", ") + ", by the session of the same app over it"
        case .category(let type, _): type.rawValue
        case .menstrualFlow: "HKCategoryTypeIdentifierMenstrualFlow, HKMenstrualCycleStart"
        case .sexualActivity: "HKCategoryTypeIdentifierSexualActivity, HKSexualActivityProtectionUsed"
        case .bloodPressure: "HKCorrelationTypeIdentifierBloodPressure"
        case .food: "HKCorrelationTypeIdentifierFood, HKFoodType"
        case .sleep: "HKCategoryTypeIdentifierSleepAnalysis: in bed over the session, and its stages"
        case .workout: "a workout with laps, segments and a route; the title is counted"
        case .cycleStart: "HKMenstrualCycleStart of that day's flow"
        case .counted: "counted"
        }
    }
}
