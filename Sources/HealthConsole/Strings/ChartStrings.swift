import Foundation
import HealthEntry

/// Charts: their figures, what the bar under the cursor says, their table, and saving them.
///
/// Names of figures are in capitals on the screen and in lower case in sentences.
enum ChartStrings {
    // MARK: Notices
    static let noChartYet = "there is no chart to save yet"
    static func pinned(_ type: String) -> String { "\(type) is pinned to the summary" }
    static func notPinned(_ type: String) -> String { "\(type) is no longer pinned" }
    static func noDataYet(_ type: String, canAdd: Bool) -> String {
        "no \(type) data yet" + (canAdd ? "; a adds a sample" : "")
    }
    static func notCompared(_ type: String) -> String { "\(type) is not compared with the time before" }
    static let noTimeBefore = "there is no time before all time"
    static let noOlderData = "there is no older data"
    static let newestPage = "this is the newest page"
    static let noSamplesInBar = "there are no samples in this bar; L shows all data"
    static let onlyQuantitiesAreMerged = "only quantities are merged from several sources"
    static let nothingToExplain = "there is nothing in this bar to explain"

    // MARK: Axes
    /// The month, as dates write it, in whose place an axis shows the year.
    static let january = "Jan"
    /// At the end of the line of an average, and where there is less room.
    static func averageLine(_ value: String) -> String { "average \(value)" }
    static let resting = "RESTING"
    static func restingLine(_ value: String) -> String { "resting \(value)" }
    static func averageLineShort(_ value: String) -> String { "avg \(value)" }

    // MARK: Figures
    static let before = "BEFORE"
    static let yearBefore = "YEAR BEFORE"
    static let aYearBefore = "a year before"
    static let theTimeBefore = "in the time before"
    static func higher(than time: String, _ count: Int, of all: Int) -> String {
        "Higher than \(time) in \(count) of \(all) that both have. It says nothing of the cause."
    }
    static func lower(than time: String, _ count: Int, of all: Int) -> String {
        "Lower than \(time) in \(count) of \(all) that both have. It says nothing of the cause."
    }
    /// Stands behind what the time before came to, as the two below do.
    static let nowTheSame = ", now the same"
    static func nowMore(_ percent: String) -> String { ", now \(percent) % more" }
    static func nowLess(_ percent: String) -> String { ", now \(percent) % less" }
    static let total = "TOTAL"
    static let samples = "SAMPLES"
    static let dailyAverage = "DAILY AVERAGE"
    static let range = "RANGE"
    static let average = "AVERAGE"
    static let systolic = "SYSTOLIC"
    static let diastolic = "DIASTOLIC"
    static let latest = "LATEST"
    static func nightTo(_ day: String) -> String { "night to \(day)" }
    static let beforeNoData = "before: no data"
    static func beforeValue(_ value: String) -> String { "before \(value)" }
    static func totalValue(_ value: String) -> String { "total \(value)" }
    static func averageValue(_ value: String) -> String { "average \(value)" }
    /// Between the ranges of systolic and diastolic: `118–131 over 76–84 mmHg`.
    static let over = " over "
    static let nothingRecorded = "nothing recorded"

    // MARK: Beside the chart
    static let sources = "Sources"
    static let whyHint = "w why"
    static let samplesHeading = "Samples"
    static let newestFirst = "newest first"

    // MARK: The table
    static let aDayColumn = "A day"
    static let totalColumn = "Total"
    static let leastColumn = "Least"
    static let averageColumn = "Average"
    static let mostColumn = "Most"
    static let beforeColumn = "Before"

    // MARK: Saving a chart
    static let saveTitle = "Save the Chart"
    static let saveAbout =
        "As text, 80 columns wide; under a name that ends in .csv its numbers. The file can be read by its owner "
        + "alone; it tells about your health."
    /// What was saved.
    static let theNumbers = "the numbers"
    static let theChart = "the chart"
}
