import Foundation
import HealthKit
import HealthtuiEntry

/// The one list of what has a number a day.
package struct MeasureList: Sendable {
    /// All measures, those that depend on the store among them.
    package let measures: [Measure]

    /// The list of everything that the catalogue knows, and of what is stored.
    ///
    /// - Parameters:
    ///   - laboratory: The names of the lab tests that are stored.
    ///   - medications: The names of the medications.
    ///   - activities: The activities of the workouts that are stored.
    package init(laboratory: [String] = [], medications: [String] = [], activities: [HKWorkoutActivityType] = []) {
        var all: [Measure] = []
        for entry in TypeCatalogue.shared.entries {
            guard let type = HKObjectType.type(identifier: entry.identifier) else { continue }
            switch type {
            case let type as HKCategoryType where type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue:
                all += Measure.SleepPart.allCases.map { Measure(.sleep($0)) }
            case let type as HKCategoryType:
                all += [Measure(of: type)].compactMap { $0 }
                if type.entry.values == "HKCategoryValueSeverity" { all.append(Measure(.severity(type))) }
            case is HKWorkoutType:
                all += [.count, .time, .distance, .energy].map { Measure(.workouts(nil, $0)) }
                for activity in activities {
                    all += Measure.WorkoutPart.allCases.filter { $0 != .energy }
                        .map { Measure(.workouts(activity, $0)) }
                }
            case is HKStateOfMindType: all += Measure.MindPart.allCases.map { Measure(.mind($0)) }
            case is HKMedicationDoseEventType:
                for name in [nil] + medications.map(Optional.init) {
                    all += Measure.DosePart.allCases.map { Measure(.doses($0, of: name)) }
                }
            case is HKActivitySummaryType: all += Measure.RingPart.allCases.map { Measure(.rings($0)) }
            default: all += [Measure(of: type)].compactMap { $0 }
            }
        }
        all += Measure.CyclePart.allCases.map { Measure(.cycle($0)) }
        all += laboratory.map { Measure(.laboratory($0)) }
        measures = all
    }
}
