import Foundation
import HealthKit

/// The person's own settings, as far as the command line changes them.
struct Profile: Sendable, Hashable {
    /// A pause of the rings that covers today.
    enum Pause: Sendable, Hashable {
        case through(CalendarDay)
        /// Until the person continues.
        case open
    }

    var me = CharacteristicValues()
    /// The goals that the person set.
    var goals = ActivityGoals()
    /// The boundaries of the person's own zones, by type, in the type's canonical unit.
    var zones: [HKQuantityType: [Double]] = [:]
    var pause: Pause?

    init() {}

    init(_ person: PersonAccess) throws {
        me = try person.characteristics()
        goals = try person.chosenGoals(on: Self.today)
        for type in HKWorkoutZoneConfiguration.types {
            zones[type] = try person.chosenZones(of: type)
                .map { $0.boundaries.map { $0.doubleValue(for: type.canonicalUnit) } }
        }
        if let covering = try person.ringPause(on: Self.today) { pause = covering.last.map { .through($0) } ?? .open }
    }

    /// Today, where the clocks show the time of this machine's zone.
    static var today: CalendarDay {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return CalendarDay(Date(), in: calendar)
    }

    /// Saves the changed fields.
    func save(in person: PersonAccess, before: Profile) throws {
        let today = Self.today
        if me != before.me { try person.setCharacteristics(me) }
        if goals != before.goals { try person.setGoals(goals, from: today) }
        for type in HKWorkoutZoneConfiguration.types where zones[type] != before.zones[type] {
            let boundaries = zones[type]?.map { HKQuantity(unit: type.canonicalUnit, doubleValue: $0) }
            try person.setZones(boundaries, of: type)
        }
        guard pause != before.pause else { return }
        try person.resumeRings(on: today)
        switch pause {
        case .through(let last): try person.pauseRings(from: today, through: last)
        case .open: try person.pauseRings(from: today, through: nil)
        case nil: break
        }
    }
}

/// A profile, with defaults for fields that the person didn't set.
struct KnownProfile {
    let own: Profile
    /// The goals that hold today.
    let goals: ActivityGoals
    private let zones: [HKQuantityType: HKWorkoutZoneConfiguration]

    init(_ own: Profile, _ person: PersonAccess) throws {
        self.own = own
        goals = try person.goals(on: Profile.today)
        var zones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
        for type in HKWorkoutZoneConfiguration.types { zones[type] = try person.store.preferredZonesNow(of: type) }
        self.zones = zones
    }

    /// The zones that hold, and whether they are the person's own.
    func zones(_ type: HKQuantityType) -> (boundaries: [Double], areOwn: Bool)? {
        zones[type]
            .map { zones in
                (zones.boundaries.map { $0.doubleValue(for: type.canonicalUnit) }, zones.source == .user)
            }
    }
}
