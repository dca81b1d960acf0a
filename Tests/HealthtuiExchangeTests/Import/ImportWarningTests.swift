import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Warnings go to terminals, into logs and reports of faults: what a person's body does is no matter of theirs.
@Suite struct ImportWarningTests {
    /// In every value of the flawed file, and nowhere else in it.
    private static let canary = "7351"

    /// What is wrong, an element a line, and what the warning must name.
    private static let flaws: [(element: String, names: [String])] = {
        let times = "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\" sourceName=\"W\""
        func record(_ type: String, _ attributes: String) -> String { "<Record type=\"\(type)\" \(attributes)/>" }
        let (steps, sleep) = ("HKQuantityTypeIdentifierStepCount", "HKCategoryTypeIdentifierSleepAnalysis")
        let run = "workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times)"
        return [
            (record(steps, "unit=\"count\" value=\"seven\(canary)\" \(times)"), [steps, "value"]),
            (record(steps, "unit=\"count\" \(times)"), [steps, "value"]),
            (record(steps, "unit=\"stone\" value=\"\(canary)\" \(times)"), [steps, "unit"]),
            (record(sleep, "value=\"HKCategoryValueSleepAnalysis\(canary)\" \(times)"), [sleep, "value"]),
            (record(sleep, "value=\"\(canary)\" \(times)"), [sleep, "value"]),
            (
                record(steps, "unit=\"count\" value=\"\(canary)\" startDate=\"\(canary)\" endDate=\"\(canary)\""),
                [steps, "startDate"]
            ),
            (
                record(steps, "value=\"\(canary)\" startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"\(canary)\""),
                [steps, "endDate"]
            ),
            (
                record(
                    steps,
                    "value=\"\(canary)\" startDate=\"7351-01-02 00:00:00 +0000\" endDate=\"7351-01-01 00:00:00 +0000\""
                ),
                [steps, "endDate", "startDate"]
            ),
            (record(steps, "value=\"\(canary)\" value=\"\(canary)\" \(times)"), ["value"]),
            (record(steps, "value=\"\(canary)\u{1}\" \(times)"), ["value"]),
            ("<Record type=\"\(steps)\" value=\"\(canary)\" <\(times)/>", ["Record"]),
            ("<Correlation type=\"HKCorrelationTypeIdentifierFood\" startDate=\"\(canary)\"/>", ["Food", "startDate"]),
            ("<Workout duration=\"\(canary)\" startDate=\"\(canary)\"/>", ["workout", "startDate"]),
            ("<Workout workoutActivityType=\"\(canary)\" \(times)/>", ["workoutActivityType"]),
            ("<Workout \(run)><WorkoutEvent type=\"\(canary)\" date=\"\(canary)\"/></Workout>", ["event"]),
            ("<Workout \(run)><WorkoutStatistics sum=\"\(canary)\"/></Workout>", ["statistics"]),
            ("<Workout \(run)><WorkoutActivity uuid=\"\(canary)\" duration=\"\(canary)\"/></Workout>", ["start"]),
            ("<ActivitySummary activeEnergyBurned=\"\(canary)\" dateComponents=\"\(canary)\"/>", ["day"]),
            ("<Record type=\"\(steps)\" source=\"W\" min=\"\(canary)\" average=\"x\(canary)\" \(times)/>", [steps]),
            (canary, []),
        ]
    }()

    @Test("Warnings name the type, the attribute and the line of what is wrong, never a value")
    func valuesStayOut() throws {
        let folder = try TemporaryFolder()
        let elements = Self.flaws.map(\.element).joined(separator: "\n")
        let path = try folder.write("<HealthData>\n\(elements)\n</HealthData>\n".utf8, to: "export.xml")
        let summary = try ExportImporter(HKHealthStore.person(location: .memory).person).run(path: path)
        #expect(!summary.warnings.contains { $0.contains(Self.canary) }, "\(summary.warnings)")
        #expect(summary.warningCount == summary.warnings.count)
        for (index, flaw) in Self.flaws.enumerated() {
            let reported = summary.warnings.filter { $0.contains(".xml:\(index + 2): ") }
            #expect(
                reported.contains { warning in flaw.names.allSatisfy { warning.contains($0) } },
                "\(flaw.element)\n\(reported)\n\(summary.warnings)"
            )
        }
    }
}
