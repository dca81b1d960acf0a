import Foundation
import Testing

@testable import HealthKit

/// The rules by which samples become sleeps, and sleeps belong to days.
@Suite struct SleepFoldTests {
    /// The hours asleep of each sleep by day.
    private func hours(_ world: SleepWorld) -> [String: [Double]] {
        Dictionary(
            uniqueKeysWithValues: world.days.days.map { day in
                (day.day.text, day.sleeps.map { ($0.asleep / 36).rounded() / 100 })
            }
        )
    }

    private func world(_ times: [(String, String)], zone: String = "Europe/Berlin") -> SleepWorld {
        var world = SleepWorld(zone)
        for (start, end) in times { world.add("2026-11-0\(start)", "2026-11-0\(end)") }
        return world
    }

    /// Sleeps by start and end in November, and the hours of each day's sleeps.
    ///
    /// The type is written out: to find it took the compiler half a minute.
    private static let gapCases: [(times: [(String, String)], expected: [String: [Double]])] = [
        ([("1 22:00", "2 02:00"), ("2 05:00", "2 08:00")], ["2026-11-02": [7.0]]),
        ([("1 20:30", "1 21:15"), ("1 23:30", "2 07:00")], ["2026-11-01": [0.75], "2026-11-02": [7.5]]),
        ([("1 20:30", "1 21:30"), ("1 23:30", "2 07:00")], ["2026-11-02": [8.5]]),
        ([("1 19:30", "1 23:40"), ("2 02:30", "2 06:00")], ["2026-11-02": [7.67]]),
        ([("1 23:00", "2 07:00"), ("2 09:30", "2 10:30")], ["2026-11-02": [8.0, 1.0]]),
        ([("1 18:00", "1 21:59"), ("2 01:00", "2 06:00")], ["2026-11-01": [3.98], "2026-11-02": [5.0]]),
        ([("1 18:00", "1 22:00"), ("2 02:00", "2 06:00")], ["2026-11-02": [8.0]]),
        ([("1 18:00", "1 22:00"), ("2 02:01", "2 06:00")], ["2026-11-01": [4.0], "2026-11-02": [3.98]]),
        ([("1 23:00", "2 02:00"), ("2 04:01", "2 06:02")], ["2026-11-02": [5.02]]),
    ]

    @Test("A sleep goes on over two hours, at night over four", arguments: gapCases)
    func gaps(_ times: [(String, String)], _ expected: [String: [Double]]) {
        #expect(hours(world(times)) == expected)
    }

    @Test("Up to four hours awake are within a sleep if they were recorded, by day as well")
    func awakeWithin() throws {
        var world = world([("2 08:00", "2 12:00"), ("2 15:30", "2 18:00")])
        #expect(hours(world) == ["2026-11-02": [4, 2.5]])
        world.add("2026-11-02 12:00", "2026-11-02 15:30", SleepWorld.awake)
        #expect(hours(world) == ["2026-11-02": [6.5]])
        let sleep = try #require(world.days.days.first?.main)
        #expect(sleep.awake == 12_600 && sleep.awakenings == 1)
        world.samples.removeAll()
        world = self.world([("2 08:00", "2 12:00"), ("2 16:01", "2 18:00")])
        world.add("2026-11-02 12:00", "2026-11-02 16:01", SleepWorld.awake)
        #expect(hours(world) == ["2026-11-02": [4, 1.98]])
    }

    @Test("Time awake before falling asleep and after waking up is in no sleep")
    func awakeAround() throws {
        var world = world([("1 23:00", "2 07:00")])
        world.add("2026-11-01 22:00", "2026-11-01 23:00", SleepWorld.awake)
        world.add("2026-11-02 07:00", "2026-11-02 08:00", SleepWorld.awake)
        let sleep = try #require(world.days.days.first?.main)
        #expect(sleep.asleep == 28_800 && sleep.awake == 0 && sleep.ranges.count == 1)
    }

    @Test("A sleep belongs to the day on which it ends, at midnight to the day before")
    func days() {
        #expect(hours(world([("1 20:00", "2 00:00")])) == ["2026-11-01": [4]])
        #expect(hours(world([("1 20:00", "2 00:01")])) == ["2026-11-02": [4.02]])
        // A shift worker's day.
        #expect(hours(world([("2 08:00", "2 16:00")])) == ["2026-11-02": [8]])
        #expect(hours(world([("2 14:00", "2 22:00")])) == ["2026-11-02": [8]])
    }

