import Foundation
import Testing

@testable import HealthKit

/// Which of several sources counts, and what time in bed says.
@Suite struct SleepSourceTests {
    /// A night that a phone has whole, and a watch in stages.
    private func twoSources() -> SleepWorld {
        var world = SleepWorld()
        world.add("2026-11-01 22:00", "2026-11-02 08:00", SleepWorld.unspecified, 0)
        world.add("2026-11-01 23:00", "2026-11-02 01:00", SleepWorld.core, 1)
        world.add("2026-11-02 01:00", "2026-11-02 01:30", SleepWorld.awake, 1)
        world.add("2026-11-02 01:30", "2026-11-02 07:00", SleepWorld.deep, 1)
        return world
    }

    @Test("Without an order the source with the most time in stages counts, others where it has nothing")
    func mostStages() throws {
        let sleep = try #require(twoSources().days.days.first?.main)
        #expect(sleep.asleep == 34_200 && sleep.awake == 1_800)
        #expect(sleep.ranges.map(\.source) == ["Source 0", "Source 1", "Source 1", "Source 1", "Source 0"])
    }

    @Test("The person's order goes before, and a source that is left out says nothing")
    func personsOrder() throws {
        var world = twoSources()
        world.sources.chosen.order = ["source0", "source1"]
        #expect(world.days.days.first?.main?.ranges.map(\.value) == [SleepWorld.unspecified])
        world.sources.chosen.excluded = ["source0"]
        #expect(world.days.days.first?.main?.asleep == 27_000)
    }

    @Test("Of sources with as much time in stages the first of the default order counts")
    func defaultOrder() {
        var world = SleepWorld()
        world.add("2026-11-01 23:00", "2026-11-02 07:00", SleepWorld.unspecified, 0)
        world.add("2026-11-01 23:00", "2026-11-02 07:00", SleepWorld.unspecified, 1)
        world.sources.standard = ["source1", "source0"]
        #expect(world.days.days.first?.main?.ranges.map(\.source) == ["Source 1"])
        world.sources.standard = ["source0", "source1"]
        #expect(world.days.days.first?.main?.ranges.map(\.source) == ["Source 0"])
    }

    @Test("Which source has the most stages is decided for each time of sleep by itself")
    func eachTime() {
        var world = twoSources()
        // Many stages of the phone the night after change nothing in this one.
        for hour in 0..<8 { world.add("2026-11-03 0\(hour):00", "2026-11-03 0\(hour):59", SleepWorld.rem, 0) }
        #expect(world.days.days.first == twoSources().days.days.first)
    }

    @Test("Within a source being awake goes before a stage, and a stage before sleep without one")
    func withinASource() throws {
        var world = SleepWorld()
        world.add("2026-11-02 03:00", "2026-11-02 03:20", SleepWorld.awake)
        world.add("2026-11-01 23:00", "2026-11-02 07:00", SleepWorld.unspecified)
        world.add("2026-11-02 01:00", "2026-11-02 04:00", SleepWorld.core)
        world.add("2026-11-02 02:00", "2026-11-02 02:30", SleepWorld.deep)
        let sleep = try #require(world.days.days.first?.main)
        let (unspecified, core, deep, awake) = (
            SleepWorld.unspecified, SleepWorld.core, SleepWorld.deep, SleepWorld.awake
        )
        #expect(sleep.ranges.map(\.value) == [unspecified, core, deep, core, awake, core, unspecified])
        #expect(sleep.durations == [unspecified: 18_000, core: 7_800, deep: 1_800, awake: 1_200])
    }

    @Test("Time in bed is no sleep; where there is nothing else it is known under its own name")
    func onlyInBed() throws {
        var world = SleepWorld()
        world.add("2026-11-01 22:30", "2026-11-02 02:00", SleepWorld.bed)
        world.add("2026-11-02 03:00", "2026-11-02 07:00", SleepWorld.bed)
        let day = try #require(world.days.days.first)
        #expect(day.day.text == "2026-11-02" && day.main == nil && day.asleep == nil && day.napTime == nil)
        #expect(day.inBed == 27_000 && day.beds.map(\.bedtime) == [81_000])
        world.add("2026-11-02 12:00", "2026-11-02 12:30", SleepWorld.core)
        let asleep = try #require(world.days.days.first)
        #expect(asleep.asleep == 1_800 && asleep.beds.isEmpty && asleep.inBed == nil)
    }

    @Test("Time in bed of a night is what touches it, and the bedtime is its beginning")
    func inBed() throws {
        var world = SleepWorld()
        world.add("2026-11-01 23:00", "2026-11-02 06:00")
        world.add("2026-11-01 22:30", "2026-11-01 22:50", SleepWorld.bed)
        world.add("2026-11-01 22:50", "2026-11-02 06:30", SleepWorld.bed, 1)
        world.add("2026-11-01 20:00", "2026-11-01 21:00", SleepWorld.bed)
        let days = world.days.days
        let sleep = try #require(days.last?.main)
        #expect(sleep.inBed == 28_800 && sleep.bedtime == 81_000 && sleep.wakeTime == 21_600)
        // What does not touch it is the evening before's.
        #expect(days.map(\.beds.count) == [1, 0])
    }

    @Test("A day in bed says nothing of when the person lay down for the second sleep")
    func inBedAllDay() throws {
        var world = SleepWorld()
        world.add("2026-11-01 23:00", "2026-11-02 06:00")
        world.add("2026-11-02 12:00", "2026-11-02 14:00")
        world.add("2026-11-01 22:00", "2026-11-02 20:00", SleepWorld.bed)
        let day = try #require(world.days.days.first)
        #expect(day.main?.inBed == 28_800 && day.main?.bedtime == 79_200)
        #expect(day.naps.first?.inBed == 28_800 && day.naps.first?.bedtime == 43_200)
    }
}
