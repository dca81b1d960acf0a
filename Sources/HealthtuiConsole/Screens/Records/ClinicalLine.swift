import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Laboratory results in lists: marked when out of range, and on the scale of the usual range.
enum ClinicalLine {
    /// A value; one that is out of range has a mark that shows without colours.
    static func value(_ text: String, _ result: ClinicalResult, _ theme: Theme) -> Line {
        guard result.isOutside == true else { return Line(text) }
        return Line(RecordStrings.outOfRangeMark + text, theme.error)
    }

    /// The bar of the range; empty if there is none.
    static func bar(_ result: ClinicalResult, _ theme: Theme) -> Line {
        guard let (number, range) = result.scaled else { return .empty }
        return RangeBar(value: number, low: range.low, high: range.high).line(theme: theme)
    }

    /// The text below a page's figures: the bar, the range and whether the value is below, within or above it.
    static func verdict(_ result: ClinicalResult, _ theme: Theme) -> Line? {
        guard let verdict = result.verdict else { return nil }
        let bar = bar(result, theme)
        let side: String =
            switch (verdict, result.usual, result.main?.unit ?? "") {
            case (.within, nil, _): RecordStrings.normal
            case (.within, _?, _): RecordStrings.inRange
            case (.below, let range?, let unit) where side(result) == verdict:
                RecordStrings.belowRange(range.low.map { text($0, unit) } ?? "")
            case (.above, let range?, let unit) where side(result) == verdict:
                RecordStrings.aboveRange(range.high.map { text($0, unit) } ?? "")
            default: RecordStrings.abnormal
            }
        let words = verdict.isOutside ? Line(RecordStrings.outOfRangeMark + side, theme.error) : Line(side)
        return bar.isEmpty ? words : bar + "  " + words
    }

    /// Whether the number is below, within or above the range.
    private static func side(_ result: ClinicalResult) -> ResultVerdict? {
        result.main.flatMap { result.usual?.verdict($0.bounds) }
    }

    private static func text(_ number: Double, _ unit: String) -> String {
        NumberText.exact(number) + (unit.isEmpty ? "" : " " + unit)
    }
}
