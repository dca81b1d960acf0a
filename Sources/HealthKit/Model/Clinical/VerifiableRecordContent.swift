import Foundation

/// The content of a verifiable clinical record.
package struct VerifiableRecordContent: RecordContent, Codable {
    package var recordTypes: [String]
    package var issuer: String
    package var subject: VerifiableSubjectContent
    /// Seconds since the reference date.
    package var issued: Double
    /// Seconds since the reference date; `nil` for never.
    package var expiration: Double?
    package var items: [String]
    package var sourceType: String?
    package var data: Data

    package init(
        recordTypes: [String],
        issuer: String,
        subject: VerifiableSubjectContent,
        issued: Date,
        expiration: Date? = nil,
        items: [String],
        sourceType: HKVerifiableClinicalRecordSourceType?,
        data: Data
    ) {
        self.recordTypes = recordTypes
        self.issuer = issuer
        self.subject = subject
        self.issued = issued.timeIntervalSinceReferenceDate
        self.expiration = expiration?.timeIntervalSinceReferenceDate
        self.items = items
        self.sourceType = sourceType?.rawValue
        self.data = data
    }

    package func check() throws {
        guard !recordTypes.isEmpty else { throw HKError.invalid("A verifiable clinical record needs a record type") }
        guard issued.isFinite, expiration?.isFinite ?? true else {
            throw HKError.invalid("The dates of a verifiable clinical record must be dates")
        }
        try subject.check()
    }
}

/// The subject of a verifiable clinical record.
package struct VerifiableSubjectContent: RecordContent, Codable {
    package var fullName: String
    /// Year, month and day of birth; `nil` if unknown.
    package var birth: [Int]?

    package init(fullName: String, birth: DateComponents?) {
        self.fullName = fullName
        self.birth = birth.map { [$0.year ?? 0, $0.month ?? 0, $0.day ?? 0] }
    }

    package func check() throws {
        guard birth?.count ?? 3 == 3 else { throw HKError.invalid("A day of birth has a year, a month and a day") }
    }
}
