import Foundation

extension ObjectWriter {
    /// Stores a study's record and counts the rows sent to it.
    ///
    /// - Parameters:
    ///   - study: The study's identifier.
    ///   - record: The record to keep; `nil` to forget it.
    ///   - sent: The number of rows of each type that were sent to the study.
    ///   - now: The current time.
    /// - Throws: Any error from the store.
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
