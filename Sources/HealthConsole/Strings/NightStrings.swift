import HealthEntry

/// Sleep: the form of one night, its chart, and that of several nights.
///
/// Names of figures are in capitals on the screen.
enum NightStrings {
    // MARK: The form of a night
    static let bedtime = "Bedtime"
    static let waking = "Woke up"
    static let stages = "Stages"
    static let stagesExample = "c45 d50 r20 a5 c"
    static let keeps = "Save"
    static let sleep = "sleep"
    static let sleepAndBed = "sleep and time in bed"
    static let bed = "time in bed"
    static let unfinished = "The night that you typed is not saved."
    static let stagesHelp =
        "Stages: a awake, r REM, c core, d deep, each with its minutes, in order: c45 d50 r1h20 a5 c. The last one "
        + "without minutes takes what is left. Without stages the whole night is saved as asleep."
    static let timesHelp = "A time without a day is the last one: 23:30, 7:10; or yesterday 22:30, 2026-11-21 23:00."
    static let nightMissing = "when the night began and ended is still missing"
    static func stageCount(_ count: Int) -> String { NumberText.count(count, "stage") }
    /// How long the stages are that have their minutes.
    static func given(_ length: String) -> String { "\(length) given" }
    static func lastTakes(_ stage: String, _ length: String) -> String { "the last \(stage) takes \(length)" }
    static func missing(_ length: String) -> String { "\(length) have no stage yet" }
    static func tooMuch(_ length: String) -> String { "\(length) more than the night has" }
    static func asleep(_ length: String) -> String { "\(length) asleep" }
    static func awake(_ length: String) -> String { "\(length) awake" }
    /// What was saved, such as `10 Sleep samples, 7 h 35 min`.
    static func saved(_ samples: Int, _ type: String, _ length: String) -> String {
        "\(NumberText.count(samples, "\(type) sample")), \(length)"
    }

    // MARK: Several nights
    static let timeAsleep = "TIME ASLEEP"
    static let bedtimeFigure = "BEDTIME"
    static let wakingFigure = "WAKING"
    static func aNight(_ length: String) -> String { "\(length) a night" }
    static func plusMinus(_ time: String, _ deviation: String) -> String { "\(time) ± \(deviation)" }
    static func ofStage(_ stage: String, _ length: String) -> String { "\(stage) \(length)" }
    /// At the end of the line of an average.
    static func bedtimeLine(_ time: String) -> String { "bedtime \(time)" }
    static func wakingLine(_ time: String) -> String { "waking \(time)" }

    // MARK: One night
    static let inBedFigure = "IN BED"
    static let fromTo = "FROM"
    static let awakeFigure = "AWAKE"
    static func awakeTimes(_ count: Int, _ length: String) -> String {
        "\(NumberText.count(count, "time")), \(length)"
    }
    static func between(_ before: String, _ after: String) -> String { "between \(before) and \(after)" }
    static func lasting(_ stage: String, _ length: String) -> String { "\(stage) \(length)" }
    static func heartRate(_ rate: String) -> String { "heart rate \(rate)" }
    static let heartRateLine = "Heart rate"
    static let breathingLine = "Respiratory rate"
    static let shares = "Shares"
    /// A share of the night: `21 %`.
    static func share(_ share: Double) -> String { NumberText.text(share * 100, decimals: 0) + " %" }
    /// The least and the greatest share of two weeks' nights.
    static func usual(_ shares: ClosedRange<Double>) -> String {
        let bounds = [shares.lowerBound, shares.upperBound].map { NumberText.text($0 * 100, decimals: 0) }
        return "two weeks \(bounds[0] == bounds[1] ? bounds[0] : bounds.joined(separator: "–")) %"
    }
    static func times(_ count: Int) -> String { NumberText.count(count, "time") }
    /// The least and the greatest heart rate.
    static func rates(_ least: String, _ most: String) -> String { "\(least)–\(most) BPM" }
    static let averageRate = "average"
    static let leastRate = "least"
    static func rateAt(_ rate: String, _ time: String) -> String { "\(rate) at \(time)" }
    static let restingRate = "resting, that day"
    static let breathing = "respiratory rate"
    static func aMinute(_ rate: String) -> String { "\(rate) a minute" }
    // MARK: The night that is typed
    static let asItWillBeSaved = "As it will be saved"
    static func samples(_ count: Int, _ type: String) -> String { NumberText.count(count, "\(type) sample") }
}
