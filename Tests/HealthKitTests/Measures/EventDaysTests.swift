import Foundation
import HealthKit
import Testing

/// What counts as an event, and what doses make of a day.
@Suite struct EventDaysTests {
    @Test("“Not present”, “no bleeding” and idle hours aren't events")
    func absencesDoNotCount() {
        #expect(!EventValue.counts(1, of: "HKCategoryValueSeverity"))
        #expect(EventValue.counts(0, of: "HKCategoryValueSeverity"))
        #expect(EventValue.counts(4, of: "HKCategoryValueSeverity"))
        #expect(!EventValue.counts(1, of: "HKCategoryValuePresence"))
        #expect(!EventValue.counts(1, of: "HKCategoryValueAppetiteChanges"))
        #expect(EventValue.counts(2, of: "HKCategoryValueAppetiteChanges"))
        #expect(!EventValue.counts(5, of: "HKCategoryValueVaginalBleeding"))
        #expect(EventValue.counts(0, of: "HKCategoryValueAppleStandHour"))
        #expect(!EventValue.counts(1, of: "HKCategoryValueAppleStandHour"))
        #expect(EventValue.counts(-7, of: nil))
    }

    @Test("Severities go from none to severe, and one that names none has none")
    func severities() {
        #expect((0...5).map(EventValue.severity) == [nil, 0, 1, 2, 3, nil])
    }

    @Test("A dose is due on its day once its time is over, and is taken on the day of its log")
    func doses() throws {
        let clock = CivilClock(try #require(TimeZone(identifier: "Europe/Berlin")))
        let day = CalendarDay(year: 2026, month: 11, day: 2)
        let next = day.advanced(by: 1)
        let evening = next.start(on: clock).addingTimeInterval(-3_600)
        let now = next.start(on: clock).addingTimeInterval(43_200)
        var doses = DoseDays(on: clock, now: now)
        // Of the evening, taken after midnight; skipped; of tonight, which isn't due; taken as needed.
        doses.add(isTaken: true, scheduled: evening, logged: evening.addingTimeInterval(7_200))
        doses.add(isTaken: false, scheduled: evening, logged: evening)
        doses.add(isTaken: false, scheduled: now.addingTimeInterval(60), logged: now)
        doses.add(isTaken: true, scheduled: nil, logged: now)
        #expect(doses.days[day]?.due == 2)
        #expect(doses.days[day]?.takenOfDue == 1)
        #expect(doses.days[day]?.taken == 0)
        #expect(doses.days[next]?.due == 0)
        #expect(doses.days[next]?.taken == 2)
    }
}
