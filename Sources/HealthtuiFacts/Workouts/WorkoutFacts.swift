import Foundation
import HealthKit

/// A workout as a JSON object.
package struct WorkoutFacts {
    package let page: WorkoutPage
    package let timestamps: Timestamps

    package init(page: WorkoutPage, timestamps: Timestamps) {
        self.page = page
        self.timestamps = timestamps
    }

    /// The object.
    package var json: JSONValue {
        let (summary, workout) = (page.summary, page.workout)
        var fields: JSONValue.Fields = [
            ("uuid", .text(summary.uuid.uuidString)),
            ("activity", .name(Int(summary.activity.rawValue), of: "HKWorkoutActivityType")),
            ("title", .text(summary.title)), ("start", timestamps.json(summary.start)),
            ("end", timestamps.json(summary.end)), ("duration", .number(summary.duration)),
            ("elapsed", .number(page.elapsed)), ("distance", .number(page.distance)),
            ("energy", .number(summary.energy)), ("averageHeartRate", .number(page.averageHeartRate)),
            ("minimumHeartRate", .number(page.heartRateRange?.lowerBound)),
            ("maximumHeartRate", .number(page.heartRateRange?.upperBound)), ("ascent", .number(page.ascent)),
            ("descent", .number(page.descent)), ("effort", .number(page.effort?.score)),
            ("effortIsEstimated", page.effort.map { .bool(!$0.isRated) } ?? .null),
            ("source", .text(summary.source)), ("bundle", .text(workout.sourceRevision.source.bundleIdentifier)),
            ("routePlaces", .integer(page.track?.count ?? 0)),
            ("counted", .number(page.recordings?.counted ?? 1)),
            ("first", .text(page.recordings?.first?.uuid.uuidString)),
        ]
        fields.append(("others", .array((page.recordings?.others ?? []).map(other))))
        fields.append(("zones", zones))
        fields.append(("splits", .array(page.splits.map(split))))
        fields.append(("events", .array(workout.content.events.map(event))))
        fields.append(("activities", .array(page.activities.map(activity))))
        let statistics = page.statistics.map { (key: $0.quantityType.identifier, value: numbers($0)) }
        fields.append(("statistics", .object(statistics)))
        fields.append(
            ("samples", .object(page.members.map { (key: $0.type.identifier, value: .integer($0.count)) }))
        )
        fields.append(("metadata", .metadata(workout.metadataValues, timestamps)))
        return .object(fields)
    }

    /// Another source's recording during the workout.
    private func other(_ workout: WorkoutSummary) -> JSONValue {
        let fields: JSONValue.Fields = [
            ("uuid", .text(workout.uuid.uuidString)), ("source", .text(workout.source)),
            ("start", timestamps.json(workout.start)), ("end", timestamps.json(workout.end)),
            ("duration", .number(workout.duration)), ("distance", .number(workout.distance)),
            ("energy", .number(workout.energy)), ("counted", .number(workout.counted)),
        ]
        return .object(fields)
    }

    private var zones: JSONValue {
        guard let group = page.zones else { return .array([]) }
        let unit = group.configuration.quantityType.canonicalUnit
        return .array(
            group.zoneDurations.map { each in
                let fields: JSONValue.Fields = [
                    ("number", .integer(each.zone.index + 1)),
                    ("type", .text(group.configuration.quantityType.identifier)),
                    ("minimum", .number(each.zone.minimum, unit)), ("maximum", .number(each.zone.maximum, unit)),
                    ("duration", .number(each.duration)),
                ]
                return .object(fields)
            }
        )
    }

    private func split(_ split: WorkoutSplit) -> JSONValue {
        let fields: JSONValue.Fields = [
            ("number", .integer(split.number)), ("distance", .number(split.distance)),
            ("start", timestamps.json(split.start)), ("end", timestamps.json(split.end)),
            ("duration", .number(split.duration)), ("averageHeartRate", .number(split.heartRate)),
            ("ascent", .number(split.ascent)), ("descent", .number(split.descent)),
        ]
        return .object(fields)
    }

    private func event(_ event: WorkoutEventContent) -> JSONValue {
        let interval = WorkoutPage.interval(of: event)
        let fields: JSONValue.Fields = [
            ("type", event.kind.map { .name($0.rawValue, of: "HKWorkoutEventType") } ?? .text(event.exportName)),
            ("start", timestamps.json(interval.start)), ("end", timestamps.json(interval.end)),
            ("metadata", .metadata(event.metadata.flatMap { Metadata(bytes: $0) }, timestamps)),
        ]
        return .object(fields)
    }

    private func activity(_ activity: HKWorkoutActivity) -> JSONValue {
        let type = Int(activity.workoutConfiguration.activityType.rawValue)
        let fields: JSONValue.Fields = [
            ("activity", .name(type, of: "HKWorkoutActivityType")), ("start", timestamps.json(activity.startDate)),
            ("end", activity.endDate.map { timestamps.json($0) } ?? .null), ("duration", .number(activity.duration)),
        ]
        return .object(fields)
    }

    private func numbers(_ statistics: HKStatistics) -> JSONValue {
        let fields: JSONValue.Fields = [
            ("sum", .number(statistics.values.sum)), ("average", .number(statistics.values.average)),
            ("minimum", .number(statistics.values.minimum)), ("maximum", .number(statistics.values.maximum)),
            ("unit", .text(statistics.quantityType.canonicalUnit.unitString)),
        ]
        return .object(fields)
    }
}
