import Foundation
import HealthtuiTerminalUI

extension WidgetZoo {
    static let charts: [(name: String, draw: Draw)] = [
        ("bar-chart", { BarChart(steps(31), axes: monthAxes).draw(in: $0, on: &$1, theme: $2) }),
        ("bar-chart-crowded", { BarChart(steps(365), axes: ChartAxes(cursor: 100)).draw(in: $0, on: &$1, theme: $2) }),
        ("range-chart", { RangeChart(heartRates(31), axes: monthAxes).draw(in: $0, on: &$1, theme: $2) }),
        (
            "two-ranges",
            { rect, grid, theme in
                let pressures = (0..<10)
                    .map { (day: Int) in
                        let low = 70 + Double(day)
                        return (
                            ChartBucket(minimum: low + 40, maximum: low + 60, average: low + 50),
                            ChartBucket(minimum: low, maximum: low + 15, average: low + 8)
                        )
                    }
                RangeChart(series: [pressures.map(\.0), pressures.map(\.1)]).draw(in: rect, on: &grid, theme: theme)
            }
        ),
        (
            "line-chart",
            {
                LineChart(weights(60), axes: ChartAxes(labels: [AxisLabel(10, "Jan"), AxisLabel(40, "Feb")]))
                    .draw(in: $0, on: &$1, theme: $2)
            }
        ),
        ("line-chart-crowded", { LineChart(weights(5_000)).draw(in: $0, on: &$1, theme: $2) }),
        (
            "audiogram",
            { rect, grid, theme in
                let left: [Double?] = [10, 15, 20, nil, 40, 55]
                let right: [Double?] = [5, 10, 10, 20, 25, 30]
                let labels = ["250", "500", "1k", "2k", "4k", "8k"].enumerated()
                    .map { AxisLabel(Double($0.offset), $0.element) }
                LineChart(
                    series: [LineSeries(left, mark: "x"), LineSeries(right, mark: "o")],
                    axes: ChartAxes(labels: labels, range: 0...60, isInverted: true)
                )
                .draw(in: rect, on: &grid, theme: theme)
            }
        ),
        (
            "timeline",
            { rect, grid, theme in
                let segments = [
                    TimelineSegment(row: 0, start: 0, end: 0.05), TimelineSegment(row: 1, start: 0.3, end: 0.4),
                    TimelineSegment(row: 2, start: 0.05, end: 0.3), TimelineSegment(row: 3, start: 0.4, end: 0.7),
                    TimelineSegment(row: 1, start: 0.7, end: 0.98), TimelineSegment(row: 0, start: 0.99, end: 0.99),
                ]
                TimelineChart(
                    rows: ["Awake", "REM", "Core", "Deep"],
                    segments: segments,
                    labels: [AxisLabel(0.1, "00:00"), AxisLabel(0.5, "03:00"), AxisLabel(0.9, "06:00")],
                    cursor: 0.5
                )
                .draw(in: rect, on: &grid, theme: theme)
            }
        ),
        (
            "track",
            { rect, grid, theme in
                let places = (0..<200)
                    .map { (step: Int) in
                        let angle = Double(step) / 200 * 1.8 * Double.pi
                        return TrackChart.Place(x: 300 * cos(angle), y: 150 * sin(angle))
                    }
                TrackChart(places).draw(in: rect, on: &grid, theme: theme)
            }
        ),
        ("no-data", { BarChart(Array(repeating: .gap, count: 7), axes: monthAxes).draw(in: $0, on: &$1, theme: $2) }),
    ]

    static let monthAxes = ChartAxes(
        labels: [AxisLabel(0, "Thu 22"), AxisLabel(7, "29"), AxisLabel(14, "5 Nov"), AxisLabel(21, "12")],
        cursor: 9
    )

    static func steps(_ days: Int) -> [ChartBucket] {
        (0..<days)
            .map { (day: Int) -> ChartBucket in
                if day % 13 == 5 { return .gap }
                let sum: Int = (day * 7_919) % 12_000
                return ChartBucket(sum: Double(sum))
            }
    }

    static func heartRates(_ days: Int) -> [ChartBucket] {
        (0..<days)
            .map { day in
                guard day != 12 else { return .gap }
                let low = 47 + Double(day % 5)
                let high = 100 + Double(day * 37 % 70)
                return ChartBucket(minimum: low, maximum: high, average: 68)
            }
    }

    static func weights(_ count: Int) -> [Double?] {
        (0..<count)
            .map { (index: Int) -> Double? in
                guard index % 29 != 20 else { return nil }
                let swing: Double = sin(Double(index) / 9)
                return 70 + 3 * swing
            }
    }
}
