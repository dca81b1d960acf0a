/// A language that reports are written in.
package enum ReportLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The language's own name.
    package var name: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// The words of a report in the language.
    package var strings: ReportStrings {
        switch self {
        case .english: .english
        case .german: .german
        }
    }
}

/// The texts of a report: a language that lacks one doesn't compile.
package struct ReportStrings: Sendable {
    /// Whole sentences have their values as parameters.
    package typealias Sentence = @Sendable (String) -> String
    package typealias Counted = @Sendable (_ count: Int, _ number: String) -> String

    // MARK: Numbers and dates

    let decimalSeparator: String
    let groupSeparator: String
    /// Weekday names, starting with Sunday.
    let weekdays: [String]
    let months: [String]
    /// The mark after the number of a day: `22 Nov`, `22. Nov.`.
    let dayMark: String
    /// Follows times on a 12-hour clock.
    let beforeNoon: String
    let afterNoon: String
    let hours: Sentence
    let hoursAndMinutes: @Sendable (_ hours: String, _ minutes: String) -> String
    let minutes: Sentence
    let percent: Sentence
    let days: Counted
    let weeks: Counted
    /// The common symbols of units, by the catalogue's label; other units are as in the catalogue.
    let units: [String: String]

    // MARK: The head and the foot

    let title: String
    let born: @Sendable (_ date: String, _ age: String) -> String
    /// By the raw value of `HKBiologicalSex`.
    let sexes: [Int: String]
    let bloodType: Sentence
    let made: Sentence
    let chosen: @Sendable (_ chosen: String, _ total: String) -> String
    let notADiagnosis: String
    let page: String
    let pageOf: String
    let nothing: String
    let noData: Sentence

    // MARK: At a glance

    let glance: String
    let glanceNote: @Sendable (_ recent: String, _ before: String) -> String
    let glanceShortNote: String
    let latest: String
    let mean: String
    let change: String
    let aDay: Sentence
    let times: Counted
    let counted: String

    // MARK: Blood pressure

    let pressure: String
    let readings: Counted
    let readingsAtLimit: Counted
    let pressureLegend: @Sendable (_ systolic: String, _ diastolic: String, _ limit: String) -> String
    let averagedBy: Sentence
    let when: String
    let source: String
    let latestOf: @Sendable (_ shown: String, _ total: String) -> String

    // MARK: Medications

    let medications: String
    let medicationsNote: String
    let medicationsNone: String
    let takenOf: @Sendable (_ taken: String, _ due: String) -> String
    let taken: Counted
    let notTaken: String
    let lastTaken: Sentence
    /// By the raw value of `HKMedicationGeneralForm` without its prefix.
    let forms: [String: String]

    // MARK: Laboratory

    let laboratory: String
    let laboratoryNote: @Sendable (_ out: String, _ total: Int) -> String
    let laboratoryNone: String
    let outOfRange: Counted
    let below: Sentence
    let above: Sentence
    let referenceRange: String
    let more: Counted
    let recordsNote: String

    // MARK: Electrocardiograms

    let electrocardiograms: String
    let electrocardiogramsNone: String
    let recordings: Counted
    /// By the raw value of `HKElectrocardiogram.Classification`.
    let classifications: [Int: String]
    let averageRate: Sentence
    let strip: @Sendable (_ shown: String, _ length: String) -> String
    let scale: String
    let noVoltages: String
    let symptoms: Sentence

    // MARK: Types

    /// The names of types that differ from those of the console, by their short names.
    let types: [String: String]
    /// The names of category values, by the catalogue's label.
    let values: [String: String]
}
