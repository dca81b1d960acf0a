import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Charts: their figures, the bar under the cursor, their table, and saving them.
///
/// Names of figures are in capitals on the screen and in lower case in sentences.
enum ChartStrings {
    // MARK: Notices
    /// Between the parts of a filter of days, typed like this in every language.
    static let and = " and "
    static var noChartYet: String { localized("there is no chart to save yet") }
    static func pinned(_ type: String) -> String { localized("\(type) is pinned to the summary") }
    static func notPinned(_ type: String) -> String { localized("\(type) is no longer pinned") }
    static func noDataYet(_ type: String, canAdd: Bool) -> String {
        canAdd ? localized("no \(type) data yet; a adds a sample") : localized("no \(type) data yet")
    }
    static func notCompared(_ type: String) -> String { localized("\(type) is not compared with the time before") }
    static var noTimeBefore: String { localized("there is no time before all time") }
    static var noOlderData: String { localized("there is no older data") }
    static var newestPage: String { localized("this is the newest page") }
    static var noSamplesInBar: String { localized("there are no samples in this bar; L shows all data") }
    static var onlyQuantitiesAreMerged: String { localized("only quantities are merged from several sources") }
    static var nothingToExplain: String { localized("there is nothing in this bar to explain") }

    static var rollingNeedsDays: String { localized("the rolling week needs a bar for each day: M") }
    static var zerosNeedDays: String { localized("days without anything are 0 now; this is one day by the hour") }

    // MARK: Axes
    /// At the end of the line of an average, and where there is less room.
    static func averageLine(_ value: String) -> String { localized("average \(value)") }
    static var resting: String { localized("RESTING") }
    /// At the end of the line of the last seven days' mean, and in the reading of a day.
    static func rollingLine(_ value: String) -> String { localized("7 days \(value)") }
    static func rollingWeek(_ value: String, of days: Int) -> String {
        plural(
            days,
            one: "rolling week \(value) of \(NumberText.text(days)) day",
            other: "rolling week \(value) of \(NumberText.text(days)) days"
        )
    }
    static func restingLine(_ value: String) -> String { localized("resting \(value)") }
    /// Below the heart rate and its range.
    static var asleep: String { localized("asleep") }
    static var asleepFigure: String { localized("ASLEEP") }
    /// Of the hour that is read.
    static var mostOfDay: String { localized("the highest of the day") }
    static var leastOfDay: String { localized("the lowest of the day") }
    static func averageLineShort(_ value: String) -> String { localized("avg \(value)") }

