import Testing

@testable import HealthtuiFacts

/// The limit of blood pressure that charts and the report share.
@Suite struct PressureLimitTests {
    @Test("A reading reaches the limit with either number, as both are written")
    func reached() {
        let limit = PressureLimit.atHome
        #expect(!limit.isReached(134.4, 84.4))
        #expect(limit.isReached(134.5, 70))
        #expect(limit.isReached(120, 85))
        #expect(limit.isReached(150, 95))
    }

    @Test("The report counts by the same limit as its words name")
    func words() {
        let limit = PressureLimit.atHome
        #expect(ReportFacts.Pressure.limit == limit)
        let pair = "\(Int(limit.systolic))/\(Int(limit.diastolic))"
        #expect(ReportStrings.pressureLegend("●", "○", "┄").contains(pair))
        #expect(ReportStrings.readingsAtLimit(2, "2").contains(pair))
    }
}
