import Foundation

extension PersonAccess {
    /// The studies that the person takes part in, by their identifiers.
    package func studies() throws -> [String: StudyRecord] { try ask(OwnerStudiesCall()) }

    /// Keeps what is known of a study, and counts in the audit what went to it; one transaction.
    ///
    /// - Parameters:
    ///   - study: The study's identifier.
    ///   - record: What is kept; `nil` to forget it.
    ///   - sent: How many rows of each type went to the study.
    /// - Throws: `HKError` when the store can't be written.
    package func setStudy(_ study: String, _ record: StudyRecord?, sent: [String: Int] = [:]) throws {
        try perform(.setStudy(study, record, sent: sent))
    }
}