    // MARK: Figures
    static var before: String { localized("BEFORE") }
    static var yearBefore: String { localized("YEAR BEFORE") }
    static var aYearBefore: String { localized("a year before") }
    static var theTimeBefore: String { localized("in the time before") }
    static func higher(than time: String, _ count: Int, of all: Int) -> String {
        localized("Higher than \(time) in \(count) of \(all) that both have. It says nothing of the cause.")
    }
    static func lower(than time: String, _ count: Int, of all: Int) -> String {
        localized("Lower than \(time) in \(count) of \(all) that both have. It says nothing of the cause.")
    }
    /// Beside bars that go up where the later time has more, and down where it has less.
    static var more: String { localized("more") }
    static var less: String { localized("less") }
    /// Follows the value of the previous period, like the two below.
    static var nowTheSame: String { localized(", now the same") }
    static func nowMore(_ percent: String) -> String { localized(", now \(percent) % more") }
    static func nowLess(_ percent: String) -> String { localized(", now \(percent) % less") }
    /// The same of times of day.
    static func nowLater(_ length: String) -> String { localized(", now \(length) later") }
    static func nowEarlier(_ length: String) -> String { localized(", now \(length) earlier") }
    /// The value of the time before and the comparison with this one, with the number of days that both have.
    static func ofDays(_ comparison: String, _ days: Int) -> String {
        plural(
            days,
            one: "\(comparison), of \(NumberText.text(days)) day that both have",
            other: "\(comparison), of \(NumberText.text(days)) days that both have"
        )
    }
    /// How many of the days of a time a mean is of.
    static func days(_ count: Int, of all: Int) -> String {
        guard count < all else {
            return plural(
                count,
                one: "\(NumberText.text(count)) day",
                other: "\(NumberText.text(count)) days"
            )
        }
        return plural(
            all,
            one: "\(NumberText.text(count)) of \(NumberText.text(all)) day",
            other: "\(NumberText.text(count)) of \(NumberText.text(all)) days"
        )
    }
    /// The same where there is less room; d is the unit of days.
    static func daysBriefly(_ count: Int, of all: Int) -> String {
        count < all
            ? localized("\(NumberText.text(count)) of \(NumberText.text(all)) d")
            : localized("\(NumberText.text(count)) d")
    }
    /// The same where days without anything are among them, as 0.
    static func withZerosBriefly(_ days: String) -> String { localized("\(days), empty as 0") }
    /// The same in a column of days.
    static func daysFigure(_ count: Int, of all: Int) -> String {
        count < all
            ? localized("\(NumberText.text(count)) of \(NumberText.text(all))") : NumberText.text(count)
    }
    static var noDayOfBoth: String { localized("no day that both have") }
    static var total: String { localized("TOTAL") }
    static var samples: String { localized("SAMPLES") }
    static var dailyAverage: String { localized("DAILY AVERAGE") }
    static var range: String { localized("RANGE") }
    static var average: String { localized("AVERAGE") }
    static var systolic: String { localized("SYSTOLIC") }
    static var diastolic: String { localized("DIASTOLIC") }
    static var latest: String { localized("LATEST") }
    static var beforeNoData: String { localized("before: no data") }
    static func beforeValue(_ value: String) -> String { localized("before \(value)") }
    static func totalValue(_ value: String) -> String { localized("total \(value)") }
    static func averageValue(_ value: String) -> String { localized("average \(value)") }
    /// Between the ranges of systolic and diastolic: `118–131 over 76–84 mmHg`.
    static var over: String { localized(" over ") }
    /// The words of a mark on the day that is read.
    static func mark(_ text: String) -> String { localized("“\(text)”", context: "mark") }
    static var nothingRecorded: String { localized("nothing recorded") }

    // MARK: Beside the chart
    static var sources: String { localized("Sources") }
    static var whyHint: String { localized("w why") }
    static var samplesHeading: String { localized("Samples") }
    static var newestFirst: String { localized("newest first") }

    // MARK: Halves of the day
    static var systolicKey: String { localized("systolic") }
    static var diastolicKey: String { localized("diastolic") }
    /// Over the chart of blood pressures.
    static var halvesKey: String { localized("left of a day before noon, right from noon on") }
    static var morningAndEvening: String { localized("Morning and evening") }
    static var leastToMost: String { localized("mean of the days, least–most") }
    static var morning: String { localized("Morning") }
    static var evening: String { localized("Evening") }
    static var morningFigure: String { localized("MORNING") }
    static var eveningFigure: String { localized("EVENING") }
    /// Of the day that is read.
    static func beforeNoon(_ pair: String) -> String { localized("before noon \(pair)") }
    static func fromNoon(_ pair: String) -> String { localized("from noon on \(pair)") }

    // MARK: Blood pressures beside their chart
    static var averages: String { localized("Averages") }
    static var todayInNone: String { localized("mean of the days, today in none") }
    static var pulse: String { localized("pulse", context: "column") }
    static var ofDaysColumn: String { localized("of days", context: "column") }
    /// Over the means of as many days before.
    static var beforeHead: String { localized("before", context: "column") }
    /// The name of the last days of some number.
    static func lastDays(_ count: Int) -> String {
        switch count {
        case 84: localized("12 weeks")
        case 364: localized("The year")
        default: plural(count, one: "Last \(NumberText.text(count)) day", other: "Last \(NumberText.text(count)) days")
        }
    }
    static var readings: String { localized("Readings") }
    /// How many readings there are.
    static func againstTheMean(_ count: Int) -> String { localized("\(NumberText.text(count)), against the mean") }
    static func limitLine(_ number: String) -> String { localized("\(number) limit") }
    /// The limit with its source: `135/85`.
    static func limitAtHome(_ pair: String) -> String {
        localized("Limit at home \(pair): European Society of Hypertension, 2023")
    }
    /// Of a reading of which a number is at the limit or above it.
    static var limitReached: String { localized("limit reached") }
    /// Over how many readings lie under the limit, and how many reach it.
    static var whereReadingsFall: String { localized("Where readings fall") }
    static var byTheWorse: String { localized("by the worse number") }
    static func underLimit(_ upper: String, _ lower: String) -> String { localized("under \(upper) and \(lower)") }
    static func atLimit(_ upper: String, _ lower: String) -> String { localized("\(upper) or \(lower) and more") }

