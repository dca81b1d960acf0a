import Foundation

extension ObjectWriter {
    /// Keeps what is known of a study, and counts what went to it.
    ///
    /// - Parameters:
    ///   - study: The study's identifier.
    ///   - record: What is kept; `nil` to forget it.
    ///   - sent: How many rows of each type went to the study.
    ///   - now: When.
    /// - Throws: What the store throws.
    func setStudy(_ study: String, _ record: StudyRecord?, sent: [String: Int], now: Date) throws {
        try setValue(record, StoreNamespace.studies, study)
        guard !sent.isEmpty else { return }
        let time = now.timeIntervalSinceReferenceDate
        var tally = AuditTally(limit: max(sent.count, AuditBounds.standard.rows))
        for (type, rows) in sent.sorted(by: { $0.key < $1.key }) {
            tally.add(
                AuditKey(app: AuditKey.studyPrefix + study, type: type, operation: .contribute, outcome: .allowed),
                AuditCount(calls: 1, objects: rows, first: time, last: time)
            )
        }
        try addAudit(tally, tag: "study")
    }
}
