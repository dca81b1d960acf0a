import CoreLocation
import Foundation
import HealthKit

/// A workout found by a reader, with everything that belongs to it.
package struct ReadWorkout: Sendable {
    /// The activity type; `other` if the file's word for it is unknown.
    package var activity: HKWorkoutActivityType
    /// The file's word for the activity, if it is unknown.
    package var unknownName: String?
    package var start: Date
    package var end: Date
    /// In seconds; `nil` for the whole time between start and end, without pauses.
    package var duration: TimeInterval?
    package var energy: HKQuantity?
    package var distance: HKQuantity?
    /// The recording source.
    package var source: ReadSource
    package var device: HKDevice?
    /// Metadata as an Apple Health export has it.
    package var metadata: [String: String] = [:]
    /// Metadata with types.
    package var values: [String: MetadataValue] = [:]
    /// The name by which files know it, or `nil` for one that is recognized by its activity, source and times.
    package var identity: ReadIdentity?
    package var strokes: HKQuantity?
    package var flights: HKQuantity?
    /// The heart rate during the workout.
    package var heartRate: HeartRate?
    /// Other statistics of the workout.
    package var statistics: [WorkoutStatisticsContent] = []
    /// Pauses, laps, segments and markers.
    package var events: [Event] = []
    /// The parts of a workout of several activities.
    package var activities: [Activity] = []
    /// The locations of each route, in order of time.
    package var routes: [[LocationFields]] = []
    /// The samples recorded in it, which are linked to it.
    package var samples: [ReadSeries] = []
    /// The heartbeats recorded in it, which are linked to it.
    package var heartbeats: [ReadHeartbeats] = []

    /// A heart rate in beats a minute.
    package struct HeartRate: Sendable {
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
    }

    /// Something that happened during a workout.
    package struct Event: Hashable, Sendable {
        package var type: HKWorkoutEventType
        package var start: Date
        package var end: Date
        package var values: [String: MetadataValue] = [:]

        package init(_ type: HKWorkoutEventType, start: Date, end: Date? = nil) {
            self.type = type
            self.start = start
            self.end = max(start, end ?? start)
        }

        /// The event as the store has it.
        var content: WorkoutEventContent {
            WorkoutEventContent(
                type: type.rawValue,
                start: start.timeIntervalSinceReferenceDate,
                end: end.timeIntervalSinceReferenceDate,
                metadata: ImportMetadata.make(values)?.bytes
            )
        }
    }

    /// A part of a workout.
    package struct Activity: Sendable {
        package var activity: HKWorkoutActivityType
        package var start: Date
        package var end: Date
        /// In seconds; `nil` for the whole time.
        package var duration: TimeInterval?
        package var values: [String: MetadataValue] = [:]
        package var statistics: [WorkoutStatisticsContent] = []

        package init(_ activity: HKWorkoutActivityType, start: Date, end: Date) {
            self.activity = activity
            self.start = start
            self.end = end
        }

        /// The activity as the store has it.
        ///
        /// - Parameter position: Its position in the workout.
        /// - Returns: The activity.
        func content(at position: Int) -> WorkoutActivityContent {
            WorkoutActivityContent(
                uuid: identity(at: position),
                configuration: WorkoutConfigurationContent(activityType: activity.rawValue),
                start: start,
                end: max(start, end),
                duration: duration,
                metadata: ImportMetadata.make(values),
                statistics: statistics
            )
        }

        /// An identity that is the same every time the file is read.
        private func identity(at position: Int) -> UUID {
            var bytes = withUnsafeBytes(of: start.timeIntervalSinceReferenceDate.bitPattern.bigEndian) { Array($0) }
            let end = end.timeIntervalSinceReferenceDate.bitPattern ^ UInt64(position)
            bytes += withUnsafeBytes(of: end.bigEndian) { Array($0) }
            bytes[6] = bytes[6] & 0x0F | 0x80
            bytes[8] = bytes[8] & 0x3F | 0x80
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
    }

    package init(
        activity: HKWorkoutActivityType,
        unknownName: String? = nil,
        start: Date,
        end: Date,
        duration: TimeInterval? = nil,
        energy: HKQuantity? = nil,
        distance: HKQuantity? = nil,
        source: ReadSource
    ) {
        self.activity = activity
        self.unknownName = unknownName
        self.start = start
        self.end = end
        self.duration = duration
        self.energy = energy
        self.distance = distance
        self.source = source
    }

    /// The workout without data that is stored separately.
    var content: WorkoutContent {
        var content = WorkoutContent(activityType: activity.rawValue)
        content.activityName = unknownName
        content.duration = duration
        content.setTotal(.energy, energy.map { QuantityText($0) })
        content.setTotal(.distance, distance.map { QuantityText($0) })
        content.setTotal(.strokes, strokes.map { QuantityText($0) })
        content.setTotal(.flights, flights.map { QuantityText($0) })
        if let heartRate {
            func text(_ value: Double?) -> QuantityText? { value.map { QuantityText(value: $0, unit: "count/min") } }
            content.statistics.append(
                WorkoutStatisticsContent(
                    type: HKQuantityTypeIdentifier.heartRate.rawValue,
                    start: start,
                    end: end,
                    average: text(heartRate.average),
                    minimum: text(heartRate.minimum),
                    maximum: text(heartRate.maximum)
                )
            )
        }
        content.statistics += statistics
        content.events = events.map(\.content)
        content.activities = activities.enumerated().map { $1.content(at: $0) }
        return content
    }
}

/// A series of heartbeats found by a reader.
package struct ReadHeartbeats: Sendable {
    package var start: Date
    /// The heartbeats: their times after the start, the first above 0, each after the one before.
    package var beats: [HeartbeatSeries.Beat]
    /// The recording source, or `nil` for that of the workout.
    package var source: ReadSource?
    /// The device, or `nil` for that of the workout.
    package var device: HKDevice?

    package init(start: Date, beats: [HeartbeatSeries.Beat], source: ReadSource? = nil, device: HKDevice? = nil) {
        self.start = start
        self.beats = beats
        self.source = source
        self.device = device
    }
}
