import Foundation

// Audit descriptions of the read calls. There is no default, so that a new call has to provide one.

extension CharacteristicCall {
    var audit: AuditSubject? { HKObjectType.type(identifier: type).map { AuditSubject(.read, [$0]) } }
    func objects(in answer: CharacteristicValues) -> AuditObjects { .total(0) }
}

extension PreferredZonesCall {
    var audit: AuditSubject? { AuditSubject(.read, [type]) }
}

extension BodyFactsCall {
    var audit: AuditSubject? {
        AuditSubject(
            .read,
            [
                HKCharacteristicType(.biologicalSex), HKCharacteristicType(.dateOfBirth), HKQuantityType(.bodyMass),
                HKQuantityType(.height),
            ]
        )
    }
}

// An app's questions about its own requests and sessions, and about a type's display unit, reveal no data.

extension AuthorizationStatusCall { var audit: AuditSubject? { nil } }
extension RequestStatusCall { var audit: AuditSubject? { nil } }
extension EarliestDatesCall { var audit: AuditSubject? { nil } }
extension PreferredUnitsCall { var audit: AuditSubject? { nil } }
