import Foundation

/// The time in zones of a workout that is being built, for each type that has some.
struct WorkoutBuilderZones: Sendable {
    private var byType: [HKQuantityType: LiveWorkoutZones] = [:]
    private var eventCount = 0
    private var end: Date?

    /// Follows the builder's content: its zones once it has begun, and when it ran.
    mutating func follow(_ content: WorkoutBuilderContent) {
        guard let start = content.start, !content.zones.isEmpty else { return }
        let isNew = byType.isEmpty
        guard isNew || content.events.count != eventCount || content.end != end else { return }
        (eventCount, end) = (content.events.count, content.end)
        let running = RunningTime(from: start, to: content.end, events: content.events.compactMap(\.object))
        if isNew {
            for zones in content.zones.compactMap(\.configuration) {
                byType[zones.quantityType] = LiveWorkoutZones(zones, running: running)
            }
        } else {
            for type in byType.keys { byType[type]?.setRunning(running) }
        }
    }

    /// Adds samples.
    ///
    /// - Returns: The zone changes to report to a delegate.
    mutating func add(_ samples: [HKSample]) -> [HKLiveWorkoutZoneUpdate] {
        guard !byType.isEmpty else { return [] }
        var byQuantity: [HKQuantityType: [HKQuantitySample]] = [:]
        for sample in samples {
            guard let quantity = sample as? HKQuantitySample, byType[quantity.quantityType] != nil else { continue }
            byQuantity[quantity.quantityType, default: []].append(quantity)
        }
        return byQuantity.sorted { $0.key.identifier < $1.key.identifier }
            .compactMap { type, samples in byType[type]?.add(samples) }
    }

    /// Removes samples.
    mutating func remove(_ samples: Set<UUID>) {
        for type in byType.keys { byType[type]?.remove(samples) }
    }

    /// The zones of a type and the time in them; `nil` without values.
    func group(of type: HKQuantityType, until date: Date?) -> HKWorkoutZoneGroup? {
        byType[type]?.tally.group(until: date)
    }
}
