import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The details of the sample under the cursor, next to its list, if the terminal is wide enough for both.
package struct SamplePreview: Sendable {
    /// The hour around a sample: the values at their minutes.
    package struct Hour: Sendable {
        var uuid: UUID
        var start: Date
        var values: [Double?]
        var sampleIndex: Int
    }

    package enum Action: Sendable {
        case read(Answer<Hour>)
    }

    private var hour: Hour?
    /// The sample whose hour is wanted.
    private var wanted: UUID?
    /// Whether there was room for it at the last drawing.
    private var isShown = false

    private static let frame = "preview"
    private static let width = 52
    /// Into how many columns of time the hour is taken.
    private static let steps = 90
    /// The most samples of an hour that are read.
    private static let most = 4_000

    /// Cuts its room off a list's rectangle; nil when there is not enough for both.
    static func cut(from body: inout Rect) -> Rect? {
        guard body.width >= ChartPreview.wideEnough, body.height >= 12 else { return nil }
        var left = body
        _ = left.cutRight(1)
        let side = left.cutRight(width)
        _ = left.cutRight(2)
        body = left
        return side
    }

    /// Learns whether it was drawn.
    mutating func laidOut(_ layout: Layout) { isShown = layout.frames[Self.frame] != nil }

    /// Turns to another sample, if it is seen at all.
    ///
    /// - Returns: The effects that fetch the hour around it.
    mutating func show(_ sample: HKSample?, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard isShown, let sample = sample as? HKQuantitySample, sample.uuid != wanted else { return [] }
        wanted = sample.uuid
        let unit = environment.unit(sample.quantityType)
        let start = sample.startDate.addingTimeInterval(-1_800)
        let query = SampleListQuery(
            type: sample.quantityType,
            from: start,
            to: start.addingTimeInterval(3_600),
            source: sample.sourceRevision.source
        )
        let uuid = sample.uuid
        return [
            .task("preview") {
                let answer = await environment.ask { person in
                    let samples = try person.samples(query, ascending: true, limit: Self.most)
                    var sums: [Int: (sum: Double, count: Double)] = [:]
                    for case let sample as HKQuantitySample in samples {
                        guard let number = unit.number(sample.quantity) else { continue }
                        let step = Self.step(of: sample.startDate, from: start)
                        let known = sums[step] ?? (0, 0)
                        sums[step] = (known.sum + number, known.count + 1)
                    }
                    let values = (0..<Self.steps).map { step in sums[step].map { $0.sum / $0.count } }
                    return Hour(uuid: uuid, start: start, values: values, sampleIndex: Self.steps / 2)
                }
                return .read(answer)
            }
        ]
    }

    private static func step(of date: Date, from start: Date) -> Int {
        min(steps - 1, max(0, Int(date.timeIntervalSince(start) / 3_600 * Double(steps))))
    }

    mutating func reduce(_ action: Action) {
        // The list works without the chart next to it.
        if case .read(.success(let hour)) = action, hour.uuid == wanted { self.hour = hour }
    }

    /// Draws it.
    ///
    /// - Parameters:
    ///   - sample: The sample under the cursor.
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - numbers: The numbers of all samples of the list, ascending, where they are known.
    ///   - environment: The person's units and dates.
    func draw(
        _ sample: HKSample,
        in rect: Rect,
        on grid: inout CellGrid,
        numbers: [Double],
        _ environment: ConsoleEnvironment
    ) {
        grid.layout.setFrame(rect, for: Self.frame)
        let theme = environment.theme
        var body = rect
        let head = Line(environment.samples.labelled(sample), theme.style(Hue.of(sample.sampleType)).adding(.bold))
        grid.section(head, note: environment.dates.full(sample.startDate), in: body.cutTop(1), theme: theme)
        _ = body.cutTop(1)
        for (label, line) in facts(sample, environment) where body.height > 1 {
            let row = body.cutTop(1)
            grid.write(Line(label, theme.dim), in: row)
            let value = Rect(x: row.x + 10, y: row.y, width: row.width - 10, height: 1)
            grid.write(line.truncated(to: value.width, ellipsis: theme.glyphs.ellipsis), in: value)
        }
        drawHour(sample, in: &body, on: &grid, environment)
        drawSpread(sample, numbers, in: &body, on: &grid, environment)
    }

    private func facts(_ sample: HKSample, _ environment: ConsoleEnvironment) -> [(String, Line)] {
        let (theme, revision) = (environment.theme, sample.sourceRevision)
        let name = revision.version.map { revision.source.shownName + " " + $0 } ?? revision.source.shownName
        var facts: [(String, Line)] = [
            (SharedStrings.source, Line(name)), ("", Line(revision.source.bundleIdentifier, theme.dim)),
        ]
        if let device = sample.device { facts.append((SharedStrings.device, Line(DevicePhrase.full(device)))) }
        if sample.endDate > sample.startDate, !sample.hasUndeterminedDuration {
            let length = NumberText.duration(sample.endDate.timeIntervalSince(sample.startDate))
            facts.append((SharedStrings.length, Line(length)))
        }
        if let added = sample.creationDate { facts.append((SharedStrings.added, Line(environment.dates.full(added)))) }
        facts.append((SharedStrings.uuid, Line(sample.uuid.uuidString)))
        for row in MetadataLine.rows(sample, dates: environment.dates) {
            facts.append(("", Line(row.label + "  ", theme.dim) + Line(row.value)))
        }
        return facts
    }

    private func drawHour(
        _ sample: HKSample,
        in body: inout Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        guard let hour, hour.uuid == sample.uuid, hour.values.count(where: { $0 != nil }) > 1, body.height >= 12,
            let type = sample.sampleType as? HKQuantityType
        else { return }
        _ = body.cutTop(1)
        let end = hour.start.addingTimeInterval(3_600)
        let (dates, unit) = (environment.dates, environment.unit(type))
        let note = dates.time(hour.start) + " – " + dates.time(end)
        let theme = environment.theme
        grid.section(Line(SampleStrings.hourAround, .bold), note: note, in: body.cutTop(1), theme: theme)
        let labels = [15.0, 30, 45]
            .map { minute in
                AxisLabel(
                    minute / 60 * Double(Self.steps) - 0.5,
                    dates.time(hour.start.addingTimeInterval(minute * 60))
                )
            }
        var axes = ChartAxes(name: "hour", labels: labels, cursor: hour.sampleIndex, format: { unit.text($0) })
        axes.written = { unit.shown($0) }
        axes.hue = Hue.of(type)
        let chart = LineChart(series: [LineSeries(hour.values, joinsGaps: true)], axes: axes)
        chart.draw(in: body.cutTop(min(18, max(8, body.height / 2))), on: &grid, theme: theme)
    }

    /// The number of values in an ascending list that are below a limit.
    private static func count(of numbers: [Double], below limit: Double) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func drawSpread(
        _ sample: HKSample,
        _ numbers: [Double],
        in body: inout Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        guard let low = numbers.first, let high = numbers.last, low < high, body.height >= 10,
            let sample = sample as? HKQuantitySample
        else { return }
        let unit = environment.unit(sample.quantityType)
        guard let own = unit.number(sample.quantity) else { return }
        _ = body.cutTop(1)
        let theme = environment.theme
        let note = SampleStrings.ofSamples(numbers.count)
        grid.section(Line(SampleStrings.whereItFalls, .bold), note: note, in: body.cutTop(1), theme: theme)
        let bins = 20
        func bin(_ number: Double) -> Int { min(bins - 1, max(0, Int((number - low) / (high - low) * Double(bins)))) }
        let edges = (1..<bins).map { Self.count(of: numbers, below: low + (high - low) * Double($0) / Double(bins)) }
        let counts = zip([0] + edges, edges + [numbers.count]).map { Double($1 - $0) }
        // Labels are at the edges of bars, since each bar covers a range of numbers.
        let labels = [(0, low), (bins / 2, low + (high - low) / 2), (bins, high)]
            .map { AxisLabel(Double($0.0) - 0.5, unit.text($0.1)) }
        var axes = ChartAxes(name: "spread", labels: labels, cursor: bin(own))
        axes.hue = Hue.of(sample.quantityType)
        axes.isWhole = true
        BarChart(counts.map { ChartBucket(sum: $0) }, axes: axes)
            .draw(in: body.cutTop(min(14, body.height - 2)), on: &grid, theme: theme)
        let below = Double(Self.count(of: numbers, below: own)) / Double(numbers.count) * 100
        grid.write(SampleStrings.above(NumberText.text(below, decimals: 1)), in: body, style: theme.dim)
    }
}
