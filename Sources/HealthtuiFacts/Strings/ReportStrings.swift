import HealthKitLocalization

/// The texts of a report, as the Health app words them.
///
/// Numbers and dates are written before they come here: a report has its own region.
enum ReportStrings {
    /// The language's own name, for the choice of a language.
    static var ownName: String { localized("English", context: "name of this language") }

    // MARK: Numbers

    static func hours(_ hours: String) -> String { localized("\(hours) h", context: "report") }
    static func hours(_ hours: String, minutes: String) -> String {
        localized("\(hours) h \(minutes) min", context: "report")
    }
    static func minutes(_ minutes: String) -> String { localized("\(minutes) min", context: "report") }
    static func percent(_ number: String) -> String { localized("\(number) %") }
    static func days(_ count: Int, _ number: String) -> String {
        plural(count, one: "\(number) day", other: "\(number) days")
    }
    static func weeks(_ count: Int, _ number: String) -> String {
        plural(count, one: "\(number) week", other: "\(number) weeks")
    }

    /// The symbol of a unit, by the catalogue's English label; empty where the number needs none.
    static func unit(_ label: String) -> String {
        switch label {
        case "count", "BMI": ""
        case "BPM": localized("BPM", context: "report")
        case "min": localized("min", context: "report")
        default: localizedName(label, context: "unit")
        }
    }

    // MARK: The head and the foot

    static var title: String { localized("Health report") }
    static func born(_ date: String, age: String) -> String { localized("born \(date), age \(age)") }
    /// A sex, by the raw value of `HKBiologicalSex`; nil if it isn't set.
    static func sex(_ value: Int) -> String? {
        switch value {
        case 1: localized("female", context: "report")
        case 2: localized("male", context: "report")
        case 3: localized("other sex", context: "report")
        default: nil
        }
    }
    static func bloodType(_ type: String) -> String { localized("blood type \(type)") }
    static func made(_ day: String) -> String { localized("Made on \(day) from the person's own records") }
    static func chosen(_ chosen: String, of total: String) -> String {
        localized(
            """
            The person chose what is shown: \(chosen) of \(total) types in the store. Values are as the sources \
            recorded them.
            """
        )
    }
    static var notADiagnosis: String { localized("Not a diagnosis.") }
    /// On each page of paper.
    static func page(_ number: String, of count: String) -> String { localized("Page \(number) of \(count)") }
    static var nothing: String { localized("Nothing was recorded in this period.") }
    static func noData(_ types: String) -> String { localized("No data in this period: \(types).") }

    // MARK: At a glance

    static var glance: String { localized("At a glance") }
    static func glanceNote(_ recent: String, before: String) -> String {
        localized("latest value, average of the last \(recent), and change against the \(before) before")
    }
    static var glanceShortNote: String { localized("latest value and average") }
    static var latest: String { localized("Latest", context: "report") }
    static var mean: String { localized("Average", context: "report") }
    static var change: String { localized("Change", context: "report") }
    static func aDay(_ value: String) -> String { localized("\(value) a day") }
    static func times(_ count: Int, _ number: String) -> String {
        switch count {
        case 1: localized("once", context: "report")
        case 2: localized("twice", context: "report")
        default: plural(count, one: "\(number) time", other: "\(number) times", context: "report")
        }
    }
    static var wholeDays: String { localized("Totals are of whole days.") }

    // MARK: Blood pressure

    static var pressure: String { localized("Blood pressure", context: "report") }
    static func readings(_ count: Int, _ number: String) -> String {
        plural(count, one: "\(number) reading", other: "\(number) readings")
    }
    static func readingsAtLimit(_ count: Int, _ number: String) -> String {
        count == 0
            ? localized("none at or above 135/85")
            : plural(count, one: "\(number) at or above 135/85", other: "\(number) at or above 135/85")
    }
    /// The values are the marks of the picture.
    static func pressureLegend(_ systolic: String, _ diastolic: String, _ limit: String) -> String {
        localized(
            "mmHg; \(systolic) systolic, \(diastolic) diastolic; \(limit) 135/85, the limit for measurements at home"
        )
    }
    static func averagedBy(_ length: String) -> String { localized("averages of \(length)") }
    static var when: String { localized("When") }
    static var source: String { localized("Source") }
    static func latest(_ shown: String, of total: String) -> String {
        localized("The latest \(shown) of \(total) readings.")
    }

    // MARK: Medications

    static var medications: String { localized("Medications") }
    static var medicationsNote: String { localized("doses taken of those planned, in this period") }
    static var noMedications: String { localized("There are no medications in the list.") }
    static func taken(_ taken: String, of due: String) -> String { localized("\(taken) of \(due)") }
    static func taken(_ count: Int, _ number: String) -> String {
        switch count {
        case 1: localized("taken once")
        case 2: localized("taken twice")
        default: plural(count, one: "taken \(number) time", other: "taken \(number) times")
        }
    }
    static var notTaken: String { localized("no doses recorded") }
    static func lastTaken(_ day: String) -> String { localized("last taken \(day)") }

    // MARK: Laboratory

    static var laboratory: String { localized("Laboratory") }
    static func laboratoryNote(_ out: String, of total: String) -> String {
        localized("results out of range only: \(out) of \(total)")
    }
    static func noneOutOfRange(_ count: Int, _ number: String) -> String {
        plural(
            count,
            one: "The one result is not out of its reference range.",
            other: "None of \(number) results is out of its reference range."
        )
    }
    static func below(_ number: String) -> String { localized("under \(number)", context: "report") }
    static func above(_ number: String) -> String { localized("over \(number)", context: "report") }
    static var referenceRange: String { localized("Reference range") }
    static func more(_ count: Int, _ number: String) -> String {
        plural(count, one: "and \(number) more", other: "and \(number) more", context: "report")
    }
    static var recordsNote: String { localized("all records, whenever they were made") }

    // MARK: Electrocardiograms

    static var electrocardiograms: String { localized("Electrocardiograms") }
    static func recordings(_ count: Int, _ number: String) -> String {
        plural(count, one: "\(number) recording", other: "\(number) recordings")
    }
    /// A classification, by the raw value of `HKElectrocardiogram.Classification`; empty for an unknown one.
    static func classification(_ value: Int) -> String {
        switch value {
        case 0: localized("not classified")
        case 1: localized("sinus rhythm")
        case 2: localized("atrial fibrillation")
        case 3: localized("inconclusive: low heart rate")
        case 4: localized("inconclusive: high heart rate")
        case 5: localized("inconclusive: poor reading")
        case 6: localized("inconclusive")
        case 100: localized("unrecognized")
        default: ""
        }
    }
    static func averageRate(_ rate: String) -> String { localized("average \(rate)", context: "report") }
    static func strip(_ shown: String, of length: String) -> String {
        localized("the first \(shown) of \(length) s")
    }
    static var scale: String { localized("25 mm/s, 10 mm/mV, single lead, classified by the device") }
    static var noVoltages: String { localized("recorded without voltages") }
    static func symptoms(_ names: String) -> String { localized("symptoms: \(names)") }

    // MARK: Types

    /// The name of a type, by its short name, if a doctor knows another one than the console shows; otherwise nil.
    static func typeName(_ shortName: String) -> String? {
        switch shortName {
        case "GAD7": localized("Anxiety Risk", context: "report")
        case "PHQ9": localized("Depression Risk", context: "report")
        case "CDA": localized("Clinical Document", context: "report")
        case "medicationDoseEvent": localized("Medication Doses", context: "report")
        default: nil
        }
    }
}
