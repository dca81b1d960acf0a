/// The form of a report for a doctor.
enum ReportScreenStrings {
    static let title = "Report for your doctor"
    /// The file's name until another is typed.
    static func file(_ day: String) -> String { "~/health-report-\(day).html" }
    static let types = "Types"
    static let first = "First day"
    static let last = "Last day"
    static let language = "Language"
    static let name = "Name"
    static let nameHint = "yours, if it should be in the report"
    static let aboutYou = "Your profile"
    static let aboutYouHint = "date of birth, sex and blood type"
    static let help =
        "Latest values, trends, blood pressure, medications, laboratory results out of range and electrocardiograms, of these types and days alone."
    static let formats =
        "A name ending in .html or .pdf; a PDF needs the package weasyprint or chromium. Only you can read the file."
    static let loading = "reading which types there are…"
    static let writing = "writing…"
    static let fileMissing = "type the path of the file to make"
    static let ending = "end the name in .html or .pdf"
    static let noTime = "the last day is before the first"
    static func wrote(_ path: String) -> String { "wrote \(path)" }
    static func withoutData(_ path: String, _ count: Int) -> String {
        count == 1
            ? "wrote \(path); 1 type has no data in these days"
            : "wrote \(path); \(count) types have no data in these days"
    }
    static func replaceQuestion(_ file: String) -> String { "Replace \(file)? What it holds is gone then." }
    static let unfinished = "The report is not written yet."
}
