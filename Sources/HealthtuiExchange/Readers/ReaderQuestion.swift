import Foundation
import HealthKit

/// An open question about a file that would change what is stored, with the answers to choose from.
package struct ReaderQuestion: Sendable, Hashable, CustomStringConvertible {
    /// A possible answer.
    package enum Answer: Sendable, Hashable {
        case decimal(TableNumbers.Decimal)
        case dates(TableDateOrder)
        /// The role of a column, as `--map` takes it; an empty role leaves it out.
        case column(String, role: String)
        /// The zone of times that name none.
        case zone(TimeZone)
        /// One of the answers to a reader's own question, which has a key.
        case choice(String, of: String)

        /// The command-line option for the answer.
        package var option: String {
            switch self {
            case .decimal(let mark): "--decimal \(mark.rawValue)"
            case .dates(let order): "--dates \(order.rawValue)"
            case .column(let name, let role): "--map \"\(name.printableName)=\(role)\""
            case .zone(let zone): "--time-zone \(zone.identifier)"
            case .choice(let value, let key): "--answer \"\(key)=\(value.printableName)\""
            }
        }
    }

    /// An answer and its meaning.
    package struct Choice: Sendable, Hashable {
        package let answer: Answer
        package let meaning: String
    }

    /// The question, with the line and the column.
    package let text: String
    /// The column that `--map` can assign another role, or `nil` if another option answers the question.
    package var column: String?
    package let choices: [Choice]
    /// Another option to pass, part of which the person must fill in, or `nil` if there is none.
    package var hint: String?

    /// Whether any time zone answers it, not only those to choose from.
    package var isOfZone: Bool {
        choices.contains { if case .zone = $0.answer { true } else { false } }
    }

    /// Whether an answer to another question answers this one too.
    func isAnswered(with other: ReaderQuestion) -> Bool {
        column == other.column && choices.map(\.answer) == other.choices.map(\.answer)
    }

    /// The question, and the options to pass.
    package var description: String {
        let options = choices.map(\.answer.option) + [hint].compactMap { $0 }
        return "\(text); pass \(options.joined(separator: " or "))"
    }
}

/// The reason a file isn't read: only the person can answer its open question.
struct OpenQuestion: Error {
    let question: ReaderQuestion
}

extension String {
    /// A name or field of a table, shortened to one line for a message.
    var printableName: String {
        let plain = printable
        return plain.count > 60 ? plain.prefix(60) + "…" : plain
    }
}
