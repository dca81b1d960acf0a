import Foundation

/// The stroke of a swimmer.
public enum HKSwimmingStrokeStyle: Int, Sendable {
    /// Unknown.
    case unknown = 0

    /// Mixed.
    case mixed = 1

    /// Freestyle.
    case freestyle = 2

    /// Backstroke.
    case backstroke = 3

    /// Breaststroke.
    case breaststroke = 4

    /// Butterfly.
    case butterfly = 5

    /// Kickboard.
    case kickboard = 6
}

/// The relationships between workouts and effort samples that a query returns.
public enum HKWorkoutEffortRelationshipQueryOptions: Int, Sendable {
    /// All relationships.
    case `default` = 0

    /// One sample of each relationship: the latest score that the person gave, else the latest estimated one.
    ///
    /// Apple does not say which sample is the most relevant; this is the choice made here.
    case mostRelevant = 1
}

/// The kind of an event during a workout.
public enum HKWorkoutEventType: Int, Sendable {
    /// The person paused the workout.
    case pause = 1

    /// The person resumed the workout.
    case resume = 2

    /// A lap.
    case lap = 3

    /// A point of interest.
    case marker = 4

    /// The workout was paused because the person stopped moving.
    case motionPaused = 5

    /// The workout was resumed because the person moved again.
    case motionResumed = 6

    /// A segment.
    case segment = 7

    /// The person asked to pause or to resume.
    case pauseOrResumeRequest = 8
}

/// The location of a workout.
public enum HKWorkoutSessionLocationType: Int, Sendable {
    /// Unknown.
    case unknown = 1

    /// Indoor.
    case indoor = 2

    /// Outdoor.
    case outdoor = 3
}

/// The state of a workout session.
public enum HKWorkoutSessionState: Int, Sendable {
    /// Not started.
    case notStarted = 1

    /// Running.
    case running = 2

    /// Ended.
    case ended = 3

    /// Paused.
    case paused = 4

    /// Prepared.
    case prepared = 5

    /// Stopped.
    case stopped = 6
}

/// Whether a workout session runs here or mirrors one that runs elsewhere.
public enum HKWorkoutSessionType: Int, Sendable {
    /// The session runs on this device.
    case primary = 0

    /// The session mirrors one on another device.
    case mirrored = 1
}

/// The location of a swim.
public enum HKWorkoutSwimmingLocationType: Int, Sendable {
    /// Unknown.
    case unknown = 0

    /// Pool.
    case pool = 1

    /// Open water.
    case openWater = 2
}
