import Foundation
import Testing

@testable import HealthKit

@Suite struct DiscreteAggregationTests {
    private func whole(_ samples: SourceColumns, _ style: HKQuantityAggregationStyle) -> StatisticsValues {
        DiscreteAggregation.values(of: samples, style: style, wanted: [.range, .average], buckets: .always)[0]
    }

    @Test("R5.19 the arithmetic average is the mean of the values")
    func arithmetic() {
        let values = whole(columns([(0, 0, 60), (1, 5, 70), (9, 9, 110)]), .discreteArithmetic)
        #expect(values.average == 80)
        #expect(values.minimum == 60)
        #expect(values.maximum == 110)
        #expect(values.count == 3)
    }

    @Test("R5.20 intervals weigh by their time")
    func weightedIntervals() {
        let values = whole(columns([(0, 10, 60), (10, 40, 100)]), .discreteTemporallyWeighted)
        #expect(values.average == 90)
    }

    @Test("R5.20 an instant holds until the next sample; one alone gives its value")
    func weightedInstants() {
        #expect(whole(columns([(0, 0, 60), (10, 10, 100), (40, 40, 80)]), .discreteTemporallyWeighted).average == 90)
        #expect(whole(columns([(7, 7, 64)]), .discreteTemporallyWeighted).average == 64)
    }

    @Test("R5.21 sound levels average by energy")
    func equivalentLevel() {
        let values = whole(columns([(0, 60, 60), (60, 120, 80)]), .discreteEquivalentContinuousLevel)
        #expect(abs((values.average ?? 0) - 77.03) < 0.01)
    }

    @Test("R5.12 a sample over an edge counts in both buckets, with its overlap as weight")
    func straddles() {
        let hours = BucketEdges([0, 3600, 7200])
        let values = DiscreteAggregation.values(
            of: columns([(0, 30, 60), (50, 80, 90)]),
            style: .discreteTemporallyWeighted,
            wanted: [.range, .average],
            buckets: hours
        )
        #expect(values[0].average == 67.5)
        #expect(values[0].maximum == 90)
        #expect(values[1].average == 90)
        #expect(values[1].minimum == 90)
    }
}
