import Foundation
import HealthKit
import HealthtuiEntry

/// A measure, which has a value for each day: steps, a blood pressure, time asleep, runs, headaches, a lab test.
///
/// Charts, cards, trends, goals, patterns, comparisons, reports and `stats` take their numbers from measures alone.
package struct Measure: Sendable, Hashable {
    /// How values of a day, and of several days, are made.
    package enum Kind: String, Sendable, CaseIterable {
        /// The sum; of several days the total, and the mean of the days.
        case total
        /// The mean, with the least, the greatest and the latest; of several days the mean of the days.
        case level
        /// A part of a whole; of several days the sum of the parts of the sum of the wholes.
        case ratio
        /// A time of day; of several days the mean on the circle.
        case clock
        /// The latest result; of several days the latest, and no mean.
        case result
    }

    /// The meaning of a day without records.
    package enum Gap: String, Sendable {
        /// Nothing is known of the day.
        case unknown
        /// The day counts as 0 from the first record on.
        case zero
        /// The day counts as 0 if there is a sleep record.
        case zeroWithSleep
    }

    /// The data that the days are made of.
    package enum Subject: Sendable, Hashable {
        case quantity(HKQuantityType)
        case bloodPressure
        case sleep(SleepPart)
        /// Workouts of an activity, or all.
        case workouts(HKWorkoutActivityType?, WorkoutPart)
        case rings(RingPart)
        /// Minutes, each of which counts once.
        case minutes(HKCategoryType)
        /// How often something happened.
        case events(HKSampleType)
        /// How severe a symptom was.
        case severity(HKCategoryType)
        /// The results of one lab test, by its name.
        case laboratory(String)
        /// States of mind: daily moods or momentary emotions.
        case mind(MindPart)
        /// Doses of one medication by its name, or of all.
        case doses(DosePart, of: String?)
        case cycle(CyclePart)
        /// Electrocardiograms of one classification, or all.
        case electrocardiograms(HKElectrocardiogram.Classification?)
    }

    /// A number of a day's sleep.
    package enum SleepPart: String, Sendable, Hashable, CaseIterable {
        /// All sleep of a day.
        case sleep
        /// The main sleep.
        case night
        case naps, napTime
        case deep, core, rem, awake
        case awakenings
        case inBed
        case efficiency
        case bedtime, wakeTime
    }

    /// A number of a day's workouts.
    package enum WorkoutPart: String, Sendable, Hashable, CaseIterable {
        case count, time, distance, energy, pace
    }

    /// A number of a day's activity rings.
    package enum RingPart: String, Sendable, Hashable, CaseIterable {
        case move, exercise, stand, closed
    }

    /// A kind of states of mind.
    package enum MindPart: String, Sendable, Hashable, CaseIterable {
        case mood, emotions
    }

    /// A number of a day's doses.
    package enum DosePart: String, Sendable, Hashable, CaseIterable {
        /// The doses taken.
        case taken
        /// The share of those due.
        case adherence
    }

    /// A number of a menstrual cycle.
    package enum CyclePart: String, Sendable, Hashable, CaseIterable {
        case length, period
    }

    package let subject: Subject

    /// A measure.
    package init(_ subject: Subject) { self.subject = subject }

    package var kind: Kind {
        switch subject {
        case .quantity(let type): type.aggregationStyle == .cumulative ? .total : .level
        case .bloodPressure, .mind, .severity: .level
        case .sleep(.naps), .sleep(.napTime), .sleep(.awakenings): .total
        case .sleep(.efficiency): .ratio
        case .sleep(.bedtime), .sleep(.wakeTime): .clock
        case .sleep: .level
        case .workouts(_, .pace): .ratio
        case .workouts, .rings, .minutes, .events, .electrocardiograms: .total
        case .laboratory, .cycle: .result
        case .doses(.adherence, _): .ratio
        case .doses(.taken, _): .total
        }
    }

    /// The meaning of a day without records.
    package var gap: Gap {
        switch subject {
        case .sleep(.naps): .zeroWithSleep
        case .workouts(_, .pace): .unknown
        case .workouts, .events, .electrocardiograms, .doses(.taken, _): .zero
        default: .unknown
        }
    }

    /// Whether its days without anything, of which nothing is known, can be taken as 0.
    package var canCountZeros: Bool { kind == .total && gap == .unknown }

    /// Whether last night's value is final today, as that of the main sleep; all others leave today out of every mean.
    package var belongsToNight: Bool {
        guard case .sleep(let part) = subject else { return false }
        return part != .sleep && part != .naps && part != .napTime
    }

    /// Whether the store itself makes the days, so that years of them cost little.
    package var hasStatistics: Bool {
        switch subject {
        case .quantity, .bloodPressure: true
        default: false
        }
    }

    /// The unit of the values.
    package var unit: MeasureUnit {
        switch subject {
        case .quantity(let type): .quantity(type)
        case .bloodPressure: .quantity(BloodPressure.systolicType)
        case .sleep(let part):
            switch part {
            case .naps, .awakenings: .count
            case .efficiency: .percent
            case .bedtime, .wakeTime: .clock
            default: .duration
            }
        case .workouts(_, let part):
            switch part {
            case .count: .count
            case .time: .duration
            case .distance: .distance
            case .energy: .energy
            case .pace: .pace
            }
        case .rings(let part):
            switch part {
            case .move: .energy
            case .exercise: .duration
            case .stand, .closed: .count
            }
        case .minutes: .duration
        case .events, .electrocardiograms, .doses(.taken, _): .count
        case .severity: .severity
        case .laboratory: .laboratory
        case .mind: .valence
        case .doses(.adherence, _): .percent
        case .cycle: .days
        }
    }

    /// The type of the samples that the days are made of: whose chart it is.
    package var type: HKSampleType? {
        switch subject {
        case .quantity(let type): type
        case .bloodPressure: BloodPressure.type
        case .sleep: HKCategoryType(.sleepAnalysis)
        case .workouts: HKObjectType.workoutType()
        case .rings: nil
        case .minutes(let type), .severity(let type): type
        case .events(let type): type
        case .laboratory: HKClinicalType(.labResultRecord)
        case .mind: HKObjectType.stateOfMindType()
        case .doses: HKObjectType.medicationDoseEventType()
        case .cycle: HKCategoryType(.menstrualFlow)
        case .electrocardiograms: HKObjectType.electrocardiogramType()
        }
    }

    /// The measure that represents a type on its chart, its card and its goal; `nil` for types without a daily number.
    ///
    /// - Parameter type: The type.
    package init?(of type: HKObjectType) {
        switch type {
        case let type as HKQuantityType: self.init(.quantity(type))
        case let type as HKCorrelationType where type == BloodPressure.type: self.init(.bloodPressure)
        case is HKWorkoutType: self.init(.workouts(nil, .time))
        case is HKElectrocardiogramType: self.init(.electrocardiograms(nil))
        case is HKStateOfMindType: self.init(.mind(.mood))
        case is HKMedicationDoseEventType: self.init(.doses(.taken, of: nil))
        case is HKActivitySummaryType: self.init(.rings(.move))
        case let type as HKCategoryType:
            self.init(type.identifier == Self.sleepType ? .sleep(.sleep) : Self.subject(type))
        default: return nil
        }
    }

    private static let sleepType = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    private static func subject(_ type: HKCategoryType) -> Subject {
        type.addsUpTime ? .minutes(type) : .events(type)
    }
}

/// The unit in which a measure's values are computed and given to programs.
package enum MeasureUnit: Sendable, Hashable {
    /// The canonical unit of a type.
    case quantity(HKQuantityType)
    /// Seconds.
    case duration
    /// Seconds since midnight.
    case clock
    case count
    /// Kilometers.
    case distance
    /// Kilocalories.
    case energy
    /// Seconds a kilometer.
    case pace
    /// 0 to 100.
    case percent
    /// −1 to 1, from unpleasant to pleasant.
    case valence
    /// 0 for none to 3 for severe.
    case severity
    case days
    /// The unit of the newest result.
    case laboratory

    /// The unit as programs read it; empty where the result names its own.
    package var text: String {
        switch self {
        case .quantity(let type): type.canonicalUnit.unitString
        case .duration, .clock: "s"
        case .count: "count"
        case .distance: "km"
        case .energy: "kcal"
        case .pace: "s/km"
        case .percent: "%"
        case .valence: "valence"
        case .severity: "severity"
        case .days: "d"
        case .laboratory: ""
        }
    }
}