    // MARK: Beside the table of days
    static var whereItStands: String { localized("Where it stands") }
    static var rank: String { localized("Rank") }
    /// Behind the rank.
    static var fromBelow: String { localized("from below") }
    static var usualDay: String { localized("Usual day") }
    /// Behind the mean of all days.
    static func varyBy(_ spread: String) -> String { localized("single days vary by \(spread)") }
    static func usual(_ weekday: String) -> String { localized("Usual \(weekday)") }
    static var dayBefore: String { localized("Day before") }
    static var dayAfter: String { localized("Day after") }
    static func ofDays(_ count: Int) -> String {
        plural(count, one: "of \(NumberText.text(count)) day", other: "of \(NumberText.text(count)) days")
    }
    static var leastTen: String { localized("The least ten") }
    static var sortHint: String { localized("S sorts all") }
    static var howDaysFall: String { localized("How days fall") }
    static func daysOfEach(_ step: String) -> String { localized("days of each \(step)") }
    /// A thousand as the label of a step: `6k`.
    static func thousands(_ number: String) -> String { localized("\(number)k", context: "thousands") }

    // MARK: The table
    static var aDayColumn: String { localized("A day") }
    static var leastDay: String { localized("LEAST") }
    static var mostDay: String { localized("MOST") }
    static var differenceColumn: String { localized("± average") }
    static var rollingColumn: String { localized("7 days") }
    /// In the field that finds days.
    static var dayFilter: String { localized("days: < 6 h, > 10000, Mon, Nov, last week") }
    /// Over the days of a month: their mean, and how many they are.
    static func monthMean(_ value: String, _ days: String) -> String { localized("\(value) a day, \(days)") }
    /// The days of a month with the least and the greatest value.
    static func monthLeast(_ value: String, _ day: String) -> String { localized("least \(value) on \(day)") }
    static func monthMost(_ value: String, _ day: String) -> String { localized("most \(value) on \(day)") }
    /// Above bars, next to the mark of the average.
    static var averageWord: String { localized("average") }
    static var averageWordShort: String { localized("avg") }
    /// Of the day that is read, behind its value.
    static func leastOf(_ days: Int) -> String {
        plural(
            days,
            one: "the least of \(NumberText.text(days)) day",
            other: "the least of \(NumberText.text(days)) days"
        )
    }
    static func mostOf(_ days: Int) -> String {
        plural(
            days,
            one: "the most of \(NumberText.text(days)) day",
            other: "the most of \(NumberText.text(days)) days"
        )
    }
    static func leastOf(_ month: String) -> String { localized("the least of \(month)") }
    static func mostOf(_ month: String) -> String { localized("the most of \(month)") }
    static func overAverage(_ distance: String) -> String { localized("\(distance) over the average") }
    static func underAverage(_ distance: String) -> String { localized("\(distance) under the average") }
    /// The same of times of day.
    static func afterAverage(_ distance: String) -> String { localized("\(distance) later than the average") }
    static func beforeAverage(_ distance: String) -> String { localized("\(distance) earlier than the average") }
    static var daysColumn: String { localized("Days") }
    static var totalColumn: String { localized("Total") }
    static var leastColumn: String { localized("Least") }
    static var averageColumn: String { localized("Average") }
    static var mostColumn: String { localized("Most") }
    static var beforeColumn: String { localized("Before") }

    // MARK: Saving a chart
    static var saveTitle: String { localized("Save the Chart") }
    static var saveAbout: String {
        localized(
            """
            As text, 80 columns wide; under a name that ends in .csv its numbers. The file can be read by its owner \
            alone; it tells about your health.
            """
        )
    }
    /// The saved data.
    static var theNumbers: String { localized("the numbers") }
    static var theChart: String { localized("the chart") }
}
