/// What is wrong with a filter: where, with which word, and what was probably meant.
package struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The character of the filter at which the word begins, counted from 1.
    package let column: Int
    /// The word that was not understood.
    package let word: String
    /// What is wrong with it, and what can be written.
    package let problem: String
    /// What is spelled nearly the same; `nil` where nothing is.
    package let suggestion: String?

    package init(column: Int, word: String, problem: String, suggestion: String? = nil) {
        self.column = column
        self.word = word
        self.problem = problem
        self.suggestion = suggestion
    }

    package var description: String { FilterStrings.error(column, problem, suggestion) }
}
