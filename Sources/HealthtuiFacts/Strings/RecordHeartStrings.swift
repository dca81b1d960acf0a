import HealthKitLocalization
import HealthtuiEntry

/// The pages of electrocardiograms and of series of heartbeats.
///
/// Labels are in the first column, which is as wide as the longest of them.
enum RecordHeartStrings {
    // MARK: Electrocardiograms

    static var averageFigure: String { localized("average") }
    static var classification: String { localized("Classification") }
    static var averageHeartRate: String { localized("Average heart rate") }
    static var notKnown: String { localized("not known") }
    static var symptoms: String { localized("Symptoms") }
    static var sampling: String { localized("Sampling") }
    static var voltages: String { localized("Voltages") }
    static var noVoltages: String { localized("none: this recording came without them, so there is no strip to draw") }
    static func beatsPerMinute(_ number: String) -> String { localized("\(number) BPM") }
    static func hertz(_ number: String) -> String { localized("\(number) Hz") }
    static func samplingOfLead(_ hertz: String) -> String { localized("\(hertz) Hz, lead I") }
    /// Symptoms that only the recording names, without a sample.
    static func asRecorded(_ symptoms: String) -> String { localized("\(symptoms), as the recording says") }
    static func voltages(_ count: String, seconds: String) -> String { localized("\(count), \(seconds) s") }
    static var csvFile: String { localized("CSV as the Health app writes it, Enter saves it") }
    static var range: String { localized("Range") }
    static func millivolts(_ low: String, _ high: String) -> String { localized("\(low) to \(high) mV") }

    // MARK: Heartbeats

    static var beats: String { localized("Beats") }
    static var noBeats: String { localized("none: this series came without its beats") }
    static var sdnn: String { localized("SDNN") }
    static var rmssd: String { localized("RMSSD") }
    static var meanFigure: String { localized("mean") }
    static var intervals: String { localized("Intervals") }
    static var gaps: String { localized("Gaps") }
    static var noGaps: String { localized("none") }
    static var meanInterval: String { localized("Mean interval") }
    static var shortest: String { localized("Shortest") }
    static var longest: String { localized("Longest") }
    static func beats(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) beat", other: "\(NumberText.text(count)) beats")
    }
    static func gaps(_ count: String) -> String { localized("\(count), no interval is drawn over them") }
    static func sdnn(_ milliseconds: String) -> String {
        localized("\(milliseconds), standard deviation of all intervals")
    }
    static func rmssd(_ milliseconds: String) -> String {
        localized("\(milliseconds), of intervals that follow each other")
    }
    static func milliseconds(_ number: String) -> String { localized("\(number) ms") }
}
