import Foundation

/// The report of a live workout that enters another zone.
open class HKLiveWorkoutZoneUpdate: NSObject, @unchecked Sendable {
    /// The zone of the latest value, with the time in it so far; `nil` if there is none.
    public var currentZoneDuration: HKWorkoutZoneDuration? { current }
    /// The zone before, with the time in it so far; `nil` for the first.
    public var previousZoneDuration: HKWorkoutZoneDuration? { previous }
    /// All zones, with the time in each so far.
    public var zoneGroup: HKWorkoutZoneGroup? { group }
    /// The time of the latest value.
    public let lastSampleProcessedDate: Date?

    private let current: HKWorkoutZoneDuration?
    private let previous: HKWorkoutZoneDuration?
    private let group: HKWorkoutZoneGroup?

    /// Makes an update.
    ///
    /// - Parameters:
    ///   - group: All zones, with the time in each.
    ///   - current: The index of the zone of the latest value.
    ///   - previous: The index of the zone before.
    ///   - date: When the latest value was measured.
    package init(_ group: HKWorkoutZoneGroup, current: Int?, previous: Int?, date: Date?) {
        self.group = group
        self.current = current.map { group.zoneDurations[$0] }
        self.previous = previous.map { group.zoneDurations[$0] }
        lastSampleProcessedDate = date
        super.init()
    }
}
