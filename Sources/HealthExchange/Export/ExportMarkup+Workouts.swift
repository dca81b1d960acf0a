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
    mutating func workout(_ workout: HKWorkout, routes: [(route: HKWorkoutRoute, path: String)]) {
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
        for each in content.activities { activity(each) }
        for each in content.statistics { statistics(each, indent: "  ") }
        for (route, path) in routes { self.route(route, path) }
        buffer.raw(" </Workout>\n")
    }

    private mutating func duration(_ seconds: Double?) {
        guard let seconds else { return }
        // A minute has sixty seconds, and importing multiplies again: the number that gives back the same.
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

    private mutating func activity(_ activity: WorkoutActivityContent) {
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
