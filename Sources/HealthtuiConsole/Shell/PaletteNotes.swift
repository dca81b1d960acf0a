import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The notes about the palette's first suggestion: a sample before it is saved, a comparison before it is opened.
package struct PaletteNotes: Sendable {
    private let title: String
    private let lines: [String]
    /// Rows whose columns are laid out.
    private let rows: [String]
    /// The sample that would be saved.
    let sample: HKSample?
    /// Why nothing can be saved.
    let refusal: String?

    private init(
        _ title: String,
        _ lines: [String],
        rows: [String] = [],
        sample: HKSample? = nil,
        refusal: String? = nil
    ) {
        self.title = title
        self.lines = lines
        self.rows = rows
        self.sample = sample
        self.refusal = refusal
    }

    /// The notes as the palette shows them.
    ///
    /// - Parameter isConfirming: Whether another Enter saves.
    /// - Returns: The notes.
    func shown(isConfirming: Bool) -> CommandLine.Notes {
        let hint = sample == nil ? "" : isConfirming ? PaletteStrings.enterSaves : PaletteStrings.enterShows
        return CommandLine.Notes(title: title, hint: hint, lines: lines, rows: rows)
    }

    /// Reads the notes of a target; the store is read on the caller's thread.
    ///
    /// - Parameters:
    ///   - target: What is offered.
    ///   - environment: The store, the person's calendar and units.
    /// - Returns: The notes; `nil` for a target without notes.
    /// - Throws: `HKError`.
    static func read(_ target: CommandTarget, _ environment: ConsoleEnvironment) throws -> PaletteNotes? {
        switch target {
        case .add(let line): try read(line, environment)
        case .comparison(let first, let second, let range):
            try read(MeasureQuestion(measure: first, form: .comparison(second), range: range), second, environment)
        default: nil
        }
    }

    private static func read(
        _ question: MeasureQuestion,
        _ other: Measure,
        _ environment: ConsoleEnvironment
    ) throws -> PaletteNotes {
        let comparison = try MeasureAnswer.comparison(question, other, environment)
        let words = ComparisonWords(comparison, first: question.measure.name, second: other.name)
        let pairs = PaletteStrings.pairs(ComparisonFigures.pairs(comparison))
        return PaletteNotes(
            CompareStrings.title(question.measure.name, other.name),
            [words.pairing, pairs],
            rows: rows(comparison, question.measure, other, environment)
        )
    }

    /// The columns of the longest bar.
    private static let bar = 30.0

    /// The second measure on days with little, some and much of the first.
    private static func rows(
        _ comparison: TypeComparison,
        _ first: Measure,
        _ second: Measure,
        _ environment: ConsoleEnvironment
    ) -> [String] {
        let (one, two) = (MeasureFormat(first) { environment.unit($0) }, MeasureFormat(second) { environment.unit($0) })
        let parts = comparison.thirds(first, second)
        // The axis of a bar begins at zero, which a time of day and a mood don't.
        let most = parts.map(\.second).max() ?? 0
        let hasBars = most > 0 && second.kind != .clock && parts.allSatisfy { $0.second >= 0 }
        let cells = parts.map { part -> [String] in
            let bounds =
                switch (part.from, part.to) {
                case (nil, let to?): PaletteStrings.under(one.written(to))
                case (let from?, nil): PaletteStrings.over(one.written(from))
                case (let from, let to):
                    PaletteStrings.between(from.map { one.writtenAlone($0) } ?? "", to.map { one.written($0) } ?? "")
                }
            let length = hasBars ? Int((part.second / most * Self.bar).rounded()) : 0
            return [
                bounds, ComparisonFigures.count(part.count, comparison.period), two.written(part.second),
                String(repeating: environment.theme.glyphs.heavy, count: length),
            ]
        }
        let widths = (0..<3).map { column in cells.map { $0[column].displayWidth }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).map { $0.fitted(to: $1) }
            return (padded + row.dropFirst(widths.count)).joined(separator: "   ")
        }
    }

    // MARK: A sample

    private static func read(_ line: EntryLine, _ environment: ConsoleEnvironment) throws -> PaletteNotes {
        let sample: HKSample
        do {
            sample = try line.draft.sample(environment.entryContext)
        } catch {
            return PaletteNotes(PaletteStrings.willBeSaved, ["\(error)"], refusal: "\(error)")
        }
        let person = environment.person
        let start = sample.startDate
        let before = try person.samples(SampleListQuery(type: sample.sampleType, to: start), limit: 1).first
        let near = SampleListQuery(
            type: sample.sampleType,
            from: start.addingTimeInterval(-1),
            to: start.addingTimeInterval(1)
        )
        let text = environment.samples.labelled(sample)
        let isThere = try person.samples(near, limit: 100)
            .contains { abs($0.startDate.timeIntervalSince(start)) < 1 && environment.samples.labelled($0) == text }
        let dates = environment.dates
        var lines = [PaletteStrings.new(text, dates.moment(start))]
        if let before {
            let old = environment.samples.labelled(before)
            let source = before.sourceRevision.source.shownName
            lines.append(PaletteStrings.before(old, dates.moment(before.startDate), source))
            if let change = change(sample, before, environment) { lines.append(PaletteStrings.changed(change)) }
        } else {
            lines.append(PaletteStrings.noneBefore)
        }
        lines.append(isThere ? PaletteStrings.isThere : PaletteStrings.isNew)
        return PaletteNotes(PaletteStrings.willBeSaved, lines, sample: sample)
    }

    /// The change of a level; types that add up have none.
    private static func change(_ new: HKSample, _ old: HKSample, _ environment: ConsoleEnvironment) -> String? {
        guard let measure = Measure(of: new.sampleType), measure.kind == .level, let new = values(new),
            let old = values(old), new.count == old.count
        else { return nil }
        let format = MeasureFormat(measure) { environment.unit($0) }
        let text = zip(new, old).map { format.difference($0, $1) }.joined(separator: "/")
        return format.label.isEmpty ? text : text + " " + format.label
    }

    /// The numbers of a sample in the units of its measure.
    private static func values(_ sample: HKSample) -> [Double]? {
        if let sample = sample as? HKQuantitySample {
            return [sample.quantity.doubleValue(for: sample.quantityType.canonicalUnit)]
        }
        guard let pair = sample as? HKCorrelation else { return nil }
        let found = [BloodPressure.systolicType, BloodPressure.diastolicType]
            .compactMap { type in pair.objects(for: type).first as? HKQuantitySample }
            .map { $0.quantity.doubleValue(for: $0.quantityType.canonicalUnit) }
        return found.count == 2 ? found : nil
    }
}

extension CommandTarget {
    /// Whether there are notes about it before Enter.
    var hasNotes: Bool {
        switch self {
        case .add, .comparison: true
        default: false
        }
    }
}
