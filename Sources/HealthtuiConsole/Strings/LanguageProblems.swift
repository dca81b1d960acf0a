import HealthKitLocalization

/// Descriptions of problems in a language's catalogue.
package enum LanguageProblems {
    /// Why a catalogue of the person's isn't used.
    package static func notInstalled(_ file: String) -> String {
        localized(
            "\(file): not used, as any program of yours could have written it; the installed console has its own languages only"
        )
    }

    /// A problem with its file, such as `languages/de.po`, and its line.
    package static func atLine(_ line: Int, of file: String, _ problem: String) -> String {
        localized("\(file), line \(plain: line): \(problem)")
    }
}
