import Foundation

// Audit descriptions of the write calls. There is no default, so that a new call has to provide one. Saves that are stored
// together and workouts are counted where they are stored.

extension SaveSeriesCall {
    var audit: AuditSubject? { AuditSubject(.save, Array(Set(samples.map(\.sampleType)))) }
    func objects(in answer: Void) -> AuditObjects { .byType(AuditObjects.byType(samples)) }
}

extension SaveRouteCall {
    var audit: AuditSubject? { AuditSubject(.save, [route.sampleType]) }
    func objects(in answer: HKWorkoutRoute) -> AuditObjects { .total(1) }
}

extension DeleteCall {
    /// The types that the app claims; the store knows the actual ones once the objects are deleted.
    var audit: AuditSubject? { AuditSubject(.delete, types.compactMap { HKObjectType.type(identifier: $0) }) }
    func objects(in answer: Void) -> AuditObjects { .total(objects.count) }
}

extension DeleteMatchingCall {
    var audit: AuditSubject? { AuditSubject(.delete, [selection]) }
    func objects(in answer: Int) -> AuditObjects { .total(answer) }
}

extension AddSamplesCall {
    var audit: AuditSubject? { AuditSubject(.save, Array(Set(samples.map(\.sampleType)))) }
    func objects(in answer: Void) -> AuditObjects { .byType(AuditObjects.byType(samples)) }
}

extension RelateCall {
    var audit: AuditSubject? { AuditSubject(.change, [sample.sampleType]) }
    func objects(in answer: Void) -> AuditObjects { .total(1) }
}

extension UnrelateCall {
    var audit: AuditSubject? { HKObjectType.type(identifier: type).map { AuditSubject(.change, [$0]) } }
    func objects(in answer: Void) -> AuditObjects { .total(1) }
}

extension RecalibrateCall {
    var audit: AuditSubject? { AuditSubject(.change, [type]) }
}

extension TakeCompanionCall {
    var audit: AuditSubject? { AuditSubject(starts ? .launch : .mirror, companion: companion) }
}

// An app's own data: its wish to be woken, its sessions and the messages between their two sides.

extension DeliveryCall { var audit: AuditSubject? { nil } }
extension KeepSessionCall { var audit: AuditSubject? { nil } }
extension ForgetSessionCall { var audit: AuditSubject? { nil } }
extension AnnounceCompanionCall { var audit: AuditSubject? { nil } }
extension AskForCompanionsCall { var audit: AuditSubject? { nil } }
extension ReportSessionCall { var audit: AuditSubject? { nil } }
extension HearSessionCall { var audit: AuditSubject? { nil } }
