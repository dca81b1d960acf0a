import Foundation
import HealthKit
import HealthtuiEntry

// The facts of correlations and workouts.
extension SampleFact {
    static let correlation: [SampleFact] = [
        .of(HKCorrelation.self, "members", "how many samples belong to it") { sample, _ in
            .integer(sample.objects.count)
        },
        .of(HKCorrelation.self, "systolic", "of a blood pressure, in mmHg") { sample, _ in
            .number(BloodPressure(sample)?.systolic)
        },
        .of(HKCorrelation.self, "diastolic", "of a blood pressure, in mmHg") { sample, _ in
            .number(BloodPressure(sample)?.diastolic)
        },
        .of(HKCorrelation.self, "objects", "the samples that belong to it, each in the unit in which it is stored") {
            sample,
            _ in
            .array(sample.objects.sorted(by: isBefore).map(member))
        },
    ]

    /// Members are ordered by type, so that the same correlation always reads the same.
    private static func isBefore(_ left: HKSample, _ right: HKSample) -> Bool {
        (left.sampleType.identifier, left.uuid.uuidString) < (right.sampleType.identifier, right.uuid.uuidString)
    }

    private static func member(_ sample: HKSample) -> JSONValue {
        let content = SampleNumber(sample)
        let fields: JSONValue.Fields = [
            ("uuid", .text(sample.uuid.uuidString)), ("type", .text(sample.sampleType.identifier)),
            ("value", content.value), ("unit", content.unit),
        ]
        return .object(fields)
    }

    static let workout: [SampleFact] = [
        .of(HKWorkout.self, "activity", "what was done, for people") { workout, _ in
            .text(workout.activityLabel)
        },
        .of(HKWorkout.self, "activityName", "the export's name of an activity that HealthKit does not know") {
            workout,
            _ in
            .text(workout.content.activityName)
        },
        .of(HKWorkout.self, "activityType", "what was done, as HealthKit's number") { workout, _ in
            .integer(Int(clamping: workout.workoutActivityType.rawValue))
        },
        .of(HKWorkout.self, "energy", "the active energy burned, in kcal") { workout, _ in
            .number(workout.totalEnergyBurned, .kilocalorie())
        },
        .of(HKWorkout.self, "distance", "the distance covered, in m") { workout, _ in
            .number(workout.totalDistance, .meter())
        },
        .of(HKWorkout.self, "strokes", "swimming strokes") { workout, _ in
            .number(workout.totalSwimmingStrokeCount, .count())
        },
        .of(HKWorkout.self, "flights", "flights of stairs climbed") { workout, _ in
            .number(workout.totalFlightsClimbed, .count())
        },
        .of(HKWorkout.self, "events", "how many pauses, laps and segments it has") { workout, _ in
            .integer(workout.content.events.count)
        },
        .of(HKWorkout.self, "activities", "its activities: one, or those of a triathlon; durations in seconds") {
            workout,
            times in
            .array(workout.workoutActivities.map { activity($0, times) })
        },
        .of(HKWorkout.self, "statistics", "totals, averages and bounds by type, in the types' canonical units") {
            workout,
            _ in
            .object(statistics(workout))
        },
    ]

    private static func activity(_ activity: HKWorkoutActivity, _ times: Timestamps) -> JSONValue {
        let fields: JSONValue.Fields = [
            ("activity", .text(SampleText.activity(activity.workoutConfiguration.activityType))),
            ("start", times.json(activity.startDate)),
            ("end", activity.endDate.map { times.json($0) } ?? .null),
            ("duration", .number(activity.duration)),
        ]
        return .object(fields)
    }

    private static func statistics(_ workout: HKWorkout) -> JSONValue.Fields {
        let all = workout.allStatistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }
        return all.map { each in
            let numbers: JSONValue.Fields = [
                ("sum", .number(each.values.sum)), ("average", .number(each.values.average)),
                ("minimum", .number(each.values.minimum)), ("maximum", .number(each.values.maximum)),
            ]
            let known = numbers.filter { if case .null = $0.value { false } else { true } }
            let unit = each.quantityType.canonicalUnit.unitString
            return (each.quantityType.identifier, .object(known + [("unit", .text(unit))]))
        }
    }
}