    @Test("The zone that the last sample carries decides, wherever the person looks from", arguments: SleepWorld.zones)
    func zones(viewer: String) throws {
        var world = SleepWorld(viewer)
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        for day in 1...3 {
            let end = SleepWorld.time("2026-11-0\(day + 1) 07:00", berlin)
            world.add(end - 28_800, end, SleepWorld.core, 0, "Europe/Berlin")
        }
        #expect(world.days.days.map(\.day.text) == ["2026-11-02", "2026-11-03", "2026-11-04"])
        #expect(world.days.days.compactMap(\.main?.wakeTime) == [25_200, 25_200, 25_200])
        #expect(world.days.days.compactMap(\.main?.bedtime) == [82_800, 82_800, 82_800])
        world.samples = world.samples.map { sample in
            var sample = sample
            sample.zone = "Nowhere/Atlantis"
            return sample
        }
        #expect(world.days.days.compactMap(\.main?.zone) == Array(repeating: world.zone, count: 3))
    }

    @Test("A flight: the night of each place is on its own clock")
    func flight() {
        var world = SleepWorld("Europe/Berlin")
        let (tokyo, berlin) = (TimeZone(identifier: "Asia/Tokyo") ?? .gmt, world.zone)
        let first = SleepWorld.time("2026-11-02 06:00", berlin)
        world.add(first - 25_200, first, SleepWorld.core, 0, "Europe/Berlin")
        let second = SleepWorld.time("2026-11-03 06:30", tokyo)
        world.add(second - 21_600, second, SleepWorld.core, 0, "Asia/Tokyo")
        #expect(hours(world) == ["2026-11-02": [7], "2026-11-03": [6]])
        #expect(world.days.days.compactMap(\.main?.wakeTime) == [21_600, 23_400])
        #expect(world.days.days.compactMap(\.main?.bedtime) == [82_800, 1_800])
    }

    @Test("Lengths are true where clocks change: an hour more in October, less in March")
    func clocksChange() {
        var world = SleepWorld("Europe/Berlin")
        world.add("2026-10-24 23:00", "2026-10-25 07:00")
        world.add("2026-03-28 23:00", "2026-03-29 07:00")
        #expect(hours(world) == ["2026-10-25": [9], "2026-03-29": [7]])
        var santiago = SleepWorld("America/Santiago")
        // The clocks go from midnight to one o'clock, and back from midnight to eleven.
        santiago.add("2026-09-05 22:00", "2026-09-06 06:00")
        santiago.add("2026-04-04 22:00", "2026-04-05 06:00")
        #expect(hours(santiago) == ["2026-09-06": [7], "2026-04-05": [9]])
    }

    @Test("A day that a zone left out has no sleep; the night before it belongs to the day after")
    func dayLeftOut() {
        var apia = SleepWorld("Pacific/Apia")
        apia.add("2011-12-28 23:00", "2011-12-29 07:00")
        let start = apia.time("2011-12-29 23:00")
        apia.add(start, start + 28_800, SleepWorld.core)
        #expect(hours(apia) == ["2011-12-29": [8], "2011-12-31": [8]])
    }

    @Test("A sample of more than 24 hours is left out and counted")
    func tooLong() {
        var world = world([("1 23:00", "2 07:00")])
        world.add("2026-11-01 12:00", "2026-11-04 12:00", SleepWorld.unspecified, 1)
        world.add("2026-11-02 12:00", "2026-11-03 12:00", SleepWorld.unspecified, 1)
        #expect(hours(world) == ["2026-11-02": [8], "2026-11-03": [24]])
        #expect(world.days.leftOut.map { [$0.key.text: $0.value] } == [["2026-11-04": 1]])
    }

    @Test("Samples without a length, backwards, of no time or of an unknown value are no sleep")
    func nonsense() {
        var world = SleepWorld()
        world.add("2026-11-02 07:00", "2026-11-01 23:00")
        world.add("2026-11-02 07:00", "2026-11-02 07:00")
        world.add(.nan, 0, SleepWorld.core)
        world.add(0, .infinity, SleepWorld.core)
        world.add("2026-11-01 23:00", "2026-11-02 07:00", 77)
        #expect(world.days == SleepDays())
    }

    @Test("The longest sleep is the night, the earliest of equals; the others are naps")
    func night() throws {
        let day = try #require(
            world([("2 01:00", "2 03:00"), ("2 08:00", "2 11:00"), ("2 15:00", "2 18:00")]).days.days.first
        )
        #expect(day.sleeps.count == 3)
        #expect(day.main?.start == day.sleeps[1].start)
        #expect(day.naps.map(\.start) == [day.sleeps[0].start, day.sleeps[2].start])
        #expect(day.asleep == 28_800 && day.napTime == 18_000)
    }
}
