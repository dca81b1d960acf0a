import HealthEntry
import HealthFacts
import TerminalUI

/// How results of laboratories stand in lists: out of range with a mark, and on the scale of what is usual.
enum ClinicalLine {
    /// A value; one that is out of range has a mark that shows without colours.
    static func value(_ text: String, _ result: ClinicalResult, _ theme: Theme) -> Line {
        guard result.isOutside == true else { return Line(text) }
        return Line(RecordStrings.outOfRangeMark + text, theme.error)
    }

    /// The bar of the range; empty where there is none.
    static func bar(_ result: ClinicalResult, _ theme: Theme) -> Line {
        guard let (number, range) = result.scaled else { return .empty }
        return RangeBar(value: number, low: range.low, high: range.high).line(theme: theme)
    }

    /// What a page says below its figures: the bar, the range and on which side of it the value lies.
    static func verdict(_ result: ClinicalResult, _ theme: Theme) -> Line? {
        guard let (number, range) = result.scaled, let unit = result.main?.unit else { return nil }
        let isOutside = result.isOutside == true
        let side: String =
            if let low = range.low, number < low {
                RecordStrings.belowRange(text(low, unit))
            } else if let high = range.high, number > high {
                RecordStrings.aboveRange(text(high, unit))
            } else {
                isOutside ? RecordStrings.abnormal : RecordStrings.inRange
            }
        let words = isOutside ? Line(RecordStrings.outOfRangeMark + side, theme.error) : Line(side)
        return bar(result, theme) + "  " + words
    }

    private static func text(_ number: Double, _ unit: String) -> String {
        NumberText.exact(number) + (unit.isEmpty ? "" : " " + unit)
    }
}
