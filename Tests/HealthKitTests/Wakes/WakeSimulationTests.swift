import Foundation
import Testing

@testable import HealthKit

/// What is promised of wakes, through a thousand days in which everything goes wrong that can.
@Suite("Wakes through restarts, set clocks and kills", .timeLimit(.minutes(10)))
struct WakeSimulationTests {
    @Test("In 1,000 days no wake is lost, and none comes before its interval", arguments: [7 as UInt64])
    func days(seed: UInt64) {
        print("seed \(seed)")
        let simulation = WakeSimulation(seed: seed)
        simulation.run(days: 1_000)
        #expect(simulation.violations == [])
        simulation.run(days: 40, isCalm: true)
        #expect(simulation.violations == [])
        #expect(simulation.lost() == [])
        #expect(
            simulation.starts > 500 && simulation.wakes > 500,
            "it was tried: \(simulation.starts), \(simulation.wakes)"
        )
        print("\(simulation.starts) starts, \(simulation.wakes) acknowledged wakes")
    }

    @Test("A rule that is left out is missed", arguments: WakeRules.Rule.allCases)
    func leftOut(rule: WakeRules.Rule) {
        for seed in 0..<20 as Range<UInt64> {
            let simulation = WakeSimulation(seed: seed, leavingOut: rule)
            simulation.run(days: 100)
            if simulation.violations.isEmpty { simulation.run(days: 20, isCalm: true) }
            if !simulation.violations.isEmpty || !simulation.lost().isEmpty { return }
        }
        Issue.record("nobody misses “\(rule.rawValue)”")
    }
}
