import Foundation

/// A store's record of a study: the participant's key, the consent, and the tables sent.
package struct Participation: Codable, Hashable, Sendable {
    /// The seed of the participant's key.
    var seed: Data
    /// The file of the study that was agreed to.
    package var study: Data
    package var consent: Signed<StudyConsent>
    /// The identifier of the zone in which the person's days begin.
    package var zone: String
    package var code: String?
    /// The number of the last contribution; 0 for none.
    package var sequence = 0
    /// The digest of every month that was sent, by table, type and month.
    var months: [String: String] = [:]
    /// When the last contribution was made, in seconds since 1970.
    package var last: Int64?
    /// Whether the person withdrew.
    package var isWithdrawn = false
    /// Whether the withdrawal file that the person was promised isn't written yet; `nil` for no.
    private(set) var owesWithdrawalFile: Bool?

    init(seed: Data, study: Data, consent: Signed<StudyConsent>, zone: String, code: String?) {
        self.seed = seed
        self.study = study
        self.consent = consent
        self.zone = zone
        self.code = code
    }

    /// Whether the person agreed and has no withdrawal file yet.
    package var isWithdrawalFileDue: Bool {
        get { owesWithdrawalFile == true }
        set { owesWithdrawalFile = newValue ? true : nil }
    }

    /// A month's state since it was sent.
    package enum State: String, Sendable {
        case new
        case changed
        case unchanged
    }

    /// Compares a month with what was sent.
    package func state(of table: PreparedTable) -> State {
        months[Self.name(table.key)].map { $0 == table.digest ? .unchanged : .changed } ?? .new
    }

    /// The number of months that were sent and now have no data.
    package func gone(_ tables: [PreparedTable]) -> Int {
        months.count - tables.count { months[Self.name($0.key)] != nil }
    }

    /// By which ``months`` has a table.
    static func name(_ key: ContributionManifest.Key) -> String { "\(key.table.rawValue) \(key.type) \(key.month)" }

    /// The participant's key.
    /// - Throws: ``StudyError`` for one that can't be used.
    package func signer() throws -> StudySigner { try StudySigner(seed: Array(seed)) }

    /// By what the study calls the person.
    /// - Throws: ``StudyError`` for a key that can't be used.
    package func person(_ study: StudyDescription) throws -> String {
        StudyDigest.person(study: study.id, publicKey: try signer().publicBytes)
    }

    /// The number of days by which dates are moved; `nil` for a study with real dates.
    package func shift(_ study: StudyDescription) -> Int? {
        study.dates == .shifted ? DateShift.days(seed: Array(seed)) : nil
    }
}

/// The moving of dates, by whole weeks.
package enum DateShift {
    /// The most weeks, earlier and later.
    package static let weeks = 26

    /// The days that a participant's key gives.
    static func days(seed: [UInt8]) -> Int {
        let digest = StudyDigest.of(Array("healthtui study shift\n".utf8) + seed)
        let number = Int(digest.prefix(8), radix: 16) ?? 0
        return 7 * (number % (2 * weeks + 1) - weeks)
    }
}
