import HealthEntry

/// The pages of electrocardiograms and of series of heartbeats.
///
/// Labels stand in the first column, which is as wide as the longest of them.
enum RecordHeartStrings {
    // MARK: Electrocardiograms

    static let averageFigure = "average"
    static let classification = "Classification"
    static let averageHeartRate = "Average heart rate"
    static let notKnown = "not known"
    static let symptoms = "Symptoms"
    static let sampling = "Sampling"
    static let voltages = "Voltages"
    static let noVoltages = "none: this recording came without them, so there is no strip to draw"
    static func beatsPerMinute(_ number: String) -> String { "\(number) BPM" }
    static func hertz(_ number: String) -> String { "\(number) Hz" }
    static func samplingOfLead(_ hertz: String) -> String { "\(hertz) Hz, lead I" }
    /// Symptoms that the recording names, and no sample.
    static func asRecorded(_ symptoms: String) -> String { "\(symptoms), as the recording says" }
    static func voltages(_ count: String, seconds: String) -> String { "\(count), \(seconds) s" }
    static let csvFile = "CSV as the Health app writes it, Enter saves it"
    static let range = "Range"
    static func millivolts(_ low: String, _ high: String) -> String { "\(low) to \(high) mV" }

    // MARK: Heartbeats

    static let beats = "Beats"
    static let noBeats = "none: this series came without its beats"
    static let sdnn = "SDNN"
    static let rmssd = "RMSSD"
    static let meanFigure = "mean"
    static let intervals = "Intervals"
    static let gaps = "Gaps"
    static let noGaps = "none"
    static let meanInterval = "Mean interval"
    static let shortest = "Shortest"
    static let longest = "Longest"
    static func beats(_ count: Int) -> String { NumberText.count(count, "beat") }
    static func gaps(_ count: String) -> String { "\(count), no interval is drawn over them" }
    static func sdnn(_ milliseconds: String) -> String { "\(milliseconds), standard deviation of all intervals" }
    static func rmssd(_ milliseconds: String) -> String { "\(milliseconds), of intervals that follow each other" }
    static func milliseconds(_ number: String) -> String { "\(number) ms" }
}
