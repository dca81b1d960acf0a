import Foundation
import HealthKit
import HealthtuiFacts

/// A store with an assistant on Saturday 28 November 2026 at 12:40 in the zone of its grant.
struct TotalsWorld {
    static let today = CalendarDay(year: 2026, month: 11, day: 28)
    static let watch = revision("Watch", "com.apple.health.watch")
    static let identity = AppIdentity(bundleIdentifier: "mcp.desk", name: "Desk Chat")

    let store: HKHealthStore
    let person: PersonAccess
    let clock: CivilClock
    let now: Date
    var grant: AssistantGrant

    init(zone: String = "Europe/Berlin", _ types: [HKObjectType: AssistantRight], pastDays: Int = 30) {
        clock = CivilClock(TimeZone(identifier: zone) ?? .gmt)
        let now = Self.today.start(on: clock).addingTimeInterval(12 * 3_600 + 2_400)
        self.now = now
        (store, person) = HKHealthStore.person(location: .memory, clock: { now })
        grant = AssistantGrant(
            types: Dictionary(uniqueKeysWithValues: types.map { ($0.key.identifier, $0.value) }),
            pastDays: pastDays,
            until: Self.today.advanced(by: 90),
            zone: zone,
            firstWeekday: 2
        )
    }

    static func revision(_ name: String, _ identifier: String) -> HKSourceRevision {
        HKSourceRevision(source: HKSource(name: name, bundleIdentifier: identifier), version: nil)
    }

    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = clock.zone
        calendar.firstWeekday = grant.firstWeekday
        return calendar
    }

    /// The measures as screens read them.
    var reader: MeasureReader { MeasureReader(.person(person), calendar: calendar, now: now) }

    var assistant: HKHealthStore { HKHealthStore(sharing: store, principal: .app(Self.identity)) }

    func allow() throws { try person.setAssistant(grant, app: "mcp.desk") }

    func save(_ samples: [HKSample], from revision: HKSourceRevision = watch) throws {
        let now = now
        try store.database().write { try $0.save(samples, revision: revision, now: now) }
    }

    /// A time of a day so many days ago.
    func time(_ ago: Int, _ hour: Double) -> Date {
        Self.today.advanced(by: -ago).start(on: clock).addingTimeInterval(hour * 3_600)
    }

    func quantity(
        _ type: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ ago: Int,
        _ hour: Double,
        minutes: Double = 0
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: time(ago, hour),
            end: time(ago, hour + minutes / 60)
        )
    }

    func category(
        _ type: HKCategoryTypeIdentifier,
        _ value: Int,
        _ ago: Int,
        _ hour: Double,
        minutes: Double
    ) -> HKCategorySample {
        HKCategorySample(
            type: HKCategoryType(type),
            value: value,
            start: time(ago, hour),
            end: time(ago, hour + minutes / 60)
        )
    }

    func run(_ ago: Int, _ hour: Double, minutes: Double, kilometers: Double) throws -> HKWorkout {
        try HKWorkout(
            validating: .running,
            start: time(ago, hour),
            end: time(ago, hour + minutes / 60),
            totalEnergyBurned: nil,
            totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: kilometers),
            metadata: nil
        )
    }

    /// The table, as the assistant gets it.
    func table(
        _ types: [HKObjectType] = [],
        _ first: CalendarDay? = nil,
        _ last: CalendarDay? = nil,
        by maker: any TotalsMaking = TotalsColumns()
    ) throws -> TotalsTable? {
        let call = TotalsCall(tool: "daily", types: types.map(\.identifier), first: first, last: last)
        let answer = try TotalsMaker.$scoped.withValue(maker) { try assistant.totals(call) }
        if case .table(let table) = answer { return table }
        return nil
    }
}
