import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The marked samples of a list, and their summary.
struct SampleMarks: Sendable {
    /// The samples themselves, since the list may have unloaded them.
    private var marked: [UUID: HKSample] = [:]
    /// The row from which a range is marked.
    private(set) var last: Int?
    /// A summary of the marks in words, computed when they change, since many of them take time.
    private(set) var summary = ""

    var isEmpty: Bool { marked.isEmpty }
    var count: Int { marked.count }

    /// The marked samples, the newest first.
    var samples: [HKSample] {
        marked.values.sorted { ($1.startDate, $0.uuid.uuidString) < ($0.startDate, $1.uuid.uuidString) }
    }

    /// Their identities, in a stable order.
    var uuids: [UUID] { marked.keys.sorted { $0.uuidString < $1.uuidString } }

    func contains(_ uuid: UUID) -> Bool { marked[uuid] != nil }

    /// Marks a sample, or takes its mark away.
    mutating func toggle(_ sample: HKSample, at row: Int, _ environment: ConsoleEnvironment) {
        if marked.removeValue(forKey: sample.uuid) == nil { marked[sample.uuid] = sample }
        last = row
        summary = SampleSums(Array(marked.values), environment).text
    }

    /// Marks samples.
    mutating func add(_ samples: [HKSample], through row: Int, _ environment: ConsoleEnvironment) {
        for sample in samples { marked[sample.uuid] = sample }
        last = row
        summary = SampleSums(Array(marked.values), environment).text
    }

    /// Unmarks all but some.
    mutating func keep(_ uuids: Set<UUID>, _ environment: ConsoleEnvironment) {
        guard marked.keys.contains(where: { !uuids.contains($0) }) else { return }
        marked = marked.filter { uuids.contains($0.key) }
        summary = SampleSums(Array(marked.values), environment).text
    }

    /// Forgets where the last mark was, after rows have moved.
    mutating func forgetLast() { last = nil }

    mutating func clear() { self = SampleMarks() }

    /// Draws a summary of the marked samples, if any, in a line at the bottom, and removes the line from the rectangle.
    func draw(in body: inout Rect, on grid: inout CellGrid, theme: Theme) {
        guard !isEmpty else { return }
        MarkLine.draw([SampleStrings.marked(count), summary], in: &body, on: &grid, theme: theme)
    }
}

/// The line below a list that summarizes the marks.
enum MarkLine {
    /// Cuts a line off the bottom of a rectangle and draws it there.
    ///
    /// - Parameters:
    ///   - facts: The number of marked rows, and their totals.
    ///   - body: The list's rectangle.
    ///   - grid: The screen.
    ///   - theme: The theme.
    static func draw(_ facts: [String], in body: inout Rect, on grid: inout CellGrid, theme: Theme) {
        guard body.height > 2 else { return }
        let row = body.cutBottom(1)
        let lines = facts.filter { !$0.isEmpty }.enumerated().map { Line($1, $0 == 0 ? theme.warning : .plain) }
        grid.write(theme.glyphs.mark, in: row, style: theme.warning)
        grid.write(Line.fitting(lines, by: "   ", in: row.width - 2), in: row, x: 1)
    }
}

/// Totals of samples: the sum or the average, the least and the greatest, or the total duration.
struct SampleSums {
    let text: String

    /// The sums of samples.
    ///
    /// - Parameters:
    ///   - samples: Samples of one type.
    ///   - environment: The person's units.
    init(_ samples: [HKSample], _ environment: ConsoleEnvironment) {
        switch samples.first {
        case let first as HKQuantitySample:
            let unit = environment.unit(first.quantityType)
            let numbers = samples.compactMap { ($0 as? HKQuantitySample).flatMap { unit.number($0.quantity) } }
            guard let least = numbers.min(), let most = numbers.max() else {
                text = ""
                return
            }
            let sum = numbers.reduce(0, +)
            let range = unit.text(least) + "–" + unit.text(most)
            text =
                first.quantityType.aggregationStyle == .cumulative
                ? SampleStrings.sum(unit.labelled(sum), range)
                : SampleStrings.average(unit.labelled(sum / Double(numbers.count)), range)
        case let first as HKCorrelation where BloodPressure(first) != nil:
            let pairs = samples.compactMap { ($0 as? HKCorrelation).flatMap { BloodPressure($0) } }
            let unit = environment.unit(BloodPressure.systolicType)
            let count = Double(max(1, pairs.count))
            let upper = unit.text(pairs.reduce(0) { $0 + $1.systolic } / count)
            let lower = unit.text(pairs.reduce(0) { $0 + $1.diastolic } / count)
            text = SampleStrings.average(upper + "/" + lower + " " + unit.label)
        case is HKCategorySample:
            let length = samples.filter { !$0.hasUndeterminedDuration }
                .reduce(0) { $0 + $1.endDate.timeIntervalSince($1.startDate) }
            text = length > 0 ? SampleStrings.together(NumberText.duration(length)) : ""
        default: text = ""
        }
    }
}
