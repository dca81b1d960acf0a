import Foundation

// Audit descriptions of the read calls. There is no default, so that a new call has to provide one.

extension SourceOrderCall {
    var audit: AuditSubject? { AuditSubject(.sources, [type]) }
    func objects(in answer: [String]) -> AuditObjects { .total(answer.count) }
}

extension CollectCall {
    var audit: AuditSubject? { AuditSubject(.follow, selections) }
    func objects(in answer: CollectedSamples) -> AuditObjects { .samples(answer.added, of: selections.count) }
}

extension MembersCall {
    var audit: AuditSubject? { AuditSubject(.read, [HKObjectType]()) }
    func types(in answer: [HKSample], of subject: AuditSubject) -> [HKObjectType] {
        Array(Set(answer.map(\.sampleType)))
    }
    func objects(in answer: [HKSample]) -> AuditObjects { .byType(AuditObjects.byType(answer)) }
}

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
extension MayBuildWorkoutCall { var audit: AuditSubject? { nil } }
extension SessionsCall { var audit: AuditSubject? { nil } }
extension SessionPlaceCall { var audit: AuditSubject? { nil } }
extension CompanionsCall { var audit: AuditSubject? { nil } }
extension MirroredSessionsCall { var audit: AuditSubject? { nil } }
