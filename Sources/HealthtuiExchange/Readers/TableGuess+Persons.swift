import Foundation
import HealthKit

/// The column of a table that says whose measurements its rows are.
struct TablePersons: Sendable, Hashable {
    /// The key of the question whose measurements are the person's.
    static let key = "table-person"

    private static let names: Set<String> = [
        "user", "username", "userid", "person", "member", "familymember", "householdmember", "profile", "profilename",
        "patient", "patientname", "patientid", "benutzer", "benutzername", "nutzer", "mitglied", "profil",
        "utilisateur",
        "usuario", "utente", "gebruiker",
    ]
    /// The most people that a column of people names.
    fileprivate static let most = 20

    let column: Int
    /// Who the person is in it.
    let own: String

    /// Whether a column's name is that of a column of people.
    static func isNamed(_ header: String) -> Bool { names.contains(FoldedName.of(header)) }

    /// Whether a row is the person's; one that names nobody is.
    func has(_ row: [String]) -> Bool {
        guard row.indices.contains(column) else { return true }
        let name = Self.trimmed(row[column])
        return name.isEmpty || name == own
    }

    static func trimmed(_ cell: String) -> String { cell.trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension TableGuess {
    /// Asks whose measurements are stored where a column names several people.
    func settlePersons(_ mapping: inout TableMapping) {
        let place = mapping.columns.indices.first { index in
            mapping.columns[index].role == .ignored && !isStated(index) && TablePersons.isNamed(header[index])
        }
        guard let place else { return }
        var people: Set<String> = []
        visit { _, row in
            guard row.indices.contains(place), people.count <= TablePersons.most else { return }
            let name = TablePersons.trimmed(row[place])
            if !name.isEmpty { people.insert(name) }
        }
        guard people.count > 1 else { return }
        let known = people.count <= TablePersons.most ? people.sorted() : []
        switch answers.choices[TablePersons.key] {
        case "all"?: return
        case let said? where people.contains(said):
            mapping.persons = TablePersons(column: place, own: said)
            return
        default: break
        }
        var choices = known.map {
            ReaderQuestion.Choice(answer: .choice($0, of: TablePersons.key), meaning: "those of \($0.printableName)")
        }
        choices.append(.init(answer: .choice("all", of: TablePersons.key), meaning: "all of them are yours"))
        mapping.questions.append(
            ReaderQuestion(
                text: "column \(header[place].printableName) names several people: whose measurements are yours?",
                choices: choices
            )
        )
    }
}
