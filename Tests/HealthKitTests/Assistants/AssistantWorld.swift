import Foundation

@testable import HealthKit

/// A store with an assistant, on Saturday 28 November 2026 at 15:30 in Berlin.
struct AssistantWorld {
    static let noon = CalendarDay(year: 2026, month: 11, day: 28).start(on: berlin).addingTimeInterval(15.5 * 3_600)
    static let berlin = CivilClock(TimeZone(identifier: "Europe/Berlin") ?? .gmt)
    static let today = CalendarDay(year: 2026, month: 11, day: 28)

    let clock = TurnedClock(noon.timeIntervalSinceReferenceDate)
    let test: TestStore

    /// - Parameter isServed: Whether a service has the store open, whose threads don't have the test's maker.
    init(isServed: Bool = false) {
        let clock = clock
        test = TestStore.$isServed.withValue(isServed) { TestStore { at(clock.now) } }
    }

    var person: PersonAccess { test.person }

    /// The store as an assistant sees it, whatever program claims to be it.
    func assistant(_ name: String = "mcp.desk") -> HKHealthStore {
        let identity = AppIdentity(bundleIdentifier: name, name: "Desk Chat", version: "4.1")
        return HKHealthStore(sharing: test.store, principal: .app(identity))
    }

    static func grant(
        _ types: [HKObjectType: AssistantRight],
        pastDays: Int = 90,
        calls: Int = 200,
        until: CalendarDay = today.advanced(by: 90)
    ) -> AssistantGrant {
        AssistantGrant(
            types: Dictionary(uniqueKeysWithValues: types.map { ($0.key.identifier, $0.value) }),
            pastDays: pastDays,
            until: until,
            callsADay: calls,
            zone: "Europe/Berlin",
            firstWeekday: 2
        )
    }

    func allow(_ grant: AssistantGrant, _ name: String = "mcp.desk") throws {
        try person.setAssistant(grant, app: name)
    }

    /// A table as the test's maker makes it.
    func totals(
        _ types: [HKObjectType] = [],
        _ first: CalendarDay? = nil,
        _ last: CalendarDay? = nil,
        by name: String = "mcp.desk"
    ) throws -> TotalsAnswer {
        try TotalsMaker.$scoped.withValue(CountingTotals()) {
            try assistant(name)
                .totals(TotalsCall(tool: "daily", types: types.map(\.identifier), first: first, last: last))
        }
    }
}

/// Tells how many samples the person has of a type in the days that are asked: enough to see what was asked.
struct CountingTotals: TotalsMaking {
    func columns(_ request: TotalsRequest, _ person: PersonAccess) throws -> [TotalsTable.Column] {
        try request.parts.map { part in
            let type = HKObjectType.type(identifier: part.type) as? HKSampleType ?? steps
            let clock = CivilClock(request.grant.timeZone ?? .gmt)
            let (first, last) = (request.days.lowerBound, request.days.upperBound)
            let count = try person.count(
                SampleListQuery(type: type, from: first.start(on: clock), to: last.advanced(by: 1).start(on: clock))
            )
            return TotalsTable.Column(
                name: part.type,
                type: part.type,
                kind: .total,
                unit: "",
                decimals: 0,
                level: part.level,
                cells: [TotalsTable.Cell(first, Double(count))]
            )
        }
    }
}

extension TotalsAnswer {
    var table: TotalsTable? { if case .table(let table) = self { table } else { nil } }
    var refusal: AssistantRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
