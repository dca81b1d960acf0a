import Foundation

extension PersonAccess {
    /// The studies that the person takes part in, by their identifiers.
    package func studies() throws -> [String: StudyRecord] { try ask(OwnerStudiesCall()) }

    /// Stores the record of a study, and counts the data sent to it in the audit, in one transaction.
    ///
    /// - Parameters:
    ///   - study: The study's identifier.
    ///   - record: The record; `nil` to forget it.
    ///   - sent: The number of rows of each type sent to the study.
    /// - Throws: `HKError` when the store can't be written.
    package func setStudy(_ study: String, _ record: StudyRecord?, sent: [String: Int] = [:]) throws {
        try perform(.setStudy(study, record, sent: sent))
    }
}
