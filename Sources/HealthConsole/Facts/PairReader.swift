import Foundation
import HealthEntry
import HealthKit

/// Reads blood pressure for a chart: the statistics of both its numbers.
struct PairReader: Sendable {
    let environment: ConsoleEnvironment

    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        let upper = StatisticsReader(BloodPressure.systolicType, environment)
        let lower = StatisticsReader(BloodPressure.diastolicType, environment)
        var data = try await upper.chart(window, separatesSources: separatesSources)
        let second = try await lower.chart(window, separatesSources: false)
        data.kind = .pairs
        data.secondMinimum = second.minimum
        data.secondMaximum = second.maximum
        data.secondAverage = second.average
        for (index, bar) in second.bars.enumerated() where data.bars.indices.contains(index) {
            data.bars[index].secondMinimum = bar.minimum
            data.bars[index].secondMaximum = bar.maximum
            data.bars[index].secondAverage = bar.average
        }
        if let latest = data.latest, let below = second.latest, latest.date == below.date {
            data.latest?.text = latest.text + "/" + below.text
        }
        return data
    }
}
