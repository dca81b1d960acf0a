import Foundation
import HealthKit

/// The column of a table that says whose measurements its rows are.
struct TablePersons: Sendable, Hashable {
    /// The key of the question whose measurements are the person's.
    static let key = "table-person"

    private static let names: Set<String> = [
        "user", "username", "userid", "person", "member", "familymember", "householdmember", "profile", "profilename",
        "patient", "patientname", "patientid", "personname", "firstname", "lastname", "fullname", "userprofile",
        "benutzer", "benutzername", "benutzerprofil", "nutzer", "mitglied", "familienmitglied", "vorname", "nachname",
        "profil", "utilisateur", "prenom", "usuario", "utente", "gebruiker",
    ]
    /// Names of columns that in other tables name a food, a medication or a route.
    private static let looseNames: Set<String> = ["name", "nom", "nombre", "nome", "naam"]
    /// The most people that a column of people names.
    static let most = 20

    let column: Int
    /// The person's identifier in it.
    let own: String

    /// Whether a column's name is that of a column of people.
    ///
    /// - Parameters:
    ///   - header: The name.
    ///   - isOfBodies: Whether the table has nothing but measurements of bodies: its names can only be people's.
    /// - Returns: Whether it is.
    static func isNamed(_ header: String, isOfBodies: Bool) -> Bool {
        let name = FoldedName.of(header)
        return names.contains(name) || isOfBodies && looseNames.contains(name)
    }

    /// Whether a row is the person's; so is one without a name.
    func has(_ row: [String]) -> Bool {
        guard row.indices.contains(column) else { return true }
        let name = Self.trimmed(row[column])
        return name.isEmpty || name == own
    }

    static func trimmed(_ cell: String) -> String { cell.trimmingCharacters(in: .whitespacesAndNewlines) }
}
