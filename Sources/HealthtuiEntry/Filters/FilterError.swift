/// An error in a filter: its position, the word, and a suggestion.
package struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The character of the filter at which the word begins, counted from 1.
    package let column: Int
    /// The word that was not understood.
    package let word: String
    /// The problem, and the accepted input.
    package let problem: String
    /// The most similar accepted spelling; `nil` where there is none.
    package let suggestion: String?

    package init(column: Int, word: String, problem: String, suggestion: String? = nil) {
        self.column = column
        self.word = word
        self.problem = problem
        self.suggestion = suggestion
    }

    package var description: String { FilterStrings.error(column, problem, suggestion) }
}
