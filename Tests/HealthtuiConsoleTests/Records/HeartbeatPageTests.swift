import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUITesting
import Testing

/// The page of a series of heartbeats.
@Suite struct HeartbeatPageTests {
    @Test("SDNN and RMSSD are those of the intervals, and a gap makes no interval")
    func rhythm() throws {
        let times: [(Double, Bool)] = [(0.8, false), (1.6, false), (2.5, false), (6, true), (6.8, false), (7.8, false)]
        let rhythm = HeartRhythm(
            HeartbeatSeries(times.map { HeartbeatSeries.Beat(time: $0.0, precededByGap: $0.1) })
        )
        // 800 and 900 ms, a gap, 800 and 1,000 ms.
        #expect(rhythm.intervals.count == 4)
        #expect(rhythm.gaps == 1)
        #expect(abs((rhythm.mean ?? 0) - 875) < 1e-6)
        #expect(abs((rhythm.sdnn ?? 0) - 95.742711) < 1e-5)
        // The differences are 100 and 200 ms: none across the gap.
        #expect(abs((rhythm.rmssd ?? 0) - 158.113883) < 1e-5)
        #expect(rhythm.points.filter { $0 == nil }.count == 2)
        #expect(HeartRhythm(HeartbeatSeries([])).sdnn == nil)
    }

    @Test("A series of beats is drawn over time with its variability")
    func tachogram() async throws {
        let store = TestStore()
        try store.heartbeats()
        let console = try await Console.record("heartbeat series", store)
        console.expectRow("40.7 ms SDNN   69.3 ms RMSSD")
        console.expectRow("1, no interval is drawn over them")
        #expect(console.text.contains(/[ ]1,0[0-9]0 +[·⠀-⣿]/), "\(console.text)")
    }
}
