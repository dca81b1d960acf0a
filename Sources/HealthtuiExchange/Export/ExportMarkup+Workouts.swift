import Foundation
import HealthKit

extension ExportMarkup {
    private static let totals: [(total: WorkoutContent.Total, attribute: String)] = [
        (.distance, "totalDistance"), (.energy, "totalEnergyBurned"), (.strokes, "totalSwimmingStrokeCount"),
        (.flights, "totalFlightsClimbed"),
    ]

    /// Appends a workout.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - routes: Its routes, each with the path of its file inside the export.
    ///   - effort: The effort samples, by the UUID of the activity, or of the workout as a whole.
    mutating func workout(
        _ workout: HKWorkout,
        routes: [(route: HKWorkoutRoute, path: String)],
        effort: [UUID: [HKQuantitySample]] = [:]
    ) {
        let content = workout.content
        buffer.raw(" <Workout")
        buffer.attribute("workoutActivityType", ExportSpelling.activityName(of: content))
        duration(content.duration ?? workout.duration)
        for (total, attribute) in Self.totals {
            guard let quantity = content.total(total) else { continue }
            buffer.attribute(attribute, quantity.value)
            buffer.attribute(attribute + "Unit", quantity.unit)
        }
        header(workout)
        buffer.raw(">\n")
        entries(workout.metadataValues, indent: "  ")
        for each in content.events { event(each) }
        for each in content.activities { activity(each, each.uuid == workout.uuid ? [] : effort[each.uuid] ?? []) }
        for each in content.statistics { statistics(each, indent: "  ") }
        for each in content.zones ?? [] { zones(each, indent: "  ") }
        // They also appear at the top level, as members of correlations do.
        for each in effort[workout.uuid] ?? [] where Self.holds(each) { record(each, indent: "  ") }
        for (route, path) in routes { self.route(route, path) }
        buffer.raw(" </Workout>\n")
    }

    private mutating func duration(_ seconds: Double?) {
        guard let seconds else { return }
        // Importing multiplies by sixty again, so this finds the number that results in the same seconds.
        let minutes = seconds / 60
        let exact = [minutes, minutes.nextUp, minutes.nextDown].first { $0 * 60 == seconds } ?? minutes
        buffer.attribute("duration", exact)
        buffer.attribute("durationUnit", "min")
    }

    private mutating func event(_ event: WorkoutEventContent) {
        guard ExportDateWriter.holds(event.start) else { return }
        buffer.raw("  <WorkoutEvent")
        buffer.attribute("type", event.exportName)
        buffer.attribute("date", date: event.start, &metadata.dates)
        if event.end > event.start { duration(event.end - event.start) }
        children("WorkoutEvent", event.metadata.flatMap { Metadata(bytes: $0) }, indent: "  ")
    }

    private mutating func children(_ name: String, _ own: Metadata?, indent: String) {
        guard let own, MetadataWriting.isReported(own) else { return buffer.raw("/>\n") }
        buffer.raw(">\n")
        entries(own, indent: indent + " ")
        buffer.raw("\(indent)</\(name)>\n")
    }

    private mutating func activity(_ activity: WorkoutActivityContent, _ effort: [HKQuantitySample]) {
        buffer.raw("  <WorkoutActivity")
        buffer.attribute("uuid", activity.uuid.uuidString)
        if activity.configuration.activityType != HKWorkoutActivityType.other.rawValue {
            let content = WorkoutContent(activityType: activity.configuration.activityType)
            buffer.attribute("workoutActivityType", ExportSpelling.activityName(of: content))
        }
        buffer.attribute("startDate", date: activity.start.timeIntervalSinceReferenceDate, &metadata.dates)
        buffer.attribute("endDate", date: activity.end?.timeIntervalSinceReferenceDate, &metadata.dates)
        duration(activity.duration)
        buffer.raw(">\n")
        entries(activity.metadata, indent: "   ")
        for each in activity.statistics { statistics(each, indent: "   ") }
        for each in activity.zones ?? [] { zones(each, indent: "   ") }
        for each in effort where Self.holds(each) { record(each, indent: "   ") }
        buffer.raw("  </WorkoutActivity>\n")
    }

    private mutating func statistics(_ statistics: WorkoutStatisticsContent, indent: String) {
        buffer.raw(indent + "<WorkoutStatistics")
        buffer.attribute("type", statistics.type)
        buffer.attribute("startDate", date: statistics.start.timeIntervalSinceReferenceDate, &metadata.dates)
        buffer.attribute("endDate", date: statistics.end.timeIntervalSinceReferenceDate, &metadata.dates)
        buffer.attribute("average", statistics.average?.value)
        buffer.attribute("minimum", statistics.minimum?.value)
        buffer.attribute("maximum", statistics.maximum?.value)
        buffer.attribute("sum", statistics.sum?.value)
        let quantities = [statistics.sum, statistics.average, statistics.minimum, statistics.maximum]
        buffer.attribute("unit", quantities.lazy.compactMap { $0 }.first?.unit)
        buffer.raw("/>\n")
    }

    /// The zones of one type, with the time in each if it is known.
    private mutating func zones(_ zones: WorkoutZoneContent, indent: String) {
        guard let unit = zones.boundaries.first?.unit else { return }
        buffer.raw(indent + "<WorkoutZoneGroup")
        buffer.attribute("type", zones.type)
        buffer.attribute("source", zones.source)
        buffer.attribute("unit", unit)
        buffer.raw(">\n")
        let bounds = zones.boundaries.map { boundary in
            boundary.unit == unit
                ? boundary.value
                : boundary.quantity.flatMap { quantity in
                    HKUnit.named(unit).map { quantity.doubleValue(for: $0) }
                } ?? boundary.value
        }
        for index in 0...bounds.count {
            buffer.raw(indent + " <WorkoutZone")
            if index > 0 { buffer.attribute("minimum", bounds[index - 1]) }
            if index < bounds.count { buffer.attribute("maximum", bounds[index]) }
            if let durations = zones.durations, index < durations.count { duration(durations[index]) }
            buffer.raw("/>\n")
        }
        buffer.raw("\(indent)</WorkoutZoneGroup>\n")
    }

    private mutating func route(_ route: HKWorkoutRoute, _ path: String) {
        buffer.raw("  <WorkoutRoute")
        header(route)
        buffer.raw(">\n")
        entries(route.metadataValues, indent: "   ")
        buffer.raw("   <FileReference")
        buffer.attribute("path", path)
        buffer.raw("/>\n  </WorkoutRoute>\n")
    }
}
