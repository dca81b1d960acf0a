import Foundation
import HealthKit
import HealthtuiEntry

/// The one list of what has a number a day.
package struct MeasureList: Sendable {
    /// All measures, those that depend on the store among them.
    package let measures: [Measure]
    /// The activities whose workouts are in the list.
    package let activities: [HKWorkoutActivityType]
    /// Whether it has nothing but what the catalogue knows.
    let isOfCatalogue: Bool

    /// The list of everything in the catalogue, and of stored types.
    ///
    /// - Parameters:
    ///   - laboratory: The names of the lab tests that are stored.
    ///   - medications: The names of the medications.
    ///   - activities: The activities of the workouts that are stored.
    ///   - classifications: The classifications of the electrocardiograms that are stored.
    package init(
        laboratory: [String] = [],
        medications: [String] = [],
        activities: [HKWorkoutActivityType] = [],
        classifications: [HKElectrocardiogram.Classification] = []
    ) {
        self.activities = activities
        isOfCatalogue =
            laboratory.isEmpty && medications.isEmpty && activities.isEmpty && classifications.isEmpty
        var all: [Measure] = []
        for entry in TypeCatalogue.shared.entries {
            guard let type = HKObjectType.type(identifier: entry.identifier) else { continue }
            switch type {
            case BloodPressure.systolicType, BloodPressure.diastolicType: break
            case let type as HKCategoryType: all += Self.measures(of: type)
            case is HKWorkoutType:
                all += [.count, .time, .distance, .energy].map { Measure(.workouts(nil, $0)) }
                all += activities.flatMap(Self.measures)
            case is HKStateOfMindType: all += Measure.MindPart.allCases.map { Measure(.mind($0)) }
            case is HKMedicationDoseEventType:
                for name in [nil] + medications.map(Optional.init) {
                    all += Measure.DosePart.allCases.map { Measure(.doses($0, of: name)) }
                }
            case is HKActivitySummaryType: all += Measure.RingPart.allCases.map { Measure(.rings($0)) }
            case is HKElectrocardiogramType:
                all += [Measure(.electrocardiograms(nil))]
                all += classifications.map { Measure(.electrocardiograms($0)) }
            default: all += [Measure(of: type)].compactMap { $0 }
            }
        }
        all += Measure.CyclePart.allCases.map { Measure(.cycle($0)) }
        all += laboratory.map { Measure(.laboratory($0)) }
        measures = all
    }

    private static func measures(of type: HKCategoryType) -> [Measure] {
        if type == HKCategoryType(.sleepAnalysis) { return Measure.SleepPart.allCases.map { Measure(.sleep($0)) } }
        let severity = type.entry.values == "HKCategoryValueSeverity" ? [Measure(.severity(type))] : []
        return [Measure(of: type)].compactMap { $0 } + severity
    }

    /// The numbers of the workouts of an activity.
    static func measures(of activity: HKWorkoutActivityType) -> [Measure] {
        [.count, .time, .distance, .pace].map { Measure(.workouts(activity, $0)) }
    }
}

extension MeasureList {
    /// The list with the lab tests, medications, activities and classifications of a store.
    ///
    /// - Parameter caller: The caller; measures that it may not read aren't in the list.
    /// - Returns: The list.
    /// - Throws: `HKError` if the store can't be read.
    package static func read(_ caller: Caller) throws -> MeasureList {
        let reader = MeasureReader(caller, calendar: Calendar(identifier: .gregorian), now: Date())
        var activities: [HKWorkoutActivityType: Int] = [:]
        try reader.visit(HKObjectType.workoutType(), from: nil, to: nil) { sample in
            if let workout = sample as? HKWorkout { activities[workout.workoutActivityType, default: 0] += 1 }
        }
        var classifications: Set<HKElectrocardiogram.Classification> = []
        try reader.visit(HKObjectType.electrocardiogramType(), from: nil, to: nil) { sample in
            if let sample = sample as? HKElectrocardiogram { classifications.insert(sample.classification) }
        }
        let medications = try caller.records { try $0.medications() }.map(\.listedName)
        // Measures without a name can't be requested.
        func isNamed(_ name: String) -> Bool { !NameKey.folded(name).isEmpty }
        return MeasureList(
            laboratory: try LaboratoryTests(reader).tests.map(\.name).filter(isNamed),
            medications: Set(medications).filter(isNamed).sorted(),
            activities: activities.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key),
            classifications: classifications.sorted { $0.rawValue < $1.rawValue }
        )
    }
}
