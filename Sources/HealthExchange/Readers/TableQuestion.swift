/// What a table leaves open that would change what is stored, with the answers to choose from.
package struct TableQuestion: Sendable, Hashable, CustomStringConvertible {
    /// What a person can say of a table.
    package enum Answer: Sendable, Hashable {
        case decimal(TableNumbers.Decimal)
        case dates(TableDateOrder)
        /// What a column is, as `--map` takes it; an empty role leaves it out.
        case column(String, role: String)

        /// The option of the command that says so.
        package var option: String {
            switch self {
            case .decimal(let mark): "--decimal \(mark.rawValue)"
            case .dates(let order): "--dates \(order.rawValue)"
            case .column(let name, let role): "--map \"\(name.printableName)=\(role)\""
            }
        }
    }

    /// An answer and what it means.
    package struct Choice: Sendable, Hashable {
        package let answer: Answer
        package let meaning: String
    }

    /// What is open, with the line and the column.
    package let text: String
    /// The column that `--map` can say something else of; `nil` where another option answers.
    package var column: String?
    package let choices: [Choice]
    /// What else can be passed, where part of it is the person's to write; `nil` for nothing.
    package var hint: String?

    /// What is open, and what to pass.
    package var description: String {
        let options = choices.map(\.answer.option) + [hint].compactMap { $0 }
        return "\(text); pass \(options.joined(separator: " or "))"
    }
}

extension String {
    /// A name or field of a table as a message shows it: on one line, and short.
    var printableName: String {
        let plain = String(
            String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
        return plain.count > 60 ? plain.prefix(60) + "…" : plain
    }
}
