import Foundation

/// A contribution's description of itself: signed by the participant, sealed to the researcher.
package struct ContributionManifest: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case data
        /// Everything that came from the person goes, and nothing more is taken.
        case withdraw
    }

    /// A table of one type and month.
    package struct Entry: Codable, Hashable, Sendable {
        package var table: StudyTable
        /// The type's identifier.
        package var type: String
        /// As 2026-11.
        package var month: String
        package var rows: Int
        /// The table's size in bytes, and its digest.
        package var bytes: Int
        package var digest: String
        /// The table's size in this file, in bytes; `nil` for a month that is unchanged since it was sent.
        package var packed: Int?

        package init(table: StudyTable, type: String, month: String, rows: Int, bytes: Int, digest: String) {
            self.table = table
            self.type = type
            self.month = month
            self.rows = rows
            self.bytes = bytes
            self.digest = digest
        }

        package var key: Key { Key(table: table, type: type, month: month) }
    }

    /// The key by which a month replaces an earlier one.
    package struct Key: Codable, Hashable, Sendable {
        package var table: StudyTable
        package var type: String
        package var month: String

        package init(table: StudyTable, type: String, month: String) {
            self.table = table
            self.type = type
            self.month = month
        }
    }

    package var format = 1
    /// The digest of the study.
    package var study: String
    package var person: String
    /// The participant's public key, in hexadecimal.
    package var key: String
    /// Grows with each contribution.
    package var sequence: Int
    package var kind: Kind
    /// When, in seconds since 1970.
    package var time: Int64
    package var code: String?
    package var consent: Signed<StudyConsent>
    /// Every table, type and month that there is now.
    package var tables: [Entry]

    package init(
        study: String,
        person: String,
        key: String,
        sequence: Int,
        kind: Kind,
        time: Int64,
        code: String?,
        consent: Signed<StudyConsent>,
        tables: [Entry]
    ) {
        self.study = study
        self.person = person
        self.key = key
        self.sequence = sequence
        self.kind = kind
        self.time = time
        self.code = code
        self.consent = consent
        self.tables = tables
    }
}

/// Size limits of a contribution.
package enum ContributionLimit {
    /// The most bytes of a table that is unpacked.
    package static let table = 64 << 20
    /// The most tables.
    package static let tables = 4_096
    /// The most bytes of a file.
    package static let file = 1 << 30
    /// The most bytes of a manifest: 4,096 tables of a few hundred bytes each.
    static let manifest = 4 << 20
}
