import HealthKitLocalization
import HealthtuiEntry

/// Sleep: the form of one night, its chart, and that of several nights.
///
/// Names of figures are in capitals on the screen.
enum NightStrings {
    // MARK: The form of a night
    static var bedtime: String { localized("Bedtime") }
    static var waking: String { localized("Woke up") }
    static var stages: String { localized("Stages") }
    static var stagesExample: String { localized("c45 d50 r20 a5 c") }
    static var keeps: String { localized("Save") }
    static var sleep: String { localized("sleep") }
    static var sleepAndBed: String { localized("sleep and time in bed") }
    static var bed: String { localized("time in bed") }
    static var unfinished: String { localized("The night that you typed is not saved.") }
    static var stagesHelp: String {
        localized(
            """
            Stages: a awake, r REM, c core, d deep, each with its minutes, in order: c45 d50 r1h20 a5 c. The last one \
            without minutes takes what is left. Without stages the whole night is saved as asleep.
            """
        )
    }
    static var timesHelp: String {
        localized(
            "A time without a day is the last one: 23:30, 7:10; or yesterday 22:30, \(DateStrings.typedEvening)."
        )
    }
    static var nightMissing: String { localized("when the night began and ended is still missing") }
    static func stageCount(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) stage", other: "\(NumberText.text(count)) stages")
    }
    /// The total of the stages that have their minutes.
    static func given(_ length: String) -> String { localized("\(length) given") }
    static func lastTakes(_ stage: String, _ length: String) -> String {
        localized("the last \(stage) takes \(length)")
    }
    static func missing(_ length: String) -> String { localized("\(length) have no stage yet") }
    static func tooMuch(_ length: String) -> String { localized("\(length) more than the night has") }
    static func asleep(_ length: String) -> String { localized("\(length) asleep") }
    static func awake(_ length: String) -> String { localized("\(length) awake") }
    /// The saved samples, such as `10 Sleep samples, 7 h 35 min`.
    static func saved(_ samples: Int, _ type: String, _ length: String) -> String {
        plural(
            samples,
            one: "\(NumberText.text(samples)) \(type) sample, \(length)",
            other: "\(NumberText.text(samples)) \(type) samples, \(length)"
        )
    }

    static var notRecorded: String { localized("No other sleep is recorded for this night.") }
    static func recorded(_ sources: String) -> String {
        localized("Already recorded by \(sources); each minute counts once.")
    }

    // MARK: Several nights
    static var timeAsleep: String { localized("TIME ASLEEP") }
    static var bedtimeFigure: String { localized("BEDTIME") }
    static var wakingFigure: String { localized("WAKING") }
    static func aNight(_ length: String) -> String { localized("\(length) a night") }
    static func plusMinus(_ time: String, _ deviation: String) -> String { localized("\(time) ± \(deviation)") }
    static func ofStage(_ stage: String, _ length: String) -> String { localized("\(stage) \(length)") }
    /// At the end of the line of an average.
    static func bedtimeLine(_ time: String) -> String { localized("bedtime \(time)") }
    static func wakingLine(_ time: String) -> String { localized("waking \(time)") }

    /// The naps of a day next to its night, with the time asleep in them.
    static func naps(_ count: Int, _ length: String) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) nap, \(length)",
            other: "\(NumberText.text(count)) naps, \(length)"
        )
    }

    // MARK: The measures of sleep
    /// The name of a part of sleep above its value; all sleep for any other text.
    static func measure(_ part: String) -> String {
        switch part {
        case "night": localized("Night", context: "measure of sleep")
        case "deep": localized("Deep", context: "measure of sleep")
        case "core": localized("Core", context: "measure of sleep")
        case "rem": localized("REM", context: "measure of sleep")
        case "awake": localized("Awake", context: "measure of sleep")
        case "bedtime": localized("Bedtime", context: "measure of sleep")
        case "wakeTime": localized("Wake", context: "measure of sleep")
        case "inBed": localized("In bed", context: "measure of sleep")
        case "efficiency": localized("Efficiency", context: "measure of sleep")
        case "naps": localized("Naps", context: "measure of sleep")
        case "napTime": localized("Nap time", context: "measure of sleep")
        case "awakenings": localized("Awakenings", context: "measure of sleep")
        default: localized("Sleep", context: "measure of sleep")
        }
    }
    static var efficiencyBriefly: String { localized("Effic.", context: "measure of sleep") }
    static var onlyMeasure: String { localized("there is no other measure of sleep here") }
    /// The night of a day that has naps as well.
    static func nightOf(_ length: String) -> String { localized("night \(length)") }
    /// Beside the colours of bars.
    static var napKey: String { localized("nap") }
    static var nightKey: String { localized("night") }
    /// Over the month that ends with a night.
    static func monthNote(_ days: String, naps: Int) -> String {
        naps == 0
            ? days
            : plural(
                naps,
                one: "\(days), \(NumberText.text(naps)) with a nap",
                other: "\(days), \(NumberText.text(naps)) with a nap"
            )
    }

    // MARK: One night
    static var night: String { localized("Night") }
    static var nap: String { localized("Nap") }
    static var nightFigure: String { localized("NIGHT") }
    static var napsName: String { localized("NAPS") }
    /// The number of naps, and the time asleep in them: `1, 38 min`.
    static func napsFigure(_ count: Int, _ length: String) -> String { NumberText.text(count) + ", " + length }
    /// Above the picture of a sleep: when it was and how long.
    static func ofSleep(_ times: String, _ length: String) -> String { times + ", " + length }
    /// After a length, if there is no sleep data.
    static var inBed: String { localized("in bed") }
    static var inBedFigure: String { localized("IN BED") }
    static var fromTo: String { localized("FROM") }
    static var awakeFigure: String { localized("AWAKE") }
    static func awakeTimes(_ count: Int, _ length: String) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) time, \(length)",
            other: "\(NumberText.text(count)) times, \(length)"
        )
    }
    static func between(_ before: String, _ after: String) -> String { localized("between \(before) and \(after)") }
    static func lasting(_ stage: String, _ length: String) -> String { localized("\(stage) \(length)") }
    static func heartRate(_ rate: String) -> String { localized("heart rate \(rate)") }
    static var heartRateLine: String { localized("Heart rate") }
    static var breathingLine: String { localized("Respiratory rate") }
    static var shares: String { localized("Shares") }
    /// A share of the night: `21 %`.
    static func share(_ share: Double) -> String { NumberText.text(share * 100, decimals: 0) + " %" }
    /// The least and the greatest share of two weeks' nights.
    static func usual(_ shares: ClosedRange<Double>) -> String {
        let bounds = [shares.lowerBound, shares.upperBound].map { NumberText.text($0 * 100, decimals: 0) }
        return localized("two weeks \(bounds[0] == bounds[1] ? bounds[0] : bounds.joined(separator: "–")) %")
    }
    static func times(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) time", other: "\(NumberText.text(count)) times")
    }
    /// The least and the greatest heart rate.
    static func rates(_ least: String, _ most: String) -> String { localized("\(least)–\(most) BPM") }
    static var averageRate: String { localized("average") }
    static var leastRate: String { localized("least") }
    static func rateAt(_ rate: String, _ time: String) -> String { localized("\(rate) at \(time)") }
    static var restingRate: String { localized("resting, that day") }
    static var breathing: String { localized("respiratory rate") }
    static func aMinute(_ rate: String) -> String { localized("\(rate) a minute") }
    // MARK: The night that is typed
    static var asItWillBeSaved: String { localized("As it will be saved") }
    static func samples(_ count: Int, _ type: String) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) \(type) sample",
            other: "\(NumberText.text(count)) \(type) samples"
        )
    }
}
