import Foundation

/// The result of a contribution or a withdrawal, from the researcher's program and signed with the study's key.
package struct StudyReceipt: Codable, Hashable, Sendable {
    /// The study's identifier.
    package var study: String
    package var person: String
    package var sequence: Int
    package var kind: ContributionManifest.Kind
    /// When it was collected, in seconds since 1970.
    package var time: Int64
    /// The number of the dataset that it went into, or that it went from.
    package var dataset: Int
    /// The number of tables and rows that the study now has of the person.
    package var tables: Int
    package var rows: Int

    package init(
        study: String,
        person: String,
        sequence: Int,
        kind: ContributionManifest.Kind,
        time: Int64,
        dataset: Int,
        tables: Int,
        rows: Int
    ) {
        self.study = study
        self.person = person
        self.sequence = sequence
        self.kind = kind
        self.time = time
        self.dataset = dataset
        self.tables = tables
        self.rows = rows
    }
}
