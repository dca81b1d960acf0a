import Foundation
import HealthKit

/// The tables of one file, each of which is understood by itself.
///
/// A row whose cells are all words, the cell of the time among them, begins another table.
package struct TableFile: Sendable, Hashable {
    package var tables: [TableMapping]

    /// Guesses what the columns of a file's tables mean from their names and from all that stands in them.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - answers: What the person says of it.
    /// - Returns: The guess; `nil` for a file without a table.
    package static func guess(_ bytes: [UInt8], _ answers: TableAnswers = TableAnswers()) -> TableFile? {
        var text = SeparatedText(SeparatedText.decoded(bytes))
        guard let first = TableGuess(&text, answers, isFirst: true) else { return nil }
        var file = TableFile(tables: [first.mapping()])
        while let next = TableGuess(&text, answers, isFirst: false) {
            // Words behind the last row, such as who made the file, are no table.
            if next.hasRows { file.tables.append(next.mapping()) }
        }
        return file
    }

    /// The tables that can be read.
    package var understood: [TableMapping] { tables.filter { $0.problem == nil } }

    /// What keeps all tables from being read; `nil` when one can be.
    package var problem: String? { understood.isEmpty ? tables.first?.problem : nil }

    /// Whether some column of a table has dates or times.
    package var hasTimes: Bool { tables.contains { $0.columns.contains { $0.role == .start } } }

    /// What the tables leave open, each question once.
    package var questions: [TableQuestion] {
        var found: [TableQuestion] = []
        for table in tables where table.columns.contains(where: { $0.role == .start }) {
            for question in table.questions where !found.contains(where: { $0.isAnswered(with: question) }) {
                found.append(question)
            }
        }
        return found
    }
}

extension TableQuestion {
    /// Whether whoever answers another question answers this one too.
    fileprivate func isAnswered(with other: TableQuestion) -> Bool {
        column == other.column && choices.map(\.answer) == other.choices.map(\.answer)
    }
}
