import Foundation
import HealthKit

extension ImportSink {
    /// Imports a workout and the records in it.
    mutating func workout(_ workout: ExportWorkout) throws {
        summary.counts[.workouts].read += 1
        let members = try self.members(of: workout)
        if var taken = try read(workout) {
            if let reason = ImportGate.refusal(of: taken) {
                summary.counts[.workouts].refused += 1
                warn(workout.element, "workout: \(reason)")
                builder.chunk.rows += members.map(\.row)
            } else {
                taken.members = members.isEmpty ? nil : members
                builder.chunk.workouts.append(taken)
                builder.weigh(2 * members.count)
            }
        } else {
            summary.counts[.workouts].refused += 1
            // A record counts as a record, whatever element contains it.
            builder.chunk.rows += members.map(\.row)
        }
        try builder.flushIfFull()
    }

    /// The records in a workout and in its activities.
    private mutating func members(of workout: ExportWorkout) throws -> [ImportedWorkoutMember] {
        guard workout.recordCount > 0 else { return [] }
        var found: [ImportedWorkoutMember] = []
        for record in workout.records { try add(record, of: workout, nil, to: &found) }
        for activity in workout.activities {
            let uuid = activity.element[.uuid].flatMap { UUID(uuidString: $0.text) }
            for record in activity.records { try add(record, of: workout, uuid, to: &found) }
        }
        return found
    }

    private mutating func add(
        _ record: ExportRecord,
        of workout: ExportWorkout,
        _ activity: UUID?,
        to found: inout [ImportedWorkoutMember]
    ) throws {
        summary.counts[.records].read += 1
        guard let row = try row(record, isTopLevel: true) else {
            summary.counts[.records].refused += 1
            return
        }
        let isEffort = Self.effortTypes.contains(record.element[.type]?.text ?? "")
        found.append(
            ImportedWorkoutMember(
                row: row,
                // A workout without an end also holds whatever follows it.
                isEffort: isEffort && touches(workout.element, row.header),
                activity: activity
            )
        )
    }

    private static let effortTypes: Set<String> = [
        HKQuantityTypeIdentifier.workoutEffortScore.rawValue,
        HKQuantityTypeIdentifier.estimatedWorkoutEffortScore.rawValue,
    ]

    /// Whether a time overlaps or touches that of an element.
    private mutating func touches(_ element: ExportElement, _ header: ImportedHeader) -> Bool {
        guard let start = element[.startDate].flatMap({ dates.seconds($0) }),
            let end = element[.endDate].flatMap({ dates.seconds($0) })
        else { return false }
        return header.start <= end && header.end >= start
    }

    /// A workout, or `nil`, with a warning, if it can't be imported.
    private mutating func read(_ workout: ExportWorkout) throws -> ImportedWorkout? {
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
        for activity in workout.activities {
            // An activity includes those events of its workout that touch it.
            for own in activity.events.compactMap({ event($0) }) where !content.events.contains(own) {
                content.events.append(own)
            }
        }
        content.statistics = workout.statistics.compactMap { statistics($0.element, header.start, header.end) }
        content.activities = workout.activities.compactMap { activity($0) }
        content.zones = zones(workout.zoneGroups)
        let paths = workout.routes.flatMap { route in route.fileReferences.compactMap { $0.element[.path]?.text } }
        content.routePaths = paths.isEmpty ? nil : paths
        header.metadata = try metadata(of: element, workout.metadata)
        let number = try routes(of: workout, header)
        return ImportedWorkout(header: header, content: content, number: number)
    }

    /// The activity type; if this version doesn't know it, also its name, so that nothing is lost.
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
            leaveOut(element, "workout event: type or date is missing or invalid")
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
            leaveOut(element, "workout activity without a start")
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
            statistics: activity.statistics.compactMap { statistics($0.element, start, end ?? start) },
            zones: zones(activity.zoneGroups)
        )
    }

    /// The zones of a workout or an activity, the first group of each type; `nil` if there are none.
    private mutating func zones(_ groups: ExportChildren<ExportWorkoutZoneGroup>) -> [WorkoutZoneContent]? {
        var found: [WorkoutZoneContent] = []
        for group in groups {
            do {
                let zones = try ImportZones.content(group) { seconds($0, .duration, .durationUnit) }
                guard !found.contains(where: { $0.type == zones.type }) else {
                    throw HKError.invalid("another group of the same type came before")
                }
                found.append(zones)
            } catch {
                leaveOut(group.element, "zones of a workout: \((error as? HKError)?.text ?? "\(error)")")
            }
        }
        return found.isEmpty ? nil : found
    }

    /// An identity that is the same every time the same export is read.
    private static func identity(_ start: Double, _ end: Double) -> UUID {
        var bytes = withUnsafeBytes(of: start.bitPattern.bigEndian) { Array($0) }
        bytes += withUnsafeBytes(of: end.bitPattern.bigEndian) { Array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The statistics of an element; if it has no times, those of its parent apply.
    private mutating func statistics(
        _ element: ExportElement,
        _ defaultStart: Double,
        _ defaultEnd: Double
    ) -> WorkoutStatisticsContent? {
        guard let type = element[.type]?.text else {
            leaveOut(element, "workout statistics without a type")
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

    private mutating func quantity(
        _ element: ExportElement,
        _ value: AttributeName,
        _ unit: AttributeName
    ) -> QuantityText? {
        guard let text = element[value], text.count > 0 else { return nil }
        guard let number = text.decimal, number.isFinite else {
            leaveOut(element, "workout: \(value.text) isn't a number")
            return nil
        }
        return QuantityText(value: number, unit: element[unit]?.text ?? "")
    }

    /// A duration in seconds, whatever its unit; minutes if it has no unit.
    private mutating func seconds(
        _ element: ExportElement,
        _ value: AttributeName,
        _ unit: AttributeName
    ) -> Double? {
        guard let text = element[value], text.count > 0 else { return nil }
        let named = element[unit].flatMap { HKUnit.named($0.text) } ?? .minute()
        guard let number = text.decimal, number >= 0,
            let seconds = named.conversion(to: .second()).map({ number * $0.scale }), seconds.isFinite
        else {
            leaveOut(element, "workout: \(value.text) isn't a length of time")
            return nil
        }
        return seconds
    }
}
