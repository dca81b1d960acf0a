import Foundation
import HealthKit
import HealthtuiEntry

/// Reads blood pressure for a chart: the statistics of both its numbers.
struct PairReader: Sendable {
    let environment: ConsoleEnvironment

    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        let upper = StatisticsReader(BloodPressure.systolicType, environment)
        let lower = StatisticsReader(BloodPressure.diastolicType, environment)
        var data = try await upper.chart(window, separatesSources: separatesSources)
        let second = try await lower.chart(window, separatesSources: false)
        for index in data.bars.indices {
            let below = second.bars.indices.contains(index) ? second.bars[index].range : nil
            let above = data.bars[index].range
            data.bars[index].content = above == nil && below == nil ? .nothing : .pair(upper: above, lower: below)
        }
        var latest = data.latest
        if let below = second.latest, latest?.date == below.date { latest?.text += "/" + below.text }
        data.content = .pairs(upper: data.range, lower: second.range, latest: latest)
        return data
    }
}
