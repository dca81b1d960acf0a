import Foundation

/// Values of a type over time, in order of start, from any source.
package struct Readings: Codable, Sendable {
    /// Seconds since the reference date.
    package var starts: [Double] = []
    package var ends: [Double] = []
    /// In the type's canonical unit.
    package var values: [Double] = []
    /// Whether they were added to the workout, rather than measured within its time.
    package var areOwn = false

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }
}

/// A reference to a workout.
package struct WorkoutReference: Codable, Hashable, Sendable {
    package var uuid: UUID
    package var start: Date
    package var end: Date

    init(_ workout: HKWorkout) { (uuid, start, end) = (workout.uuid, workout.startDate, workout.endDate) }
}

/// The values of a type that belong to a workout.
///
/// These are the values that were added to it or, if none was, those measured within its time (imports don't list the
/// samples of a workout).
package struct OwnerReadingsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = Readings
    package static let name = "readings"

    @ByIdentifier package var type: HKQuantityType
    package var workout: WorkoutReference
}

/// The routes of a workout with their locations, in order of start.
package struct OwnerRoutesCall: OwnerReadCall {
    package typealias Answer = [RouteData]
    package static let name = "routes"

    package var workout: WorkoutReference
}

extension OwnerRoutesCall: AnsweredCall {
    package static func value(of answer: [RouteData]) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Data($0.bytes) })
    }

    package static func answer(from value: CallValue) throws -> [RouteData] {
        try CallDecoder.value([Data].self, from: value)
            .map { data in
                guard let route = RouteData(bytes: [UInt8](data)) else { throw CallCodingError.damaged("no route") }
                return route
            }
    }
}

/// The number of samples of each type added to a workout, the type with the most first.
package struct OwnerMemberCountsCall: OwnerReadCall {
    package typealias Answer = [(type: HKSampleType, count: Int)]
    package static let name = "memberCounts"

    package var workout: WorkoutReference
}

extension OwnerMemberCountsCall: AnsweredCall {
    private struct Form: Codable {
        @ByIdentifier var type: HKSampleType
        var count: Int
    }

    package static func value(of answer: Answer) throws -> CallValue {
        try CallEncoder.value(of: answer.map { Form(type: $0.type, count: $0.count) })
    }

    package static func answer(from value: CallValue) throws -> Answer {
        try CallDecoder.value([Form].self, from: value, isOwners: true).map { ($0.type, $0.count) }
    }
}

/// The latest effort score of a workout, a person's before an estimated one, or `nil` if there is none.
package struct OwnerEffortCall: OwnerReadCall {
    package typealias Answer = HKQuantitySample?
    package static let name = "workoutEffort"

    package var workout: UUID
}

extension OwnerEffortCall: AnsweredCall {
    package static func value(of answer: HKQuantitySample?) throws -> CallValue {
        try answer.map { try SamplesForm.value(of: [$0]) } ?? .null
    }

    package static func answer(from value: CallValue) throws -> HKQuantitySample? {
        value == .null ? nil : try SamplesForm.one(HKQuantitySample.self, value)
    }
}

/// The zones that the person set for a type, or `nil` for calculated ones.
package struct OwnerChosenZonesCall: OwnerReadCall {
    package typealias Answer = HKWorkoutZoneConfiguration?
    package static let name = "chosenZones"

    @ByIdentifier package var type: HKQuantityType
}

extension OwnerChosenZonesCall: AnsweredCall {
    package static func value(of answer: HKWorkoutZoneConfiguration?) throws -> CallValue {
        try PreferredZonesCall.value(of: answer)
    }

    package static func answer(from value: CallValue) throws -> HKWorkoutZoneConfiguration? {
        try PreferredZonesCall.answer(from: value)
    }
}
