import Localization

/// How a problem of a language's catalogue is told.
package enum LanguageProblems {
    /// A problem with its file, such as `languages/de.po`, and its line.
    package static func atLine(_ line: Int, of file: String, _ problem: String) -> String {
        localized("\(file), line \(plain: line): \(problem)")
    }
}
