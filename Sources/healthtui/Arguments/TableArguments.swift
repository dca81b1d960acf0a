import ArgumentParser
import Foundation
import HealthKit
import HealthtuiExchange

extension TableMapping.DateOrder: ExpressibleByArgument {}
extension TableNumbers.Decimal: ExpressibleByArgument {}

/// The meaning of tables' columns, where the guess is wrong.
struct TableArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Say what a column of a table means.", valueName: "column=role"))
    var map: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The order of day, month and year in a table's dates: dmy, mdy or ymd.", valueName: "order")
    )
    var dates: TableMapping.DateOrder?

    @Option(
        name: .long,
        help: ArgumentHelp("What stands before the decimals of a table's numbers: point or comma.", valueName: "mark")
    )
    var decimal: TableNumbers.Decimal?

    @Option(
        name: .long,
        help: ArgumentHelp("Answer a question that the files of a format leave open.", valueName: "question=answer")
    )
    var answer: [String] = []

    func validate() throws {
        for text in map where !text.contains("=") {
            throw ValidationError("--map: invalid “\(text)”; write COLUMN=ROLE")
        }
        for text in answer where !text.contains("=") {
            throw ValidationError("--answer: invalid “\(text)”; write QUESTION=ANSWER")
        }
    }

    var roles: TableRoles { TableRoles(map: map, dates: dates, decimal: decimal, choices: answer) }
}

/// A person's statements about files: the roles of tables' columns, and answers to open questions.
struct TableRoles: Sendable {
    /// Texts such as `Weight=bodyMass:kg`.
    let map: [String]
    let dates: TableMapping.DateOrder?
    let decimal: TableNumbers.Decimal?
    /// Texts such as `person=2`.
    var choices: [String] = []
    /// The zone of times without one, if it was given.
    var zone: TimeZone?

    /// The statements in the form that readers and the guess use.
    ///
    /// - Throws: ``CommandFailure`` for a role that there is not.
    func answers() throws -> ReaderAnswers {
        var answers = ReaderAnswers(dateOrder: dates, decimal: decimal)
        answers.zone = zone
        for text in choices {
            guard let sign = text.firstIndex(of: "=") else { continue }
            answers.choices[String(text[..<sign])] = String(text[text.index(after: sign)...])
        }
        for text in map {
            // A column's name may contain an equals sign; a role can't.
            guard let sign = text.lastIndex(of: "=") else { continue }
            answers.roles[String(text[..<sign])] = try Self.role(String(text[text.index(after: sign)...]))
        }
        return answers
    }

    /// The doubt about a table whose questions aren't answered.
    ///
    /// - Parameters:
    ///   - file: What the columns mean.
    ///   - name: The file's name in errors.
    /// - Returns: The error; `nil` where the tables say all that is needed.
    static func doubt(_ file: TableFile, _ name: String) -> CommandFailure? {
        file.doubt.map { CommandFailure(name, $0, status: ExitStatus.badData) }
    }

    /// The role that a text such as `bodyMass:kg` names.
    ///
    /// - Throws: ``CommandFailure`` for a role that there is not.
    static func role(_ text: String) throws -> TableMapping.Role {
        do {
            return try TableMapping.Role(text, type: Names.type)
        } catch let error as ImportError {
            throw CommandFailure.usage("--map", error.description)
        }
    }
}
