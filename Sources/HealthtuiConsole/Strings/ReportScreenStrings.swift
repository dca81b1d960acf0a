import HealthKitLocalization
import HealthtuiEntry

/// The form of a report for a doctor.
enum ReportScreenStrings {
    static var title: String { localized("Report for your doctor") }
    /// The file's name until another is typed.
    static func file(_ day: String) -> String { "~/health-report-\(day).html" }
    static var types: String { localized("Types") }
    static var first: String { localized("First day") }
    static var last: String { localized("Last day") }
    static var language: String { localized("Language") }
    static var name: String { localized("Name") }
    static var nameHint: String { localized("yours, if it should be in the report") }
    static var aboutYou: String { localized("Your profile") }
    static var aboutYouHint: String { localized("date of birth, sex and blood type") }
    static var help: String {
        localized(
            "Latest values, trends, blood pressure, medications, laboratory results out of range and electrocardiograms, of these types and days alone."
        )
    }
    static var formats: String {
        localized(
            "A name ending in .html or .pdf; a PDF needs the package weasyprint or chromium. Only you can read the file."
        )
    }
    static var loading: String { localized("reading which types there are…") }
    static var writing: String { localized("writing…") }
    static var fileMissing: String { localized("type the path of the file to make") }
    static var ending: String { localized("end the name in .html or .pdf") }
    static var noTime: String { localized("the last day is before the first") }
    static func wrote(_ path: String) -> String { localized("wrote \(path)") }
    static func withoutData(_ path: String, _ count: Int) -> String {
        plural(
            count,
            one: "wrote \(path); \(NumberText.text(count)) type has no data in these days",
            other: "wrote \(path); \(NumberText.text(count)) types have no data in these days"
        )
    }
    static func replaceQuestion(_ file: String) -> String { localized("Replace \(file)? What it holds is gone then.") }
    static var unfinished: String { localized("The report is not written yet.") }
}
