import Foundation
import HealthKit

extension ImportSink {
    /// A workout; `nil` when it cannot be taken, with a warning.
    mutating func read(_ workout: ExportWorkout) throws -> ImportedWorkout? {
        let element = workout.element
        guard var header = try times(element) else { return nil }
        let done = activity(element)
        var content = WorkoutContent(activityType: done.type)
        content.activityName = done.unknownName
        content.duration = seconds(element, .duration, .durationUnit)
        content.setTotal(.distance, quantity(element, .totalDistance, .totalDistanceUnit))
        content.setTotal(.energy, quantity(element, .totalEnergyBurned, .totalEnergyBurnedUnit))
        content.setTotal(.strokes, quantity(element, .totalSwimmingStrokeCount, .totalSwimmingStrokeCountUnit))
        content.setTotal(.flights, quantity(element, .totalFlightsClimbed, .totalFlightsClimbedUnit))
        content.events = workout.events.compactMap { event($0) }
        content.statistics = workout.statistics.compactMap { statistics($0.element, header.start, header.end) }
        content.activities = workout.activities.compactMap { activity($0) }
        let paths = workout.routes.flatMap { route in route.fileReferences.compactMap { $0.element[.path]?.text } }
        content.routePaths = paths.isEmpty ? nil : paths
        header.metadata = try metadata(of: element, workout.metadata)
        let number = try routes(of: workout, header)
        return ImportedWorkout(header: header, content: content, number: number)
    }

    /// What was done; of an activity that this version does not know, the name too, so that nothing is lost.
    private mutating func activity(_ element: ExportElement) -> (type: UInt, unknownName: String?) {
        let text = element[.workoutActivityType]?.text ?? ""
        if let known = TypeCatalogue.shared.workoutActivities?.case(constant: text) {
            return (UInt(known.value), nil)
        }
        warn(element, "workout: workoutActivityType is unknown, kept under its name")
        return (HKWorkoutActivityType.other.rawValue, text.isEmpty ? nil : text)
    }

    private mutating func event(_ event: ExportWorkoutEvent) -> WorkoutEventContent? {
        let element = event.element
        guard let name = element[.type]?.text, !name.isEmpty, let start = element[.date].flatMap({ dates.seconds($0) })
        else {
            warn(element, "workout event: type or date is missing or invalid")
            return nil
        }
        let kind = WorkoutEventContent.kind(named: name)
        if kind == nil { warn(element, "workout event: type is unknown, kept under its name") }
        let entries = event.metadata.map {
            ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "")
        }
        return WorkoutEventContent(
            type: kind?.rawValue ?? WorkoutEventContent.unknownType,
            name: kind == nil ? name : nil,
            start: start,
            end: start + max(0, seconds(element, .duration, .durationUnit) ?? 0),
            metadata: ImportMetadata.make(entries)?.bytes
        )
    }

    private mutating func activity(_ activity: ExportWorkoutActivity) -> WorkoutActivityContent? {
        let element = activity.element
        guard let start = element[.startDate].flatMap({ dates.seconds($0) }) else {
            warn(element, "workout activity without a start")
            return nil
        }
        let end = element[.endDate].flatMap { dates.seconds($0) }
        let entries = activity.metadata.map {
            ImportedMetadataEntry(key: $0.key?.text ?? "", value: $0.value?.text ?? "")
        }
        let kind = element[.workoutActivityType].map { _ in self.activity(element).type }
        return WorkoutActivityContent(
            uuid: element[.uuid].flatMap { UUID(uuidString: $0.text) } ?? Self.identity(start, end ?? start),
            configuration: WorkoutConfigurationContent(activityType: kind ?? HKWorkoutActivityType.other.rawValue),
            start: Date(timeIntervalSinceReferenceDate: start),
            end: end.map { Date(timeIntervalSinceReferenceDate: max(start, $0)) },
            duration: seconds(element, .duration, .durationUnit),
            metadata: ImportMetadata.make(entries),
            statistics: activity.statistics.compactMap { statistics($0.element, start, end ?? start) }
        )
    }

    /// An identity that is the same whenever the same export is read.
    private static func identity(_ start: Double, _ end: Double) -> UUID {
        var bytes = withUnsafeBytes(of: start.bitPattern.bigEndian) { Array($0) }
        bytes += withUnsafeBytes(of: end.bitPattern.bigEndian) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The statistics of an element; where it names no times, those of what it belongs to.
    private mutating func statistics(
        _ element: ExportElement,
        _ defaultStart: Double,
        _ defaultEnd: Double
    ) -> WorkoutStatisticsContent? {
        guard let type = element[.type]?.text else {
            warn(element, "workout statistics without a type")
            return nil
        }
        let start = element[.startDate].flatMap { dates.seconds($0) } ?? defaultStart
        let end = element[.endDate].flatMap { dates.seconds($0) } ?? defaultEnd
        return WorkoutStatisticsContent(
            type: type,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: max(start, end)),
            sum: quantity(element, .sum, .unit),
            average: quantity(element, .average, .unit),
            minimum: quantity(element, .minimum, .unit),
            maximum: quantity(element, .maximum, .unit)
        )
    }

    private func quantity(_ element: ExportElement, _ value: AttributeName, _ unit: AttributeName) -> QuantityText? {
        guard let number = element[value]?.decimal, number.isFinite else { return nil }
        return QuantityText(value: number, unit: element[unit]?.text ?? "")
    }

    /// A duration in seconds, whatever its unit; minutes where none is named.
    private func seconds(_ element: ExportElement, _ value: AttributeName, _ unit: AttributeName) -> Double? {
        guard let number = element[value]?.decimal, number.isFinite, number >= 0 else { return nil }
        let named = element[unit].flatMap { HKUnit.named($0.text) } ?? .minute()
        return named.conversion(to: .second()).map { number * $0.scale }
    }
}
