import Foundation
import HealthKit

/// The tables of one file, each of which is interpreted separately.
///
/// A row whose cells are all words, including the one in the time column, begins another table.
package struct TableFile: Sendable, Hashable {
    package var tables: [TableMapping]

    /// Guesses the meaning of the columns of a file's tables from their names and all their values.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - answers: The person's answers about it.
    ///   - fileName: The file's name without folders, which mappings may ask for; empty if it has none.
    /// - Returns: The guess, or `nil` for a file without a table.
    package static func guess(
        _ bytes: [UInt8],
        _ answers: ReaderAnswers = ReaderAnswers(),
        fileName: String = ""
    ) -> TableFile? {
        var text = SeparatedText(SeparatedText.decoded(bytes))
        if let mapped = mapped(text, answers, fileName) { return TableFile(tables: [mapped]) }
        guard let first = TableGuess(&text, answers, isFirst: true) else { return nil }
        var file = TableFile(tables: [first.mapping()])
        while let next = TableGuess(&text, answers, isFirst: false) {
            // Words after the last row, such as the file's author, aren't a table.
            if next.hasRows { file.tables.append(next.mapping()) }
        }
        return file
    }

    /// The meaning of a maker's table by its mapping; `nil` for a file that no mapping is for.
    private static func mapped(_ text: SeparatedText, _ answers: ReaderAnswers, _ fileName: String) -> TableMapping? {
        var ahead = text
        var first: [[String]] = []
        while first.count < MappingFile.mostPreamble, let row = ahead.next() { first.append(row) }
        for file in answers.mappings + KnownMappings.shipped {
            guard let place = file.header(in: first, named: fileName) else { continue }
            let header = first[place].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            var answers = answers
            answers.roles.merge(file.roles(of: header)) { own, _ in own }
            answers.dateOrder = answers.dateOrder ?? file.dateOrder
            answers.decimal = answers.decimal ?? file.decimal
            var rest = text
            var mapping = TableGuess(&rest, answers, headerAt: place)?.mapping()
            mapping?.take(file.rules(of: header))
            return mapping
        }
        return nil
    }

    /// The tables that can be read.
    package var understood: [TableMapping] { tables.filter { $0.problem == nil } }

    /// The reason no table can be read, or `nil` if at least one can.
    package var problem: String? { understood.isEmpty ? tables.first?.problem : nil }

    /// Whether any table has a column of dates or times.
    package var hasTimes: Bool { tables.contains { $0.columns.contains { $0.role == .start } } }

    /// The open questions about the tables, each once.
    package var questions: [ReaderQuestion] {
        var found: [ReaderQuestion] = []
        for table in tables where table.columns.contains(where: { $0.role == .start }) {
            for question in table.questions where !found.contains(where: { $0.isAnswered(with: question) }) {
                found.append(question)
            }
        }
        return found
    }
}
