/// Why something about a study can't be done: what, and why.
package struct StudyError: Error, CustomStringConvertible, Equatable, Sendable {
    /// What it is about: a file, a study, a row.
    package let what: String
    /// What is wrong with it, and what to do.
    package let why: String

    package init(_ what: String, _ why: String) {
        self.what = what
        self.why = why
    }

    package var description: String { "\(what): \(why)" }
}
