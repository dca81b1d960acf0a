/// The error of something about a study that can't be done, with the reason.
package struct StudyError: Error, CustomStringConvertible, Equatable, Sendable {
    /// The subject: a file, a study, a row.
    package let what: String
    /// The problem, and how to solve it.
    package let why: String

    package init(_ what: String, _ why: String) {
        self.what = what
        self.why = why
    }

    package var description: String { "\(what): \(why)" }
}
